package html

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
)

// newParts returns a parser that reads the parts of pages.
func newParts(cut bool) *Parser {
	p := NewParser(Limits{Text: 1 << 16, Links: 100, Elements: 1000, Title: 1000, Attribute: 1000})
	p.ReadParts(true, cut)
	return p
}

// partLinks returns the links with fragments of a page: "url#fragment words".
func partLinks(page *aranea.Page) string {
	var out []string
	for _, l := range page.Parts.Links {
		out = append(out, fmt.Sprintf("%s#%s %s", l.URL.Target(), l.Fragment, page.Text[l.Start:l.End]))
	}
	return strings.Join(out, ", ")
}

// TestPartLinks: links to parts of other pages are kept, and those within the page if it does not
// have the part. The page is /b/c?d.
func TestPartLinks(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, body, want string }{
		{"to another page", "<a href=x#part>words</a>", "/b/x#part words"},
		{"escaped", "<a href='x#a b&amp;é'>w</a>", "/b/x#a%20b&%C3%A9 w"},
		{"without a fragment", "<a href=x>w</a><a href='x#'>w</a><a href=#top>w</a><a href=x#/r>w</a><a href='x#:~:text=w'>w</a>", ""},
		{"within the page", "<a href=#part>w</a><a href='?d#other'>w</a><h2 id=part>A</h2>", "/b/c?d#other w"},
		{"to its own element", "<a id=part href=#part>w</a>", ""},
		{"twice", "<a href=x#part><img></a><a href=y#part>y</a><a href=x#part>words</a><a href=x#part>more</a>", "/b/x#part words, /b/y#part y"},
		{"twice within the page", "<a href=#part>one</a><a href=#part>two</a>", "/b/c?d#part one"},
		{"two parts of a page", "<a href=x#b>B</a><a href=x#a>A</a><a href=x>X</a>", "/b/x#a A, /b/x#b B"},
		{"of an area", "<map><area href=x#part alt=w></map>", "/b/x#part "},
		{"with blocks", "<a href=x#part><div>one</div><div>two</div></a>three", "/b/x#part one\ntwo"},
		{"beside a base", "<base href=/base/><a href=#part>w</a>", "/base/#part w"},
		{"of a canonical link and a frame", "<link rel=canonical href=x#part><iframe src=x#part></iframe>", ""},
		{"in a template", "<template><a href=x#part>w</a></template>", ""},
		{"of another scheme", "<a href='mailto:a@b.test#part'>w</a><a href='javascript:x#part'>w</a>", ""},
	} {
		page := pageWith(t, newParts(false), tt.body)
		if got := partLinks(&page); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestParts: what a fragment leads to is the id of an element, or the name of an a element.
func TestParts(t *testing.T) {
	t.Parallel()
	page := pageWith(t, newParts(false), "<html id=html><title>t</title><p ID=p>x<svg><g id=g></g></svg>"+
		"<a id=a1 name=a2></a><input name=no><a name='A&amp;B'></a><template id=t><p id=no></template><noindex><p id=n></noindex>"+
		"<noscript><p id=s></noscript><iframe srcdoc='<p id=no>'></iframe>")
	for id, want := range map[string]bool{
		"html": true, "p": true, "P": false, "g": true, "a1": true, "a2": true, "A&B": true, "n": true, "s": true, "t": true, "no": false, "other": false,
	} {
		if got := page.Parts.IDs.Has(id); got != want {
			t.Errorf("%s: %t", id, got)
		}
	}
	if page.Parts.Unknown {
		t.Error("the parts are unknown")
	}
	if page = pageWith(t, NewParser(Limits{Text: 100, Links: 10}), "<p id=p><a href=x#y>"); page.Parts != nil {
		t.Errorf("parts that were not asked for: %+v", page.Parts)
	}
}

// TestUnknownParts: of a page that was cut, that has too many identifiers, or that scripts make, no
// part is known, so none is missing in it. Its links to other pages are.
func TestUnknownParts(t *testing.T) {
	t.Parallel()
	many := strings.Repeat("<p id=a>", maxParts)
	for name, tt := range map[string]struct {
		body    string
		cut     bool
		unknown bool
	}{
		"cut":          {body: "words", cut: true, unknown: true},
		"as many":      {body: "words" + many},
		"too many":     {body: "words" + many + "<p id=a>", unknown: true},
		"with scripts": {body: "words<script>x</script>"},
	} {
		page := pageWith(t, newParts(tt.cut), "<a href=#no>n</a><a href=x#part>x</a>"+tt.body)
		want := "/b/c?d#no n, /b/x#part x"
		if tt.unknown {
			want = "/b/x#part x"
		}
		if page.Parts.Unknown != tt.unknown || tt.unknown && page.Parts.IDs != nil || partLinks(&page) != want {
			t.Errorf("%s: %t, %d, %s", name, page.Parts.Unknown, len(page.Parts.IDs), partLinks(&page))
		}
	}
	if page := pageWith(t, newParts(false), "<div id=app></div><script>x</script>"); !page.Parts.Unknown {
		t.Error("the parts of a page that scripts make are known")
	}
}

// TestPartLimits: the links and their fragments are limited, and the next page has its own.
func TestPartLimits(t *testing.T) {
	t.Parallel()
	p := newParts(false)
	var links, long strings.Builder
	for n := range maxPartLinks + 5 {
		fmt.Fprintf(&links, "<a href=x#a%d>w</a>", n)
	}
	if page := pageWith(t, p, links.String()); len(page.Parts.Links) != maxPartLinks {
		t.Errorf("%d links", len(page.Parts.Links))
	}
	for n := range maxPartBytes/900 + 5 {
		fmt.Fprintf(&long, "<a href=x#%d%s>w</a>", n, strings.Repeat("a", 890))
	}
	if page := pageWith(t, p, long.String()); len(page.Parts.Links) < maxPartBytes/900-1 || len(page.Parts.Links) > maxPartBytes/890 {
		t.Errorf("%d long links", len(page.Parts.Links))
	}
	if page := pageWith(t, p, "<p id=a>w<a href=#b>b</a>"); partLinks(&page) != "/b/c?d#b b" || len(page.Parts.IDs) != 1 {
		t.Errorf("then %s, %v", partLinks(&page), page.Parts.IDs)
	}
}

// FuzzParts: no page has a link to a part of its own that it has, and the words of links are text.
func FuzzParts(f *testing.F) {
	f.Add("<a href=#a>x</a><p id=a><a href=b#c><div>y</div>", false)
	f.Add("<title><a href=#a>x<textarea><a name=b href=#b>", true)
	f.Fuzz(func(t *testing.T, body string, cut bool) {
		page := pageWith(t, newParts(cut), body)
		for _, l := range page.Parts.Links {
			if l.Fragment == "" || l.Start > l.End || int(l.End) > len(page.Text) || l.URL == page.URL && (page.Parts.Unknown || page.Parts.IDs.Has(l.Fragment)) {
				t.Errorf("%+v", l)
			}
		}
	})
}
