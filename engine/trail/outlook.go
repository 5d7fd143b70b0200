package trail

import (
	"context"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/weburl"
)

// An Outlook is what decides about URLs from now on: the settings of the last
// crawl, and how far it came. Without a crawl nothing is foreseen.
type Outlook struct {
	Now   time.Time
	Crawl *crawl.Options // nil if there was no crawl yet
	Full  bool           // the page limit is reached
}

// standing returns the entry with the reason that holds now.
func (o *Outlook) standing(sites Records, e aranea.Entry) (aranea.Entry, error) {
	h, _, err := sites.Host(e.URL.Origin())
	return crawl.Standing(e, h, o.Full, o.Now), err
}

// foresee tells what would be decided about a URL that is not known.
func (t *Trail) foresee(ctx context.Context, sites Records, u weburl.URL, o *Outlook) error {
	if o.Crawl == nil {
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
	opt := *o.Crawl
	led, err := crawl.Led(ctx, sites, opt.Scope, u.Origin().Site())
	if err != nil {
		return err
	}
	opt.Scope = opt.Scope.With(led...)
	steps := crawl.Foresee(opt, u, copied, o.Now)
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
		t.Add("It would be decided by", text)
	}
	return nil
}
