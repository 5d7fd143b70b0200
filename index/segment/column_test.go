package segment

import (
	"testing"

	"github.com/aranea-search/aranea/index/disk/disktest"
)

// TestColumnsOneByOne: what is asked for alone is what all columns say, and a set keeps the
// documents whose titles have a bit of a filter.
func TestColumnsOneByOne(t *testing.T) {
	t.Parallel()
	const docs, from, filter = 300, 64, 5 << 20
	s := segmentOf(t, NewFolder(disktest.New()), "seg-00000001", docs, nil)
	set := make([]uint64, 3)
	for i := range set {
		set[i] = 0xfffffffffffffff6
	}
	asked := set[0]
	s.LeaveUntitled(from, set, filter)
	for doc := range uint32(docs) {
		if c := s.Column(doc); s.Depth(doc) != c.Depth || s.TitleWords(doc) != int(c.TitleWords) {
			t.Fatalf("document %d: depth %d, %d words in its title, want %+v", doc, s.Depth(doc), s.TitleWords(doc), c)
		}
		if at := doc - from; doc >= from && at/64 < uint32(len(set)) {
			want := asked>>(at%64)&1 == 1 && s.Title(doc)&filter != 0
			if got := set[at/64]>>(at%64)&1 == 1; got != want {
				t.Fatalf("document %d, whose title has the filter %x: %t is left", doc, s.Title(doc), got)
			}
		}
	}
}
