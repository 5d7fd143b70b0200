package selection

import (
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// TestChoices checks that a filter without a scheme is tried with both, and that all faults are
// reported at once.
func TestChoices(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		f    Filter
		want string
	}{
		{Filter{}, ""},
		{Filter{Host: "a.test"}, "a.test"},
		{Filter{Host: "http://a.test"}, "http://a.test"},
		{Filter{Host: "a.test:8080"}, "https://a.test:8080 http://a.test:8080"},
		{Filter{Prefix: "a.test/x"}, "https://a.test/x* http://a.test/x*"},
		{Filter{Prefix: "http://a.test/x*"}, "http://a.test/x*"},
	} {
		all, err := tt.f.Choices()
		var got []string
		for _, c := range all {
			got = append(got, string(c.Origin)+c.Target.String())
		}
		if text := strings.Join(got, " "); err != nil || text != tt.want {
			t.Errorf("%+v: %q, %v", tt.f, text, err)
		}
	}
	for _, tt := range []struct {
		f       Filter
		in, out string
	}{
		{Filter{Host: "a.test", Prefix: "http://a.test/x"}, "http://a.test/x1", "http://a.test/y"},
		{Filter{Host: "a.test", Prefix: "/x"}, "https://a.test/x1", "https://a.test/y"},
		{Filter{Host: "http://a.test:81", Prefix: "/x"}, "http://a.test:81/x1", "http://a.test/x1"},
		{Filter{Host: "a.test:81", Prefix: "/x"}, "https://a.test:81/x1", "https://a.test/x1"},
		{Filter{Host: "b.test", Prefix: "http://a.test/x"}, "", "http://a.test/x1"},
		{Filter{Host: "https://a.test", Prefix: "http://a.test/x"}, "", "http://a.test/x1"},
	} {
		all, err := tt.f.Choices()
		has := func(text string) bool {
			u, uerr := weburl.Parse(text)
			return uerr == nil && slices.ContainsFunc(all, func(c Choice) bool { return c.Has(&aranea.Entry{URL: u}) && c.Target.Matches(u) })
		}
		if err != nil || has(tt.in) != (tt.in != "") || has(tt.out) {
			t.Errorf("%+v: %t and %t, %v", tt.f, has(tt.in), has(tt.out), err)
		}
	}
	_, err := (&Filter{Reason: "NOPE", State: "lost", How: "sitemaps", Host: "a test"}).Choices()
	if err == nil || aranea.KindOf(err) != aranea.Invalid || strings.Count(err.Error(), "\n") != 3 || !strings.Contains(err.Error(), `how "sitemaps" is none of link, `) {
		t.Errorf("four faults: %v", err)
	}
	for _, h := range []aranea.How{aranea.HowAnchor, aranea.HowSitemap, aranea.HowScript} {
		all, err := (&Filter{How: h.String()}).Choices()
		if err != nil || !all[0].Has(&aranea.Entry{How: h}) || all[0].Has(&aranea.Entry{How: h + 1}) {
			t.Errorf("found as %s: %v", h, err)
		}
	}
	if next := (aranea.HowScript + 1).String(); next != "how(24)" || len(Hows()) != 23 {
		t.Errorf("there is a way to be found after those that are known, %s, or one too many: %q", next, Hows())
	}
	for _, tt := range []struct {
		f    Filter
		want string
	}{
		{Filter{Reason: "robots.denid"}, "did you mean ROBOTS.DENIED?"},
		{Filter{Reason: "ROBOT"}, "did you mean ROBOTS?"},
		{Filter{Reason: "denied"}, "did you mean ROBOTS.DENIED or DISK.DENIED?"},
		{Filter{Reason: "deny"}, "did you mean ROBOTS.DENIED or DISK.DENIED?"},
		{Filter{Reason: "redirected"}, "did you mean DISCOVER.REDIRECT or HTTP.REDIRECT?"},
		{Filter{Reason: "NOPE"}, "; they begin with DISCOVER, SCOPE, ROBOTS, SCHEDULE, NET, HTTP, BODY, DIRECTIVE, DUP, INDEX, OPERATOR, SITEMAP, MIRROR, RENDER, LINK, DISK"},
		{Filter{Reason: "404"}, ", RENDER, LINK, DISK"},
		{Filter{Reason: "d"}, ", RENDER, LINK, DISK"},
		{Filter{State: "indexd"}, "did you mean indexed?"},
	} {
		if _, err := tt.f.Choices(); err == nil || !strings.HasSuffix(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %q", tt.f, err, tt.want)
		}
	}
	family, err := (&Filter{Reason: "robots"}).Choices()
	if err != nil || !family[0].HasReason(aranea.RobotsDenied) || family[0].HasReason(aranea.IndexAdded) {
		t.Errorf("a family of reasons: %+v, %v", family, err)
	}
}
