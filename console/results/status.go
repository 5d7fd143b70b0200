package results

import (
	"unicode"
	"unicode/utf8"

	"github.com/aranea-search/aranea/search"
)

// A noun has the texts that count the results.
type noun struct{ none, count, least string }

var (
	pages    = noun{"found.no-pages", "found.pages", "found.least-pages"}
	pictures = noun{"found.no-pictures", "found.pictures", "found.least-pictures"}
)

func nounOf(resp *search.Response) noun {
	if resp.Noun() == "picture" {
		return pictures
	}
	return pages
}

// status describes how many pages were found, which part of the list is shown, and how long the
// search took.
func (m *maker) status() string {
	n := nounOf(m.resp)
	if m.resp.Total == 0 {
		return m.In.Text(n.none)
	}
	text := capital(m.found(n))
	if m.Page > 1 {
		text = m.In.Text("found.result-page", "found", text, "n", m.In.Number(m.Page))
	}
	if ms := m.resp.Elapsed.Milliseconds(); ms > 0 {
		return m.In.Text("found.took", "found", text, "ms", m.In.Number(int(ms)))
	}
	return m.In.Text("found.took-less", "found", text)
}

// found describes how many pages were found, some of which have only some of the words, like
// show.Found in English.
func (m *maker) found(n noun) string {
	total, some := m.resp.Total, m.resp.Some
	count, least := n.count, m.In.Number(some)
	if m.resp.More { // the numbers are lower bounds, except that of pages with all the words
		count, least = n.least, m.In.Text("found.least", "n", least)
	}
	switch full := total - some; {
	case some <= 0:
		return m.In.Count(count, total)
	case full <= 0:
		return m.In.Text(m.orApart("found.some", "found.some-apart"), "pages", m.In.Count(count, some))
	default:
		return m.In.Text(m.orApart("found.both", "found.both-apart"), "pages", m.In.Count(n.count, full), "n", least)
	}
}

// orApart returns the text for pages that may have all the words, but not near each other.
func (m *maker) orApart(text, apart string) string {
	if m.resp.Apart {
		return apart
	}
	return text
}

// capital capitalizes the first letter of a sentence.
func capital(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:]
}
