package missingwords

import (
	"strings"
	"testing"
)

func TestPieces(t *testing.T) {
	t.Parallel()
	pairs := func(held ...bool) []Piece { // 人如 如何 何访, of three bytes each
		var out []Piece
		for i, h := range held {
			out = append(out, Piece{Of: "机器人如何", Start: 3 * i, End: 3*i + 6, Held: h})
		}
		return out
	}
	for _, tt := range []struct {
		name string
		all  []Piece
		want string
	}{
		{"nothing was asked", nil, ""},
		{"whole words", []Piece{Whole("spider", true), Whole("silk", false), Whole("thread", false)}, "silk|thread"},
		{"the same word twice", []Piece{Whole("silk", false), Whole("silk", false)}, "silk"},
		{"pieces apart", []Piece{{"spider-silk", 0, 6, true}, {"spider-silk", 7, 11, false}}, "silk"},
		{"two pieces apart", []Piece{{"house-spider-silk", 0, 5, false}, {"house-spider-silk", 6, 12, true}, {"house-spider-silk", 13, 17, false}}, "house|silk"},
		{"pairs that overlap", pairs(true, true, false, false), "如何"},
		{"in the middle", pairs(true, false, false, true), "人"},
		{"at both ends", pairs(false, true, false, false), "机|如何"},
		{"all of them", pairs(false, false, false, false), "机器人如何"},
		{"none of them", pairs(true, true, true, true), ""},
		{"an empty word", []Piece{Whole("", false)}, ""},
	} {
		if got := strings.Join(lacking(tt.all), "|"); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
