package engine

import (
	"context"

	"github.com/aranea-search/aranea/engine/optionsfile"
	"github.com/aranea-search/aranea/engine/seeds"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/fetch/credentials"
	"github.com/aranea-search/aranea/weburl"
)

// client returns the HTTP client by settings, for requests in turn with those of the crawl. vault may
// be nil.
func (e *Engine) client(s *service.Settings, bodies int64, vault *credentials.Vault) (*fetch.Client, error) {
	pool, err := e.authorities.Read(s.CAFile, e.opt.Logger)
	if err != nil {
		return nil, err
	}
	o := s.Network(e.opt.Version)
	if o.Archive, err = e.archives.Open(e.calls.Cut, s.Archives, e.opt.Logger); err != nil {
		return nil, err
	}
	o.Gate, o.Secrets, o.Memory, o.RootCAs = e.gate, vault, bodies, pool
	return s.Signed(o)
}

// tryAnew makes due what could not be reached, of the seeds that are named, or if hosts are reached in
// another way than in the last crawl, of all seeds and of what had no trusted certificate.
func (e *Engine) tryAnew(ctx context.Context, s *service.Settings, named []weburl.URL, earlier *optionsfile.Recalled) error {
	otherWay := earlier != nil && (!earlier.SameWay(s) || earlier.Authorities != "" && earlier.Authorities != e.trusts(""))
	return seeds.Reach(ctx, e.frontier, e.opt.Now(), named, s.Seeds, otherWay)
}
