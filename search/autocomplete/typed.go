package autocomplete

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aranea-search/aranea/analyze"
)

// Bounds of what is completed.
const (
	maxTyped   = 200 // bytes
	maxWords   = 8   // words before the last one
	minLetters = 2   // of the last word; one character of an unspaced script is enough
	maxPiece   = 70  // characters of a piece of a title
	minPiece   = 2   // words in a piece of a title
)

// Typed is the beginning of a query.
type Typed struct {
	Head  string // everything before the word being typed
	Last  string // the prefix of that word, as typed
	Start string // the same, folded as in the index
	forms []string
	begin int  // where in Head begins what the word being typed follows or is a part of
	run   bool // Last is in the middle of a run of Chinese characters
}

// Cut splits what was typed so far. It returns false if it cannot be completed: it ends after a
// word, contains operators or quotes, or is too long or too short.
func Cut(typed string) (Typed, bool) {
	typed = strings.TrimLeftFunc(typed, unicode.IsSpace)
	if len(typed) > maxTyped || !utf8.ValidString(typed) || strings.ContainsAny(typed, operators) {
		return Typed{}, false
	}
	ts := analyze.AnalyzeQuery(typed)
	if len(ts) == 0 || len(ts) > maxWords+1 {
		return Typed{}, false
	}
	last := ts[len(ts)-1]
	if last.End != len(typed) || last.Start > 0 && typed[last.Start-1] == '-' || !last.Unspaced && utf8.RuneCountInString(last.Form) < minLetters {
		return Typed{}, false
	}
	t := Typed{Head: typed[:last.Start], Last: typed[last.Start:], Start: last.Form}
	for _, w := range ts[:len(ts)-1] {
		t.forms = append(t.forms, w.Form)
	}
	t.begin = len(t.Head)
	if last.Unspaced {
		t.cutRun(ts)
	}
	if t.begin == len(t.Head) {
		t.begin = 1 + strings.LastIndexFunc(strings.TrimRightFunc(t.Head, unicode.IsSpace), unicode.IsSpace)
	}
	return t, true
}

// cutRun looks at the run of characters that what was typed ends with. An odd number of Chinese
// ones, as 安装软, mostly ends within a word of two, as 软件, and only the last character is
// completed then.
func (t *Typed) cutRun(ts []analyze.QueryToken) {
	first := len(ts) - 1
	for first > 0 && ts[first-1].Unspaced && ts[first-1].End > ts[first].Start {
		first--
	}
	t.begin = ts[first].Start
	typed := t.Head + t.Last
	run := []rune(typed[t.begin:])
	if len(run) < 3 || len(run)%2 == 0 || slices.ContainsFunc(run, func(r rune) bool { return !unicode.Is(unicode.Han, r) }) {
		return
	}
	at := len(typed) - utf8.RuneLen(run[len(run)-1])
	t.Head, t.Last, t.Start, t.run = typed[:at], typed[at:], lastRune(t.Start), true
}

func lastRune(s string) string {
	_, size := utf8.DecodeLastRuneInString(s)
	return s[len(s)-size:]
}

// operators are the characters that ask for more than words.
const operators = "\"“”«»():*~|"

// With returns the query with a word in place of the one being typed.
func (t Typed) With(word string) string { return t.Head + word }

// Beside returns the query for pages where a word follows the one before it; "" if there is
// none, or it is no word.
func (t Typed) Beside(word string) string {
	before := t.Head[t.begin:]
	switch strings.TrimSpace(before) {
	case "", "OR", "AND", "NOT":
		return ""
	}
	if before[0] == '-' {
		return ""
	}
	return `"` + before + word + `"`
}

// Piece returns the piece of a title that continues what was typed, that is, contains all typed
// words, the last one as a prefix; "" if there is none. Titles often consist of several pieces,
// one of which is the name of the site.
func (t Typed) Piece(title string) string {
	for _, piece := range split(title) {
		if t.run && !strings.Contains(piece, t.Head[t.begin:]+t.Last) {
			continue
		}
		ws := analyze.AnalyzeQuery(piece)
		if len(ws) < minPiece || utf8.RuneCountInString(piece) > maxPiece {
			continue
		}
		have := map[string]bool{}
		begun := false
		for _, w := range ws {
			have[w.Form] = true
			begun = begun || strings.HasPrefix(w.Form, t.Start)
		}
		for _, f := range t.forms {
			begun = begun && have[f]
		}
		if begun {
			return piece
		}
	}
	return ""
}

// isNumber reports whether a word is a chapter number such as 1.4. or A.2.
func isNumber(word string) bool {
	inner, dot := strings.CutSuffix(word, ".")
	return dot && len(inner) <= 8 && strings.Trim(inner, "0123456789.ABCDEFGHIVX") == ""
}

// separators separate the pieces of a title.
var separators = [...]string{" - ", " – ", " — ", " | ", " :: ", " · ", " » ", " « ", " > ", " / ", ": "}

// split returns the pieces of a title, as queries of plain words.
func split(title string) []string {
	for _, s := range separators {
		title = strings.ReplaceAll(title, s, "\n")
	}
	var out []string
	for piece := range strings.SplitSeq(title, "\n") {
		piece = strings.Map(func(r rune) rune {
			if strings.ContainsRune(operators, r) || unicode.IsControl(r) {
				return ' '
			}
			return r
		}, piece)
		var words []string
		for w := range strings.FieldsSeq(piece) {
			if w = strings.TrimLeft(w, "-"); w == "OR" || w == "AND" || w == "NOT" {
				w = strings.ToLower(w)
			}
			if w != "" {
				words = append(words, w)
			}
		}
		if len(words) > 1 && isNumber(words[0]) {
			words = words[1:]
		}
		if len(words) > 0 {
			out = append(out, strings.Join(words, " "))
		}
	}
	return out
}
