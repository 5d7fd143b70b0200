package settings

import (
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/fetch/authority"
	"github.com/aranea-search/aranea/fetch/botauth"
	"github.com/aranea-search/aranea/fetch/credentials"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/weburl"
)

// Signed returns a client whose requests are signed if the settings say so.
func (s *Settings) Signed(o fetch.Options) (*fetch.Client, error) {
	signer, err := s.Signer()
	if err != nil {
		return nil, err
	}
	if signer != nil {
		o.Sign = signer.Fields
	}
	return fetch.New(o)
}

// Network returns the options of the client by the settings.
func (s *Settings) Network(version string) fetch.Options {
	return fetch.Options{
		Product: string(ProductToken), Version: version, Operator: s.Agent, Contact: s.Contact, From: s.From,
		Proxy: s.Proxy, Resolve: s.Resolve, AllowNet: s.AllowNet, Folders: s.Folders, Partition: s.Partition,
	}
}

// Signer returns the signer of requests, or nil if they are not signed.
func (s *Settings) Signer() (*botauth.Signer, error) {
	if s.SignKey == "" {
		return nil, nil
	}
	key, err := botauth.ReadKey(s.SignKey)
	if err != nil {
		return nil, err
	}
	return botauth.NewSigner(key, s.SignURL.Origin())
}

// Vault reads the secrets file. It returns nil if there is none. The secrets of sites of other partitions
// are left out: nobody logs in there from here.
func (s *Settings) Vault() (*credentials.Vault, error) {
	if s.Secrets == "" {
		return nil, nil
	}
	v, err := credentials.Read(s.Secrets)
	return v.Only(s.Partition.Holds), err
}

// A RefusedSeed is a seed that the network rules of the settings never allow to be requested.
type RefusedSeed struct {
	URL weburl.URL
	Err error
}

// Refused returns the seeds that cannot be requested, or the fault of the network settings
// themselves, without a URL. The seeds of other partitions are left to their nodes.
func (s *Settings) Refused(version string) []RefusedSeed {
	if _, err := s.Vault(); err != nil {
		return []RefusedSeed{{Err: err}}
	}
	if len(s.Archives) > 0 { // nothing is requested
		return nil
	}
	o := s.Network(version)
	var err error
	o.RootCAs, err = authority.Read(s.CAFile)
	if err != nil {
		return []RefusedSeed{{Err: err}}
	}
	client, err := s.Signed(o)
	if err != nil {
		return []RefusedSeed{{Err: err}}
	}
	defer client.Close()
	var out []RefusedSeed
	for _, u := range s.Seeds {
		if !s.Partition.Holds(u.Origin()) {
			continue
		}
		if err := client.Refuses(u); err != nil {
			out = append(out, RefusedSeed{u, err})
		}
	}
	return out
}

// Access returns what a robots copy of an origin allows by these settings.
func (s *Settings) Access(o weburl.Origin, c *acquire.Copy) acquire.Access {
	d, _ := dialect.ByName(s.Dialect) // checked by Validate
	return c.Access(d, string(o), s.Agents()...)
}
