package extract

import (
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
)

// TestFormats: everything that the list says of a format holds for it.
func TestFormats(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, f := range formats {
		for _, media := range f.Declared {
			if other := seen[media]; other != "" {
				t.Errorf("%s is declared for %s and %s", media, other, f.Name)
			}
			seen[media] = f.Name
			if got := choose(media, []byte("words")); !Reads(media) || got == nil || got.Name != f.Name {
				t.Errorf("%s is read as %v, worth fetching: %v", media, got, Reads(media))
			}
		}
		if !slices.Contains(f.Declared, f.Type) || !strings.Contains(Accept(), f.Accept) || !strings.Contains(f.Accept, f.Type) {
			t.Errorf("%s: type %s, declared %v, accept %s", f.Name, f.Type, f.Declared, f.Accept)
		}
		for _, ending := range f.Endings {
			if !slices.Contains(Endings(), ending) || ending != strings.ToLower(ending) || strings.Contains(ending, ".") {
				t.Errorf("%s: ending %q", f.Name, ending)
			}
		}
	}
	if got, want := Accept(), "text/html,application/xhtml+xml,text/plain;q=0.9,*/*;q=0.5"; got != want {
		t.Errorf("Accept is %s, want %s", got, want)
	}
	if Reads("image/png") || choose("image/png", []byte("words")) != nil {
		t.Error("a picture is read")
	}
}

// TestMediaType reads the field as servers write it.
func TestMediaType(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Text/HTML; charset=utf-8": "text/html", " text/plain ": "text/plain", "": "", ";charset=x": "",
	} {
		if got := MediaType(in); got != want {
			t.Errorf("MediaType(%q) = %q, want %q", in, got, want)
		}
	}
	h := aranea.Header{"Content-Type": {"text/html;charset=\"koi8-r\""}}
	if got := charsetOf(h); got != "koi8-r" {
		t.Errorf("charset %q", got)
	}
}
