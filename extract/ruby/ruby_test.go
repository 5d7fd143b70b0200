package ruby

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// read returns the text of a piece of markup and its annotations.
func read(a *Annotations, source string) (text, annotations string) {
	z := html.NewTokenizer(strings.NewReader(source))
	for {
		switch token := z.Next(); token {
		case html.ErrorToken:
			return text, string(a.Take())
		case html.TextToken:
			if a.Open() {
				a.Add(z.Text())
			} else {
				text += string(z.Text())
			}
		default:
			name, _ := z.TagName()
			switch tag := atom.Lookup(name); {
			case tag == 0:
			case token == html.EndTagToken:
				a.End(len(text))
			default:
				a.Start(tag, len(text))
			}
		}
	}
}

func TestAnnotations(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, source, text, annotations string }{
		{"a word", "<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>の", "漢字の", "かんじ"},
		{"characters", "<ruby>漢<rt>かん</rt>字<rt>\n じ </rt></ruby>", "漢字", "かんじ"},
		{"parts without ends", "<ruby><rb>漢<rp>(<rt>かん<rp>)<rb>字<rt>じ</ruby>", "漢字", "かんじ"},
		{"two words", "<ruby>東<rt>とう</ruby>と<ruby>京<rt>きょう</ruby>", "東と京", "とう きょう"},
		{"one word in two", "<ruby>東<rt>とう</ruby><ruby>京<rt>きょう</ruby>", "東京", "とうきょう"},
		{"two lines", "<ruby>日本<rtc><rt>に<rt>ほん</rtc><rtc>Nihon</rtc></ruby>", "日本", "にほん Nihon"},
		{"words of a line", "<ruby>WHO<rt>World <i>Health</i> Organization</ruby>", "WHO", "World Health Organization"},
		{"none", "a<ruby>b<rp>(</rp><rt> </rt></ruby>c", "abc", ""},
	}
	var a Annotations
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for range 2 { // one block must not affect the next
				text, annotations := read(&a, strings.NewReplacer("<i>", "", "</i>", "").Replace(tt.source))
				if text != tt.text || strings.TrimSpace(annotations) != tt.annotations {
					t.Errorf("%q, %q; want %q, %q", text, annotations, tt.text, tt.annotations)
				}
			}
			if a.Reset(0); a.Open() || a.Len() != 0 {
				t.Error("something is left")
			}
		})
	}
}
