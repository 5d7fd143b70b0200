package seeds

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/weburl"
)

// unmet holds the robots files of origins and waiting entries, and records those that are tried
// again.
type unmet struct {
	copies  map[weburl.Origin]acquire.Copy
	waits   map[string]string // the details of entries that are tried again, by URL
	origins []weburl.Origin
	waiting []weburl.ID
}

func (r *unmet) Robots(o weburl.Origin) (acquire.Copy, bool, error) {
	c, known := r.copies[o]
	return c, known, nil
}

func (r *unmet) EntryByID(id weburl.ID) (aranea.Entry, bool, error) {
	for s, detail := range r.waits {
		if u, err := weburl.Parse(s); err == nil && u.ID() == id {
			return aranea.Entry{URL: u, State: aranea.StateQueued, Reason: aranea.ScheduleRetry, Detail: detail}, true, nil
		}
	}
	return aranea.Entry{Detail: "NET.DNS"}, false, nil
}

func (r *unmet) Host(o weburl.Origin) (aranea.Host, bool, error) {
	h := aranea.Host{Origin: o}
	if o == "http://refuses.test" {
		h.RefusedSince = time.Unix(1, 0)
	}
	return h, true, nil
}

func (r *unmet) TryAnew(_ context.Context, _ time.Time, origins []weburl.Origin, waiting []weburl.ID) error {
	r.origins, r.waiting = origins, waiting
	return nil
}

// TestTryAnew checks that exactly the hosts that were not reached, or that refuse everything, are
// tried again, once, and so are pages waiting for such a host.
func TestTryAnew(t *testing.T) {
	t.Parallel()
	r := &unmet{copies: map[weburl.Origin]acquire.Copy{
		"http://dead.test":   {Class: acquire.ClassUnreachable, Detail: "NET.DNS look up dead.test: no such host"},
		"http://proxy.test":  {Class: acquire.ClassUnreachable, Detail: "NET.PROXY"},
		"http://down.test":   {Class: acquire.ClassUnreachable, Detail: "NET.DIAL 192.0.2.1:80: connection refused"},
		"http://wiki.test":   {Class: acquire.ClassUnreachable, Detail: "NET.TLS tls: failed to verify certificate: x509: certificate signed by unknown authority"},
		"http://outage.test": {Class: acquire.ClassUnreachable, Detail: "status 503"},
		"http://well.test":   {Class: acquire.ClassRules, Detail: "NET.DNS"},
	}, waits: map[string]string{
		"http://well.test/": "NET.DNS look up well.test: no such host", "http://well.test/dial": "NET.DIAL", "http://well.test/slow": "NET.TIMEOUT",
	}}
	var urls []weburl.URL
	for _, s := range []string{
		"http://dead.test/", "http://dead.test/x", "http://new.test/", "http://down.test/", "http://outage.test/",
		"http://well.test/", "http://well.test/dial", "http://well.test/slow", "http://proxy.test/", "http://refuses.test/", "http://wiki.test/",
	} {
		urls = append(urls, parse(t, s))
	}
	well, dial := urls[5].ID(), urls[6].ID()
	for otherWay, want := range map[bool]unmet{
		false: {origins: []weburl.Origin{"http://dead.test", "http://proxy.test", "http://refuses.test"}, waiting: []weburl.ID{well}},
		true:  {origins: []weburl.Origin{"http://dead.test", "http://down.test", "http://proxy.test", "http://refuses.test", "http://wiki.test"}, waiting: []weburl.ID{well, dial}},
	} {
		r.origins, r.waiting = nil, nil
		if err := TryAnew(t.Context(), r, time.Time{}, urls, otherWay); err != nil || !slices.Equal(r.origins, want.origins) || !slices.Equal(r.waiting, want.waiting) {
			t.Errorf("another way %t: %v, %v, %v", otherWay, r.origins, r.waiting, err)
		}
	}
	r.origins, r.waiting = nil, nil
	if err := TryAnew(t.Context(), r, time.Time{}, urls[5:6], false); err != nil || len(r.origins) > 0 || len(r.waiting) != 1 {
		t.Errorf("a page alone: %v, %v, %v", r.origins, r.waiting, err)
	}
}
