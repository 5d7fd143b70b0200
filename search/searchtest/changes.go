package searchtest

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
)

func putAndReplace(h *hand) {
	h.finds("spider", "")
	h.docs(0)
	h.apply(put(h, "a.test/1", "title:House spider", "text:in a corner"), put(h, "a.test/2", "text:spider silk"))
	h.finds("spider", "a.test/1 a.test/2")
	h.docs(2)
	h.apply(at(1, put(h, "a.test/1", "text:steel bridge")))
	h.finds("spider", "a.test/2")
	h.finds("corner", "")
	h.finds("bridge", "a.test/1")
	h.docs(2)
	h.keeps("a.test/1", true, false)
	h.keeps("a.test/3", false, false)
}

func deletion(h *hand) {
	h.apply(put(h, "a.test/1", "text:spider"), put(h, "a.test/2", "text:spider"))
	h.apply(drop(h, "a.test/1"), drop(h, "a.test/never"))
	h.finds("spider", "a.test/2")
	h.docs(1)
	h.keeps("a.test/1", false, false)
	h.apply(put(h, "a.test/1", "text:spider again"))
	h.finds("spider", "a.test/1 a.test/2")
	h.finds("again", "a.test/1")
}

func hideAndShow(h *hand) {
	h.apply(put(h, "a.test/1", "text:spider"), put(h, "a.test/2", "text:spider"))
	h.apply(hide(h, "a.test/1"), hide(h, "a.test/never"), show(h, "a.test/neither"))
	h.finds("spider", "a.test/2")
	h.docs(1)
	h.keeps("a.test/1", true, true)
	h.keeps("a.test/never", false, false)
	h.keeps("a.test/neither", false, false)
	h.reopen()
	h.finds("spider", "a.test/2")
	h.keeps("a.test/1", true, true)
	h.apply(show(h, "a.test/1"))
	h.finds("spider", "a.test/1 a.test/2")
	h.keeps("a.test/1", true, false)
	h.apply(hide(h, "a.test/1"), hide(h, "a.test/2"))
	h.apply(put(h, "a.test/1", "text:spider web")) // a visit found it open
	h.apply(drop(h, "a.test/2"))
	h.finds("spider", "a.test/1")
	h.apply(show(h, "a.test/2"))
	h.finds("spider", "a.test/1")
	h.keeps("a.test/2", false, false)
}

// lastCounts: a redirect or an heir may bring several changes of a URL in one call.
func lastCounts(h *hand) {
	a := func(text string) aranea.IndexChange { return put(h, "a.test/1", "text:"+text) }
	for _, tt := range []struct {
		name        string
		changes     []aranea.IndexChange
		want        string
		has, hidden bool
	}{
		{"put twice", []aranea.IndexChange{a("gone"), a("spider")}, "a.test/1", true, false},
		{"put, then taken out", []aranea.IndexChange{a("spider"), drop(h, "a.test/1")}, "", false, false},
		{"taken out, then put", []aranea.IndexChange{drop(h, "a.test/1"), a("spider")}, "a.test/1", true, false},
		{"put, then hidden", []aranea.IndexChange{a("spider"), hide(h, "a.test/1")}, "", true, true},
		{"hidden, then put", []aranea.IndexChange{hide(h, "a.test/1"), a("spider")}, "a.test/1", true, false},
		{"hidden, then shown", []aranea.IndexChange{a("spider"), hide(h, "a.test/1"), show(h, "a.test/1")}, "a.test/1", true, false},
		{"hidden, then taken out", []aranea.IndexChange{hide(h, "a.test/1"), drop(h, "a.test/1")}, "", false, false},
		{"taken out, then hidden", []aranea.IndexChange{drop(h, "a.test/1"), hide(h, "a.test/1")}, "", false, false},
	} {
		for _, before := range [][]aranea.IndexChange{nil, {a("earlier spider")}, {a("earlier spider"), hide(h, "a.test/1")}} {
			h.apply(drop(h, "a.test/1"))
			h.apply(before...)
			h.apply(tt.changes...)
			h.keeps("a.test/1", tt.has, tt.hidden)
			h.finds("spider", tt.want)
			h.finds("earlier OR gone", "")
			if h.Failed() {
				h.Fatalf("%s, with %d changes before", tt.name, len(before))
			}
		}
	}
}

// refusedWhole: a call with a change that cannot be does nothing.
func refusedWhole(h *hand) {
	h.apply(put(h, "a.test/1", "text:spider"))
	empty := put(h, "a.test/3")
	empty.Page = nil
	err := h.x.Apply(h.Context(), []aranea.IndexChange{put(h, "a.test/2", "text:spider"), drop(h, "a.test/1"), empty})
	if aranea.KindOf(err) != aranea.Invalid {
		h.Errorf("a page that is put without a page: %v", err)
	}
	ended, cancel := context.WithCancel(h.Context())
	cancel()
	if err := h.x.Apply(ended, []aranea.IndexChange{drop(h, "a.test/1")}); err == nil {
		h.Error("changes of a caller who has gone are accepted")
	}
	h.finds("spider", "a.test/1")
	h.apply()
	h.reopen()
	h.finds("spider", "a.test/1")
	h.docs(1)
}

// repeating: a crash between index and frontier makes the crawl repeat changes.
func repeating(h *hand) {
	changes := []aranea.IndexChange{put(h, "a.test/1", "text:spider"), put(h, "a.test/2", "text:spider"), drop(h, "a.test/3"), hide(h, "a.test/2")}
	for range 3 {
		h.apply(changes...)
		h.finds("spider", "a.test/1")
		h.docs(1)
		h.keeps("a.test/2", true, true)
		h.reopen()
	}
}

func laterVisits(h *hand) {
	h.apply(at(2, put(h, "a.test/1", "text:spider")))
	h.apply(hide(h, "a.test/1"))
	for range 2 {
		id := parse(h, "a.test/1").ID()
		for hours, want := range map[int]bool{1: true, 2: false, 3: false} {
			if got := h.x.Later(id, noon.Add(time.Duration(hours)*time.Hour)); got != want {
				h.Errorf("of a visit later than noon and %d hours: %v, want %v", hours, got, want)
			}
		}
		if h.x.Later(parse(h, "a.test/2").ID(), time.Time{}) {
			h.Error("a page that is not there is of a later visit")
		}
		h.reopen()
	}
}

// narrower: the limits on what may be shown of a page are compared with what is kept of it.
func narrower(h *hand) {
	day := func(n int) time.Time { return noon.AddDate(0, 0, n) }
	all, short, none := put(h, "a.test/all", "text:spider"), put(h, "a.test/short", "text:spider"), put(h, "a.test/none", "text:spider")
	short.MaxSnippet, short.Expires, none.Snippet = 20, day(2), false
	h.apply(all, short, none)
	for range 2 {
		for _, tt := range []struct {
			name             string
			limits           aranea.IndexChange
			all, short, none bool
		}{
			{"none", aranea.IndexChange{Snippet: true}, false, false, false},
			{"no snippet", aranea.IndexChange{}, true, true, false},
			{"no copy", aranea.IndexChange{Snippet: true, NoCopy: true}, true, true, false},
			{"as short", aranea.IndexChange{Snippet: true, MaxSnippet: 20}, true, false, false},
			{"shorter", aranea.IndexChange{Snippet: true, MaxSnippet: 19}, true, true, false},
			{"as long", aranea.IndexChange{Snippet: true, Expires: day(2)}, true, false, true},
			{"not as long", aranea.IndexChange{Snippet: true, Expires: day(1)}, true, true, true},
		} {
			for url, want := range map[string]bool{"a.test/all": tt.all, "a.test/short": tt.short, "a.test/none": tt.none, "a.test/unknown": false} {
				if got := h.x.ShowsMore(parse(h, url).ID(), &tt.limits); got != want {
					h.Errorf("limits %s, %s: %v, want %v", tt.name, url, got, want)
				}
			}
		}
		h.reopen()
	}
}

// sketched: the sketch of a page that everybody may find is kept with it.
func sketched(h *hand) {
	with := put(h, "a.test/with", "text:spider")
	with.Page.Sketch = 1<<63 | 5
	secret := put(h, "a.test/secret", "text:spider")
	secret.Page.Sketch, secret.Access = 7, "staff"
	h.apply(with, secret, put(h, "a.test/without", "text:spider"))
	for range 2 {
		for url, want := range map[string]uint64{"a.test/with": 1<<63 | 5, "a.test/without": 0, "a.test/secret": 0, "a.test/unknown": 0} {
			if got := h.x.Sketch(parse(h, url).ID()); got != want {
				h.Errorf("%s: %x, want %x", url, got, want)
			}
		}
		h.reopen()
	}
}

// kept: what Apply has acknowledged survives the end of the process, whenever it comes.
func kept(h *hand) {
	for i := range 12 {
		h.apply(put(h, fmt.Sprintf("a.test/%02d", i), "text:spider"), put(h, "a.test/same", fmt.Sprintf("text:version%dx", i)))
		if i >= 2 {
			h.apply(drop(h, fmt.Sprintf("a.test/%02d", i-2)))
		}
		h.reopen()
		h.docs(min(i+1, 2) + 1)
		h.finds(fmt.Sprintf("version%dx", i), "a.test/same")
	}
	h.finds("spider", "a.test/10 a.test/11")
	h.finds("version1x OR version10x", "")
}

// sideBySide: callers do not wait for each other, nor lose changes.
func sideBySide(h *hand) {
	const callers, rounds = 4, 8
	var group sync.WaitGroup
	for c := range callers {
		group.Go(func() {
			for i := range rounds {
				changes := []aranea.IndexChange{put(h, fmt.Sprintf("h%d.test/%d", c, i), "text:spider"), put(h, fmt.Sprintf("h%d.test/last", c), fmt.Sprintf("text:round%dx", i))}
				if err := h.x.Apply(h.Context(), changes); err != nil {
					h.Error(err)
				}
				r, err := h.s.Search(h.Context(), all(fmt.Sprintf("round%dx site:h%d.test", i, c)))
				if err != nil || len(r.Results) != 1 {
					h.Errorf("what was just put: %d results, %v", len(r.Results), err)
				}
			}
		})
	}
	group.Wait()
	if r := h.search(all("spider")); r.Total != callers*rounds {
		h.Errorf("%d pages, want %d", r.Total, callers*rounds)
	}
	h.docs(callers * (rounds + 1))
}
