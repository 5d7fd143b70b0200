package lexer

import "bytes"

// rawTagOf returns the name of an element with raw text, "" for others.
func rawTagOf(name []byte) string {
	if len(name) < len("xmp") {
		return ""
	}
	var words []string
	switch name[0] | 0x20 {
	case 'i':
		words = rawTags[0:1]
	case 'n':
		words = rawTags[1:4]
	case 'p':
		words = rawTags[4:5]
	case 's':
		words = rawTags[5:7]
	case 't':
		words = rawTags[7:9]
	case 'x':
		words = rawTags[9:10]
	}
	for _, w := range words {
		if foldsTo(name, w) {
			return w
		}
	}
	return ""
}

var rawTags = [...]string{"iframe", "noembed", "noframes", "noscript", "plaintext", "script", "style", "textarea", "title", "xmp"}

// rawText reads the text of an element up to its end tag, and reports whether there is any.
func (z *Lexer) rawText() bool {
	tag := z.rawTag
	z.rawTag = ""
	end := len(z.page)
	switch tag {
	case "plaintext":
	case "script":
		end = scriptEnd(z.page, z.at)
	default:
		end = textEnd(z.page, z.at, tag)
	}
	if end == z.at {
		return false
	}
	z.raw.end, z.data.end = end, end
	z.isRaw, z.replaces = tag != "textarea" && tag != "title", true
	return true
}

// textEnd returns where the end tag of an element begins, or the end of the page.
func textEnd(s []byte, from int, tag string) int {
	for i := from; ; i++ {
		n := bytes.IndexByte(s[i:], '<')
		if n < 0 {
			return len(s)
		}
		if i += n; closes(s[i:], tag) {
			return i
		}
	}
}

// closes reports whether s begins with the end tag of an element.
func closes(s []byte, tag string) bool {
	n := len("</") + len(tag)
	if len(s) <= n || s[1] != '/' || !foldsTo(s[2:n], tag) {
		return false
	}
	return isSpace(s[n]) || s[n] == '/' || s[n] == '>'
}

// How an end tag in a script is treated: one in a comment is still an end, unless the comment
// contains a start tag of a script before it (HTML, script data states).
const (
	plain = iota
	escaped
	doubleEscaped
)

// scriptEnd returns where the end tag of a script begins, or the end of the page.
func scriptEnd(s []byte, from int) int {
	const script = "script"
	state, dashes := plain, 0
	for i := from; i < len(s); {
		switch c := s[i]; {
		case c == '<' && closes(s[i:], script):
			if state != doubleEscaped {
				return i
			}
			state, dashes = escaped, 0
			i += len("</script>")
		case c == '<' && state == plain:
			if bytes.HasPrefix(s[i:], []byte("<!--")) {
				state, dashes = escaped, 2
				i += len("<!--")
				continue
			}
			i++
		case c == '<' && state == escaped:
			dashes = 0
			i++
			switch rest := s[i:]; {
			case len(rest) > len(script) && foldsTo(rest[:len(script)], script) && (isSpace(rest[len(script)]) || rest[len(script)] == '/' || rest[len(script)] == '>'):
				state = doubleEscaped
				i += len(script) + 1
			case len(rest) > 0 && rest[0] != '/' && !isLetter(rest[0]):
				state = plain
			}
		case state == plain:
			n := bytes.IndexByte(s[i:], '<')
			if n < 0 {
				return len(s)
			}
			i += n
		case c == '-':
			dashes++
			i++
		case c == '>' && dashes >= 2:
			state = plain
			i++
		default:
			dashes = 0
			i++
		}
	}
	return len(s)
}
