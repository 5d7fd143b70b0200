package answer

import (
	"reflect"
	"testing"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/weburl"
)

// TestTold: a web page needs no label, and damage is told once, in a sentence.
func TestTold(t *testing.T) {
	t.Parallel()
	for format, want := range map[string]string{"html": "", "pdf": "PDF", "": ""} {
		if got := (&Result{Format: format}).Label(); got != want {
			t.Errorf("%q: label %q, want %q", format, got, want)
		}
	}
	var r Response
	if r.TellDamage(nil); len(r.Hints) > 0 {
		t.Error("damage is told where there is none")
	}
	if r.TellDamage([]index.Fault{{File: "a"}, {File: "b"}}); len(r.Hints) != 1 || len(r.Damage) != 2 {
		t.Errorf("damage: %+v", r)
	}
}

// TestUntitled: what has no title is shown by the words of links, then by its name.
func TestUntitled(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, url, called string
		unread            bool
		title, from       string
	}{
		{"called by links", "http://a.test/d/r.docx", "Our report", false, "Our report", FromLinks},
		{"called by nothing", "http://a.test/d/r.docx", "", false, "r.docx", FromName},
		{"a name in escapes", "http://a.test/Gr%C3%BC%C3%9Fe%202.odt", "", false, "Grüße 2.odt", FromName},
		{"escapes that are no text", "http://a.test/%FF.odt", "", false, "%FF.odt", FromName},
		{"without a name", "http://a.test/d/?x", "", false, "http://a.test/d/?x", ""},
		{"never read", "http://a.test/p.png", "A spider", true, "A spider", ""},
	} {
		u := weburl.MustParse(tt.url)
		r := Result{URL: u, Title: u.String(), Unread: tt.unread}
		if r.Untitled(tt.called); r.Title != tt.title || r.TitleFrom != tt.from {
			t.Errorf("%s: %q from %q, want %q from %q", tt.name, r.Title, r.TitleFrom, tt.title, tt.from)
		}
	}
}

// TestNoun: pictures are counted as pictures where nothing else is asked for.
func TestNoun(t *testing.T) {
	t.Parallel()
	for q, want := range map[string]string{"": "page", "silk": "page", "silk filetype:image": "picture", "filetype:pdf": "page", "-filetype:image silk": "page"} {
		if got := (&Response{Query: q}).Noun(); got != want {
			t.Errorf("%s: %s, want %s", q, got, want)
		}
	}
}

// TestComplete: a result that is told again keeps what is folded under it.
func TestComplete(t *testing.T) {
	t.Parallel()
	u := weburl.MustParse("http://a.test/2")
	r := Result{Copies: 3, Versions: []Version{{"2.0", u}}, Listed: 1, ListPages: []ListPage{{2, u}}}
	want := r
	r.Complete(Result{Snippet: "silk"})
	want.Snippet = "silk"
	if !reflect.DeepEqual(r, want) {
		t.Errorf("%+v, want %+v", r, want)
	}
}
