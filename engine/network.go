package engine

import (
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/fetch/authority"
	"github.com/aranea-search/aranea/fetch/botauth"
	"github.com/aranea-search/aranea/fetch/credentials"
)

// client returns the HTTP client of a crawl. vault may be nil, and so may gate if no requests
// are made.
func (s *Settings) client(version string, gate *fetch.Gate, bodies int64, vault *credentials.Vault) (*fetch.Client, error) {
	o := s.network(version)
	o.Gate, o.Secrets, o.Memory = gate, vault, bodies
	var err error
	if o.RootCAs, err = authority.Read(s.CAFile); err != nil {
		return nil, err
	}
	signer, err := s.signer()
	if err != nil {
		return nil, err
	}
	if signer != nil {
		o.Sign = signer.Fields
	}
	return fetch.New(o)
}

// network returns the options of the client by the settings.
func (s *Settings) network(version string) fetch.Options {
	return fetch.Options{
		Product: string(ProductToken), Version: version, Operator: s.Agent, Contact: s.Contact, From: s.From,
		Proxy: s.Proxy, Resolve: s.Resolve, AllowNet: s.AllowNet,
	}
}

// signer returns the signer of requests, or nil if they are not signed.
func (s *Settings) signer() (*botauth.Signer, error) {
	if s.SignKey == "" {
		return nil, nil
	}
	key, err := botauth.ReadKey(s.SignKey)
	if err != nil {
		return nil, err
	}
	return botauth.NewSigner(key, s.SignURL.Origin())
}
