package frontier

import (
	"context"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store/memstore"
)

// TestRefreshOfHosts checks that a renewal of some hosts or sites asks for nothing of others, not
// even their robots files, and that what is hidden elsewhere leaves the index all the same.
func TestRefreshOfHosts(t *testing.T) {
	t.Parallel()
	later := t0.Add(2 * time.Hour)
	a, www, b := "http://a.test/1", "https://www.a.test/2", "http://b.test/3"
	for _, tt := range []struct {
		name string
		r    Renewal
		want []string
	}{
		{"of a host", Renewal{Which: schedule.RefreshAll, Hosts: []string{"a.test"}}, []string{a}},
		{"of a site", Renewal{Which: schedule.RefreshAll, Sites: []string{"a.test"}}, []string{a, www}},
		{"of a host and its site", Renewal{Which: schedule.RefreshAll, Hosts: []string{"www.a.test"}, Sites: []string{"a.test"}}, []string{a, www}},
		{"of two hosts", Renewal{Which: schedule.RefreshAll, Hosts: []string{"b.test", "www.a.test"}}, []string{b, www}},
		{"of an unknown host", Renewal{Which: schedule.RefreshAll, Hosts: []string{"c.test"}}, nil},
		{"of all hosts", Renewal{Which: schedule.RefreshAll}, []string{a, b, www}},
		{"what is due of a host", Renewal{Which: schedule.RefreshDue, Max: 10, Hosts: []string{"b.test"}}, []string{b}},
		{"what is due of a site", Renewal{Which: schedule.RefreshDue, Max: 10, Sites: []string{"a.test"}}, []string{a, www}},
		{"none", Renewal{Which: schedule.RefreshNone, Max: 10, Hosts: []string{"a.test"}}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			kv := memstore.New()
			f := open(t, kv, Options{})
			seed(t, f, a, www, b, "http://hidden.test/4")
			visitAll(t, f, t0)
			hours := map[string]time.Duration{"a.test": 1, "www.a.test": 2, "b.test": 1, "hidden.test": 1}
			when := edit{change: func(e *record.Entry) ([]aranea.Event, bool) {
				e.Due = t0.Add(hours[e.URL.Host()] * time.Hour)
				if e.URL.Host() == "hidden.test" {
					e.State, e.Reason, e.Since = aranea.StateExcluded, aranea.RobotsDenied, t0
				}
				return nil, true
			}, apply: func(context.Context, []aranea.IndexChange) error { return nil }}
			if n, err := f.amend(t.Context(), t0, Filter{}, when); n != 4 || err != nil {
				t.Fatalf("%d are due, %v", n, err)
			}
			var left []string
			n, err := f.Refresh(t.Context(), later, tt.r, func(_ context.Context, docs []aranea.IndexChange) error {
				for _, d := range docs {
					left = append(left, d.URL.String())
				}
				return nil
			})
			if n != len(tt.want) || err != nil {
				t.Errorf("%d visits, %v, want %d", n, err, len(tt.want))
			}
			wantURLs(t, "out of the index", left, "http://hidden.test/4")
			asked := map[string]bool{}
			for _, u := range tt.want {
				asked[parse(t, u).Host()] = true
			}
			for _, root := range []string{"http://a.test/", "https://www.a.test/", "http://b.test/", "http://hidden.test/"} {
				u := parse(t, root)
				h, _, err := f.Host(u.Origin())
				if err != nil {
					t.Fatal(err)
				}
				want := tt.r.Which == schedule.RefreshAll && (asked[u.Host()] || tt.name == "of all hosts")
				if expired := !h.Robots.Expires.After(later); expired != want {
					t.Errorf("the robots file of %s expired: %t, want %t", root, expired, want)
				}
			}
			f = open(t, kv, Options{}) // it is durable
			wantURLs(t, "visited", visitAll(t, f, later), tt.want...)
		})
	}
}

// TestRefreshSince checks that a renewal that goes on keeps what it has visited already.
func TestRefreshSince(t *testing.T) {
	t.Parallel()
	f := open(t, memstore.New(), Options{})
	seed(t, f, "http://a.test/1")
	visitAll(t, f, t0)
	since := t0.Add(time.Hour)
	seed(t, f, "http://b.test/2")
	visitAll(t, f, since)
	r := Renewal{Which: schedule.RefreshAll, Since: since}
	for again, want := range []int{1, 0} {
		if n, err := f.Refresh(t.Context(), since.Add(time.Hour), r, nil); n != want || err != nil {
			t.Errorf("round %d: %d visits, %v, want %d", again, n, err, want)
		}
	}
	wantURLs(t, "visited", visitAll(t, f, since.Add(time.Hour)), "http://a.test/1")
	if n, err := f.Refresh(t.Context(), since.Add(2*time.Hour), r, nil); n != 0 || err != nil {
		t.Errorf("after all visits %d more, %v", n, err)
	}
}
