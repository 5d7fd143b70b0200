package seal

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"github.com/aranea-search/aranea/analyze"
)

func TestReader(t *testing.T) {
	t.Parallel()
	langs := []analyze.Lang{analyze.Und, analyze.En}
	text := Close(append(AppendLangs(Begin(7, "silk"), langs), 3, 'a', 'b'))
	r := Open(text, 7, len(text))
	if r == nil {
		t.Fatal("not opened")
	}
	if got := r.Langs(2); !slices.Equal(got, langs) || r.Count(3) != 3 || string(r.Take(2)) != "ab" || !r.Whole() {
		t.Errorf("read %v, and then %+v", got, r)
	}
	if !r.Belongs("silk") || r.Belongs("web") {
		t.Error("it belongs to another search")
	}
	if r.Refuse(); r.Whole() {
		t.Error("a refused cursor is whole")
	}
}

// TestBad: what is too long, cut, changed, of another version, or over a bound is told.
func TestBad(t *testing.T) {
	t.Parallel()
	text := Close(append(Begin(7, "silk"), 200, 1))
	for name, r := range map[string]*Reader{
		"empty": Open("", 7, 100), "too long": Open(text, 7, len(text)-1), "cut": Open(text[1:], 7, 100),
		"of another version": Open(text, 8, 100), "no base64": Open("ä", 7, 100),
	} {
		if r != nil {
			t.Errorf("%s: opened", name)
		}
	}
	for name, read := range map[string]func(r *Reader){
		"over the bound": func(r *Reader) { r.Count(199) },
		"behind the end": func(r *Reader) { r.Take(3) },
		"not to the end": func(r *Reader) { r.Byte() },
		"no language":    func(r *Reader) { r.Take(1); r.Langs(5); r.Langs(5) },
	} {
		r := Open(text, 7, 100)
		if read(r); r.Whole() {
			t.Errorf("%s: whole", name)
		}
	}
}

// FuzzReader reads what anyone may send.
func FuzzReader(f *testing.F) {
	f.Add(Begin(7, "silk"), 3)
	f.Add([]byte{7}, 0)
	f.Add(append(Begin(7, ""), bytes.Repeat([]byte{255}, 12)...), math.MaxInt32)
	f.Fuzz(func(t *testing.T, b []byte, n int) {
		text := Close(slices.Clone(b))
		r := Open(text, 7, len(text))
		if (r != nil) != (len(b) > 0 && b[0] == 7) {
			t.Fatalf("opened: %t", r != nil)
		}
		if r == nil {
			return
		}
		n &= 1<<10 - 1
		if got := r.Count(n); got < 0 || got > n {
			t.Errorf("%d is over %d", got, n)
		}
		if len(r.Take(n)) != n || len(r.Langs(n)) > n {
			t.Error("other lengths than asked for")
		}
	})
}
