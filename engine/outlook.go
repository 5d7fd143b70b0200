package engine

import (
	"context"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/weburl"
)

// An outlook is what decides about URLs from now on: the settings of the last
// crawl, and how far it came. Without a crawl nothing is foreseen.
type outlook struct {
	now  time.Time
	opt  *crawl.Options // nil if there was no crawl yet
	full bool           // the page limit is reached
}

// outlook returns the outlook of the folder.
func (e *Engine) outlook() (outlook, error) {
	o := outlook{now: e.opt.Now()}
	s, err := e.recall()
	if err != nil || s == nil {
		return o, err
	}
	rules, err := e.rules(&s.Settings)
	if err != nil {
		return o, err
	}
	d, _ := dialect.ByName(s.Dialect) // Validate has seen it
	o.opt = &crawl.Options{Agents: s.Agents(), Dialect: d, Scope: rules, Learner: e.learner}
	counts, _ := e.frontier.Counts()
	o.full = s.MaxPages > 0 && counts[aranea.CountFetched] >= s.MaxPages
	return o, nil
}

// standing returns the entry with the reason that holds now.
func (o *outlook) standing(sites records, e aranea.Entry) (aranea.Entry, error) {
	h, _, err := sites.Host(e.URL.Origin())
	return crawl.Standing(e, h, o.full, o.now), err
}

// foresee tells what would be decided about a URL that is not known.
func (t *Trail) foresee(ctx context.Context, sites records, u weburl.URL, o *outlook) error {
	if o.opt == nil {
		return nil
	}
	c, have, err := sites.Robots(u.Origin())
	if err != nil {
		return err
	}
	copied := &c
	if !have {
		copied = nil
	}
	opt := *o.opt
	led, err := crawl.Led(ctx, sites, opt.Scope, u.Origin().Site())
	if err != nil {
		return err
	}
	opt.Scope = opt.Scope.With(led...)
	steps := crawl.Foresee(opt, u, copied, o.now)
	said, err := opt.Learner.Advise(u)
	if err != nil {
		return err
	}
	if said.Reason != aranea.ReasonNone && steps[len(steps)-1].Reason == aranea.ScheduleQueued {
		steps = append(steps, aranea.Event{Reason: said.Reason, Detail: said.Detail})
	}
	full, err := sites.Full(u)
	if err != nil {
		return err
	}
	if full != "" {
		steps = append(steps, aranea.Event{Reason: aranea.ScopeBudget, Detail: full})
	}
	last := steps[len(steps)-1]
	if last.Reason == aranea.ScheduleQueued {
		t.Sentence += " If one did, it would be queued."
	} else {
		t.Sentence += " If one did, the answer would be that it " + last.Reason.Sentence() + "."
	}
	for _, s := range steps {
		text := s.Reason.String()
		if s.Detail != "" {
			text += " " + s.Detail
		}
		t.fact("It would be decided by", text)
	}
	return nil
}
