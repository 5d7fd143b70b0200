package scope

import (
	"errors"
	"iter"
	"slices"
	"testing"

	"github.com/aranea-search/aranea"
)

// TestFindUnmatched checks which patterns match no known URL, and that the search ends early.
func TestFindUnmatched(t *testing.T) {
	t.Parallel()
	var urls []aranea.Entry
	for _, u := range []string{"http://a.test/docs/1", "http://a.test/docs/old/2?print=1", "http://b.test:8080/x.zip"} {
		urls = append(urls, aranea.Entry{URL: at(t, u)})
	}
	read := 0
	known := func(yield func(aranea.Entry, error) bool) {
		for _, e := range urls {
			if read++; !yield(e, nil) {
				return
			}
		}
	}
	for _, tt := range []struct {
		name             string
		include, exclude []string
		out              Unmatched
		read             int
	}{
		{"none are given", nil, nil, Unmatched{}, 0},
		{"all match the first", []string{"/docs/"}, []string{"/docs/1$", "*1"}, Unmatched{}, 1},
		{"one decides for both", []string{"/docs/"}, []string{"/docs/old/"}, Unmatched{}, 2},
		{"misspelled", []string{"/dosc/", "*.zip$"}, []string{"/docs/1/", "/tag/", "*?print="}, Unmatched{Include: []string{"/dosc/"}, Exclude: []string{"/docs/1/", "/tag/"}}, 3},
		{"of hosts", []string{"https://a.test/docs/", "http://b.test:8080/"}, []string{"http://b.test:80/", "http://b.test/x", "http://c.test/docs/"}, Unmatched{Exclude: []string{"http://b.test:80/", "http://c.test/docs/"}}, 3},
	} {
		read = 0
		out, err := FindUnmatched(tt.include, tt.exclude, known)
		if err != nil || !slices.Equal(out.Include, tt.out.Include) || !slices.Equal(out.Exclude, tt.out.Exclude) || out.None() != tt.out.None() || read != tt.read {
			t.Errorf("%s: %+v after %d URLs, %v; want %+v after %d", tt.name, out, read, err, tt.out, tt.read)
		}
	}
	broken := errors.New("broken")
	var fails iter.Seq2[aranea.Entry, error] = func(yield func(aranea.Entry, error) bool) { yield(aranea.Entry{}, broken) }
	if _, err := FindUnmatched(nil, []string{"/x"}, fails); !errors.Is(err, broken) {
		t.Errorf("of what cannot be read: %v", err)
	}
	many := func(yield func(aranea.Entry, error) bool) {
		for yield(urls[0], nil) {
		}
	}
	if out, err := FindUnmatched(nil, []string{"/x"}, many); err != nil || !out.None() {
		t.Errorf("of more than are read: %+v, %v", out, err)
	}
}
