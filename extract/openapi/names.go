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

// folder is the word that, as the last folder of an address or as its name, needs no ending: programs that make
// descriptions answer there, and below for parts of them and for the settings of their viewers.
const folder = "api-docs"

// quotes are those of strings in scripts, and foreign what besides them no reference to a file has.
const (
	quotes  = "\"'`"
	foreign = " \t\r\n\f\\<>{}"
)

// IsName reports whether a reference has the name of a description.
func IsName(ref string) bool {
	path := pathOf(ref)
	if !slices.ContainsFunc(words[:], func(w string) bool { return strings.Contains(path, w) }) {
		return false
	}
	return IsFile(ref) || isFolder(path)
}

// isFolder reports whether the path of a reference ends with the folder of descriptions, or a name below it.
func isFolder(path string) bool {
	above, name, found := strings.Cut("/"+path, "/"+folder)
	isBelow := strings.HasPrefix(name, "/") && strings.Count(name, "/") == 1 && !strings.ContainsRune(name, '.')
	return found && above != "" && (name == "" || isBelow)
}

// pathOf returns the path of a reference in lower case, with what stands before it.
func pathOf(ref string) string {
	ref, _, _ = strings.Cut(strings.ToLower(ref), "#")
	path, _, _ := strings.Cut(ref, "?")
	return path
}

// IsScript reports whether a script has the name of one that starts a viewer of descriptions.
func IsScript(src string) bool {
	file, isScript := strings.CutSuffix(pathOf(strings.TrimSpace(src)), ".js")
	name := file[strings.LastIndexByte(file, '/')+1:]
	return isScript && slices.ContainsFunc(words[:], func(w string) bool { return strings.Contains(name, w) }) &&
		(strings.Contains(name, "init") || strings.Contains(name, "config"))
}

// IsFile reports whether a reference that is said to be one to a description has the ending of one.
func IsFile(ref string) bool {
	path := pathOf(ref)
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
		if strings.HasSuffix(ref, settings) && isFolder(pathOf(ref)) { // lie below the description
			ref = ref[:strings.LastIndexByte(ref, '/')]
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

// settings ends the names of the settings of viewers.
const settings = "-config"
