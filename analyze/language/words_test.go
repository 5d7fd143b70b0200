package language

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestCommon: the common words of a text tell its language, more of them where another one
// is expected.
func TestCommon(t *testing.T) {
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
		{"nothing expected", Latin, strings.Repeat(english, 9), "", ""},
		{"of another alphabet", Latin, strings.Repeat(english, 9), "ru", ""},
		{"the same word", Latin, "the the the the the the", "en", ""},
		{"no text", Latin, "", "en", ""},
	} {
		if got := Common(c.alphabet, []byte(c.text), c.expect); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestWordAt: a word ends before what is neither letter nor beyond ASCII, however long it is,
// and is found by its bytes alone.
func TestWordAt(t *testing.T) {
	t.Parallel()
	for size := range longestRun {
		word := strings.Repeat("xyzé", size)[:size]
		alone, n := wordAt([]byte(word), 0)
		if n != size {
			t.Fatalf("%q has %d bytes", word, n)
		}
		for _, around := range []string{" ", "-", "0", "\n"} {
			text := []byte("(" + word + around + "words behind it")
			if product, n := wordAt(text, 1); n != size || product != alone {
				t.Errorf("%q is found as a word of %d bytes", text, n)
			}
		}
	}
	if product, n := wordAt([]byte(strings.Repeat("x", 99)), 0); product != 0 || n != longestRun {
		t.Errorf("a long run of letters is a word of %d bytes", n)
	}
	large, _ := wordAt([]byte("Und"), 0)
	if small, _ := wordAt([]byte("und"), 0); small != large {
		t.Error("a first letter in upper case makes another word")
	}
}

// TestTally: counting all languages at once is counting each.
func TestTally(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	w := commonWords{slots: make([]wordSlot, 4), shift: 62}
	word := []byte("ab")
	product, _ := wordAt(word, 0)
	slot := &w.slots[product>>w.shift]
	for range 50 {
		var y tally
		var want [32]int
		for range r.IntN(mostWords + 5) {
			*slot = wordSlot{tagOf(product), r.Uint32() & r.Uint32()}
			if slot.langs != 0 && y.common < mostWords {
				for lang := range want {
					want[lang] += int(slot.langs >> lang & 1)
				}
			}
			y.add(&w, word, 0, len(word))
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

// FuzzCommon: whatever a text is, its language is one of the alphabet or none.
func FuzzCommon(f *testing.F) {
	f.Add([]byte("The robot reads the rules of the site."), uint8(0), "en")
	f.Add(bytes.Repeat([]byte("\xFFы "), 99), uint8(1), "ru")
	f.Fuzz(func(t *testing.T, text []byte, alphabet uint8, expect string) {
		a := Alphabet(alphabet % uint8(numAlphabets))
		if got := Common(a, text, expect); got != "" && !slices.Contains(a.table().langs, got) {
			t.Errorf("told %q", got)
		}
	})
}
