package scope

import (
	"errors"
	"iter"
	"reflect"
	"testing"

	"github.com/aranea-search/aranea"
)

// TestUnmatched checks which patterns match no known URL, and that the search ends early.
func TestUnmatched(t *testing.T) {
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
		out              Patterns
		read             int
	}{
		{"none are given", nil, nil, Patterns{}, 0},
		{"all match the first", []string{"/docs/"}, []string{"/docs/1$", "*1"}, Patterns{}, 1},
		{"one decides for both", []string{"/docs/"}, []string{"/docs/old/"}, Patterns{}, 2},
		{"misspelled", []string{"/dosc/", "*.zip$"}, []string{"/docs/1/", "/tag/", "*?print="}, Patterns{Include: []string{"/dosc/"}, Exclude: []string{"/docs/1/", "/tag/"}}, 3},
		{"of what is indexed", nil, nil, Patterns{IndexOnly: []string{"/dosc/"}, FollowOnly: []string{"/tga/"}}, 3},
		{"of hosts", []string{"https://a.test/docs/", "http://b.test:8080/"}, []string{"http://b.test:80/", "http://b.test/x", "http://c.test/docs/"}, Patterns{Exclude: []string{"http://b.test:80/", "http://c.test/docs/"}}, 3},
	} {
		read = 0
		p := Patterns{Include: tt.include, Exclude: tt.exclude, IndexOnly: tt.out.IndexOnly, FollowOnly: tt.out.FollowOnly}
		out, err := p.Unmatched(known)
		if err != nil || !reflect.DeepEqual(out, tt.out) || read != tt.read {
			t.Errorf("%s: %+v after %d URLs, %v; want %+v after %d", tt.name, out, read, err, tt.out, tt.read)
		}
	}
	broken := errors.New("broken")
	var fails iter.Seq2[aranea.Entry, error] = func(yield func(aranea.Entry, error) bool) { yield(aranea.Entry{}, broken) }
	if _, err := (&Patterns{Exclude: []string{"/x"}}).Unmatched(fails); !errors.Is(err, broken) {
		t.Errorf("of what cannot be read: %v", err)
	}
	many := func(yield func(aranea.Entry, error) bool) {
		for yield(urls[0], nil) {
		}
	}
	if out, err := (&Patterns{Exclude: []string{"/x"}}).Unmatched(many); err != nil || !reflect.DeepEqual(out, Patterns{}) {
		t.Errorf("of more than are read: %+v, %v", out, err)
	}
}
