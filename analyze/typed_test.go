package analyze

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// finds reports whether all words of a query are words of a text in a language, as a search
// finds them: by their forms, or by their stems.
func finds(t *testing.T, l Lang, query, text string) bool {
	t.Helper()
	tokens, _ := New(0).Append(nil, []byte(text), l)
	for _, q := range AnalyzeQuery(query) {
		if !slices.ContainsFunc(tokens, func(tok Token) bool { return holds(q, l, tok.Word) }) {
			return false
		}
	}
	return true
}

func holds(q QueryToken, l Lang, w *Word) bool {
	if w.Form() == q.Form || q.Lone && strings.HasPrefix(w.Form(), q.Form) {
		return true
	}
	if slices.Contains(q.Prefixed(), w.Form()) {
		return true
	}
	return !q.Unspaced && slices.ContainsFunc(q.Stems(q.Stemmer(l)), func(s Stem) bool {
		return w.Stem() == s.Term || w.Stem() == "" && s.Own && w.Form() == s.Base
	})
}

// TestTyped: what people type in many languages finds what pages write.
func TestTyped(t *testing.T) {
	t.Parallel()
	table, err := os.ReadFile("testdata/typed.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(table)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		l, ok := ParseLang(f[0])
		if !ok || len(f) != 5 || !slices.Contains([]string{"yes", "no", "lost", "joined"}, f[3]) {
			t.Errorf("no row: %q", line)
			continue
		}
		if got := finds(t, l, f[1], f[2]); got != (f[3] == "yes" || f[3] == "joined") {
			t.Errorf("%s: %s on a page with %s: found %t, want %s (%s)", f[0], f[1], f[2], got, f[3], f[4])
		}
	}
}
