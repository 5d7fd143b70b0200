package acquire

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// TestSitesTakeCopies checks that a Sites given copies from Next knows missing files, refusals
// and outages, and that its decisions name their basis.
func TestSitesTakeCopies(t *testing.T) {
	t.Parallel()
	d := dialect.RFC9309()
	d.Policy.Refused = dialect.TreatClosed
	body := []byte(anybody + "Disallow: /x\n")
	good, _ := Next(d, Copy{}, Fetch{Status: 200, Body: body}, noon)
	stale, _ := Next(d, good, Fetch{Status: 503}, noon.Add(time.Hour))
	missing, _ := Next(d, Copy{}, Fetch{Status: 404}, noon)
	refused, _ := Next(d, Copy{}, Fetch{Status: 403}, noon)
	down, _ := Next(d, Copy{}, Fetch{Status: 503}, noon)
	for _, tt := range []struct {
		name    string
		c       Copy
		at      time.Time
		verdict robotstxt.Verdict
		reason  robotstxt.Reason
		event   Event
		hash    [32]byte
	}{
		{"a file", good, noon.Add(time.Hour), robotstxt.Deny, robotstxt.ReasonDenyRule, EventFile, sha256.Sum256(body)},
		{"a file in an outage", stale, noon.Add(time.Hour), robotstxt.Deny, robotstxt.ReasonDenyRule, EventFailing, sha256.Sum256(body)},
		{"a file that expired", good, noon.Add(25 * time.Hour), robotstxt.Postpone, robotstxt.ReasonStale, EventFile, sha256.Sum256(body)},
		{"no file", missing, noon.Add(time.Hour), robotstxt.Allow, robotstxt.ReasonUnavailable, EventMissing, [32]byte{}},
		{"no file, expired", missing, noon.Add(25 * time.Hour), robotstxt.Postpone, robotstxt.ReasonStale, EventMissing, [32]byte{}},
		{"a refusal", refused, noon.Add(time.Hour), robotstxt.Deny, robotstxt.ReasonForbidden, EventRefused, [32]byte{}},
		{"an outage", down, noon, robotstxt.Postpone, robotstxt.ReasonUnreachable, EventFailing, [32]byte{}},
		{"nothing", Copy{}, noon, robotstxt.Postpone, robotstxt.ReasonUnknown, EventUnknown, [32]byte{}},
	} {
		s := NewSites(d, "FooBot/1.0")
		if !s.Put("https://a.test/robots.txt", tt.c) || s.Len() != 1 {
			t.Fatalf("%s is not taken", tt.name)
		}
		got := s.Decide("https://a.test/x", tt.at)
		if got.Verdict != tt.verdict || got.Reason != tt.reason || got.Event != tt.event || got.FileHash != tt.hash || got.FetchedAt != tt.c.FetchedAt {
			t.Errorf("%s: %+v", tt.name, got)
		}
		if got.Reason == robotstxt.ReasonUnreachable && !got.RetryAt.Equal(tt.c.Expires) {
			t.Errorf("%s: ask again at %s", tt.name, got.RetryAt)
		}
		if own := s.Decide("https://a.test/robots.txt", tt.at); own.Verdict != robotstxt.Allow || own.Reason != robotstxt.ReasonRobotsTxt || own.FileHash != tt.hash {
			t.Errorf("%s: the file itself: %+v", tt.name, own)
		}
		if other := s.Decide("https://b.test/x", tt.at); other.Verdict != robotstxt.Postpone || other.FileHash != [32]byte{} {
			t.Errorf("%s: another site: %+v", tt.name, other)
		}
	}
	if NewSites(d, "FooBot").Put("a.test", good) {
		t.Error("a name is taken for a URL")
	}
	s := NewSites(d, "FooBot")
	long := []byte(strings.Repeat("# x\n", robotstxt.MaxBody/4) + "# y\n")
	s.Parse("https://a.test/", long, time.Time{})
	if got := s.Decide("https://a.test/x", noon); got.FileHash != sha256.Sum256(long[:robotstxt.MaxBody]) || got.Event != EventFile {
		t.Errorf("a parsed file: %+v", got)
	}
}

// TestSitesAreBoundedInBytes checks that few sites with large files are limited like many with
// small ones, and that replacing a file frees its memory.
func TestSitesAreBoundedInBytes(t *testing.T) {
	t.Parallel()
	s := NewSites(dialect.RFC9309(), "FooBot")
	s.most = 1 << 20
	lists := anybody + strings.Repeat("License: https://a.example/\n", 100) + "Content-Usage: a=y\n"
	for i, body := range []string{anybody + strings.Repeat("Disallow: /private/\n", 1000), lists, ""} {
		for j := range 100 {
			s.Parse(fmt.Sprintf("http://h%d-%d.example/", i, j), []byte(body), noon)
			if s.bytes > s.most {
				t.Fatalf("%d bytes after file %d of %q", s.bytes, j, body[:min(30, len(body))])
			}
		}
		if i < 2 && (s.Len() < 5 || s.Len() > 90) {
			t.Errorf("%d sites", s.Len())
		}
	}
	one := NewSites(dialect.RFC9309(), "FooBot")
	for range 3 {
		one.Parse("http://a.example/", []byte(lists), noon)
	}
	if want := one.known["http://a.example"].bytes; one.bytes != want || want < 4*len(lists) {
		t.Errorf("%d bytes for a site of %d", one.bytes, want)
	}
	one.most = 10
	if one.Put("http://b.example/", Copy{}); one.Len() != 1 || one.bytes != one.known["http://b.example"].bytes {
		t.Errorf("%d sites, %d bytes: the newest one is kept however large", one.Len(), one.bytes)
	}
}

// TestSitesDropWhatExpiresFirst checks that a new file with a long lifetime does not make others
// old, and that those that never expire are dropped last.
func TestSitesDropWhatExpiresFirst(t *testing.T) {
	t.Parallel()
	s := NewSites(dialect.RFC9309(), "FooBot")
	put := func(kind string, n int, until time.Time) {
		for i := range n {
			s.Parse(fmt.Sprintf("http://%s%04d.example/", kind, i), nil, until)
		}
	}
	put("short", 500, noon.Add(time.Hour))
	put("long1", 250, noon.Add(48*time.Hour))
	put("never", 250, time.Time{})
	s.most = s.bytes
	put("newer", 250, noon.Add(1000*time.Hour))
	left := map[string]int{}
	for site := range s.known {
		left[site[len("http://"):][:5]]++
	}
	// Sixteen of a thousand are examined, at least a quarter of which are short.
	if s.Len() != 1000 || left["short"] > 300 || left["never"] < 245 || left["newer"] < 245 {
		t.Errorf("left are %v", left)
	}
}
