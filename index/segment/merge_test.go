package segment

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/aranea-search/aranea/index/checksum"
	"github.com/aranea-search/aranea/index/disk/disktest"
)

// TestMerge: two segments become one, without what is gone.
func TestMerge(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 4))
	files := NewFolder(disktest.New())
	a, b := list(rnd, 200, 300, 5), list(rnd, 90, 300, 5)
	pass, passed := list(rnd, 3, 300, 1), list(rnd, 4, 300, 1)
	pass.Forms, passed.Forms = []string{"passes"}, []string{"passed", "passes"}
	one := segmentOf(t, files, "seg-00000001", 300, map[string]*listed{"word": a, PrefixStem + "enpass": pass})
	two := segmentOf(t, files, "seg-00000002", 300, map[string]*listed{"word": b, PrefixStem + "enpass": passed})
	gone := func(doc uint32) bool { return doc%3 == 0 }
	m := NewMerger(files, "seg-00000003", []Source{{one, gone}, {two, gone}}, nil)
	s, err := m.Run()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	for _, doc := range []uint32{1, 7, 299 - 1} {
		for i := range 2 {
			if to := m.Moved(i, doc); to != NoDoc && s.Sketch(to) != uint64(doc)<<40 {
				t.Errorf("document %d of segment %d has the sketch %x", doc, i, s.Sketch(to))
			}
			if to := m.Moved(i, doc); to != NoDoc && s.Title(to) != uint64(doc)<<20 {
				t.Errorf("document %d of segment %d has the filter %x of its title", doc, i, s.Title(to))
			}
			if to := m.Moved(i, doc); to != NoDoc && doc%3 != 0 && s.Date(to) != uint32(dates[doc%3].Unix()) {
				t.Errorf("document %d of segment %d has the date %d", doc, i, s.Date(to))
			}
		}
	}
	want := &listed{}
	for i, l := range []*listed{a, b} {
		at := 0
		for j, doc := range l.Docs {
			gaps := l.Gaps[at : at+int(l.Freqs[j])]
			at += len(gaps)
			to := m.Moved(i, doc)
			if gone(doc) != (to == NoDoc) {
				t.Fatalf("document %d became %d", doc, to)
			}
			if to != NoDoc {
				want.Docs, want.Impacts, want.Freqs = append(want.Docs, to), append(want.Impacts, l.Impacts[j]), append(want.Freqs, l.Freqs[j])
				want.Gaps = append(want.Gaps, gaps...)
				if slices.Contains(l.Template, doc) {
					want.Template = append(want.Template, to)
				}
			}
		}
	}
	if got := read(t, s, "word"); !reflect.DeepEqual(got, want) {
		t.Errorf("%d documents, want %d", len(got.Docs), len(want.Docs))
	}
	if got := read(t, s, PrefixStem+"enpass"); !slices.Equal(got.Forms, []string{"passed", "passes"}) {
		t.Errorf("the stem stands for %v", got.Forms)
	}
	if s.Docs() != 400 {
		t.Errorf("%d documents", s.Docs())
	}
}

// TestMergeTakesBlocks: full blocks of which nothing is gone are copied as they are, and
// every document of the others comes back as well.
func TestMergeTakesBlocks(t *testing.T) {
	t.Parallel()
	const docs = 900
	files := NewFolder(disktest.New())
	one, two := segmentOf(t, files, "seg-00000001", docs, nil), segmentOf(t, files, "seg-00000002", docs, nil)
	none := func(uint32) bool { return false }
	late := func(doc uint32) bool { return doc >= docs/2 && doc%3 == 0 }
	m := NewMerger(files, "seg-00000003", []Source{{one, none}, {two, late}}, nil)
	s, err := m.Run()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	for i, from := range []*Segment{one, two} {
		for _, b := range []struct{ from, to *blocks }{{&from.records, &s.records}, {&from.texts, &s.texts}} {
			first, err := b.from.slice(0)
			if err != nil || b.from.count() < 3 || !bytes.Contains(b.to.part.Raw(), first) {
				t.Errorf("the first of %d blocks of %s was not copied, %v", b.from.count(), b.from.part.Name(), err)
			}
		}
		for doc := range uint32(docs) {
			to, want := m.Moved(i, doc), docOf(t, from.Name(), int(doc))
			if to == NoDoc {
				if i == 0 || !late(doc) {
					t.Fatalf("document %d of segment %d is gone", doc, i)
				}
				continue
			}
			got, err := s.Doc(to)
			if err != nil || got.URL != want.Record.URL || got.Title != want.Record.Title {
				t.Fatalf("document %d of segment %d became %+v, %v", doc, i, got, err)
			}
			if text, err := s.Text(to); err != nil || string(text) != string(want.Text) {
				t.Fatalf("document %d of segment %d has the text %q, %v", doc, i, text, err)
			}
			if all, err := s.Elements().Of(to); err != nil || !slices.Equal(all, want.Record.Elements) {
				t.Fatalf("document %d of segment %d has the elements %v, %v", doc, i, all, err)
			}
		}
	}
	stop := make(chan struct{})
	close(stop)
	if _, err := NewMerger(files, "seg-00000004", []Source{{one, none}, {two, late}}, stop).Run(); !errors.Is(err, ErrStopped) {
		t.Errorf("a merge that was told to stop: %v", err)
	}
}

// TestWithoutTitles: in a segment of a program that did not keep filters of titles each
// word may be in each title, and so it is once that is merged.
func TestWithoutTitles(t *testing.T) {
	t.Parallel()
	files := NewFolder(disktest.New())
	segmentOf(t, files, "seg-00000001", 9, nil).Release()
	b, release, err := files.Map("seg-00000001." + partIndex)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	end := len(b) - magicSize - 8
	start := end - int(binary.LittleEndian.Uint32(b[end+4:]))
	var foot footer
	if err := json.Unmarshal(b[start:end], &foot); err != nil {
		t.Fatal(err)
	}
	delete(foot.Sections, sectionTitles)
	tail, err := json.Marshal(foot)
	if err != nil {
		t.Fatal(err)
	}
	n := len(tail)
	tail = binary.LittleEndian.AppendUint32(tail, checksum.Sum(tail))
	tail = append(binary.LittleEndian.AppendUint32(tail, uint32(n)), magicOf(format)...)
	f, err := files.Create("seg-00000001." + partIndex)
	if err == nil {
		_, err = f.Write(slices.Concat(b[:start], tail))
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(files, "seg-00000001")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	merged, err := NewMerger(files, "seg-00000002", []Source{{s, func(uint32) bool { return false }}}, nil).Run()
	if err != nil {
		t.Fatal(err)
	}
	defer merged.Release()
	for _, s := range []*Segment{s, merged} {
		if got := s.Title(7); got != math.MaxUint64 {
			t.Errorf("the filter is %x", got)
		}
	}
}

// TestFormerStems: a segment that names no version of stems has the first, and so has what it is
// merged into; a new one has the last. Likewise with the filters of folders, and with the marks of what stands in the
// template only.
func TestFormerStems(t *testing.T) {
	t.Parallel()
	files := NewFolder(disktest.New())
	word := func() map[string]*listed {
		return map[string]*listed{"word": list(rand.New(rand.NewPCG(1, 2)), 5, 9, 2)}
	}
	now := segmentOf(t, files, "seg-00000001", 9, word())
	defer now.Release()
	former := segmentOf(t, files, "seg-00000002", 9, word())
	defer former.Release()
	former.foot.Stems, former.foot.Folders, former.foot.Symbols, former.foot.OwnWords = 0, false, false, false
	kept := func(uint32) bool { return false }
	for name, c := range map[string]struct {
		sources []Source
		want    bool
	}{
		"seg-00000003": {[]Source{{now, kept}}, false},
		"seg-00000004": {[]Source{{now, kept}, {former, kept}}, true},
	} {
		merged, err := NewMerger(files, name, c.sources, nil).Run()
		if err != nil {
			t.Fatal(err)
		}
		defer merged.Release()
		if merged.FormerStems() != c.want || merged.Folders() == c.want || merged.Symbols() == c.want || merged.OwnWords() == c.want {
			t.Errorf("of %d segments: %t, want %t", len(c.sources), merged.FormerStems(), c.want)
		}
		if marked := read(t, merged, "word").Template; c.want == (len(marked) > 0) {
			t.Errorf("of %d segments: marked are %v", len(c.sources), marked)
		}
	}
}
