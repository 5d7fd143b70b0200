package learn_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/learn"
	"github.com/aranea-search/aranea/learned"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// A pair is two hosts whose pages are visited one at a time.
type pair struct {
	l     *learn.Learner
	known map[weburl.ID]aranea.Entry
}

// visit reads a page whose text is given by a number; if to is not empty, the page redirects
// there instead.
func (p *pair) visit(t *testing.T, at string, text byte, to, twin string) {
	t.Helper()
	u, err := weburl.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	e := p.known[u.ID()]
	e.URL, e.State, e.Visits = u, aranea.StateDone, e.Visits+1
	v := &learn.Visit{Entry: &e, Status: 200}
	if to != "" {
		e.Reason, e.Target, v.Status = aranea.HTTPRedirect, to, 302
	} else {
		e.Fingerprint = aranea.Fingerprint{text}
		v.Page = &aranea.Page{URL: u, Fingerprint: e.Fingerprint}
	}
	v.Twin, _ = weburl.Parse(twin)
	p.known[u.ID()] = e
	_, err = p.l.Saw(v, func(id weburl.ID) (aranea.Entry, bool, error) { e, ok := p.known[id]; return e, ok, nil }, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
}

// TestHomePagesAreComparedAgain: the comparison of two home pages is that of the later visit, in
// both records, including redirects within the hosts.
func TestHomePagesAreComparedAgain(t *testing.T) {
	t.Parallel()
	for _, home := range []string{"/", "/start"} {
		l, err := learn.New(learned.New(memstore.New()))
		if err != nil {
			t.Fatal(err)
		}
		p := &pair{l, map[weburl.ID]aranea.Entry{}}
		const a, b = "http://manual.a.test", "http://old.a.test"
		if home != "/" {
			p.visit(t, a+"/", 0, a+home, "")
			p.visit(t, b+"/", 0, b+home, "")
		}
		p.visit(t, a+"/x", 1, "", "")
		p.visit(t, b+"/x", 1, "", a+"/x")
		for i, step := range []struct {
			at   string
			text byte
			want mirror.Homes
		}{
			{a, 10, ""}, {b, 10, mirror.HomesSame}, {b, 11, mirror.HomesDiffer}, {a, 11, mirror.HomesSame},
			{a, 12, mirror.HomesDiffer}, {a, 11, mirror.HomesSame},
		} {
			p.visit(t, step.at+home, step.text, "", "")
			for _, pair := range [][2]weburl.Origin{{a, b}, {b, a}} {
				r, err := l.Mirror(pair[0])
				if err != nil || r == nil || r.Other(pair[1]) == nil {
					t.Fatalf("%s: %+v, %v", pair[0], r, err)
				}
				if got := r.Other(pair[1]).Homes; got != step.want {
					t.Errorf("home %s, step %d: %s says %q of %s, want %q", home, i, pair[0], got, pair[1], step.want)
				}
			}
		}
	}
}

// TestNamesWithoutEnd: a host whose home page names, or leads to, another host at each visit has
// no more of them remembered than it is compared with.
func TestNamesWithoutEnd(t *testing.T) {
	t.Parallel()
	for name, visit := range map[string]func(*aranea.Entry, *learn.Visit, weburl.URL){
		"canonical": func(_ *aranea.Entry, v *learn.Visit, to weburl.URL) { v.Page.Canonicals = []weburl.URL{to} },
		"redirect": func(e *aranea.Entry, v *learn.Visit, to weburl.URL) {
			e.Reason, e.Target, v.Status, v.Page = aranea.HTTPRedirect, to.String(), 301, nil
		},
	} {
		l, err := learn.New(learned.New(memstore.New()))
		if err != nil {
			t.Fatal(err)
		}
		u, err := weburl.Parse("http://a.test/")
		if err != nil {
			t.Fatal(err)
		}
		remembered := 0
		for n := range 100 {
			to, err := weburl.Parse(fmt.Sprintf("http://n%d.test/", n))
			if err != nil {
				t.Fatal(err)
			}
			e := aranea.Entry{URL: u, State: aranea.StateDone, Visits: uint32(n + 1), Fingerprint: aranea.Fingerprint{1}}
			v := &learn.Visit{Entry: &e, Status: 200, Page: &aranea.Page{URL: u, Fingerprint: e.Fingerprint}}
			visit(&e, v, to)
			if _, err := l.Saw(v, func(weburl.ID) (e aranea.Entry, known bool, err error) { return e, false, nil }, time.Time{}.Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
			r, err := l.Mirror(to.Origin())
			if err != nil {
				t.Fatal(err)
			}
			if r != nil {
				remembered++
			}
		}
		if remembered != mirror.MaxOthers {
			t.Errorf("%s: %d are remembered, want %d", name, remembered, mirror.MaxOthers)
		}
	}
}
