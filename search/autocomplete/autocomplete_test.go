package autocomplete

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/aranea-search/aranea/query"
)

// TestPiece: of a title the piece that goes on is told, as a query of words alone.
func TestPiece(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ typed, title, want string }{
		{"spi", "The Spider Book – Chapter 4: Spiders in the house", "The Spider Book"},
		{"house spi", "The Spider Book – Chapter 4: Spiders in the house", "Spiders in the house"},
		{"spi", "Spider", ""}, // one word is no more than the word
		{"gree", `The "green" (or OR) -red site:a.test*`, "The green or or red site a.test"},
		{"inst", "A.4. Installing by hand", "Installing by hand"},
		{"gree", strings.Repeat("green ", 20), ""},
		{"инст", "Руководство по установке | Инструкция для начинающих", "Инструкция для начинающих"},
	} {
		typed, ok := Cut(tt.typed)
		if got := typed.Piece(tt.title); !ok || got != tt.want {
			t.Errorf("%q in %q: %q, want %q", tt.typed, tt.title, got, tt.want)
		}
	}
}

// FuzzPiece: whatever is typed and whatever a title is, the piece is bounded, and
// asks for words alone.
func FuzzPiece(f *testing.F) {
	f.Add("spi", "The Spider Book – Chapter 4: Spiders in the house")
	f.Add("网络机", "网络机器人 | 蜘蛛之书 : site:a")
	f.Add("пауки-вол", "Пауки-волки")
	f.Fuzz(func(t *testing.T, text, title string) {
		typed, ok := Cut(text)
		if !ok {
			return
		}
		if typed.Head+typed.Last != strings.TrimLeft(text, " \t\n\v\f\r\u0085\u00a0") && !strings.HasSuffix(text, typed.Head+typed.Last) {
			t.Fatalf("%q is cut into %q and %q", text, typed.Head, typed.Last)
		}
		piece := typed.Piece(title)
		if utf8.RuneCountInString(piece) > maxPiece {
			t.Fatalf("a piece of %d characters", utf8.RuneCountInString(piece))
		}
		for _, n := range query.Parse(piece).Root.Nodes {
			if n.Kind != query.Word {
				t.Fatalf("%q asks for %s", piece, n)
			}
		}
	})
}
