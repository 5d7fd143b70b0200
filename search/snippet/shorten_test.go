package snippet

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestShorten(t *testing.T) {
	t.Parallel()
	snippet := []Span{{"… The house ", false}, {"spider", true}, {" builds a sheet in a corner. 蜘蛛之书在网上", false}}
	text := func(spans []Span) string {
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
	for most, want := range map[int]string{
		0: text(snippet), 1000: text(snippet), 30: "house [spider] builds a sheet", 12: "[spider]", 6: "[spider]", 3: "[spi]", 1: "[s]",
	} {
		if got := text(Shorten(snippet, most)); got != want {
			t.Errorf("%d: %q, want %q", most, got, want)
		}
	}
	for most := 1; most < 80; most++ {
		n := 0
		for _, s := range Shorten(snippet, most) {
			n += utf8.RuneCountInString(s.Text)
		}
		if n > most || n == 0 {
			t.Errorf("%d letters of %d", n, most)
		}
	}
	if got := text(Shorten([]Span{{"网络机器人访问网页", false}}, 4)); got != "网络机器" {
		t.Errorf("signs: %q", got)
	}
	if Shorten(nil, 5) != nil {
		t.Error("nothing becomes something")
	}
}
