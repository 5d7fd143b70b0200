package snippet

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/analyze"
)

// filler is a sentence that none of the queries is about, of about a line.
const filler = "Weavers sit in the middle of a wheel of threads and wait there all day long. "

// TestSentenceBorders: a piece out of the middle of a long text begins where a sentence
// does, after whatever ends the one before, and ends where one ends.
func TestSentenceBorders(t *testing.T) {
	t.Parallel()
	a := analyze.New(0)
	for name, c := range map[string]struct{ before, sentence, begins string }{
		"full stop":        {"They rest.", "The needle lies in the grass.", "… The needle lies"},
		"question mark":    {"Do they rest?", "The needle lies in the grass.", "… The needle lies"},
		"exclamation mark": {"They rest!", "The needle lies in the grass.", "… The needle lies"},
		"ellipsis":         {"They rest…", "The needle lies in the grass.", "… The needle lies"},
		"Russian":          {"Они спят.", "Здесь лежит needle в траве.", "… Здесь лежит needle"},
		"Arabic":           {"هل ينامون؟", "هنا needle في العشب.", "… هنا needle"},
		"Chinese":          {"它们在休息。", "这里有 needle 一根。", "… 这里有 needle"},
		"Hindi":            {"वे आराम करते हैं।", "यहाँ needle है।", "… यहाँ needle"},
	} {
		text := strings.Repeat(filler, 8) + c.before + " " + c.sentence + " " + strings.Repeat(filler, 8)
		got := Plain(markerOf("needle").Cut([]byte(text), "", a, analyze.En).Spans)
		if !strings.HasPrefix(got, c.begins) || !strings.Contains(got, c.sentence) {
			t.Errorf("%s: %q", name, got)
		}
		if end := strings.TrimSuffix(got, " …"); end == got || !strings.HasSuffix(end, strings.TrimSpace(filler)) && !strings.HasSuffix(end, c.sentence) {
			t.Errorf("%s ends inside a sentence: %q", name, got)
		}
	}
}

// BenchmarkTen cuts the ten snippets of a page of results, out of texts of 8 KB in which
// the words stand a few times each.
func BenchmarkTen(b *testing.B) {
	var texts [10][]byte
	for i := range texts {
		var text strings.Builder
		for n := 0; text.Len() < 8<<10; n++ {
			text.WriteString(filler)
			if n%(i+7) == 3 {
				fmt.Fprintf(&text, "A needle of number %d lies near the silver thread.\n", n)
			}
		}
		texts[i] = []byte(text.String())
	}
	a, m := analyze.New(1<<14), markerOf("silver needle")
	b.SetBytes(int64(10 * len(texts[0])))
	b.ReportAllocs()
	for b.Loop() {
		for _, text := range texts {
			if len(m.Cut(text, "", a, analyze.En).Spans) < 2 {
				b.Fatal("nothing is marked")
			}
		}
	}
}
