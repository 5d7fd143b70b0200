package snippet

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea/analyze"
)

// marking prints a snippet with its marks in brackets.
func marking(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		if s.Marked {
			b.WriteString("[" + s.Text + "]")
		} else {
			b.WriteString(s.Text)
		}
	}
	return b.String()
}

// TestBestPiece: of all pieces of a text the one is shown that has the most words of the
// query, near each other and as they were typed, and of equal ones the first.
func TestBestPiece(t *testing.T) {
	t.Parallel()
	long := strings.Repeat(filler, 4)
	for _, tt := range []struct{ name, query, text, want string }{
		{"words, not how often one stands there", "silver needle", "A needle, a needle, a needle! " + long + "A silver needle. " + long, "… A [silver] [needle]."},
		{"near each other", "silver needle", "Some silver was found, and long after it by chance on the same day also a needle. " + long + "The silver needle. " + long, "… The [silver] [needle]."},
		{"in the order of the query", "silver needle", "A needle, silver too. " + long + "That silver needle. " + long, "… That [silver] [needle]."},
		{"of equal ones the first", "needle", long + "One needle. " + long + "Two needle. " + long, "… One [needle]."},
		{"not how often", "needle", long + "A needle, one needle, the needle. " + long + strings.Repeat("needle, ", 9) + "end. " + long, "… A [needle], one [needle]"},
		{"far behind", "silver needle", "The needle. " + long + "The silver. " + strings.Repeat(filler+"\n", 200) + "\nHere a silver needle lies.\n" + long, "… Here a [silver] [needle] lies."},
		{"two pieces", "silver needle", "Here is silver. " + long + "There a needle lies. " + long, "Here is [silver]. "},
	} {
		got := marking(markerOf(tt.query).Cut([]byte(tt.text), "", analyze.New(0), analyze.En).Spans)
		if !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
		if strings.Contains(tt.name, "two") && !strings.Contains(got, " … There a [needle] lies.") {
			t.Errorf("%s: %s", tt.name, got)
		}
	}
}

// TestPhrasesAreMarked: of a phrase no word by itself, unless the text has no phrase or
// the word is asked for as well.
func TestPhrasesAreMarked(t *testing.T) {
	t.Parallel()
	phrase := Word{Rarity: 1, Tokens: []Token{{Form: "silver", Pos: 0}, {Form: "needle", Pos: 1}}, Follow: true}
	m := NewMarker([]Word{phrase, {Rarity: 1, Tokens: []Token{{Form: "thread"}}}})
	both := NewMarker([]Word{{Rarity: 1, Tokens: []Token{{Form: "needle"}}}, phrase})
	for _, tt := range []struct {
		name       string
		m          *Marker
		text, want string
	}{
		{"in a phrase", m, "A silver thread, a silver needle, a needle of silver.", "A silver [thread], a [silver] [needle], a needle of silver."},
		{"no phrase there", m, "A silver thread, a needle of silver.", "A [silver] [thread], a [needle] of [silver]."},
		{"by itself too", both, "A silver needle, a needle of silver.", "A [silver] [needle], a [needle] of silver."},
	} {
		if got := marking(tt.m.Cut([]byte(tt.text), "", analyze.New(0), analyze.En).Spans); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestNoSentenceEnds: full stops that end no sentence are no border, and the dots of a
// table of contents are shown as one character.
func TestNoSentenceEnds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		ends bool
	}{
		{"It ends here. ", true}, {"It ends “here.” ", true}, {"It ends in 2010. ", true}, {"它结束。", true}, {"Ends? ", true},
		{"that is, i.e. the", false}, {"5.4. Names", false}, {"Table 12.8. List", false}, {"J. Smith", false}, {"example.org is", false}, {"etc. and so on", false},
	} {
		at := strings.LastIndexAny(tt.text, ".?。”")
		for ; at > 0 && at < len(tt.text) && tt.text[at] != ' ' && tt.text[at] != 'o'; at++ {
		}
		if got := closes([]byte(tt.text), at); got != tt.ends {
			t.Errorf("%q at %d: %v", tt.text, at, got)
		}
	}
	got := marking(markerOf("needle").Cut([]byte("1 Needle . . . . . . . 5 2 Thread ........ 7"), "", analyze.New(0), analyze.En).Spans)
	if got != "1 [Needle] … 5 2 Thread … 7" {
		t.Error(got)
	}
}
