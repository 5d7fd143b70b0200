package menu

import (
	"iter"
	"path"
	"strings"
)

// maxAddress is the number of bytes of an address; longer ones are no pages of a menu.
const maxAddress = 2048

// Pages returns the addresses of pages that a script has in its strings, as they stand there, in
// their order and as often: those of links in markup (<a href="x.html">), and strings that are an
// address as a whole and end as web pages do. A string that is a part of a longer one, because a +
// stands beside it, is none. A file that is no script, but markup, has none.
func Pages(script []byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		text := strings.TrimPrefix(string(script), "\ufeff")
		if strings.HasPrefix(strings.TrimSpace(text), "<") {
			return
		}
		for s := range literals(text) {
			for address := range s.addresses() {
				if !yield(address) {
					return
				}
			}
		}
	}
}

// A literal is a string of a script.
type literal struct {
	text string
	part bool // of a longer string
}

// literals returns the strings of a script. Comments are left out. A string ends at the end of its
// line, but for templates; what a regular expression has in quotation marks is taken for one.
func literals(text string) iter.Seq[literal] {
	return func(yield func(literal) bool) {
		joined := false // a + stands before
		for at := 0; at < len(text); {
			switch c := text[at]; {
			case c == ' ', c == '\t', c == '\r', c == '\n', c == '(':
				at++
			case strings.HasPrefix(text[at:], "//"):
				at = after(text, at, "\n")
			case strings.HasPrefix(text[at:], "/*"):
				at = after(text, at+2, "*/")
			case c == '"', c == '\'', c == '`':
				end, closed := closing(text, at)
				if closed {
					inside := text[at+1 : end-1]
					isPart := joined || strings.HasPrefix(strings.TrimLeft(text[end:], " \t\r\n"), "+") || c == '`' && strings.Contains(inside, "${")
					if !yield(literal{unescape(inside), isPart}) {
						return
					}
				}
				at, joined = end, false
			default:
				at, joined = at+1, c == '+'
			}
		}
	}
}

// after returns where the text goes on behind the next end, or its length.
func after(text string, at int, end string) int {
	if i := strings.Index(text[at:], end); i >= 0 {
		return at + i + len(end)
	}
	return len(text)
}

// closing returns where the text goes on behind the string that begins at a quotation mark, and
// whether that has an end.
func closing(text string, at int) (end int, closed bool) {
	mark := text[at]
	for i := at + 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case c == mark:
			return i + 1, true
		case c == '\n' && mark != '`':
			return i + 1, false
		}
	}
	return len(text), false
}

// unescape removes the backslashes of a string: \" is a quotation mark and \/ a slash. What they
// stand for otherwise is in no address.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			if i++; strings.IndexByte("nrtbfv\r\n", s[i]) >= 0 {
				out.WriteByte(' ')
				continue
			}
		}
		out.WriteByte(s[i])
	}
	return out.String()
}

// addresses returns the addresses in a string.
func (l literal) addresses() iter.Seq[string] {
	return func(yield func(string) bool) {
		const href = "href="
		lower := strings.ToLower(l.text)
		if !strings.Contains(lower, href) {
			if !l.part && isPage(l.text) {
				yield(l.text)
			}
			return
		}
		if len(lower) != len(l.text) {
			return // letters that are longer in lower case
		}
		for at := 0; ; {
			i := strings.Index(lower[at:], href)
			if i < 0 {
				return
			}
			at += i + len(href)
			if at == len(lower) || lower[at] != '"' && lower[at] != '\'' {
				continue
			}
			address, _, ends := strings.Cut(l.text[at+1:], lower[at:at+1])
			if ends && isAddress(address) && !yield(address) {
				return
			}
		}
	}
}

// isAddress reports whether a text may be the address of another page: without a scheme, or with one
// of the web.
func isAddress(s string) bool {
	if s == "" || len(s) > maxAddress || s[0] == '#' || strings.ContainsAny(s, " \t<>{}|\\^`\"'$()*") {
		return false
	}
	scheme, rest, ok := strings.Cut(s, ":")
	switch {
	case !ok || strings.ContainsAny(scheme, "/?#"):
		return true
	case strings.EqualFold(scheme, "http"), strings.EqualFold(scheme, "https"):
		return strings.HasPrefix(rest, "//")
	}
	return false
}

// isPage reports whether a text is an address that ends as those of web pages do.
func isPage(s string) bool {
	if !isAddress(s) {
		return false
	}
	file, _, _ := strings.Cut(s, "#")
	file, _, _ = strings.Cut(file, "?")
	name := path.Base(file)
	ending := path.Ext(name)
	if strings.HasSuffix(file, "/") || ending == name {
		return false
	}
	switch strings.ToLower(ending) {
	case ".html", ".htm", ".xhtml", ".shtml", ".php", ".asp", ".aspx", ".jsp", ".cfm":
		return true
	}
	return false
}
