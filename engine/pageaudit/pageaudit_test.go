package pageaudit

import (
	"context"
	"errors"
	"iter"
	"slices"
	"testing"

	"github.com/aranea-search/aranea/engine/imports"
)

func list(all []imports.Document, err error) func(context.Context) iter.Seq2[imports.Document, error] {
	return func(context.Context) iter.Seq2[imports.Document, error] {
		return func(yield func(imports.Document, error) bool) {
			for _, d := range all {
				if !yield(d, nil) {
					return
				}
			}
			if err != nil {
				yield(imports.Document{}, err)
			}
		}
	}
}

// TestShared checks which pages share a text, in which order, and that missing texts are not alike.
func TestShared(t *testing.T) {
	t.Parallel()
	all := []imports.Document{
		{URL: "http://a.test/4", Title: "Spiders", Description: "of houses", Text: "long"},
		{URL: "http://a.test/3", Title: "Webs", Heading: "Ants"},
		{URL: "http://a.test/2", Title: "Spiders", Description: "of gardens"},
		{URL: "http://a.test/1", Title: "Ants", Description: "of gardens"},
		{URL: "http://b.test/1", Title: "Ants", Heading: "ants"},
		{URL: "http://b.test/2"},
	}
	for part, want := range map[Part][]string{
		Title:       {"http://a.test/1", "http://b.test/1", "http://a.test/2", "http://a.test/4"},
		Description: {"http://a.test/1", "http://a.test/2"},
	} {
		found, more, err := Shared(t.Context(), part, list(all, nil))
		var got []string
		for i := range found {
			got = append(got, found[i].URL)
			if found[i].Text != "" {
				t.Errorf("%s: the text of %s is there", part, found[i].URL)
			}
		}
		if !slices.Equal(got, want) || more || err != nil {
			t.Errorf("%s: %q, %t, %v", part, got, more, err)
		}
	}
	damage := errors.New("a damaged segment")
	if _, _, err := Shared(t.Context(), Title, list(all, damage)); !errors.Is(err, damage) {
		t.Errorf("an error of the list: %v", err)
	}
}

// TestLimit checks that no more than MaxShared pages are kept, and that this is told.
func TestLimit(t *testing.T) {
	t.Parallel()
	same := imports.Document{URL: "http://a.test/", Title: "Same"}
	all := slices.Repeat([]imports.Document{same}, MaxShared)
	if found, more, err := Shared(t.Context(), Title, list(all, nil)); len(found) != MaxShared || more || err != nil {
		t.Errorf("at the limit: %d, %t, %v", len(found), more, err)
	}
	if found, more, err := Shared(t.Context(), Title, list(append(all, same), nil)); len(found) != MaxShared || !more || err != nil {
		t.Errorf("beyond the limit: %d, %t, %v", len(found), more, err)
	}
}

// TestLacks checks that a part whose text is not kept is not missing.
func TestLacks(t *testing.T) {
	t.Parallel()
	d := &imports.Document{Title: "Spiders", Elements: map[string]int{"title": 1, "description": 1, "h3": 2, "text": 4}}
	for _, p := range []Part{Title, Heading, Description} {
		if p.Lacks(d) {
			t.Errorf("%s is missing", p)
		}
		if !p.Lacks(&imports.Document{Elements: map[string]int{"text": 4, "hr": 1}}) {
			t.Errorf("%s is there", p)
		}
		if again, err := ParsePart(p.String(), Title, Description, Heading); again != p || err != nil {
			t.Errorf("%s: %s, %v", p, again, err)
		}
	}
	for _, name := range []string{"", "text", "Title", "heading"} {
		if p, err := ParsePart(name, Title, Description); err == nil {
			t.Errorf("%q is %s", name, p)
		}
	}
}
