package seeds

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/weburl"
)

// robots are the robots files of origins, and those that are tried anew.
type robots struct {
	copies map[weburl.Origin]acquire.Copy
	tried  []weburl.Origin
}

func (r *robots) Robots(o weburl.Origin) (acquire.Copy, bool, error) {
	c, known := r.copies[o]
	return c, known, nil
}

func (r *robots) TryAnew(_ context.Context, _ time.Time, origins []weburl.Origin) error {
	r.tried = append(r.tried, origins...)
	return nil
}

// TestTryAnew: hosts that were not reached are tried anew, once, and none that was.
func TestTryAnew(t *testing.T) {
	t.Parallel()
	r := &robots{copies: map[weburl.Origin]acquire.Copy{
		"http://dead.test":   {Class: acquire.ClassUnreachable, Detail: "NET.DNS look up dead.test: no such host"},
		"http://proxy.test":  {Class: acquire.ClassUnreachable, Detail: "NET.PROXY"},
		"http://down.test":   {Class: acquire.ClassUnreachable, Detail: "NET.DIAL 192.0.2.1:80: connection refused"},
		"http://outage.test": {Class: acquire.ClassUnreachable, Detail: "status 503"},
		"http://well.test":   {Class: acquire.ClassRules, Detail: "NET.DNS"},
	}}
	var urls []weburl.URL
	for _, s := range []string{"http://dead.test/", "http://dead.test/x", "http://new.test/", "http://down.test/", "http://outage.test/", "http://well.test/", "http://proxy.test/"} {
		urls = append(urls, parse(t, s))
	}
	for otherWay, want := range map[bool][]weburl.Origin{
		false: {"http://dead.test", "http://proxy.test"}, true: {"http://dead.test", "http://down.test", "http://proxy.test"},
	} {
		r.tried = nil
		if err := TryAnew(t.Context(), r, time.Time{}, urls, otherWay); err != nil || !slices.Equal(r.tried, want) {
			t.Errorf("another way %t: %v, %v", otherWay, r.tried, err)
		}
	}
}
