package openapi

import (
	"bytes"
	"slices"
	"strings"
)

// MaxNamed is how many descriptions a script may name.
const MaxNamed = 8

// words are of names of descriptions. Most programs that make or show them know one of these by default.
var words = [...]string{"openapi", "swagger", "api-docs"}

// endings are those of descriptions.
var endings = [...]string{".json", ".yaml", ".yml"}

// quotes are those of strings in scripts, and foreign what besides them no reference to a file has.
const (
	quotes  = "\"'`"
	foreign = " \t\r\n\f\\<>{}"
)

// IsName reports whether a reference has the name of a description.
func IsName(ref string) bool {
	ref, _, _ = strings.Cut(strings.ToLower(ref), "#")
	path, _, _ := strings.Cut(ref, "?")
	return IsFile(ref) && slices.ContainsFunc(words[:], func(w string) bool { return strings.Contains(path, w) })
}

// IsFile reports whether a reference that is said to be one to a description has the ending of one.
func IsFile(ref string) bool {
	ref, _, _ = strings.Cut(strings.ToLower(ref), "#")
	path, _, _ := strings.Cut(ref, "?")
	return slices.ContainsFunc(endings[:], func(e string) bool { return strings.HasSuffix(path, e) })
}

// Named returns the references to descriptions that a script has as strings, the first MaxNamed.
func Named(script []byte) []string {
	if !slices.ContainsFunc(words[:], func(w string) bool { return bytes.Contains(script, []byte(w)) }) {
		return nil
	}
	var out []string
	for range mostLiterals {
		var ref string
		if ref, script = literal(script); ref == "" {
			break
		}
		if IsName(ref) && !slices.Contains(out, ref) {
			if out = append(out, ref); len(out) == MaxNamed {
				break
			}
		}
	}
	return out
}

// literal returns the next string of a script, in any of its quotes, that has the form of a reference to a
// file, and what follows it; "" if there is none. Scripts are large, and a regular expression takes a
// hundred times as long for them.
func literal(script []byte) (string, []byte) {
	for {
		from := bytes.IndexAny(script, quotes) + 1
		if from == 0 {
			return "", nil
		}
		script = script[from:]
		end := bytes.IndexAny(script[:min(len(script), mostLiteral+1)], quotes+foreign)
		if end > 0 && strings.IndexByte(quotes, script[end]) >= 0 {
			return string(script[:end]), script[end+1:]
		}
	}
}

// mostLiterals is how many strings of a script are looked at: one that starts such a viewer is short.
const mostLiterals = 200

// mostLiteral is how many bytes such a string has at most.
const mostLiteral = 300
