package facet

import (
	"fmt"
	"slices"
	"testing"
)

// TestAdd: a page is counted where its values are told; if there is no room for one of
// them, the numbers are said to be lower bounds.
func TestAdd(t *testing.T) {
	t.Parallel()
	var f Facets
	for i := range most {
		f.Add(fmt.Sprintf("h%d.test", i), "image")
	}
	f.Add("h3.test", "")
	if want := (Value{"h3.test", 2}); f.AtLeast || f.Sites[0] != want || !slices.Equal(f.Types, []Value{{"image", most}}) {
		t.Errorf("%+v", f)
	}
	if f.Add("other.test", "image"); !f.AtLeast || len(f.Sites) != most || f.Types[0].Pages != most+1 {
		t.Errorf("with a site that is not told: %+v", f)
	}
}

// TestTop: the values with the most pages come first, and no more of them than there is room for.
func TestTop(t *testing.T) {
	t.Parallel()
	got := top(map[string]int{"en": 3, "ru": 7, "pt": 3, "zh": 1}, 3)
	if want := []Value{{"ru", 7}, {"en", 3}, {"pt", 3}}; !slices.Equal(got, want) {
		t.Errorf("top: %v, want %v", got, want)
	}
}
