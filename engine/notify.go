package engine

import (
	"context"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/seedreport"
	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/fetch/credentials"
	"github.com/aranea-search/aranea/inspect"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/weburl"
)

// Notify accepts a notice of changed URLs in the scope of the last crawl; see
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
	client, err := e.client(s, 0, nil)
	if err != nil {
		return indexnow.Received{}, err
	}
	defer client.Close()
	did, err := e.notices.Receive(ctx, n, indexnow.Crawl{
		Frontier: e.frontier, Now: e.opt.Now,
		Scope: func(site string) (indexnow.InScope, error) {
			led, err := seedreport.Led(ctx, e.frontier, rules, site)
			whole := rules.With(led...)
			return func(u weburl.URL, depth int, how aranea.How) bool {
				if how == aranea.HowRobots { // the key is no page: neither patterns nor a list are about it
					v := whole.Decide(u, depth, aranea.HowNotice)
					return v.OK || (v.Reason == aranea.ScopePattern || v.Reason == aranea.ScopeList) && whole.Reaches(u)
				}
				if known, ok, err := e.frontier.Entry(u); err == nil && ok && whole.IsList() {
					depth, how = int(known.Depth), known.How // a sitemap may have listed it
				}
				return whole.Decide(u, depth, how).OK
			}, err
		},
		Ask: func(ctx context.Context, u weburl.URL, refuse func(weburl.URL) error) (aranea.Fetched, error) {
			return e.ask(client, inspect.Live{Refuse: refuse})(ctx, credentials.Ask{URL: u})
		},
		Closed: func(u weburl.URL) (string, error) { return e.closed(s, u) },
	})
	if j := e.current(); j != nil && did.Due() {
		j.spine().Wake()
	}
	return did, err
}

// closed returns the reason why a URL in a notice must not be requested now, or "" if it may.
func (e *Engine) closed(s *service.Settings, u weburl.URL) (string, error) {
	if e.halt.Now().Halts() {
		return "the crawls are stopped or paused by the operator", nil
	}
	o := u.Origin()
	c, found, err := e.frontier.Robots(o)
	if err != nil {
		return "", err
	}
	if !found {
		return "robots.txt of its site was not read yet", nil
	}
	a := s.Access(o, &c)
	now := e.opt.Now()
	switch m := a.Matcher(); {
	case a.Decide(u.Target()).Verdict != robotstxt.Allow:
		return "robots.txt of its site does not allow it", nil
	case m != nil && m.NextAllowed(time.Time{}, now).After(now):
		return "robots.txt of its site does not allow it at this hour", nil
	}
	return "", nil
}
