package acquire

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// TestWebPageForGood checks that a web page instead of the file is an outage for as long as the
// old copy is used, and then counts as a missing file, so that a site that replaced its robots
// file with a page is not lost forever.
func TestWebPageForGood(t *testing.T) {
	t.Parallel()
	d := dialect.RFC9309()
	closed := d
	closed.Policy.Missing = dialect.TreatClosed
	page := Fetch{Status: 200, Body: []byte("<!DOCTYPE html><title>shop</title>")}
	file, _ := Next(d, Copy{}, Fetch{Status: 200, Body: []byte(anybody + "Disallow: /x\n")}, noon)
	first, _ := Next(d, file, page, noon)
	for _, tt := range []struct {
		name  string
		d     dialect.Dialect
		after time.Duration
		down  bool
		want  robotstxt.Verdict
		stage Stage
	}{
		{"the old copy counts", d, 29 * day, false, robotstxt.Deny, StageStale},
		{"then there is no file", d, 30 * day, false, robotstxt.Allow, StageNone},
		{"and later", d, 400 * day, false, robotstxt.Allow, StageNone},
		{"unless the site is down as well", d, 31 * day, true, robotstxt.Postpone, StageLate},
		{"by the policy of files that are missing", closed, 31 * day, false, robotstxt.Deny, StageNone},
	} {
		f := page
		f.SiteDown = tt.down
		c, _ := Next(tt.d, first, f, noon.Add(tt.after))
		got := c.Access(tt.d, "", "FooBot").Decide("/x")
		if got.Verdict != tt.want || got.Event != EventWebPage || got.Stage != tt.stage {
			t.Errorf("%s: %s (%s), %s in %s", tt.name, got.Verdict, got.Reason, got.Event, got.Stage)
		}
	}
	gone, _ := Next(d, first, page, noon.Add(31*day))
	if again, _ := Next(d, gone, page, noon.Add(32*day)); again.Class != ClassRules || again.Event(d) != EventFile {
		t.Errorf("the next page is %s, %s: without rules to keep it is the file", again.Class, again.Event(d))
	}
	if back, _ := Next(d, gone, Fetch{Status: 200, Body: []byte(anybody + "Disallow: /y\n")}, noon.Add(32*day)); back.WebPage || back.Event(d) != EventFile {
		t.Errorf("a file that came back is %s", back.Event(d))
	}
}

// TestEventIsNotReadFromWords checks that the text of a failure, which is from the caller, does
// not affect the policy.
func TestEventIsNotReadFromWords(t *testing.T) {
	t.Parallel()
	d := dialect.RFC9309()
	good, _ := Next(d, Copy{}, Fetch{Status: 200, Body: []byte(anybody)}, noon)
	page, _ := Next(d, good, Fetch{Status: 200, Body: []byte("<html>")}, noon)
	broken, _ := Next(d, page, Fetch{Status: 200, Broken: true, Detail: page.Detail}, noon)
	if page.Event(d) != EventWebPage || broken.Event(d) != EventNoAnswer {
		t.Errorf("a page is %s, an answer that broke off in the same words %s", page.Event(d), broken.Event(d))
	}
	page.Detail = "other words"
	if page.Event(d) != EventWebPage {
		t.Errorf("a page in other words is %s", page.Event(d))
	}
}

// TestOutageKeepsTheLastGoodClass checks that the class before an outage counts again when the
// policy returns to it, whatever the outage means for the site.
func TestOutageKeepsTheLastGoodClass(t *testing.T) {
	t.Parallel()
	d := dialect.RFC9309()
	d.Policy.Refused, d.Policy.Hold = dialect.TreatClosed, hour
	d.Policy.NoCopy, d.Policy.Late = dialect.TreatOpen, dialect.TreatClosed
	for _, tt := range []struct {
		name  string
		first Fetch
		want  [4]Class // in hold, stale, stale, and late
	}{
		{"refused", Fetch{Status: 403}, [4]Class{ClassUnreachable, ClassForbidden, ClassForbidden, ClassForbidden}},
		{"missing", Fetch{Status: 404}, [4]Class{ClassUnreachable, ClassUnavailable, ClassUnavailable, ClassForbidden}},
		{"a file", Fetch{Status: 200}, [4]Class{ClassUnreachable, ClassRules, ClassRules, ClassForbidden}},
		{"nothing", Fetch{}, [4]Class{ClassUnreachable, ClassUnavailable, ClassUnavailable, ClassForbidden}},
	} {
		c, _ := Next(d, Copy{}, tt.first, noon)
		for i, after := range []time.Duration{0, 2 * hour, 3 * hour, 31 * day} {
			if c, _ = Next(d, c, Fetch{Status: 503}, noon.Add(after)); c.Class != tt.want[i] {
				t.Errorf("%s, after %s of outage: %s, want %s", tt.name, after, c.Class, tt.want[i])
			}
		}
	}
	d.Policy.NoCopy = dialect.TreatClosed
	c, _ := Next(d, Copy{}, Fetch{}, noon)
	c, _ = Next(d, c, Fetch{}, noon.Add(2*hour))
	if c, _ = Next(d, c, Fetch{}, noon.Add(3*hour)); c.Class != ClassForbidden || c.Stage(d) != StageNoCopy {
		t.Errorf("a site that was never asked is %s in %s: closed by the policy is no good copy", c.Class, c.Stage(d))
	}
	// A copy stored without the class of the last good answer.
	old := Copy{Class: ClassUnreachable, Hash: [32]byte{1}, DownSince: noon, Failures: 1, FetchedAt: noon}
	if c, _ := Next(d, old, Fetch{}, noon.Add(2*hour)); c.Class != ClassRules {
		t.Errorf("an old record with a file is %s", c.Class)
	}
	old.Hash = [32]byte{}
	if c, _ := Next(d, old, Fetch{}, noon.Add(2*hour)); c.Class != ClassUnavailable {
		t.Errorf("an old record of a site without a file is %s", c.Class)
	}
}
