package engine

import (
	"context"
	"errors"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/engine/captures"
	"github.com/aranea-search/aranea/engine/missingsite"
	"github.com/aranea-search/aranea/engine/outbox"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/engine/variants"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// Search answers a query. If nothing is found of a site, the answer says what became of the
// site, if that can be determined.
func (e *Engine) Search(ctx context.Context, r search.Request) (search.Response, error) {
	resp, err := e.Searching.Search(ctx, r)
	if err == nil {
		if told := (missingsite.Teller{Frontier: e.frontier, Explain: e.trail}).Tell(ctx, r.Query, &resp); told != nil {
			e.opt.Logger.Warn("what became of a site cannot be read", "query", r.Query, "error", told)
		}
		err = captures.Date(e.frontier, &resp)
	}
	return resp, err
}

// Explain returns the trail of a URL.
func (e *Engine) Explain(ctx context.Context, text string) (trail.Trail, error) {
	t, err := e.trail(ctx, text)
	if err != nil || t.Known {
		return t, err
	}
	s, err := e.recall()
	if err != nil || s == nil {
		return t, err
	}
	return t, captures.Add(ctx, e.archives, s.Archives, &t)
}

// trail returns the trail of a URL without what archives have of it, which may take long to find.
func (e *Engine) trail(ctx context.Context, text string) (trail.Trail, error) {
	o, err := e.outlook()
	if err != nil {
		return trail.Trail{}, err
	}
	t, err := trail.Of(ctx, outbox.Records{Frontier: e.frontier, Graph: e.graph}, text, o)
	if err != nil {
		return t, err
	}
	if err := t.AddLinks(ctx, e.graph, e.ranker.Ranks()); err != nil {
		return t, err
	}
	return t, errors.Join(e.wordFacts(&t), e.relativeFacts(ctx, &t), e.mirrorFacts(&t), e.zoneFacts(&t))
}

// relativeFacts adds which pages are nearly this one.
func (e *Engine) relativeFacts(ctx context.Context, t *trail.Trail) error {
	u, err := weburl.Parse(t.URL)
	if err != nil || !t.In {
		return nil //nolint:nilerr // what is not found is not like what is
	}
	facts, err := variants.Facts(ctx, e.index, e.ranker.Signals().Versions, u)
	t.Facts = append(t.Facts, facts...)
	return err
}

// wordFacts adds facts about a URL that was never read and is found by the words of links.
func (e *Engine) wordFacts(t *trail.Trail) error {
	u, err := weburl.Parse(t.URL)
	if err != nil || t.In {
		return nil //nolint:nilerr // nothing links to it
	}
	kept, err := e.graph.HasAnchors(u)
	if err != nil || !kept {
		return err
	}
	listed, err := e.isListed(u)
	if err != nil || !listed {
		return err
	}
	t.Add("Found by", "the words of links to it and of its name; aranea delete "+t.URL+" takes it out")
	return nil
}

// mirrorFacts adds facts about the host of a URL as a mirror.
func (e *Engine) mirrorFacts(t *trail.Trail) error {
	o, err := weburl.ParseOrigin(t.URL)
	if err != nil {
		return nil //nolint:nilerr // a trail without a URL has no host
	}
	r, err := e.learner.Mirror(o)
	if err != nil || r == nil {
		return err
	}
	if name, text := r.Standing(); name != "" {
		t.Add(name, text)
	}
	for _, s := range r.Statements() {
		t.Add(s.Name, s.Text)
	}
	return nil
}

// outlook returns what will decide about URLs from now on.
func (e *Engine) outlook() (trail.Outlook, error) {
	o := trail.Outlook{Now: e.opt.Now()}
	s, err := e.recall()
	if err != nil || s == nil {
		return o, err
	}
	rules, err := e.rules(&s.Settings)
	if err != nil {
		return o, err
	}
	d, _ := dialect.ByName(s.Dialect) // checked by Validate
	o.Crawl = &crawl.Options{Agents: s.Agents(), Dialect: d, Scope: rules, Learner: e.learner, RevisitWithin: s.RevisitWithin}
	o.Seeds = s.Seeds
	counts, _ := e.frontier.Counts()
	o.Full = s.MaxPages > 0 && counts[aranea.CountFetched] >= s.MaxPages
	return o, nil
}
