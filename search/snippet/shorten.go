package snippet

import "unicode"

// Limited returns a passage of at most most runes, 0 for any number. If there is a limit, it has
// no places: the heading of a section would be further words of the page.
func (p Passage) Limited(most int) Passage {
	if most <= 0 {
		return p
	}
	return Passage{Spans: Shorten(p.Spans, most)}
}

// Shorten cuts a snippet to at most most runes, marks included, around its first marked word; 0
// means no limit. It serves page owners who limit their snippets (max-snippet).
func Shorten(snippet []Span, most int) []Span {
	var text []rune
	var marked []bool
	first := -1
	for _, s := range snippet {
		for _, r := range s.Text {
			if s.Marked && first < 0 {
				first = len(text)
			}
			text, marked = append(text, r), append(marked, s.Marked)
		}
	}
	if most <= 0 || len(text) <= most {
		return snippet
	}
	word := 0
	for first >= 0 && first+word < len(text) && marked[first+word] {
		word++
	}
	lead := max(0, min(most/4, most-word)) // text before the marked word
	from := min(max(0, first-lead), len(text)-most)
	to := from + most
	from, to = wholeWords(text, from, to, max(first, from))
	var out []Span
	for i := from; i < to; i++ {
		if n := len(out); n == 0 || out[n-1].Marked != marked[i] {
			out = append(out, Span{Marked: marked[i]})
		}
		out[len(out)-1].Text += string(text[i])
	}
	return out
}

// wholeWords narrows a range so that it begins and ends between words, if the word at keep
// stays in it.
func wholeWords(text []rune, from, to, keep int) (int, int) {
	start, end := from, to
	for start > 0 && start < keep && !divides(text[start-1]) {
		start++
	}
	for start < keep && unicode.IsSpace(text[start]) {
		start++
	}
	for end < len(text) && end > keep && !divides(text[end]) {
		end--
	}
	if end == keep {
		end = to // a single word is longer than the range
	}
	for end > keep+1 && unicode.IsSpace(text[end-1]) {
		end--
	}
	return start, end
}

// divides reports whether words may be separated at a rune.
func divides(r rune) bool { return unicode.IsSpace(r) || r > firstUnspaced }
