package linkeddata

import "bytes"

// wrappers are what templates write around a value, in the order in which they may stand there.
var wrappers = [...]struct{ before, after string }{
	{"\ufeff", ""},
	{"<!--", "-->"},
	{"//<![CDATA[", "//]]>"},
	{"/*<![CDATA[*/", "/*]]>*/"},
	{"<![CDATA[", "]]>"},
}

// fixed returns a script without the faults that templates write most often, which leave no doubt about
// what is meant: a byte order mark, a comment or a CDATA section around the value, line ends and other control
// characters in strings, escapes that JSON does not have, and a comma too many.
func fixed(script []byte) []byte {
	script = unwrapped(script)
	out := make([]byte, 0, len(script))
	quoted := false
	for i := 0; i < len(script); i++ {
		switch c := script[i]; {
		case c == '"':
			quoted = !quoted
			out = append(out, c)
		case quoted && c == '\\' && i+1 < len(script):
			if i++; bytes.IndexByte([]byte(`"\/bfnrtu`), script[i]) >= 0 {
				out = append(out, c)
			}
			out = append(out, max(script[i], ' '))
		case quoted && c < ' ':
			out = append(out, ' ')
		case !quoted && c == ',' && endsBehind(script[i+1:]):
		default:
			out = append(out, c)
		}
	}
	return out
}

// endsBehind reports whether what follows a comma is the end of an object or an array.
func endsBehind(rest []byte) bool {
	rest = bytes.TrimLeft(rest, " \t\r\n")
	return len(rest) > 0 && (rest[0] == '}' || rest[0] == ']')
}

func unwrapped(script []byte) []byte {
	script = bytes.TrimSpace(script)
	for _, w := range wrappers {
		rest, ok := bytes.CutPrefix(script, []byte(w.before))
		if !ok {
			continue
		}
		script = bytes.TrimSpace(bytes.TrimSuffix(bytes.TrimSpace(rest), []byte(w.after)))
	}
	return script
}
