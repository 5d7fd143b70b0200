package segment

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/index/disk/disktest"
)

// A forgetful folder destroys what it is told to let go of, where a real one would bring
// it back when it is read.
type forgetful struct {
	disk.Folder
	forgot map[string]int // bytes by the name of the file
	real   bool           // it does bring it back
}

func (f *forgetful) MapInPieces(name string) ([]byte, func(from, to int), func(), error) {
	data, release, err := f.Map(name)
	data = slices.Clone(data)
	return data, func(from, to int) {
		if !f.real {
			clear(data[from:to])
		}
		f.forgot[name] += to - from
	}, release, err
}

// TestMergeLetsGo: a merge lets go of what it has read of its sources while it goes on,
// and reads nothing of that again.
func TestMergeLetsGo(t *testing.T) {
	t.Parallel()
	memory := disktest.New()
	plain, f := NewFolder(memory), &forgetful{Folder: memory, forgot: map[string]int{}}
	names := []string{"seg-00000001", "seg-00000002"}
	for i, name := range names {
		rnd, terms := rand.New(rand.NewPCG(7, uint64(i))), map[string]*listed{}
		for n := range 60 {
			terms[fmt.Sprintf("word%03d", n)] = list(rnd, 4000, 5000, 5)
		}
		segmentOf(t, plain, name, 5000, terms)
	}
	merged := func(files Folder, to string) {
		var sources []Source
		for _, name := range names {
			s, err := Open(files, name)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			sources = append(sources, Source{s, func(doc uint32) bool { return doc%5 == 1 }})
		}
		s, err := NewMerger(files, to, sources, nil).Run()
		if err != nil {
			t.Fatal(err)
		}
		s.Release()
	}
	merged(plain, "seg-00000003")
	merged(NewFolder(f), "seg-00000004")
	for _, part := range Parts() {
		want, _, _ := memory.Map("seg-00000003." + part)
		if got, _, _ := memory.Map("seg-00000004." + part); len(want) == 0 || !slices.Equal(got, want) {
			t.Errorf("part %s is another if what was read is gone", part)
		}
		for _, name := range names {
			all, _, _ := memory.Map(name + "." + part)
			least := len(all) // but for what is left of terms at the end, and the dictionary
			switch part {
			case partPostings, partPositions:
				least = len(all) - 2*disk.ForgetStep
			case partIndex:
				least = 0
			}
			if got := f.forgot[name+"."+part]; got < least || got > len(all) || part != partIndex && got == 0 {
				t.Errorf("%d of the %d bytes of %s.%s were let go of, want %d", got, len(all), name, part, least)
			}
		}
	}
}

// TestCheckLetsGo: who checks a segment lets go of all that is read for it, which may be
// more than there is memory.
func TestCheckLetsGo(t *testing.T) {
	t.Parallel()
	memory, name := disktest.New(), "seg-00000001"
	rnd := rand.New(rand.NewPCG(7, 1))
	segmentOf(t, NewFolder(memory), name, 5000, map[string]*listed{"word": list(rnd, 4000, 5000, 5)})
	for what, check := range map[string]func(*Segment){
		"verify": func(s *Segment) { s.Verify(disk.ForgetStep, func() bool { return true }) },
		"check": func(s *Segment) {
			for err := range s.Check(t.Context()) {
				t.Error(err)
			}
		},
	} {
		f := &forgetful{Folder: memory, forgot: map[string]int{}, real: true}
		s, err := Open(NewFolder(f), name)
		if err != nil {
			t.Fatal(err)
		}
		if check(s); s.Damaged() != nil {
			t.Errorf("%s: %v", what, s.Damaged())
		}
		s.Release()
		for _, part := range pieces() {
			all, _, _ := memory.Map(name + "." + part)
			if got := f.forgot[name+"."+part]; got < len(all) || len(all) == 0 {
				t.Errorf("%s lets go of %d of the %d bytes of %s", what, got, len(all), part)
			}
		}
	}
}
