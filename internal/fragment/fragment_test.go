package fragment_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/internal/fragment"
)

// TestOf reads the fragments of references (URL standard, "basic URL parser"; URL Fragment Text
// Directives, 3.3).
func TestOf(t *testing.T) {
	t.Parallel()
	for ref, want := range map[string]string{
		"/a": "", "/a#": "", "#part": "part", "/a?b#part": "part", "#Part": "Part", "#a#b": "a#b", " #part \n": "part", "#a b": "a b",
		"#a\tb\nc\r": "abc", "#é": "é", "#%C3%A9": "%C3%A9", "#a%2": "a%2", "#a\xff": "a\xff",
		"#top": "", "#TOP": "", "#t%6Fp": "", "#topic": "topic",
		"#/route": "", "#!/route": "", "#!": "", "#:~:text=words": "", "#part:~:text=words": "part", "#part :~:text=words": "part ",
		"#" + strings.Repeat("a", fragment.Max): strings.Repeat("a", fragment.Max), "#" + strings.Repeat("a", fragment.Max+1): "",
	} {
		if got := fragment.Of([]byte(ref)); string(got) != want || got != nil && want == "" {
			t.Errorf("%.40q: %.40q, want %.40q", ref, got, want)
		}
	}
}

// TestIsRoute tells the routes of scripts from parts of the page.
func TestIsRoute(t *testing.T) {
	t.Parallel()
	for ref, want := range map[string]bool{
		"#/guide": true, "/app#!/guide": true, "#!guide": true, "#/": false, "#guide": false, "#": false, "": false, "/guide": false, "/a/b#part": false,
	} {
		if got := fragment.IsRoute([]byte(ref)); got != want {
			t.Errorf("%q: %t", ref, got)
		}
	}
}

func setOf(ids ...string) fragment.Set {
	var hashes []uint32
	for _, id := range ids {
		hashes = append(hashes, fragment.Hash([]byte(id)))
	}
	return fragment.SetOf(hashes)
}

// TestHas finds elements by fragments (HTML, "select the indicated part").
func TestHas(t *testing.T) {
	t.Parallel()
	s := setOf("part", "b", "part", "é", "a b", "%41", "user-content-readme", "user-content-при", "100%")
	if len(s) != 8 {
		t.Errorf("%d hashes", len(s))
	}
	for f, want := range map[string]bool{
		"part": true, "Part": false, "p%61rt": true, "other": false, "%C3%A9": true, "%c3%A9": true, "a%20b": true,
		"%41": true, "A": false, "readme": true, "user-content-readme": true, "%D0%BF%D1%80%D0%B8": true, "user-content-part": false, "100%": true, "100%25": true,
		"%1": false, "%C3": false,
	} {
		if got := s.Has(f); got != want {
			t.Errorf("%q: %t, want %t", f, got, want)
		}
	}
	if setOf().Has("part") {
		t.Error("an empty set has an identifier")
	}
}

// TestHashStays pins what data folders hold.
func TestHashStays(t *testing.T) {
	t.Parallel()
	if h := fragment.Hash([]byte("123456789")); h != 0xE3069283 { // RFC 3720, B.4
		t.Errorf("%#x", h)
	}
}

// FuzzOf: a fragment is not empty and short, it stays what it is, and leads to the element of that
// name.
func FuzzOf(f *testing.F) {
	for _, ref := range []string{"#part", "/a#%C3%A9:~:text=x", "#a%2", "#\xff\x00", "#\t/", "#part :~:text=x"} {
		f.Add([]byte(ref))
	}
	f.Fuzz(func(t *testing.T, ref []byte) {
		got := fragment.Of(ref)
		if got == nil {
			return
		}
		if len(got) == 0 || len(got) > fragment.Max || bytes.ContainsAny(got, "\t\n\r") {
			t.Errorf("%q", got)
		}
		spaced := got[len(got)-1] <= ' ' // which only a directive behind it has kept
		if again := fragment.Of(fmt.Appendf(nil, "#%s", got)); !spaced && !bytes.Equal(again, got) {
			t.Errorf("%q became %q", got, again)
		}
		if !setOf(string(got)).Has(string(got)) {
			t.Errorf("%q does not lead to the element of that name", got)
		}
	})
}
