package webtest_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/fetch/credentials"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/inspect"
	"github.com/aranea-search/aranea/internal/webtest"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// A mail is a notice that is sent during a life.
type mail struct {
	after  time.Duration // from the beginning of the life
	notice indexnow.Notice
	honest bool // it is from the site itself
}

// Prefixes of wrong keys, and of pages that are only named by notices.
const (
	wrongKey = "wrong-"
	liars    = "/liars/"
	outside  = "/file.zip" // exists on every host, out of scope
)

// drawMail draws the notices of a life: of sites that have changed, and of others.
func (r *robot) drawMail() []mail {
	rnd := rand.New(rand.NewPCG(r.rnd.Uint64(), 0x1d))
	var all []mail
	for range rnd.IntN(4) {
		s := r.web.Sites()[rnd.IntN(len(r.web.Sites()))]
		m := mail{after: time.Duration(rnd.Int64N(int64(2 * time.Minute))), honest: s.Key != "" && rnd.IntN(3) > 0}
		if rnd.IntN(3) == 0 {
			m.after = 0
		}
		if m.honest {
			m.notice = indexnow.Notice{Host: s.Host, Key: s.Key, URLs: []string{"http://" + s.Host + outside}}
			for _, path := range append([]string{s.Paths[rnd.IntN(len(s.Paths))]}, s.Named...) {
				m.notice.URLs = append(m.notice.URLs, "http://"+s.Host+path)
			}
			all = append(all, m)
			continue
		}
		for range 1 + rnd.IntN(30) { // a flood of notices
			m.notice = lie(s, rnd)
			all = append(all, m)
		}
	}
	return all
}

// lie returns a notice from somebody without a key of the host.
func lie(s *webtest.Site, rnd *rand.Rand) indexnow.Notice {
	n := indexnow.Notice{Host: s.Host, Key: fmt.Sprintf("%s%08x", wrongKey, rnd.Uint32())}
	switch rnd.IntN(8) {
	case 0:
		n.Host = "n" + fmt.Sprint(rnd.IntN(1000)) + "." + s.Host // which may be unknown
	case 1:
		n.Host = "elsewhere.test"
	case 2:
		n.KeyLocation = "/b/1" // a page, which may be closed
		n.URLs = append(n.URLs, "http://"+n.Host+"/b/4")
		return n
	case 3:
		n.KeyLocation = "http://other.test/" + n.Key + ".txt"
	}
	n.URLs = append(n.URLs, "http://"+n.Host+liars+n.Key)
	return n
}

// startMail sends notices during a crawl. The caller must call stop.
func (r *robot) startMail(ctx context.Context, p *process, c *crawl.Crawler, rules scope.Rules) (stop func()) {
	if !r.web.Notices() {
		return func() {}
	}
	all := r.drawMail()
	ctx, cancel := context.WithCancel(ctx)
	b := &box{robot: r, process: p, gate: &indexnow.Gate{}, rules: rules, wake: c.Wake}
	ended := make(chan struct{}, len(all))
	for _, m := range all {
		if m.after == 0 {
			b.receive(ctx, m)
			ended <- struct{}{}
			continue
		}
		go func() {
			defer func() { ended <- struct{}{} }()
			select {
			case <-time.After(m.after):
				b.receive(ctx, m)
			case <-ctx.Done():
			}
		}()
	}
	return func() {
		cancel()
		for range all {
			<-ended
		}
	}
}

// A box receives the notices of a life.
type box struct {
	robot   *robot
	process *process
	gate    *indexnow.Gate
	rules   scope.Rules
	wake    func()
}

// receive handles a notice like the owner of a folder.
func (b *box) receive(ctx context.Context, m mail) {
	r, p := b.robot, b.process
	asker := &setFetcher{p.client, &r.clock}
	live := inspect.Live{Fetcher: asker, Clock: &claimer{asker, p.frontier, r.now}, Now: r.now}
	before := b.visited(m)
	did, err := b.gate.Receive(ctx, m.notice, indexnow.Crawl{
		Frontier: p.frontier, Now: r.now, Closed: b.closed,
		Scope: func(string) (indexnow.InScope, error) {
			return func(u weburl.URL, depth int, how aranea.How) bool {
				return u.Path() != outside && b.rules.Decide(u, depth, how).OK
			}, nil
		},
		Ask: func(ctx context.Context, u weburl.URL, refuse func(weburl.URL) error) (aranea.Fetched, error) {
			live.Refuse = refuse
			f, err := live.Ask(ctx, credentials.Ask{URL: u})
			if err == nil && f.WasSent() {
				r.askedAside(credentials.Ask{URL: u})
			}
			return f, err
		},
	})
	r.note("notice %s of %v: %+v, %v", m.notice.Key, m.notice.URLs, did, err)
	_, refused := errors.AsType[*indexnow.Refusal](err)
	switch {
	case p.fuse.dead() || ctx.Err() != nil:
		return
	case err != nil && !refused:
		r.fault("a notice led to an error: %v", err)
	case err == nil && !m.honest:
		r.fault("%+v was believed", m.notice)
	}
	if err != nil {
		return
	}
	if did.New+did.Again+did.Waiting+did.Outside != len(m.notice.URLs) || did.Outside != 1 {
		r.fault("of %v became %+v", m.notice.URLs, did)
	}
	if did.Due() {
		b.wake()
	}
	r.noticed(before, did)
	b.remember(m)
}

// remember records which pages of a notice must be visited when their robots file allows them.
func (b *box) remember(m mail) {
	for _, text := range m.notice.URLs {
		u := parse(b.robot.t, text)
		if e, _, err := b.process.frontier.EntryByID(u.ID()); err == nil && e.Hidden() && e.Named {
			b.robot.mu.Lock()
			b.robot.due[key(u)], b.robot.happened["a closed page was named"] = b.robot.now(), true
			b.robot.mu.Unlock()
		}
	}
}

// visited returns the URLs of a notice that were visited and are not queued.
func (b *box) visited(m mail) (keys []string) {
	for _, text := range m.notice.URLs {
		u := parse(b.robot.t, text)
		e, known, err := b.process.frontier.EntryByID(u.ID())
		if err == nil && (!known || e.State == aranea.StateDone || e.State == aranea.StateGone) {
			keys = append(keys, key(u))
		}
	}
	return keys
}

// noticed records what must be visited because of a notice, if that is known for all its URLs.
func (r *robot) noticed(keys []string, did indexnow.Received) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if did.New > 0 {
		r.happened["a page was named"] = true
	}
	if did.Again > 0 {
		r.happened["a change was named"] = true
	}
	if did.Waiting > 0 {
		return
	}
	for _, k := range keys {
		if !strings.HasSuffix(k, outside) {
			r.due[k] = r.now()
		}
	}
}

// closed returns why a key must not be requested.
func (b *box) closed(u weburl.URL) (string, error) {
	o := u.Origin()
	c, found, err := b.process.frontier.Robots(o)
	if err != nil || !found {
		return "no robots file", err
	}
	if c.Access(dialect.RFC9309(), string(o), b.robot.agent).Decide(u.Target()).Verdict != robotstxt.Allow {
		return "the robots file", nil
	}
	return "", nil
}

// compareNotices checks that named pages were visited, and that lies had no effect.
func (r *robot) compareNotices(entries map[string]aranea.Entry, whole bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for text, e := range entries {
		k := strings.TrimPrefix(text, "http://")
		if strings.Contains(k, liars) || strings.HasSuffix(k, outside) {
			r.faultLocked("%s is known, and nothing but a notice that does not count has named it", text)
		}
		at, named := r.due[k]
		if named && whole && (e.State == aranea.StateDone || e.State == aranea.StateGone) && e.VisitedAt.Before(at.Add(-time.Second)) {
			r.faultLocked("%s was named at %s and visited at %s for the last time", text, stamp(at), stamp(e.VisitedAt))
		}
	}
}

// examineKeys checks that the number of requests for wrong keys is limited.
func (r *robot) examineKeys(x *webtest.Exchange) {
	if !strings.HasPrefix(x.Target, "/"+wrongKey) {
		return
	}
	r.happened["a wrong key was asked for"] = true
	site := weburl.Origin("http://" + x.Name()).Site()
	asked := append(r.wrong[site], *x)
	if n := len(asked) - 6; n >= 0 && asked[n].Life == x.Life && x.At.Sub(asked[n].At) < time.Minute-5*time.Second && !r.jumps {
		r.faultLocked("six wrong keys of %s were asked for from %s to %s", site, stamp(asked[n].At), stamp(x.At))
	}
	r.wrong[site] = asked
}

var _ indexnow.Frontier = (*frontier.Frontier)(nil)
