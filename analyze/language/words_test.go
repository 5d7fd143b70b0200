package language

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestWords: the common words of a text tell its language, more of them where another one
// is expected.
func TestWords(t *testing.T) {
	t.Parallel()
	const (
		english = "The robot reads the rules of the site before it asks for any page, and then it waits until it may ask again. "
		german  = "Der Roboter liest die Regeln der Seite, bevor er eine Seite anfordert, und dann wartet er, bis er wieder fragen darf. "
		danish  = "Robotten læser reglerne for siden, før den beder om en side, og så venter den, indtil den må spørge igen. "
		russian = "Робот читает правила сайта перед тем, как запросить страницу, а потом он ждёт, пока можно будет спросить еще раз. "
		names   = "GtkWidget *gtk_label_new(const char *str); static PyObject *py_call(PyObject *self); "
	)
	for _, c := range []struct {
		name     string
		alphabet Alphabet
		text     string
		expect   string
		want     string
	}{
		{"expected", Latin, english, "en", "en"},
		{"expected among close ones", Latin, strings.Repeat(danish, 9), "da", "da"},
		{"another", Latin, strings.Repeat(german, 9), "en", "de"},
		{"a little of another", Latin, german[:40], "fr", ""},
		{"in Cyrillic letters", Cyrillic, strings.Repeat(russian, 9), "ru", "ru"},
		{"two as much", Latin, strings.Repeat(english+german, 20), "fr", ""},
		{"names of code", Latin, strings.Repeat(names, 20), "en", ""},
		{"nothing expected", Latin, strings.Repeat(english, 9), "", "en"},
		{"a little, nothing expected", Latin, english[:40], "", ""},
		{"of another alphabet", Latin, strings.Repeat(english, 9), "ru", "en"},
		{"the same word", Latin, "the the the the the the", "en", ""},
		{"no text", Latin, "", "en", ""},
	} {
		var words Words
		words.Look(c.alphabet, []byte(c.text))
		if got := words.Language(c.expect); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestSpot: words end before what is neither letter nor beyond ASCII, and are found by their
// bytes alone, at the end of a text too; long ones by the first of them.
func TestSpot(t *testing.T) {
	t.Parallel()
	find := func(text string, from int) []uint64 {
		var s spot
		s.read([]byte(text), from, min(from+wordRead, len(text)))
		return slices.Clone(s.products[:s.words])
	}
	for size := 2; size < 40; size++ {
		word := strings.Repeat("xyzé", size)[:size]
		alone := find(word, 0)
		if len(alone) != 1 {
			t.Fatalf("%q is %d words", word, len(alone))
		}
		for _, around := range []string{" ", "-", "0", "\n"} {
			for _, behind := range []string{"", around, around + "x", around + strings.Repeat("words behind it ", 9)} {
				if got := find("(a"+around+word+behind, 1); len(got) == 0 || got[0] != alone[0] {
					t.Errorf("%q before %q is found otherwise", word, behind)
				}
			}
		}
		if same := slices.Equal(find(word+"x", 0), alone); same != (size >= longestPart) {
			t.Errorf("%q and one letter more are the same: %t", word, same)
		}
	}
	if got := find("amid of", 2); !slices.Equal(got, find("of", 0)) {
		t.Error("the rest of a word is one")
	}
	if got := find(strings.Repeat("ab ", 99), 30); len(got) != 16-1 {
		t.Errorf("%d words", len(got))
	}
	if got := find(strings.Repeat("ab ", 99), 32); len(got) != 16 {
		t.Errorf("%d words", len(got))
	}
	if !slices.Equal(find("Und", 0), find("und", 0)) {
		t.Error("a first letter in upper case makes another word")
	}
}

// TestCommonWords: all words of the list are found in their languages, but for a few.
func TestCommonWords(t *testing.T) {
	t.Parallel()
	all, left := 0, 0
	for line := range strings.Lines(wordText) {
		f := strings.Fields(line)
		table := Alphabet(slices.Index(alphabetNames[:], f[0])).table()
		of := uint32(0)
		for lang := range strings.SplitSeq(f[1], "+") {
			of |= 1 << table.place(lang)
		}
		for _, word := range f[2:] {
			var s spot
			s.read([]byte(word), 0, len(word))
			langs := uint32(0)
			if s.words > 0 { // else one of a single byte
				langs = table.words.find(s.products[0])
			}
			if all++; langs&of != of {
				left++
			}
		}
	}
	if all < 15000 || left > 20 {
		t.Errorf("%d of %d words are not found", left, all)
	}
}

// TestTally: counting all languages at once is counting each.
func TestTally(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	w := commonWords{slots: make([]wordSlot, 4+nearSlots), shift: 62}
	var word spot
	word.read([]byte("ab"), 0, 2)
	slot := &w.near(word.products[0])[nearSlots-1]
	for range 50 {
		var y tally
		var want [32]int
		for range r.IntN(mostWords + 5) {
			langs := r.Uint32() & r.Uint32()
			*slot = wordSlot(tagOf(word.products[0])) | wordSlot(langs)<<32
			if y.common < mostWords {
				for lang := range want {
					want[lang] += int(langs >> lang & 1)
				}
			}
			y.add(&w, &word)
		}
		for lang, n := range want {
			if got := y.of(lang); got != n {
				t.Fatalf("language %d has %d words, want %d", lang, got, n)
			}
			others := slices.Delete(slices.Clone(want[:]), lang, lang+1)
			for by := 1; by < 9; by++ {
				if got := y.leads(lang, by); got != (n-by >= slices.Max(others)) {
					t.Fatalf("%v: that %d leads by %d is %v", want, lang, by, got)
				}
			}
		}
		if got := y.most(); got != slices.Index(want[:], slices.Max(want[:])) {
			t.Fatalf("%v: %d has most", want, got)
		}
	}
}

// FuzzWords: whatever a text is, its language is one of the alphabet or none.
func FuzzWords(f *testing.F) {
	f.Add([]byte("The robot reads the rules of the site."), uint8(0), "en")
	f.Add(bytes.Repeat([]byte("\xFFы "), 99), uint8(1), "ru")
	f.Fuzz(func(t *testing.T, text []byte, alphabet uint8, expect string) {
		a := Alphabet(alphabet % uint8(numAlphabets))
		var words Words
		words.Look(a, text)
		if got := words.Language(expect); got != "" && !slices.Contains(a.table().langs, got) {
			t.Errorf("told %q", got)
		}
	})
}
