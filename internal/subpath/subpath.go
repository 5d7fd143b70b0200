// Package subpath tells whether the path of a URL lies below a folder, also for servers that decode a
// path before they resolve it: /private/..%2Fpublic/x is /public/x for many.
//
// Floor: 0 (leaves). Stability: engine. It is pure. It does not know which server answers, and so takes
// the reading that leads out of the folder.
package subpath

import (
	"strings"
)

// maxDecodes is how often a path is decoded: a proxy may do so before the server does. What is escaped
// more often lies below no folder.
const maxDecodes = 4

// Of reports whether a path continues where that of a folder ends, which need not end with a slash, and
// stays there. Both are written as in a URL, without its query.
func Of(folder, path string) bool {
	rest, ok := strings.CutPrefix(path, folder)
	if !ok || rest != "" && !strings.HasSuffix(folder, "/") && rest[0] != '/' {
		return false
	}
	for range maxDecodes {
		if leaves(rest) {
			return false
		}
		decoded := decode(rest)
		if decoded == rest {
			return true
		}
		rest = decoded
	}
	return false
}

// Escapes reports whether a path has an escaped separator, so that its folders depend on the server.
func Escapes(path string) bool {
	for range maxDecodes {
		decoded := decode(path)
		if decoded == path {
			return false
		}
		if separators(decoded) != separators(path) {
			return true
		}
		path = decoded
	}
	return true
}

func separators(path string) int { return strings.Count(path, "/") + strings.Count(path, `\`) }

// leaves reports whether the segments of a path lead above where it begins. What follows a semicolon in a
// segment is a parameter for some servers, which resolve the segment without it, and a backslash is a slash.
func leaves(path string) bool {
	depth := 0
	for segment := range strings.SplitSeq(strings.ReplaceAll(path, `\`, "/"), "/") {
		switch name, _, _ := strings.Cut(segment, ";"); name {
		case "", ".":
		case "..":
			if depth--; depth < 0 {
				return true
			}
		default:
			depth++
		}
	}
	return false
}

// decode returns a path with the characters in place of their escapes, once. What is no escape stays.
func decode(path string) string {
	if strings.IndexByte(path, '%') < 0 {
		return path
	}
	out := make([]byte, 0, len(path))
	for i := 0; i < len(path); i++ {
		if c := path[i]; c == '%' && i+2 < len(path) {
			high, low := digit(path[i+1]), digit(path[i+2])
			if high >= 0 && low >= 0 {
				out = append(out, byte(high<<4|low))
				i += 2
				continue
			}
		}
		out = append(out, path[i])
	}
	return string(out)
}

// digit returns the value of a hexadecimal digit, -1 for another character.
func digit(c byte) int { return strings.IndexByte("0123456789abcdef", lower(c)) }

// lower returns a letter in lower case.
func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}
