package learned

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/weburl"
)

// TestKnownLinks: a link of a page is known by page and target, one of the template also by host,
// target and words; the part of the target counts, the reason does not.
func TestKnownLinks(t *testing.T) {
	t.Parallel()
	k, err := readKnown(strings.NewReader(`{"from":"http://a.test/1","to":"http://a.test/x","anchor":"words","zone":"main","pages":1,"reason":"NET.DNS"}
{"from":"http://a.test/1","to":"http://a.test/y","fragment":"part","anchor":"Foot","zone":"template","pages":9}
`), "-", false)
	if err != nil {
		t.Fatal(err)
	}
	link := func(from, to, fragment, anchor, zone string) bool {
		return k.hasLink(&linkcheck.Link{From: weburl.MustParse(from), To: weburl.MustParse(to), Fragment: fragment, Anchor: anchor, Zone: zone, Pages: 1})
	}
	for name, got := range map[string]bool{
		"same":                     link("http://a.test/1", "http://a.test/x", "", "words", "main"),
		"same, other words":        link("http://a.test/1", "http://a.test/x", "", "other", "main"),
		"other page":               !link("http://a.test/2", "http://a.test/x", "", "words", "main"),
		"other part":               !link("http://a.test/1", "http://a.test/x", "p", "words", "main"),
		"template of another page": link("http://a.test/2", "http://a.test/y", "part", "Foot", "navigation"),
		"template, other words":    !link("http://a.test/2", "http://a.test/y", "part", "Head", "template"),
		"template, other host":     !link("http://b.test/2", "http://a.test/y", "part", "Foot", "template"),
		"template, other part":     !link("http://a.test/2", "http://a.test/y", "", "Foot", "template"),
	} {
		if !got {
			t.Error(name)
		}
	}
	if got, want := k.text(true), "Not listed: 3 that - has.\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestKnownTwice: a page may have two links to one target, which are two lines of a list, and a link of the
// template may be listed with two pages. None of the lines is repaired as long as one such link is there.
func TestKnownTwice(t *testing.T) {
	t.Parallel()
	k, err := readKnown(strings.NewReader(`{"from":"http://a.test/1","to":"http://a.test/x","anchor":"words","zone":"main","pages":1}
{"from":"http://a.test/1","to":"http://a.test/x","anchor":"other","zone":"main","pages":1}
{"from":"http://a.test/1","to":"http://a.test/y","anchor":"Foot","zone":"template","pages":2}
{"from":"http://a.test/2","to":"http://a.test/y","anchor":"Foot","zone":"template","pages":2}
{"from":"http://a.test/2","to":"http://a.test/z","anchor":"gone","zone":"main","pages":1}
`), "-", false)
	if err != nil {
		t.Fatal(err)
	}
	k.hasLink(&linkcheck.Link{From: weburl.MustParse("http://a.test/1"), To: weburl.MustParse("http://a.test/x"), Anchor: "other", Zone: "main", Pages: 1})
	k.hasLink(&linkcheck.Link{From: weburl.MustParse("http://a.test/3"), To: weburl.MustParse("http://a.test/y"), Anchor: "Foot", Zone: "template", Pages: 2})
	if got, want := k.text(true), "Not listed: 2 that - has.\nRepaired: 1 line of -; write it anew.\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestKnownFaults: a fault is known by its name and its URLs.
func TestKnownFaults(t *testing.T) {
	t.Parallel()
	k, err := readKnown(strings.NewReader(`{"fault":"redirect","url":"http://a.test/1","by":"http://a.test/map","leads_to":"http://a.test/2"}
{"fault":"broken","url":"http://a.test/3"}`), "-", true)
	if err != nil {
		t.Fatal(err)
	}
	f := linkcheck.Fault{Fault: "redirect", URL: weburl.MustParse("http://a.test/1"), LeadsTo: "http://a.test/2"}
	if !k.hasFault(&f) {
		t.Error("a known fault is not known")
	}
	if f.LeadsTo = "http://a.test/3"; k.hasFault(&f) {
		t.Error("a redirect to another URL is known")
	}
	if got, want := k.text(true), "Not listed: 1 that - has.\nRepaired: 1 line of -; write it anew.\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if none := (*knownFile)(nil); none.hasFault(&f) || none.text(true) != "" {
		t.Error("no file has a fault")
	}
}

// FuzzKnown: whatever the file is, it is read or refused with its name.
func FuzzKnown(f *testing.F) {
	f.Add(`{"from":"http://a.test/1","to":"http://a.test/x","pages":2}`)
	f.Add(`{"fault":"loop","url":"x"}`)
	f.Add(`{"from":1}`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, faults := range []bool{false, true} {
			k, err := readKnown(strings.NewReader(text), "-", faults)
			if (k == nil) == (err == nil) || err != nil && !strings.Contains(err.Error(), "--known: -") {
				t.Fatalf("%v, %v", k, err)
			}
		}
	})
}
