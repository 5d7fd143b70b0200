package versions

import (
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/weburl"
)

// chosen returns the choices of pages, each "/2.1 /2.0 8": the first pages of a version call those of another
// one canonical.
func chosen(all ...string) Choices {
	return func() iter.Seq2[Choice, error] {
		return func(yield func(Choice, error) bool) {
			for _, c := range all {
				var from, to string
				var pages int
				if _, err := fmt.Sscan(c, &from, &to, &pages); err != nil {
					panic(err)
				}
				for i := range pages {
					u := func(v string) weburl.URL { return weburl.MustParse(fmt.Sprintf("http://a.test%s/page%d.html", v, i)) }
					if !yield(Choice{u(from), u(to)}, nil) {
						return
					}
				}
			}
		}
	}
}

// TestChosen: the version that pages of all newer ones call canonical comes first.
func TestChosen(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name           string
		versions, said []string
		want           string // the versions of page2.html, the one that comes first before others
	}{
		{"a version that is not released names the released one", []string{"/2.0", "/2.1"}, []string{"/2.1 /2.0 8"}, "/2.0 /2.1"},
		{"all name the series", []string{"/3", "/3.13", "/3.14"}, []string{"/3.13 /3 8", "/3.14 /3 8"}, "/3 /3.14 /3.13"},
		{"one page of a new version is enough", []string{"/3", "/3.13", "/3.14"}, []string{"/3.13 /3 8", "/3.14 /3 1"}, "/3 /3.14 /3.13"},
		{"older ones do not count", []string{"/1.0", "/1.5", "/2.0"}, []string{"/1.0 /1.5 8"}, "/2.0 /1.5 /1.0"},
		{"a newer one names itself", []string{"/1.0", "/1.5", "/2.0", "/2.1"}, []string{"/2.0 /1.5 8"}, "/2.1 /2.0 /1.5 /1.0"},
		{"most pages count", []string{"/1.0", "/1.5", "/2.0"}, []string{"/2.0 /1.0 2", "/2.0 /1.5 8"}, "/1.5 /2.0 /1.0"},
		{"too few", []string{"/2.0", "/2.1"}, []string{"/2.1 /2.0 4"}, "/2.1 /2.0"},
		{"one without a version", []string{"/docs", "/docs/next"}, []string{"/docs/next /docs 8"}, "/docs /docs/next"},
		{"the numbered one before that without", []string{"/docs", "/docs/1.0"}, []string{"/docs /docs/1.0 8"}, "/docs/1.0 /docs"},
		{"a version that is not there", []string{"/2.0", "/2.1"}, []string{"/2.1 /1.0 8"}, "/2.1 /2.0"},
		{"another page", []string{"/2.0", "/2.1"}, []string{"/2.1 /other 8"}, "/2.1 /2.0"},
	} {
		s := shelf{}
		for i, v := range tt.versions {
			s.manual(v, 8, few*uint64(i%2))
		}
		table, err := Learn(s.pages, chosen(tt.said...))
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range strings.Fields(tt.want) {
			if at := table.Of(key("http://a.test" + v + "/page2.html")); at.Page == 0 || int(at.Older) != i {
				t.Errorf("%s: %s is %+v", tt.name, v, at)
			}
		}
	}
}

// TestChoicesNotRead: an error of the choices ends the learning.
func TestChoicesNotRead(t *testing.T) {
	t.Parallel()
	s, failed := shelf{}, errors.New("damaged")
	s.manual("/1", 8, 0)
	s.manual("/2", 8, 0)
	_, err := Learn(s.pages, func() iter.Seq2[Choice, error] {
		return func(yield func(Choice, error) bool) { yield(Choice{}, failed) }
	})
	if !errors.Is(err, failed) {
		t.Errorf("%v", err)
	}
}
