package dedupe

import (
	"bytes"
	"hash"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
)

// maxClock is the maximum length in bytes of a block that tells how long the making of its page
// took, or when that was.
const maxClock = 512

// makings tells which blocks of a page tell how long its making took.
type makings struct {
	page    *aranea.Page
	footers []bool // which containers are in the footer of the page; not known before they matter
}

// tells reports whether a block is one of the footer of its page that tells how long the making of
// the page took, or when that was to the second: "Page: 7ms Template: 3ms", "generated at
// 2026-05-01 10:02:45". Its numbers are others at each request, and no change.
func (m *makings) tells(e *aranea.Element) bool {
	return e.End-e.Start <= maxClock && hasClock(m.page.Text[e.Start:e.End]) && m.inFooter(int(e.Container))
}

// inFooter reports whether a container is in the footer of its page: what its markup says to be that (template), or what
// has the class or identifier, but not the foot of an article or a quotation.
func (m *makings) inFooter(at int) bool {
	cs := m.page.Containers
	if m.footers == nil {
		m.footers = make([]bool, len(cs))
		content := make([]bool, len(cs))
		for i := 1; i < len(cs); i++ {
			up := max(cs[i].Parent, 0)
			content[i] = content[up] || isContent(cs[i].Name)
			m.footers[i] = m.footers[up] || cs[i].Zone == aranea.ZoneTemplate || !content[i] && isFooter(cs[i].Name)
		}
	}
	return at < len(cs) && m.footers[at]
}

// isContent reports whether a container is one of content by its tag.
func isContent(name string) bool {
	switch name[:len(name)-len(strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz"))] {
	case "article", "blockquote", "figure", "main", "td":
		return true
	}
	return false
}

// isFooter reports whether the name of a container has "footer" as a class or an identifier, or as the last word of one, such
// as "page-footer". A class of a whole page, such as "with-sticky-footer", is no footer.
func isFooter(name string) bool {
	tag, classes, _ := strings.Cut(strings.ToLower(name), ".")
	if _, id, _ := strings.Cut(tag, "#"); id != "" {
		return isFooterWord(id)
	}
	return slices.ContainsFunc(strings.Split(classes, "."), isFooterWord)
}

func isFooterWord(s string) bool {
	before, after, found := strings.Cut(s, "footer")
	if !found || after != "" && !strings.ContainsAny(after[:1], "-_") {
		return false
	}
	switch strings.TrimRight(before, "-_") {
	case "", "page", "site", "global", "main", "body":
		return true
	}
	return false
}

// hasClock reports whether a text tells how long something took, or when it was to the second.
func hasClock(text []byte) bool {
	for len(text) > 0 {
		at := firstDigit(text)
		if at < 0 {
			return false
		}
		text = text[at:]
		number, rest := cutNumber(text)
		if instant.Match(text) || isUnit(rest, bytes.ContainsAny(number, ".,")) {
			return true
		}
		text = rest
	}
	return false
}

// instant is a date with a time to the second, as programs write it. A time alone may be anything: when a shop closes.
var instant = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{1,2}:[0-9]{2}:[0-9]{2}`)

// besides are the units of what programs tell beside the time: questions to a database, and memory.
var besides = regexp.MustCompile(`^\s?(?:quer(?:y|ies)|[KkMG]i?B)\b`)

// cutMaking cuts what is another one at each request from the beginning of a text, which is a digit: an instant, or a number
// with one of the units. If it is another number, that is cut, and changes is false.
func cutMaking(text []byte) (part, rest []byte, changes bool) {
	if at := instant.FindIndex(text); at != nil {
		return text[:at[1]], text[at[1]:], true
	}
	part, rest = cutNumber(text)
	return part, rest, isUnit(rest, bytes.ContainsAny(part, ".,")) || besides.Match(rest)
}

// cutNumber cuts the digits at the beginning of a text, with the points, commas and colons between
// them, from the rest.
func cutNumber(text []byte) (number, rest []byte) {
	end := 0
	for i, c := range text {
		switch {
		case '0' <= c && c <= '9':
			end = i + 1
			continue
		case (c == '.' || c == ',' || c == ':') && i == end:
			continue
		}
		break
	}
	return text[:end], text[end:]
}

// isUnit reports whether a text begins with a unit of time below the minute, behind a space at
// most.
func isUnit(text []byte, fraction bool) bool {
	if r, n := utf8.DecodeRune(text); unicode.IsSpace(r) {
		text = text[n:]
	}
	end := bytes.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 0 {
		end = len(text)
	}
	word := string(text[:min(end, 24)])
	switch word {
	case "ms", "msec", "msecs", "µs", "μs", "secs", "сек", "мс":
		return true
	case "s", "sec":
		return fraction
	}
	word = strings.ToLower(word)
	for _, unit := range [...]string{"秒", "毫秒", "ミリ秒", "초"} {
		if strings.HasPrefix(word, unit) { // the next word follows without a space
			return true
		}
	}
	for _, unit := range [...]string{"second", "millisecond", "microsecond", "sekund", "millisekund", "segundo", "секунд", "sekunt"} {
		if ending, found := strings.CutPrefix(word, unit); found {
			switch ending {
			case "", "s", "e", "es", "en", "er", "n", "a", "o", "i", "ы", "у", "а", "ia":
				return true
			}
		}
	}
	return false
}

// writeMaking writes a block with a zero for each part of it that is another one at each request, and returns the
// bytes written.
func writeMaking(h hash.Hash, text []byte) (length int) {
	for {
		at := firstDigit(text)
		if at < 0 {
			n, _ := h.Write(text)
			return length + n
		}
		n, _ := h.Write(text[:at])
		part, rest, changes := cutMaking(text[at:])
		if changes {
			part = []byte{'0'}
		}
		m, _ := h.Write(part)
		length += n + m
		text = rest
	}
}
