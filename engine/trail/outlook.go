package trail

import (
	"context"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/seedreport"
	"github.com/aranea-search/aranea/crawl/waitreason"
	"github.com/aranea-search/aranea/weburl"
)

// An Outlook is what will decide about URLs: the settings of the last crawl, and its progress.
// Without a crawl nothing can be predicted.
type Outlook struct {
	Now   time.Time
	Crawl *crawl.Options // nil if there was no crawl yet
	Full  bool           // the page limit is reached
	Seeds []weburl.URL   // of that crawl
}

// standing returns the entry with its current reason.
func (o *Outlook) standing(sites Records, e aranea.Entry) (aranea.Entry, error) {
	h, _, err := sites.Host(e.URL.Origin())
	return waitreason.Of(e, h, o.Full, o.Now), err
}

// follow extends the scope to where the seeds of a site moved, and returns those places.
func (o *Outlook) follow(ctx context.Context, sites Records, site string) (moved []string, err error) {
	if o.Crawl == nil {
		return nil, nil
	}
	opt := *o.Crawl
	led, err := seedreport.Led(ctx, sites, opt.Scope, site)
	opt.Scope = opt.Scope.With(led...)
	o.Crawl = &opt
	for _, u := range led {
		moved = append(moved, u.String())
	}
	return moved, err
}

// maxElsewhere limits the seeds whose ports are tried for a URL.
const maxElsewhere = 8

// elsewhere returns the URL at the other ports of its host that seeds have.
func (o *Outlook) elsewhere(u weburl.URL) []weburl.URL {
	var out []weburl.URL
	for _, seed := range o.Seeds {
		if seed.Host() != u.Host() || seed.Origin().Port() == u.Origin().Port() || len(out) == maxElsewhere {
			continue
		}
		if v := variant(u, string(seed.Origin())+u.Target()); !v.IsZero() && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// others returns the URLs that may be meant by an unknown one, without duplicates, because a seed
// of the host with the other scheme is also one of the lookalikes.
func (o *Outlook) others(u weburl.URL) []weburl.URL {
	out := lookalikes(u)
	for _, v := range o.elsewhere(u) {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// foresee adds what would be decided about an unknown URL.
func (t *Trail) foresee(sites Records, u weburl.URL, o *Outlook) error {
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
	steps := crawl.Foresee(*o.Crawl, u, copied, o.Now)
	said, err := o.Crawl.Learner.Advise(u)
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
	label := "It would be decided by"
	for _, s := range steps {
		text := s.Reason.String()
		if s.Detail != "" {
			text += " " + s.Detail
		}
		t.Add(label, text)
		label = "Then by"
	}
	return nil
}
