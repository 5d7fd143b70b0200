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
