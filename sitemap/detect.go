package sitemap

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"fmt"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// A Form is the type of a file according to its content. The zero Form is none of the supported
// ones.
type Form uint8

// The forms.
const (
	None   Form = 0
	Pages  Form = 1 // a sitemap
	Maps   Form = 2 // a sitemap index
	News   Form = 3 // a feed
	Listed Form = 4 // a plain list
)

var formNames = [...]string{"none", "sitemap", "sitemap index", "feed", "list of URLs"}

// String describes the form.
func (f Form) String() string {
	if int(f) < len(formNames) {
		return formNames[f]
	}
	return fmt.Sprintf("form(%d)", uint8(f))
}

// How much of a file is used to detect its form, and the minimum number of lines of a plain list:
// a text with one line may be about the URL in it.
const (
	detectBytes = 32 << 10
	detectLines = 2
)

// Detect returns the form of a file according to its content, whatever its name. It reads the
// first 32 KiB, decompressing gzip. A text is a plain list if each of its lines is a URL and
// nothing else, and there are at least two.
func Detect(file []byte) Form {
	if isHTML(file[:min(len(file), detectBytes)]) {
		return None
	}
	return detect(file)
}

// detect reads the beginning of a file.
func detect(file []byte) Form {
	var in *bufio.Reader
	if bytes.HasPrefix(file, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(bytes.NewReader(file))
		if err != nil {
			return None
		}
		in = bufio.NewReader(z)
	} else {
		in = bufio.NewReader(bytes.NewReader(file))
	}
	limited := &limitReader{r: in, left: detectBytes}
	text := bufio.NewReader(transform.NewReader(limited, unicode.BOMOverride(encoding.Nop.NewDecoder())))
	switch first, err := firstByte(text); {
	case err != nil:
		return None
	case first == '<':
		return detectRoot(text)
	default:
		return detectList(text)
	}
}

// isHTML reports whether a file is clearly HTML: only declarations and comments come before its
// html element. Most files are HTML, so this is a fast path.
func isHTML(file []byte) bool {
	const root = "<html"
	for {
		file = bytes.TrimLeft(file, " \t\r\n")
		if len(file) > len(root) && bytes.EqualFold(file[:len(root)], []byte(root)) {
			return file[len(root)] == '>' || bytes.IndexByte([]byte(" \t\r\n"), file[len(root)]) >= 0
		}
		start, end := "<!", ">"
		switch {
		case bytes.HasPrefix(file, []byte("<!--")):
			start, end = "<!--", "-->"
		case bytes.HasPrefix(file, []byte("<?")):
			start, end = "<?", "?>"
		case !bytes.HasPrefix(file, []byte(start)):
			return false
		}
		file = file[len(start):] // the start is not part of the end: "<!-->" is open
		at := bytes.Index(file, []byte(end))
		if at < 0 || end == ">" && !isSimple(file[:at]) {
			return false
		}
		file = file[at+len(end):]
	}
}

// isSimple reports whether a declaration ends with the next ">". If a declaration does not begin
// with a letter, an XML parser takes its first character literally: "<!>" is open.
func isSimple(declaration []byte) bool {
	if len(declaration) == 0 || declaration[0]|0x20 < 'a' || declaration[0]|0x20 > 'z' {
		return false
	}
	return !bytes.ContainsAny(declaration, "<['") && bytes.Count(declaration, []byte{'"'})%2 == 0
}

// detectRoot detects the form of an XML file by its first element.
func detectRoot(in *bufio.Reader) Form {
	d := xml.NewDecoder(&meter{in: in})
	d.Strict, d.CharsetReader = false, decode
	for {
		t, err := d.Token()
		if err != nil {
			return None
		}
		root, ok := t.(xml.StartElement)
		if !ok {
			continue
		}
		switch strings.ToLower(root.Name.Local) {
		case "urlset":
			return Pages
		case "sitemapindex":
			return Maps
		case "rss", "feed":
			return News
		case "rdf":
			if isRSS(root.Attr) {
				return News
			}
		}
		return None
	}
}

// isRSS reports whether a namespace of an RDF file is that of RSS 1.0 or 0.90: other RDF files
// are not feeds.
func isRSS(attrs []xml.Attr) bool {
	for _, a := range attrs {
		if strings.HasPrefix(a.Value, "http://purl.org/rss/1.") || strings.HasPrefix(a.Value, "http://my.netscape.com/rdf/simple/0.") {
			return true
		}
	}
	return false
}

// detectList detects a plain list by its lines. A line that is cut off by the limit does not
// count.
func detectList(in *bufio.Reader) Form {
	for lines := 0; ; {
		line, long, err := readLine(in)
		text := string(bytes.TrimSpace(line))
		isEnd := err != nil
		switch {
		case text == "" || isEnd && lines >= detectLines:
		case long || !isURL(text):
			return None
		default:
			lines++
		}
		if isEnd && lines < detectLines {
			return None
		}
		if isEnd {
			return Listed
		}
	}
}
