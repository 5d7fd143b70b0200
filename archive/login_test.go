package archive_test

import (
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/archive"
	"github.com/aranea-search/aranea/archive/crawllog"
	"github.com/aranea-search/aranea/weburl"
)

// TestOfLogin checks that the line of a login shows that there was one, and nothing about its
// session.
func TestOfLogin(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"https://a.test/in?session=f00", "https://a.test/in;jsessionid=f00", "https://a.test/in;jsessionid=f00?to=/"} {
		u, err := weburl.Parse(in)
		if err != nil {
			t.Fatal(err)
		}
		at := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
		f := aranea.Fetched{URL: u, Status: 302, Sent: at, Ended: at.Add(time.Second)}
		line := string(crawllog.Line(archive.OfLogin(&f)))
		if !strings.Contains(line, " 302 ") || !strings.Contains(line, " https://a.test/in P - ") || !strings.HasSuffix(line, " secret\n") || f.URL != u {
			t.Errorf("%s", line)
		}
	}
}

// TestPathOfRoles checks that embedded resources are one step after their page, and a login is
// one step before.
func TestPathOfRoles(t *testing.T) {
	t.Parallel()
	for role, want := range map[archive.Role]string{archive.Visited: "LL", archive.Needed: "LLP", archive.Embedded: "LLE"} {
		if got := archive.Path(&archive.Exchange{Depth: 2, Role: role, How: aranea.HowAnchor}); got != want {
			t.Errorf("role %d: %s, want %s", role, got, want)
		}
	}
}
