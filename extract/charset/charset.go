// Package charset converts bytes to UTF-8: by byte order mark, declared charset, the page's own
// declaration, UTF-8 validity, and language models. A declaration is ignored where the bytes
// contradict it.
//
// Floor: 2 (pure). Stability: engine.
package charset

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strings"
	"unicode/utf8"

	validutf8 "github.com/segmentio/asm/utf8"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
)

// A Result is the charset in which a text was read.
type Result struct {
	Name     string            // WHATWG name, for example "windows-1251"
	Encoding encoding.Encoding // nil for UTF-8
	Unknown  bool              // the declared charset is unknown
}

// headBytes is how far a page is searched for its own declaration. The standard says 1024; in
// many pages it comes later.
const headBytes = 4096

// A Text is a body with its detected charset.
type Text struct {
	Result
	body []byte // without its byte order mark
	form form
}

// Tell detects the charset of a body. declared is the charset of the response's header; markup
// says whether to look for a declaration inside. A body without a declaration is read in the
// usual charset of its site ("" if there is none), unless it is plainly in another one.
func Tell(body []byte, declared, usual string, markup bool) Text {
	body, said, marked := byMark(body)
	t := Text{Result: said, body: body, form: formOf(body)}
	if marked {
		return t
	}
	said = claim(body, declared, markup)
	if said.Name == "" {
		t.Result = undeclared(body, t.form, usual, markup)
		t.Unknown = said.Unknown
		return t
	}
	t.Result = repair(body, t.form, said, markup)
	return t
}

// Decode returns the text in valid UTF-8; invalid bytes become U+FFFD. If nothing has to be
// changed it returns the body itself.
func (t *Text) Decode() []byte {
	switch {
	case t.form == ascii && keepsASCII(t.Result), t.form == valid && t.Encoding == nil:
		return t.body
	case t.Encoding == nil:
		return bytes.ToValidUTF8(t.body, []byte("\uFFFD"))
	}
	if table, ok := t.Encoding.(*charmap.Charmap); ok {
		return single(t.body, table)
	}
	out, err := t.Encoding.NewDecoder().Bytes(t.body)
	if err != nil {
		// Decoders replace what they cannot read; an error means that the end is cut.
		return bytes.ToValidUTF8(t.body, []byte("\uFFFD"))
	}
	return out
}

// Decode detects the charset of a body and returns it in valid UTF-8.
func Decode(body []byte, declared string, markup bool) ([]byte, Result) {
	t := Tell(body, declared, "", markup)
	return t.Decode(), t.Result
}

// A form is what kind of bytes a text consists of.
type form uint8

const (
	ascii form = iota // ASCII only
	valid             // UTF-8
	short             // UTF-8 except for a character that is cut at the end, after others
	other             // none of them
)

// Limits of the first check of a text, which usually shows at once that it is not UTF-8.
const (
	formBytes      = 1 << 10 // in which characters beyond ASCII are searched
	formCharacters = 4       // number of these characters in a row
)

// formOf examines each byte of a text once, and at most twice.
func formOf(body []byte) form {
	first := asciiLength(body[:min(len(body), formBytes)])
	for i, k := first, 0; k < formCharacters && len(body)-i >= utf8.UTFMax; k++ {
		r, n := utf8.DecodeRune(body[i:])
		if r == utf8.RuneError && n == 1 {
			return other
		}
		i += n
	}
	switch seen := validutf8.Validate(body[first:]); {
	case seen.IsASCII():
		return ascii
	case seen.IsUTF8():
		return valid
	case validutf8.Valid(withoutLast(body)) && highIn(body) > utf8.UTFMax:
		return short
	}
	return other
}

// highBits are the high bits of eight bytes, which are set beyond ASCII.
const highBits = 0x8080808080808080

// asciiLength returns the length of the ASCII at the beginning of a text.
func asciiLength(s []byte) int {
	n := 0
	for ; n+32 <= len(s); n += 32 {
		b := s[n : n+32 : n+32]
		if (binary.LittleEndian.Uint64(b)|binary.LittleEndian.Uint64(b[8:])|binary.LittleEndian.Uint64(b[16:])|binary.LittleEndian.Uint64(b[24:]))&highBits != 0 {
			break
		}
	}
	for ; n+8 <= len(s); n += 8 {
		if high := binary.LittleEndian.Uint64(s[n:]) & highBits; high != 0 {
			return n + bits.TrailingZeros64(high)/8
		}
	}
	for n < len(s) && s[n] < utf8.RuneSelf {
		n++
	}
	return n
}

// keepsASCII reports whether ASCII text is encoded as itself in a charset.
func keepsASCII(r Result) bool {
	return !strings.HasPrefix(r.Name, "utf-16") && !strings.HasPrefix(r.Name, "iso-2022")
}

var utf8Result = Result{Name: "utf-8"}

// byMark returns the body without its byte order mark, and the charset if it has one.
func byMark(body []byte) (rest []byte, r Result, ok bool) {
	switch {
	case bytes.HasPrefix(body, []byte("\xEF\xBB\xBF")):
		return body[3:], utf8Result, true
	case bytes.HasPrefix(body, []byte("\xFF\xFE")):
		return body[2:], Result{Name: "utf-16le", Encoding: unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)}, true
	case bytes.HasPrefix(body, []byte("\xFE\xFF")):
		return body[2:], Result{Name: "utf-16be", Encoding: unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)}, true
	}
	return body, Result{}, false
}

// claim returns the charset that a body without a byte order mark declares, or UTF-16 if the
// body shows it; without a name if there is none.
func claim(body []byte, declared string, markup bool) (r Result) {
	if declared != "" {
		if r, ok := lookup(declared); ok {
			return r
		}
		r.Unknown = true
	}
	if !markup || Wide(body) != "" {
		return r
	}
	label := inside(body[:min(len(body), headBytes)])
	if label == "" {
		return r
	}
	said, ok := lookup(label)
	switch {
	case !ok:
		r.Unknown = true
		return r
	case strings.HasPrefix(said.Name, "utf-16"):
		return utf8Result // a page that can be searched for ASCII is not UTF-16
	}
	return said
}

// undeclared returns the charset of a body without a known declaration.
func undeclared(body []byte, form form, usual string, markup bool) Result {
	if wide := Wide(body); wide != "" {
		r, _ := lookup(wide) // one of ours
		return r
	}
	if escape := bytes.IndexByte(body, 0x1B); escape >= 0 && (bytes.Contains(body[escape:], []byte("\x1B$B")) || bytes.Contains(body[escape:], []byte("\x1B$@"))) {
		r, _ := lookup("iso-2022-jp")
		return r
	}
	return guess(body, form, usual, markup)
}

// Limits of the evidence against a declaration.
const (
	fewHigh    = 24           // bytes beyond ASCII below which a declaration is believed
	fewBroken  = 4            // the same if UTF-8 is declared
	fewUTF8    = 2            // characters of UTF-8 that do not occur by chance in a single-byte charset
	fewWide    = 8            // the same for multi-byte charsets
	certain    = 7 * unit / 2 // the cost per byte up to which a declaration makes sense of a few bytes
	plausible  = 4 * unit     // the same for a sample
	repairCost = 2 * unit     // by which each byte must be cheaper in another charset
)

// repair returns the charset of a text if it is plainly not the one declared: UTF-8 under
// another name, another charset declared as UTF-8, or one that makes far more sense of the
// bytes.
func repair(body []byte, form form, declared Result, markup bool) Result {
	if !keepsASCII(declared) || form == ascii || form == valid && declared.Encoding == nil {
		return declared
	}
	switch {
	case form != other:
		enough := fewWide
		if _, single := declared.Encoding.(*charmap.Charmap); single {
			enough = fewUTF8
		}
		if charactersIn(body, enough) == enough {
			return utf8Result
		}
		return declared
	case declared.Encoding == nil && !mostlyBroken(body):
		return declared
	case declared.Encoding != nil && highUpTo(body, fewHigh) < fewHigh:
		return declared
	}
	if declared.Encoding == nil {
		return guess(body, form, "", markup)
	}
	if mostlyUTF8(body, declared) {
		return utf8Result
	}
	// Most declarations are right, and show it at once.
	if glance := sampleOf(body, markup, glanceBytes); highIn(glance) >= fewHigh && makesSense(glance, declared.Name, certain) {
		return declared
	}
	sample := sampleOf(body, markup, sampleBytes)
	if makesSense(sample, declared.Name, plausible) {
		return declared
	}
	said := rate(sample, declared.Name)
	best := guess(body, form, "", markup)
	if found := rate(sample, best.Name); said-found > repairCost*highIn(sample) {
		return best
	}
	return declared
}

// makesSense reports whether a sample costs at most each per byte beyond ASCII in a charset, in
// any language, or whether there is no model for it.
func makesSense(sample []byte, name string, each int) bool {
	most, of := each*highIn(sample), scorersOf()[name]
	for i := range of {
		if of[i].score(sample) <= most {
			return true
		}
	}
	return len(of) == 0
}

// charactersIn counts bytes that may begin a character of UTF-8, up to most.
func charactersIn(body []byte, most int) (n int) {
	for i := asciiLength(body); i < len(body) && n < most; i++ {
		c := body[i]
		if c >= 0xC2 && c < 0xF5 {
			n++
		}
		if c < utf8.RuneSelf {
			i += asciiLength(body[i+1:])
		}
	}
	return n
}

// highUpTo counts bytes beyond ASCII, up to most.
func highUpTo(body []byte, most int) (n int) {
	for i := asciiLength(body); i < len(body) && n < most; i += 1 + asciiLength(body[i+1:]) {
		n++
	}
	return n
}

// mostlyBroken reports whether a large part of the bytes beyond ASCII, which are not few, is not
// UTF-8.
func mostlyBroken(body []byte) bool {
	high, broken := 0, 0
	for i := asciiLength(body); i < len(body); i += asciiLength(body[i:]) {
		r, n := utf8.DecodeRune(body[i:])
		if r == utf8.RuneError && n == 1 {
			broken++
		}
		i, high = i+n, high+n
	}
	return high >= fewBroken && broken*4 > high
}

// mostlyUTF8 reports whether nearly all characters beyond ASCII are UTF-8, whose bytes make no
// sense in a single-byte charset. It stops as soon as they are not.
func mostlyUTF8(body []byte, declared Result) bool {
	if _, single := declared.Encoding.(*charmap.Charmap); !single {
		return false
	}
	characters, broken := 0, 0
	for i := asciiLength(body); i < len(body); i += asciiLength(body[i:]) {
		r, n := utf8.DecodeRune(body[i:])
		if i += n; r != utf8.RuneError || n > 1 {
			characters++
			continue
		}
		if broken++; broken > fewBroken && broken > characters {
			return false
		}
	}
	return broken*4 <= characters
}

func highIn(sample []byte) (n int) {
	for _, c := range sample {
		if c >= 0x80 {
			n++
		}
	}
	return n
}

// lookup finds a charset by its WHATWG label.
func lookup(label string) (Result, bool) {
	if strings.EqualFold(label, "utf-8") {
		return utf8Result, true
	}
	enc, err := htmlindex.Get(strings.TrimSpace(label))
	if err != nil {
		return Result{}, false
	}
	name, err := htmlindex.Name(enc)
	if err != nil {
		return Result{}, false
	}
	if name == "utf-8" {
		return utf8Result, true
	}
	if name == "replacement" {
		return Result{}, false
	}
	return Result{Name: name, Encoding: enc}, true
}

// inside returns the charset that a page declares in a meta element or an XML declaration, "" if
// there is none.
func inside(head []byte) string {
	if len(head) > 5 && bytes.EqualFold(head[:5], []byte("<?xml")) {
		if end := bytes.IndexByte(head, '>'); end > 0 {
			if v := attribute(head[:end], "encoding"); v != "" {
				return v
			}
		}
	}
	for {
		i := bytes.IndexByte(head, '<')
		if i < 0 || len(head) < i+5 {
			return ""
		}
		tag := head[i+1:]
		if head = tag; binary.LittleEndian.Uint32(tag)|0x20202020 != 'm'|'e'<<8|'t'<<16|'a'<<24 {
			continue
		}
		if end := bytes.IndexByte(tag, '>'); end >= 0 {
			tag = tag[:end]
		}
		// Both <meta charset=x> and content="text/html; charset=x".
		if v := attribute(tag, "charset"); v != "" {
			return v
		}
	}
}

// attribute returns what follows name= in a tag, up to a quote, space or semicolon. The name is
// in lower case.
func attribute(tag []byte, name string) string {
	for {
		i := bytes.IndexByte(tag, '=')
		if i < 0 {
			return ""
		}
		before := tag[:i]
		for len(before) > 0 && isSpace(before[len(before)-1]) {
			before = before[:len(before)-1]
		}
		if tag = tag[i+1:]; len(before) < len(name) || !equalFold(before[len(before)-len(name):], name) {
			continue
		}
		v, end := tag, 0
		for len(v) > 0 && (isSpace(v[0]) || isQuote(v[0])) {
			v = v[1:]
		}
		for end < len(v) && !isSpace(v[end]) && !isQuote(v[end]) && v[end] != ';' && v[end] != '/' && v[end] != '>' {
			end++
		}
		if v = v[:end]; len(v) == len(utf8Result.Name) && equalFold(v, utf8Result.Name) {
			return utf8Result.Name // the most common one
		}
		return strings.ToLower(string(v))
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

func isQuote(c byte) bool { return c == '"' || c == '\'' }

// equalFold reports whether ASCII letters in any case equal a name in lower case.
func equalFold(s []byte, name string) bool {
	for i, c := range s {
		if c != name[i] && ('A' > c || c > 'Z' || c|0x20 != name[i]) {
			return false
		}
	}
	return true
}

// withoutLast returns a text without the character beyond ASCII at its end, which may be cut.
func withoutLast(b []byte) []byte {
	for range 3 {
		if len(b) == 0 || b[len(b)-1] < utf8.RuneSelf {
			break
		}
		last := b[len(b)-1]
		b = b[:len(b)-1]
		if last >= 0xC0 {
			break
		}
	}
	return b
}
