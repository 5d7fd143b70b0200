package text_test

import (
	"testing"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/text"
)

// TestControls checks that terminal control sequences are not part of words, and that control
// characters separate words.
func TestControls(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"one\ttwo\r\n\nthree": "one two\nthree\n", "\x1b[31mred\x1b[0m ink": "red ink\n", "a\x00b\x07c\x7fd": "a b c d\n",
		"\x1b[1;3": "", "x\x1b": "x\n", "é\x01ü": "é ü\n", "\x1b]0;title\x07words": "words\n",
		"\x1b]8;;http://a.test/\x1b\\link": "link\n", "\x1b]0;cut": "0;cut\n", "\x1b(B\x1b[mword": "word\n", "\x1bcreset": "reset\n",
		"\x1b[31été": "été\n", "\x1b[é": "é\n", "a\x1b[31\x01b": "a b\n", "\x1bé": "é\n",
	} {
		var p aranea.Page
		if text.Parse(&p, []byte(in), 1000, 100); string(p.Text) != want {
			t.Errorf("%q: %q, want %q", in, p.Text, want)
		}
		if !utf8.Valid(p.Text) {
			t.Errorf("%q: %q is no UTF-8", in, p.Text)
		}
	}
}
