package snippet

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/aranea-search/aranea/analyze"
)

// markerOf marks the words of a query as they stand.
func markerOf(query string) *Marker {
	tokens, _ := analyze.New(0).Append(nil, []byte(query), analyze.En)
	var words []Word
	for _, t := range tokens {
		words = append(words, Word{Rarity: 1, Tokens: []Token{{Form: t.Word.Form()}}})
	}
	return NewMarker(words)
}

// TestBounds: no text, however it is cut, makes a snippet that is longer than its
// limit, ends inside a character, or is not there.
func TestBounds(t *testing.T) {
	t.Parallel()
	a := analyze.New(0)
	for name, unit := range map[string]string{
		"one endless word": "needle", "pairs": "蛛丝", "two bytes": "игла ", "lines": "needle\n", "line feeds": "needle\n\n\n\n",
		"emoji": "🕷🕸 needle ", "long labels": strings.Repeat("x", 34) + "\nneedle\n",
	} {
		for _, query := range []string{"needle", "蛛丝", "игла", "title"} {
			text := Plain(markerOf(query).Cut(bytes.Repeat([]byte(unit), 32<<10/len(unit)), "", a, analyze.En).Spans)
			if n := utf8.RuneCountInString(text); n == 0 || n > whole.room+whole.lead+len("… … … ")+2*strings.Count(text, " · ") {
				t.Errorf("%s, %s: %d characters", name, query, n)
			}
			if strings.ContainsAny(text, "\n\uFFFD") {
				t.Errorf("%s, %s: %q", name, query, text)
			}
		}
	}
}

// TestLongMark: the long mark at the end of a Katakana word is marked with it, and nothing else.
func TestLongMark(t *testing.T) {
	t.Parallel()
	a := analyze.New(0)
	for text, want := range map[string]string{"新しいサーバーの設定": "サーバー", "新しいサーバの設定": "サーバ", "ーサーバ": "サーバ"} {
		marked := ""
		for _, s := range markerOf("サーバー").Cut([]byte(text), "", a, analyze.Ja).Spans {
			if s.Marked {
				marked += s.Text
			}
		}
		if marked != want {
			t.Errorf("%s: %q is marked, want %q", text, marked, want)
		}
	}
}

// TestJoinedMarks: the words of a name in code are marked as one.
func TestJoinedMarks(t *testing.T) {
	t.Parallel()
	a := analyze.New(0)
	for text, want := range map[string]string{"calls row_number() once": "row_number", "a row__number": "row__number", "_row number_": "row|number", "row-number": "row|number"} {
		var marked []string
		for _, s := range markerOf("row number").Cut([]byte(text), "", a, analyze.En).Spans {
			if s.Marked {
				marked = append(marked, s.Text)
			}
		}
		if got := strings.Join(marked, "|"); got != want {
			t.Errorf("%s: %q is marked, want %q", text, got, want)
		}
	}
}

// FuzzSnippet: any text gives a snippet that is UTF-8, in one line, bounded and
// made of the text.
func FuzzSnippet(f *testing.F) {
	for _, s := range []string{"", "\n", "needle", "a\n\nneedle.\nneedle", strings.Repeat("蛛 needle\n", 90), strings.Repeat("x", 400) + "needle", "needle\u00ad\n\u202e."} {
		f.Add(s, "")
		f.Add("Menu\n"+s, s)
	}
	a := analyze.New(1 << 14)
	m := markerOf("needle 蛛 x")
	f.Fuzz(func(t *testing.T, text, description string) {
		text, description = strings.ToValidUTF8(text, ""), strings.ToValidUTF8(description, "")
		out := ""
		for _, s := range m.Cut([]byte(text), description, a, analyze.En).Spans {
			if s.Text == "" {
				t.Fatal("an empty span")
			}
			out += s.Text
		}
		if !utf8.ValidString(out) || strings.Contains(out, "\n") || utf8.RuneCountInString(out) > 4*(whole.room+whole.lead) {
			t.Fatalf("snippet %q", out)
		}
		for _, w := range strings.FieldsFunc(out, func(r rune) bool { return r == ' ' || r == '·' || r == '…' }) {
			if !strings.Contains(text+description, w) {
				t.Fatalf("%q is not in the text", w)
			}
		}
	})
}

// TestCutPart: the passage is from the part if that has a word of the query, else from all of the text, and
// from the beginning of the part if that has none.
func TestCutPart(t *testing.T) {
	t.Parallel()
	text := []byte("It opens lids.\nA needle is thin.\nThread is long.\n")
	for _, tt := range []struct {
		query    string
		from, to int
		want     string
		inPart   bool
	}{
		{"needle", 15, 33, "A needle is thin.", true},
		{"lids", 15, 33, "It opens lids. A needle is thin. Thread is long.", false},
		{"moss", 15, 33, "A needle is thin.", true},
		{"moss", 15, 15, "Said of it.", false},
		{"moss", 0, 15, "Said of it.", false},
		{"moss", 0, len(text), "Said of it.", true},
	} {
		got, inPart := markerOf(tt.query).CutPart(text, text[tt.from:tt.to], "Said of it.", analyze.New(0), analyze.En)
		if s := Plain(got.Spans); s != tt.want || inPart != tt.inPart {
			t.Errorf("%s in [%d, %d): %q, %t", tt.query, tt.from, tt.to, s, inPart)
		}
	}
}
