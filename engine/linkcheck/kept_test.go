package linkcheck

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/keptlist"
)

// TestKeptLists: the list of broken links and that of moved ones are kept apart, whatever host is asked for.
func TestKeptLists(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &web{}
		w.visited(t, "/", aranea.HTTPOK, 200, "")
		w.visited(t, "/moved", aranea.HTTPRedirect, 301, "http://a.test/")
		w.visited(t, "/gone", aranea.HTTPNotFound, 404, "")
		var k Kept
		list := func(f Filter) (paths []string, fault error) {
			f.Limit = 10
			for l, err := range k.Links(t.Context(), New(w, w, w, nil), f, keptlist.State{Clock: time.Now}) {
				if err != nil {
					return nil, err
				}
				paths = append(paths, l.To.Target())
			}
			return paths, nil
		}
		for range 2 {
			for _, tt := range []struct {
				f     Filter
				want  []string
				wrong bool // there is no such host
			}{
				{Filter{Host: "a.test", Moved: true}, []string{"/moved"}, false},
				{Filter{Host: "a.test"}, []string{"/gone"}, false},
				{Filter{Moved: true}, []string{"/moved"}, false},
				{Filter{Host: "a.test moved"}, nil, true},
				{Filter{Host: " moved"}, nil, true},
			} {
				got, err := list(tt.f)
				if !slices.Equal(got, tt.want) || (err != nil) != tt.wrong || tt.wrong && aranea.KindOf(err) != aranea.Invalid {
					t.Errorf("%+v: %v, %v", tt.f, got, err)
				}
			}
		}
		if asked := w.asked; asked == 0 {
			t.Error("no links were read")
		} else if _, err := list(Filter{Host: "a.test"}); err != nil || w.asked != asked {
			t.Errorf("a kept list is read again: %v", err)
		}
	})
}
