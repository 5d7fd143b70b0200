package locale

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/width"
)

// eachText calls f for all texts of all translations, each with the forms of its English text.
func eachText(t *testing.T, f func(l *Locale, name, text string, english []string)) {
	t.Helper()
	n := 0
	for _, l := range catalogue(t).All()[1:] {
		for _, name := range l.Names() {
			var english []string
			for _, text := range l.english.formsAt(name) {
				english = append(english, text)
			}
			for _, text := range l.formsAt(name) {
				n++
				f(l, name, text, english)
			}
		}
	}
	if n < 1000 {
		t.Fatalf("%d texts", n)
	}
}

// loanWords are the English words that are words of other languages as well.
var loanWords = strings.Fields("url urls status hosts site sites types video points code page pages documentation ms")

// scripts are the letters of the languages that are not written in Latin ones.
var scripts = map[string][]*unicode.RangeTable{
	"ar": {unicode.Arabic}, "el": {unicode.Greek}, "fa": {unicode.Arabic}, "he": {unicode.Hebrew}, "hi": {unicode.Devanagari},
	"ja": {unicode.Hiragana, unicode.Katakana, unicode.Han}, "ko": {unicode.Hangul}, "ru": {unicode.Cyrillic}, "uk": {unicode.Cyrillic}, "zh-Hans": {unicode.Han}, "zh-Hant": {unicode.Han},
}

var (
	unspoken = regexp.MustCompile("\\{[a-z]+\\}|`[^`]*`")
	wordsOf  = regexp.MustCompile(`\pL+`)
)

// TestTranslated checks that no text was left in English: that it differs if it has more than
// words that many languages share, and has a letter of its script if that is not Latin. Examples
// of queries and the names of operators are the same in all languages.
func TestTranslated(t *testing.T) {
	t.Parallel()
	eachText(t, func(l *Locale, name, text string, english []string) {
		if strings.HasSuffix(name, "-example") || strings.HasPrefix(name, "date.") {
			return
		}
		words := wordsOf.FindAllString(strings.ToLower(unspoken.ReplaceAllString(english[0], "")), -1)
		words = slices.DeleteFunc(words, func(w string) bool { return slices.Contains(loanWords, w) })
		if slices.Contains(english, text) && len(words) > 0 {
			t.Errorf("%s: %s is in English: %s", l.Tag(), name, text)
		}
		if script := scripts[l.Tag()]; script != nil && len(words) > 0 && wordsOf.MatchString(text) && !strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, script...) }) {
			t.Errorf("%s: %s has no letter of its script: %s", l.Tag(), name, text)
		}
	})
}

// TestSentences checks that a sentence ends with a full stop, and a label without one, and that
// spaces are single.
func TestSentences(t *testing.T) {
	t.Parallel()
	stop := regexp.MustCompile(`[.。।]$`)
	eachText(t, func(l *Locale, name, text string, english []string) {
		if want := stop.MatchString(english[0]); stop.MatchString(text) != want && !strings.HasSuffix(english[0], ":") && !strings.HasPrefix(name, "date.") {
			t.Errorf("%s: %s: is a sentence: %t: %s", l.Tag(), name, !want, text)
		}
		if strings.Contains(text, "  ") || text != strings.TrimSpace(text) && english[0] == strings.TrimSpace(english[0]) && name != "results.comma" {
			t.Errorf("%s: %s: spaces: %q", l.Tag(), name, text)
		}
	})
}

// cells returns the width of a text in columns of a terminal, which is close to its width in
// the letters of a page.
func cells(text string) (n int) {
	for _, r := range unspoken.ReplaceAllString(text, "") {
		switch kind := width.LookupRune(r).Kind(); {
		case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Cf, r):
		case kind == width.EastAsianWide, kind == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}

// labels are the texts that stand beside others in one line, with the most cells that a screen
// of 360 pixels has for them.
var labels = map[string]int{
	"page.search": 12, "page.status": 16, "page.statistics": 16, "page.urls": 16, "page.hosts": 16, "page.why-short": 26, "page.tester": 20,
	"page.help": 24, "results.all-kinds": 12, "results.pictures": 12, "results.sound": 12, "results.video": 12, "results.narrow": 36,
	"results.more-values": 14, "results.best-first": 24, "results.by-score": 24, "results.newest-first": 26, "results.previous": 12,
	"results.next": 12, "results.show-all": 20, "why.explain": 12, "language.name": 14,
}

// TestLengths checks that labels fit, and that no text is much longer than in English.
func TestLengths(t *testing.T) {
	t.Parallel()
	eachText(t, func(l *Locale, name, text string, english []string) {
		n, most := cells(text), 2*cells(english[0])+16
		if fits, ok := labels[name]; ok {
			most = fits
		}
		if n > most {
			t.Errorf("%s: %s has %d cells, more than %d: %s", l.Tag(), name, n, most, text)
		}
	})
}

// TestDirections checks that in a text from right to left each value and each name that begins
// or ends with a mark is isolated, and that isolates have partners.
func TestDirections(t *testing.T) {
	t.Parallel()
	operator := regexp.MustCompile(`[a-z]+:(?://)?`)
	for _, l := range catalogue(t).All() {
		for _, name := range l.Names() {
			for _, text := range l.formsAt(name) {
				opened := strings.Count(text, "\u2066") + strings.Count(text, "\u2067") + strings.Count(text, "\u2068")
				if opened != strings.Count(text, popIsolate) || opened > 0 && l.Direction() != "rtl" {
					t.Errorf("%s: %s: isolates: %q", l.Tag(), name, text)
				}
				for _, at := range operator.FindAllStringIndex(unspoken.ReplaceAllString(text, ""), -1) {
					plain := unspoken.ReplaceAllString(text, "")
					if l.Direction() == "rtl" && !strings.HasSuffix(name, "-example") && !strings.HasSuffix(plain[:at[0]], "\u2066") {
						t.Errorf("%s: %s: %q is not isolated", l.Tag(), name, plain[at[0]:at[1]])
					}
				}
			}
		}
	}
	for _, tt := range []struct{ name, tag, value, want string }{
		{"from left to right", "de", "foo:", "„foo:“ ist kein Operator und wurde als Text gesucht."},
		{"from right to left", "ar", "foo:", "«\u2068foo:\u2069» ليس من عوامل البحث، وتم البحث عنه كنص."},
		{"a value that is as well", "ar", "حرير:", "«حرير:» ليس من عوامل البحث، وتم البحث عنه كنص."},
	} {
		if got := in(t, tt.tag).Text("hint.unknown-operator", "value", tt.value); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	for tag, want := range map[string]string{"en": "ltr", "zh-Hant": "ltr", "ar": "rtl", "fa": "rtl", "he": "rtl"} {
		if got := in(t, tag).Direction(); got != want {
			t.Errorf("%s is written %s", tag, got)
		}
	}
}
