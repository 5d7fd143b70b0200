package analyze

import (
	"testing"
	"unicode"
	"unicode/utf8"
)

// TestUnify: letters that are typed for one another are folded to one, others stay.
func TestUnify(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, word, want string }{
		{"Arabic digits", "\u0662\u0660\u0662\u0664", "2024"},
		{"Persian digits", "\u06F2\u06F4", "24"},
		{"digits of Devanagari", "\u0968\u096A", "24"},
		{"Thai digits", "\u0E52\u0E54", "24"},
		{"alef with hamza above, below, madda", "\u0623\u0625\u0622", "\u0627\u0627\u0627"},
		{"Persian kaf and ye", "\u06A9\u06CC", "\u0643\u064A"},
		{"waw and ye with hamza", "\u0624\u0626", "\u0648\u064A"},
		{"a lone hamza stays", "\u0621", "\u0621"},
		{"Ukrainian \u0491", "\u0491\u0440\u0443\u043D\u0442", "\u0433\u0440\u0443\u043D\u0442"},
		{"nukta", "\u091C\u093C", "\u091C"},
		{"a composed letter with a nukta", "\u0929\u0931\u0934", "\u0928\u0930\u0933"},
		{"a nasal with a nukta before its class", "\u0919\u093C\u094D\u0915", "\u0902\u0915"},
		{"chandrabindu", "\u092A\u093E\u0901\u091A", "\u092A\u093E\u0902\u091A"},
		{"a nasal before its class", "\u0939\u093F\u0928\u094D\u0926\u0940", "\u0939\u093F\u0902\u0926\u0940"},
		{"a nasal before another class", "\u091C\u0928\u094D\u092E", "\u091C\u0928\u094D\u092E"},
		{"a doubled nasal", "\u0905\u0928\u094D\u0928", "\u0905\u0928\u094D\u0928"},
		{"Latin and Russian", "caf\u00E9 \u0441\u043B\u043E\u0432\u043E", "caf\u00E9 \u0441\u043B\u043E\u0432\u043E"},
		{"a broken character", "\xE0\xA4", "\xE0\xA4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := string(unify(nil, []byte(c.word))); got != c.want {
				t.Errorf("%q becomes %q, want %q", c.word, got, c.want)
			}
		})
	}
}

// TestDigits: all decimal digits of Unicode count up from the zero of their script.
func TestDigits(t *testing.T) {
	t.Parallel()
	last, n := '9', 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		d, ok := digit(r)
		if ok != unicode.Is(unicode.Nd, r) {
			t.Errorf("%U is a digit: %t", r, ok)
		}
		if !ok {
			continue
		}
		if n++; d != '0'+(last-'0'+1)%10 {
			t.Errorf("%U is %q, and %q comes before it", r, d, last)
		}
		last = d
	}
	if n%10 != 0 {
		t.Errorf("%d digits", n)
	}
}

// FuzzUnify: a folded word does not grow, is folded once and for all, and stays what it is where
// nothing in it may change.
func FuzzUnify(f *testing.F) {
	for _, s := range []string{"", "\u0928\u094D\u0928\u094D\u0926", "\u0929\u093C\u0901", "\u0919\u093C\u093C\u094D\u0915", "\u0662x\u0491", "\xE0\xA4\xA8\xE0", "\U0001D7CE"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := foldCase(nil, []byte(s))
		if again := unify(nil, once); string(again) != string(once) {
			t.Errorf("%q becomes %q, and that %q", s, once, again)
		}
		if out := unify(nil, []byte(s)); len(out) > len(s) || utf8.ValidString(s) && !utf8.Valid(out) {
			t.Errorf("%q becomes %q", s, out)
		}
	})
}
