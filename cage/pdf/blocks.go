package pdf

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
)

// A block is a paragraph or a heading of a page, with collapsed whitespace.
type block struct {
	kind  aranea.ElementKind
	text  string
	spans []span
}

// A span is the part of a block that is the text of a link.
type span struct {
	start, end int // in bytes of the text
	target     string
}

// joined removes the characters that the library leaves where a word was divided at the end of a
// line.
var joined = strings.NewReplacer("\uFFFE\r\n", "", "\uFFFE", "", "\x02\r\n", "", "\u00AD\r\n", "", "\r\n", "\n")

// collapse returns a text with single spaces between its words.
func collapse(text string) string { return strings.Join(strings.Fields(text), " ") }

// place assigns the links of a page to their words. It searches for them after those of the
// previous link, and then from the beginning. A link whose words are not found, or belong to
// another link, has none.
func place(blocks []block, links []link) []block {
	if len(blocks) == 0 && len(links) > 0 {
		blocks = []block{{kind: aranea.ElementText}}
	}
	at, from := 0, 0
	for _, l := range links {
		words := collapse(joined.Replace(l.words()))
		i, start := find(blocks, words, at, from)
		if i < 0 {
			i, start = find(blocks, words, 0, 0)
		}
		if i < 0 {
			last := &blocks[len(blocks)-1]
			last.spans = append(last.spans, span{len(last.text), len(last.text), l.target})
			continue
		}
		at, from = i, start+len(words)
		blocks[i].spans = append(blocks[i].spans, span{start, from, l.target})
	}
	for i := range blocks {
		apart(&blocks[i])
	}
	return blocks
}

// maxTries is how many occurrences on a page are tried for the words of one link: occurrences
// inside other words do not count.
const maxTries = 50

// find returns the block and the byte of the first occurrence of whole words from a byte of a
// block on; a block of -1 means that there is none.
func find(blocks []block, words string, at, from int) (i, start int) {
	if words == "" {
		return -1, 0
	}
	for tries := 0; at < len(blocks); at, from = at+1, 0 {
		text := blocks[at].text
		for ; tries < maxTries; tries++ {
			n := strings.Index(text[from:], words)
			if n < 0 {
				break
			}
			if start = from + n; whole(text, start, start+len(words)) {
				return at, start
			}
			_, size := utf8.DecodeRuneInString(text[start:])
			from = start + size
		}
	}
	return -1, 0
}

// whole reports whether a part of a text begins and ends at word boundaries. In scripts without
// spaces between words every boundary counts.
func whole(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	first, _ := utf8.DecodeRuneInString(text[start:])
	last, _ := utf8.DecodeLastRuneInString(text[:end])
	after, _ := utf8.DecodeRuneInString(text[end:])
	return !(isWord(before) && isWord(first)) && !(isWord(last) && isWord(after))
}

func isWord(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

// apart orders the spans of a block. A span that begins inside another one is moved to its end,
// without words.
func apart(b *block) {
	slices.SortStableFunc(b.spans, func(x, y span) int { return cmp.Compare(x.start, y.start) })
	end := 0
	for i := range b.spans {
		s := &b.spans[i]
		if s.start < end {
			s.start, s.end = len(b.text), len(b.text)
			continue
		}
		end = s.end
	}
	slices.SortStableFunc(b.spans, func(x, y span) int { return cmp.Compare(x.start, y.start) })
}

// write adds blocks with their links.
func write(b *content.Builder, blocks []block) {
	for _, p := range blocks {
		b.Block(p.kind)
		at := 0
		for _, s := range p.spans {
			b.Write(p.text[at:s.start])
			b.Link(s.target)
			b.Write(p.text[s.start:s.end])
			b.EndLink()
			at = s.end
		}
		b.Write(p.text[at:])
		b.End()
	}
}
