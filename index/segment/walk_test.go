package segment

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aranea-search/aranea/index/disk/disktest"
)

// TestMoveTo: within a block, positions are read of any document, in any order.
func TestMoveTo(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 5))
	for _, n := range []int{1, 90, 128, 1000} {
		want := list(rnd, n, 3000, 9)
		s := segmentOf(t, NewFolder(disktest.New()), "seg-00000001", 3000, map[string]*listed{"word": want})
		p := &Postings{}
		if _, err := p.Find(s, []byte("word")); err != nil {
			t.Fatal(err)
		}
		begins := []int{0} // of the gaps, by document
		for i, f := range want.Freqs {
			begins = append(begins, begins[i]+int(f))
		}
		for b := range p.Blocks() {
			docs := slices.Clone(p.Docs(b))
			for range 3 * len(docs) {
				i := rnd.IntN(len(docs))
				p.MoveTo(i)
				of := b*BlockDocs + i
				gaps := want.Gaps[begins[of]:begins[of+1]]
				if p.Doc() != want.Docs[of] || p.Freq() != want.Freqs[of] || p.FirstPosition() != gaps[0] {
					t.Fatalf("%d of block %d: document %d, %d times, first at %d; want %d, %d, %d", i, b, p.Doc(), p.Freq(), p.FirstPosition(), want.Docs[of], want.Freqs[of], gaps[0])
				}
				if got := p.gaps(nil); !slices.Equal(got, gaps) {
					t.Fatalf("%d of block %d: positions %v, want %v", i, b, got, gaps)
				}
			}
		}
	}
}
