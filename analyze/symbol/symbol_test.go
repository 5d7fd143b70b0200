package symbol

import (
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/analyze"
)

// symbolsIn returns the symbols of a text by the words of a page.
func symbolsIn(text string) (out []string) {
	for _, t := range analyze.New(0).AppendPage(nil, []byte(text), []analyze.Part{{End: uint32(len(text))}}, 1000, false) {
		if from, to, ok := Of([]byte(text), int(t.Start), int(t.End)); ok {
			out = append(out, string(Append(nil, []byte(text[from:to]))))
		}
	}
	return out
}

// TestOf: each name in code counts once, in pages as in queries.
func TestOf(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ab_", mostBytes/3)
	for _, tt := range []struct{ name, text, want string }{
		{"between words", "the row_number of", "row_number"},
		{"capitals", "HTTP_PROXY", "http_proxy"},
		{"calls", "os.path_of(file_name)", "path_of file_name"},
		{"underscores around it", "__init__ and _fields_", "__init__ _fields_"},
		{"underscores inside", "a__b", "a__b"},
		{"digits", "utf8_to_utf16", "utf8_to_utf16"},
		{"words inside its words", "get_innerBuffer_of", "get_innerbuffer_of"},
		{"words inside its first word", "__innerBuffer _parseHTTPHeader", "__innerbuffer _parsehttpheader"},
		{"beside Chinese", "使用row_number函数", "row_number"},
		{"no underscore", "row-number row.number rowNumber", ""},
		{"underscores alone", "_ __ a _ b", ""},
		{"letters of others", "größe_max max_größe naïve_b é_b a_é", ""},
		{"as long as may be", long + "c", long + "c"},
		{"too long", long + "cd", ""},
		{"many underscores", strings.Repeat("_", 3*mostBytes) + "a" + strings.Repeat("_", 3*mostBytes) + "b", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := strings.Join(symbolsIn(tt.text), " "); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
			var asked []string
			for _, w := range analyze.AnalyzeQuery(tt.text) {
				if from, to, ok := Of([]byte(tt.text), w.Start, w.End); ok {
					asked = append(asked, string(Append(nil, []byte(tt.text[from:to]))))
				}
			}
			if got := strings.Join(asked, " "); got != tt.want {
				t.Errorf("a query has %q, want %q", got, tt.want)
			}
		})
	}
}

// TestWithin: underscores behind the last word are no part of it.
func TestWithin(t *testing.T) {
	t.Parallel()
	for end, want := range map[int]bool{11: false, 12: true, 13: true} {
		if got := Within([]byte("row_number__"), 2, end); got != want {
			t.Errorf("by %d: %t", end, got)
		}
	}
}

// FuzzOf: symbols lie in the text around their first word, have an underscore and a bounded length, and do
// not overlap.
func FuzzOf(f *testing.F) {
	for _, seed := range []string{"row_number", "__init__", "a_b_c d_", "使用row_number函数", "\xff_a_\xff", "x\u200b_y", "C++_a it's_b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b, last := []byte(text), 0
		for _, w := range analyze.New(0).AppendPage(nil, b, []analyze.Part{{End: uint32(len(b))}}, 1<<16, true) {
			from, to, ok := Of(b, int(w.Start), int(w.End))
			if !ok {
				continue
			}
			if from < last || to > len(b) || to-from > mostBytes || !slices.Contains(b[from:to], '_') || from > int(w.Start) || to < int(w.End) {
				t.Fatalf("%q: [%d, %d) for the word [%d, %d)", text, from, to, w.Start, w.End)
			}
			last = to
		}
	})
}
