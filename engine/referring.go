package engine

import (
	"context"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/remoterobots"
	"github.com/aranea-search/aranea/fetch/credentials"
	"github.com/aranea-search/aranea/inspect"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/weburl"
)

// Refer tells another node what a site answers for the robots file to which one of its own redirects.
func (e *Engine) Refer(ctx context.Context, q remoterobots.Ask) (a remoterobots.Answer, err error) {
	begun, err := e.isOther(q.From)
	if err == nil && !begun {
		err = &aranea.Error{Op: remoterobots.Op, Kind: aranea.Transient, Err: errNoCrawl}
	}
	if err != nil {
		return a, err
	}
	s, _, err := e.secrets()
	if err == nil {
		err = q.Check(s.Partition)
	}
	if err != nil {
		return a, err
	}
	d, _ := dialect.ByName(s.Dialect) // checked by Validate
	return e.referrals.Answer(ctx, q.URL, remoterobots.Folder{Copy: e.frontier.Robots, Answers: e.answers, Hold: e.Hold, Dialect: d, Now: e.opt.Now, Ask: func(ctx context.Context, u weburl.URL) (aranea.Fetched, error) {
		client, err := e.client(s, 0, nil)
		if err != nil {
			return aranea.Fetched{}, err
		}
		defer client.Close()
		return e.ask(client, inspect.Live{File: true, Refuse: e.halt.Refuse})(ctx, credentials.Ask{URL: u})
	}})
}

// answers reports whether the host of an origin answered when it was asked last.
func (e *Engine) answers(o weburl.Origin) (bool, error) {
	h, _, err := e.frontier.Host(o)
	return h.Failures == 0, err
}
