package paging

import (
	"context"
	"encoding/base64"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/collapse"
)

// deep is a cursor with everything in it.
func deep(t testing.TB) *Cursor {
	t.Helper()
	tail := NewTail(123456, true)
	for _, f := range []*Frozen{&tail.Full, &tail.Loose} {
		f.Rarity(3.25)
		f.Languages(func() []analyze.Lang { return []analyze.Lang{1, 2} })
		f.Languages(func() []analyze.Lang { return nil })
		for _, sites := range [][]string{{"a.test", "b.test"}, nil} {
			if _, err := f.Named(func() ([]string, error) { return sites, nil }); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.End(); err != nil {
			t.Fatal(err)
		}
	}
	tail.Loosen()
	tail.Pass(7.125, segment.Key{1, 2, 3})
	return &Cursor{Langs: []analyze.Lang{analyze.Ru, analyze.Und}, Passed: 90210, Shown: []segment.ShortKey{{9}, {8, 7}}, Pinned: []segment.ShortKey{{7}, {6}}, Pins: 1, Tail: tail}
}

// TestThereAndBack: a cursor comes back as it was, to its own search alone.
func TestThereAndBack(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]*Cursor{"first": {Shown: []segment.ShortKey{{1}}}, "empty": {}, "deep": deep(t), "begun": {Tail: NewTail(0, false)}} {
		got, err := Decode(c.Encode("spider"), "spider")
		if err != nil || !reflect.DeepEqual(got, c) {
			t.Errorf("%s: %+v, %v; want %+v", name, got, err, c)
		}
		if _, err := Decode(c.Encode("spider"), "spiders"); !errors.Is(err, ErrOther) {
			t.Errorf("%s for another search: %v", name, err)
		}
	}
}

// TestRefused: what is no cursor is refused, whatever is wrong with it.
func TestRefused(t *testing.T) {
	t.Parallel()
	whole := deep(t).Encode("q")
	for i := range whole {
		if _, err := Decode(whole[:i], "q"); !errors.Is(err, ErrUnread) {
			t.Fatalf("the first %d characters: %v", i, err)
		}
		other := []byte(whole)
		if other[i]++; strings.Trim(string(other[i]), "-_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || i == len(whole)-1 {
			continue // the last character has bits that say nothing
		}
		if _, err := Decode(string(other), "q"); !errors.Is(err, ErrUnread) {
			t.Fatalf("another character at %d: %v", i, err)
		}
	}
	for name, c := range map[string]*Cursor{
		"no score":         {Tail: &Tail{Score: math.NaN()}},
		"no rarity":        {Tail: &Tail{Full: Frozen{rarities: []float32{float32(math.Inf(1))}}}},
		"no such language": {Tail: &Tail{Full: Frozen{langs: [][]analyze.Lang{{255}}}}},
	} {
		if _, err := Decode(c.Encode("q"), "q"); !errors.Is(err, ErrUnread) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if text := (&Cursor{Langs: make([]analyze.Lang, MaxPreferred+1)}).Encode("q"); text != "" {
		t.Error("the languages of a cursor have no bound")
	}
	if text := (&Cursor{Pinned: make([]segment.ShortKey, MaxPinned+1)}).Encode("q"); text != "" {
		t.Error("the pinned pages of a cursor have no bound")
	}
	if text := (&Cursor{Shown: make([]segment.ShortKey, maxShown+1)}).Encode("q"); text != "" {
		t.Error("a cursor has no bound")
	}
}

// TestFrozen: who asks later gets what the first one got, and no more.
func TestFrozen(t *testing.T) {
	t.Parallel()
	var none *Frozen
	if none.Rarity(2) != 2 || none.End() != nil {
		t.Error("without a value something is frozen")
	}
	f := &deep(t).Tail.Full
	if f.Rarity(9) != 3.25 || len(f.Languages(func() []analyze.Lang { return nil })) != 2 {
		t.Error("what is frozen changes")
	}
	for _, want := range []string{"a.test b.test", ""} { // whatever is named by now
		sites, err := f.Named(func() ([]string, error) { return []string{"c.test"}, nil })
		if err != nil || strings.Join(sites, " ") != want {
			t.Errorf("names %q, %v; want %s", sites, err, want)
		}
	}
	if err := f.End(); !errors.Is(err, ErrUnread) {
		t.Errorf("less was asked for than is frozen: %v", err)
	}
	f = &deep(t).Tail.Full
	f.Rarity(9)
	if f.Rarity(9); !errors.Is(f.End(), ErrUnread) {
		t.Error("more was asked for than is frozen")
	}
}

// TestOrder: the place of a result is behind all with a higher score.
func TestOrder(t *testing.T) {
	t.Parallel()
	tail := NewTail(0, false)
	if !tail.Before(math.MaxFloat64, segment.Key{}) {
		t.Error("not everything is behind the beginning")
	}
	tail.Pass(2, segment.Key{5})
	for _, c := range []struct {
		score float64
		key   byte
		want  bool
	}{{3, 9, false}, {2, 4, false}, {2, 5, false}, {2, 6, true}, {1, 0, true}} {
		if got := tail.Before(c.score, segment.Key{c.key}); got != c.want {
			t.Errorf("%v: %t", c, got)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(deep(f).Encode("q"))
	f.Add((&Cursor{}).Encode("q"))
	f.Add(base64.RawURLEncoding.EncodeToString(make([]byte, 64)))
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Decode(text, "q")
		if err != nil {
			return
		}
		if back, err := Decode(c.Encode("q"), "q"); err != nil || !reflect.DeepEqual(back, c) {
			t.Fatalf("%q: %+v, %v", text, c, err)
		}
	})
}

// A shelf is a source of results of which all but a few are near copies of each other.
type shelf struct {
	all     []Found[int]
	windows int // that it may be read for still
	read    int
}

func (s *shelf) MayRead(bool) bool {
	s.windows--
	return s.windows >= 0
}

func (s *shelf) Window(_ context.Context, some bool, most int, keeps func(float64, segment.Key) bool) (out []Found[int], _ error) {
	s.read++
	for _, f := range s.all {
		if !some && len(out) < most && keeps(f.Score, f.Key) {
			out = append(out, f)
		}
	}
	return out, nil
}

// TestFill: a page ends with its cursor where no other window may be read, and the next
// one goes on there.
func TestFill(t *testing.T) {
	t.Parallel()
	s := &shelf{}
	for i := range 5 * WindowHits {
		f := Found[int]{Value: i, Score: float64(-i), Key: segment.Key{byte(i), byte(i >> 8)}, Item: collapse.Item{Sketch: 0x123456789abcdef0}}
		if i >= 5*WindowHits-3 {
			f.Item.Sketch = 0
		}
		s.all = append(s.all, f)
	}
	c := &Cursor{Tail: NewTail(len(s.all), false)}
	first := []collapse.Item{s.all[0].Item}
	for page, want := range []int{0, 0, 3} {
		s.windows, s.read = 2, 0
		out, _, more, err := Fill(t.Context(), c, s, Wanted{Page: 10, First: first, Fold: true})
		if err != nil || len(out) != want || !more || s.read != 2 {
			t.Errorf("page %d: %d results of %d windows, more %t, %v; want %d", page, len(out), s.read, more, err, want)
		}
	}
	s.windows = 2
	if out, _, more, err := Fill(t.Context(), c, s, Wanted{Page: 10, First: first, Fold: true}); err != nil || len(out) != 0 || more {
		t.Errorf("at the end: %d results, more %t, %v", len(out), more, err)
	}
}

// TestFillExactly: behind a page that takes the last results is no other one.
func TestFillExactly(t *testing.T) {
	t.Parallel()
	s := &shelf{windows: 9}
	for i := range 10 {
		s.all = append(s.all, Found[int]{Value: i, Score: float64(-i), Key: segment.Key{byte(i)}})
	}
	c := &Cursor{Tail: NewTail(len(s.all), false)}
	if out, _, more, err := Fill(t.Context(), c, s, Wanted{Page: 10, Fold: true}); err != nil || len(out) != 10 || more {
		t.Errorf("%d results, more %t, %v", len(out), more, err)
	}
}
