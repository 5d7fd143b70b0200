package robotstxt

import (
	"bytes"
	"strings"
)

// MaxBody is how many bytes of a robots file are read, 500 KiB (RFC 9309
// section 2.5). A longer file is cut on a line border, because a rule cut short
// would close more than its owner wrote.
const MaxBody = 500 << 10

// MaxLine is the length in bytes at which a line is cut: eight times the
// longest URL that browsers took, as in Google's parser.
const MaxLine = 2083 * 8

// A Key says what a line is about.
type Key uint8

// The keys. The zero key is a line that is not understood.
const (
	KeyUnknown    Key = 0
	KeyUserAgent  Key = 1
	KeyAllow      Key = 2
	KeyDisallow   Key = 3
	KeySitemap    Key = 4
	KeyCrawlDelay Key = 5
)

// A Line is one line of a file that holds a key and a value.
type Line struct {
	Number int // from 1
	Column int // byte column of the key, from 1
	Key    Key
	Name   string // the key as written
	Value  string // without blanks around it and without comment
	Typo   bool   // the key is misspelt or the colon is missing
}

// A File is a parsed robots file. It is immutable and safe for concurrent use.
type File struct {
	body      []byte
	lines     []Line
	truncated bool
}

// Parse reads a robots file. It never fails; bytes beyond MaxBody are dropped
// on a line border. Line ends are CR, LF and CRLF; a byte order mark is
// skipped. The body must not be changed afterwards.
func Parse(body []byte) *File {
	f := &File{body: body}
	if len(body) > MaxBody {
		f.truncated = true
		body = body[:MaxBody]
		if cut := bytes.LastIndexAny(body, "\r\n"); cut >= 0 {
			body = body[:cut+1]
		}
	}
	body = trimBOM(body)
	number := 0
	for len(body) > 0 {
		var raw []byte
		raw, body = nextLine(body)
		number++
		if l, ok := parseLine(raw, number); ok {
			f.lines = append(f.lines, l)
		}
	}
	return f
}

// Truncated reports whether the file was longer than MaxBody.
func (f *File) Truncated() bool { return f.truncated }

// Lines returns the lines that hold a key and a value, in order. The caller
// must not change them.
func (f *File) Lines() []Line { return f.lines }

// Sitemaps returns the values of all Sitemap lines, which belong to no group
// (RFC 9309 section 2.2.4).
func (f *File) Sitemaps() []string {
	var out []string
	for _, l := range f.lines {
		if l.Key == KeySitemap && l.Value != "" {
			out = append(out, l.Value)
		}
	}
	return out
}

// trimBOM drops a whole UTF-8 byte order mark or the start of one.
func trimBOM(body []byte) []byte {
	for _, bom := range [][]byte{{0xEF, 0xBB, 0xBF}, {0xEF, 0xBB}, {0xEF}} {
		if bytes.HasPrefix(body, bom) {
			return body[len(bom):]
		}
	}
	return body
}

// nextLine cuts the first line off, without its end.
func nextLine(body []byte) (line, rest []byte) {
	i := bytes.IndexAny(body, "\r\n")
	if i < 0 {
		return body, nil
	}
	line, rest = body[:i], body[i+1:]
	if body[i] == '\r' && len(rest) > 0 && rest[0] == '\n' {
		rest = rest[1:]
	}
	return line, rest
}

// parseLine splits a line into key and value. It returns false for blank lines,
// comments and lines without a key.
func parseLine(raw []byte, number int) (Line, bool) {
	if len(raw) > MaxLine {
		raw = raw[:MaxLine]
	}
	if hash := bytes.IndexByte(raw, '#'); hash >= 0 {
		raw = raw[:hash]
	}
	text := strings.TrimRight(string(raw), blanks)
	column := len(text) - len(strings.TrimLeft(text, blanks)) + 1
	text = text[column-1:]
	if text == "" {
		return Line{}, false
	}
	l := Line{Number: number, Column: column}
	name, value, colon := strings.Cut(text, ":")
	if !colon {
		// "Disallow /x": exactly two words.
		words := strings.Fields(text)
		if len(words) != 2 {
			return Line{}, false
		}
		name, value, l.Typo = words[0], words[1], true
	}
	l.Name, l.Value = strings.Trim(name, blanks), strings.Trim(value, blanks)
	var exact bool
	l.Key, exact = keyOf(l.Name)
	l.Typo = l.Typo || l.Key != KeyUnknown && !exact
	return l, true
}

const blanks = " \t\v\f\x00"

var exactKeys = map[string]Key{
	"user-agent": KeyUserAgent, "allow": KeyAllow, "disallow": KeyDisallow,
	"sitemap": KeySitemap, "crawl-delay": KeyCrawlDelay,
}

// typoKeys are the misspellings that Google's parser takes.
var typoKeys = map[string]Key{
	"useragent": KeyUserAgent, "user agent": KeyUserAgent,
	"dissallow": KeyDisallow, "dissalow": KeyDisallow, "disalow": KeyDisallow,
	"diasllow": KeyDisallow, "disallaw": KeyDisallow,
	"site-map": KeySitemap, "crawldelay": KeyCrawlDelay,
}

func keyOf(name string) (k Key, exact bool) {
	if len(name) > 20 {
		return KeyUnknown, false
	}
	lower := strings.ToLower(name)
	if k, ok := exactKeys[lower]; ok {
		return k, true
	}
	return typoKeys[lower], false
}
