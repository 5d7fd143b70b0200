package engine

import (
	"context"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/fetch/credentials"
	"github.com/aranea-search/aranea/weburl"
)

// Notify takes a notice of changed URLs in the scope of the last crawl; see
// indexnow.Gate.Receive.
func (e *Engine) Notify(ctx context.Context, n indexnow.Notice) (indexnow.Received, error) {
	s, _, err := e.secrets()
	if err != nil {
		return indexnow.Received{}, err
	}
	rules, err := e.rules(s)
	if err != nil {
		return indexnow.Received{}, err
	}
	client, err := s.client(e.opt.Version, 0, nil)
	if err != nil {
		return indexnow.Received{}, err
	}
	defer client.Close()
	did, err := e.notices.Receive(ctx, n, indexnow.Crawl{
		Frontier: e.frontier, Now: e.opt.Now(),
		InScope: func(u weburl.URL, depth int, how aranea.How) bool { return rules.Decide(u, depth, how).OK },
		Ask: func(ctx context.Context, u weburl.URL) (aranea.Fetched, error) {
			return e.ask(client)(ctx, credentials.Ask{URL: u})
		},
	})
	if j := e.current(); j != nil {
		j.spine().Wake()
	}
	return did, err
}
