// Package hydration finds prose in the data that pages carry for their scripts: __NEXT_DATA__,
// __NUXT__, window.__INITIAL_STATE__, JSON in scripts. Pages of current frameworks usually
// repeat their visible text there.
//
// It reads string literals and their names, and parses neither JSON nor JavaScript: both write
// strings in nearly the same way, and so the text of broken or cut data, or of data in a
// function call, is found as well.
//
// Floor: 2 (pure), a part of extract. Stability: engine. It does not decide whether a page needs
// such text.
package hydration

import (
	"bytes"
	"html"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Limits on what is read of one page.
const (
	maxScripts = 32        // scripts with data
	maxScanned = 2 << 20   // bytes of these scripts
	maxTexts   = 2000      // texts
	maxBytes   = 256 << 10 // bytes of texts
	maxLiteral = 64 << 10  // bytes of one literal as written
	maxNesting = 3         // data in strings of data
)

// linked is the type of linked data, which other packages read.
const linked = "application/ld+json"

// names are parts of the names of variables that hold data.
var names = [...]string{"__NEXT_DATA__", "__NUXT", "_STATE__", "_STATE =", "_DATA__", "_DATA =", "_PROPS__", "__next_f", "__remixContext", "__sveltekit", "__APOLLO", "__RELAY", "initialState", "JSON.parse("}

// Holds reports whether a script holds data rather than a program, judging by its declared type
// and its beginning.
func Holds(kind string, script []byte) bool {
	kind = strings.ToLower(strings.TrimSpace(kind))
	if kind == linked {
		return false
	}
	if kind == "application/json" || strings.HasSuffix(kind, "+json") {
		return true
	}
	if kind != "" && kind != "text/javascript" && kind != "module" && kind != "application/javascript" {
		return false
	}
	head := script[:min(len(script), 400)]
	for _, name := range names {
		if bytes.Contains(head, []byte(name)) {
			return true
		}
	}
	return false
}

// A Finder collects scripts with data and finds the prose in them. The zero value is ready.
type Finder struct {
	scripts [][]byte
	size    int
	known   map[string]bool
	texts   []string
	bytes   int
}

// Add adds a script, which must not change until Texts returns.
func (f *Finder) Add(script []byte) {
	if len(f.scripts) == maxScripts || f.size == maxScanned {
		return
	}
	script = script[:min(len(script), maxScanned-f.size)]
	f.scripts, f.size = append(f.scripts, script), f.size+len(script)
}

// Texts returns the prose of the scripts, in order and without duplicates.
func (f *Finder) Texts() []string {
	f.known, f.texts, f.bytes = map[string]bool{}, nil, 0
	for _, s := range f.scripts {
		f.scan(s, 0)
	}
	return f.texts
}

// scan reads the literals of a script. A literal followed by a colon is the name of the next
// one.
func (f *Finder) scan(s []byte, depth int) {
	name := ""
	for len(s) > 0 && len(f.texts) < maxTexts {
		i := bytes.IndexByte(s, '"')
		if i < 0 {
			return
		}
		if gap := bytes.TrimLeft(s[:i], ": \n\t"); len(gap) > 0 { // the name belonged to something else
			name = ""
		}
		written, rest, ok := literal(s[i+1:])
		if !ok {
			return
		}
		s = rest
		text := unquote(written)
		if after := bytes.TrimLeft(s, " \n\t"); len(after) > 0 && after[0] == ':' {
			if name = text; unshown[name] {
				s, name = behindValue(after[1:]), ""
			}
			continue
		}
		if strings.Contains(text, `":`) && depth < maxNesting {
			f.scan([]byte(text), depth+1)
		} else {
			f.add(name, text)
		}
		name = ""
	}
}

// unshown are names of values that the page does not show: how it looks, and what it would show if
// something were missing or closed (the boundaries of React's server components).
var unshown = map[string]bool{
	"style": true, "className": true, "notFound": true, "forbidden": true, "unauthorized": true, "errorStyles": true, "templateStyles": true,
}

// behindValue returns what follows an object, an array or a literal, nothing if that does not end;
// and s as it is if there is none of them.
func behindValue(s []byte) []byte {
	depth := 0
	for rest := bytes.TrimLeft(s, " \n\t"); len(rest) > 0; {
		c := rest[0]
		rest = rest[1:]
		switch c {
		case '"':
			_, rest, _ = literal(rest)
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		default:
			if depth == 0 {
				return s
			}
		}
		if depth <= 0 {
			return rest
		}
	}
	return nil
}

// literal returns the inside of a literal, given the text after its opening quote, and what
// follows it.
func literal(s []byte) (inside, rest []byte, ok bool) {
	for i := 0; i < len(s) && i < maxScanned; i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return s[:i], s[i+1:], true
		}
	}
	return nil, nil, false
}

// unquote undoes the escapes of JSON and JavaScript. A literal that is too long is read up to
// its limit, unless it is data itself.
func unquote(s []byte) string {
	if len(s) > maxLiteral && !bytes.Contains(s[:maxLiteral], []byte(`\":`)) {
		s = s[:maxLiteral]
	}
	if bytes.IndexByte(s, '\\') < 0 {
		return strings.ToValidUTF8(string(s), "\uFFFD")
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case 'n', 'r', 't', 'b', 'f', 'v':
			b.WriteByte(' ')
		case 'x':
			r, n := hexRune(s[i+1:], 2)
			b.WriteRune(r)
			i += n
		case 'u':
			r, n := wideRune(s[i+1:])
			b.WriteRune(r)
			i += n
		default:
			b.WriteByte(s[i])
		}
	}
	return strings.ToValidUTF8(b.String(), "\uFFFD")
}

// hexRune reads a number of hexadecimal digits, and returns how many bytes it read.
func hexRune(s []byte, digits int) (rune, int) {
	if len(s) < digits {
		return utf8.RuneError, 0
	}
	var r rune
	for _, c := range s[:digits] {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return utf8.RuneError, 0
		}
	}
	return r, digits
}

// wideRune reads what follows \u: four digits, and those of the second half of a surrogate pair.
func wideRune(s []byte) (rune, int) {
	r, n := hexRune(s, 4)
	if !utf16.IsSurrogate(r) || len(s) < 6 || s[4] != '\\' || s[5] != 'u' {
		return r, n
	}
	low, m := hexRune(s[6:], 4)
	if pair := utf16.DecodeRune(r, low); m > 0 && pair != utf8.RuneError {
		return pair, 10
	}
	return utf8.RuneError, n
}

// add adds a text if it is prose.
func (f *Finder) add(name, text string) {
	if strings.IndexByte(text, '<') >= 0 {
		text = withoutTags(text)
	}
	text = strings.Join(strings.Fields(text), " ")
	if f.known[text] || !isProse(name, text) || f.bytes+len(text) > maxBytes {
		return
	}
	f.known[text] = true
	f.texts, f.bytes = append(f.texts, text), f.bytes+len(text)
}

// withoutTags returns the text of a piece of HTML.
func withoutTags(s string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '<')
		if i < 0 {
			break
		}
		b.WriteString(s[:i])
		b.WriteByte(' ')
		end := strings.IndexByte(s[i:], '>')
		if end < 0 {
			s = ""
			break
		}
		s = s[i+end+1:]
	}
	b.WriteString(s)
	return html.UnescapeString(b.String())
}

// spoken are names of data that people read, however short the text is.
var spoken = map[string]bool{
	"title": true, "subtitle": true, "headline": true, "heading": true, "name": true, "displayName": true, "description": true, "summary": true,
	"excerpt": true, "caption": true, "text": true, "content": true, "body": true, "abstract": true, "question": true, "answer": true, "quote": true,
}

// Limits for what counts as prose.
const (
	fewWords   = 4 // words in a row, without a name that marks prose
	fewLetters = 8 // letters of a script without spaces
)

// isProse reports whether a text with that name is meant for people to read.
func isProse(name, s string) bool {
	if len(s) < 2 || strings.Contains(s, "://") && !strings.Contains(s, " ") || strings.HasPrefix(s, "data:") || s[0] == '/' && !strings.Contains(s, " ") {
		return false
	}
	letters, wide, others, words := 0, 0, 0, 1
	for _, r := range s {
		switch {
		case r == ' ':
			words++
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai):
			letters++
			wide++
		case unicode.IsLetter(r) || unicode.IsMark(r):
			letters++
		case strings.ContainsRune(`{};=_$#\|<>`, r):
			others += 4
		case !unicode.IsPunct(r):
			others++
		}
	}
	if letters < 2 || others*3 > letters {
		return false
	}
	return words >= fewWords || wide >= fewLetters || spoken[name] && (words > 1 || wide > 1 || !strings.ContainsAny(s, "-_./"))
}
