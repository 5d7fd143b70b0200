package closedorigins

import (
	"fmt"
	"slices"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

func counts(hidden, indexed uint64) *aranea.HostCounts {
	var n aranea.HostCounts
	n[aranea.CountHidden], n[aranea.CountIndexed] = hidden, indexed
	return &n
}

func TestSet(t *testing.T) {
	t.Parallel()
	s := New()
	s.Note("http://b.test", counts(3, 0))
	s.Note("http://a.test", counts(3, 0))
	s.Note("http://c.test", counts(9, 0))
	s.Note("http://open.test", counts(9, 1))
	s.Note("http://empty.test", counts(0, 0))
	want := []Origin{{"http://c.test", 9}, {"http://a.test", 3}, {"http://b.test", 3}}
	if got := s.All(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	s.Note("http://c.test", counts(8, 1))
	s.Note("http://a.test", counts(0, 0))
	if got := s.All(); !slices.Equal(got, want[2:]) {
		t.Errorf("after two have opened: %v", got)
	}
}

func TestSetIsBounded(t *testing.T) {
	t.Parallel()
	s := New()
	for i := range Max + 1 {
		s.Note(weburl.Origin(fmt.Sprintf("http://%d.test", i)), counts(1, 0))
	}
	s.Note("http://0.test", counts(2, 0)) // a listed origin is updated
	if got := s.All(); len(got) != Max || got[0] != (Origin{"http://0.test", 2}) {
		t.Errorf("%d origins, the first %v", len(got), got[0])
	}
}
