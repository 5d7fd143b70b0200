package extract

import (
	"bytes"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/charset"
	"github.com/aranea-search/aranea/extract/text"
	"github.com/aranea-search/aranea/robotsmeta"
)

// A Format is one kind of document that is read. Everything that depends on what
// is read follows from the list of formats: which answers are worth fetching,
// what is asked for, which endings of names say what is not read, and which
// reader gets a body.
type Format struct {
	// Name is the format's name, for example "html", and Type the media type
	// that a page read as it has.
	Name, Type string
	// Declared are the media types under which it is sent.
	Declared []string
	// Endings are the endings of file names that say it, without a dot.
	Endings []string
	// Accept is its part of the Accept field.
	Accept string
	// guess reports whether the beginning of a body, without byte order mark and
	// whitespace, is of this format, if what is declared says nothing of it.
	guess func(head []byte, declared string) bool
	// read fills the page. What is wrong with the document is a warning of the
	// page, with a reason code.
	read func(x *Extractor, page *aranea.Page, d *Document, robots *robotsmeta.Reader)
}

// formats is the list of formats. The first that guesses right reads a body of
// which nothing is declared. The list is never changed.
var formats = [...]Format{
	{
		Name: "html", Type: "text/html",
		Declared: []string{"text/html", "application/xhtml+xml"},
		Endings:  []string{"html", "htm", "xhtml", "shtml"},
		Accept:   "text/html,application/xhtml+xml",
		guess:    func(head []byte, _ string) bool { return looksHTML(head) },
		read:     readHTML,
	},
	{
		Name: "text", Type: "text/plain",
		Declared: []string{"text/plain", "text/markdown", "text/x-markdown"},
		Endings:  []string{"txt", "md"},
		Accept:   "text/plain;q=0.9",
		guess:    func(_ []byte, declared string) bool { return declared == "" },
		read:     readText,
	},
}

// vague are the media types that do not say how a body is to be read; it is then
// told by its content.
var vague = [...]string{"", "application/octet-stream", "text/xml", "application/xml"}

// Reads reports whether bodies of a declared media type are worth fetching.
func Reads(media string) bool {
	return slices.Contains(vague[:], media) || slices.ContainsFunc(formats[:], func(f Format) bool { return f.declares(media) })
}

// Accept returns the Accept field (RFC 9110 section 12.5.1) that asks for the
// formats, and for anything else rather than nothing.
func Accept() string {
	parts := make([]string, 0, len(formats)+1)
	for i := range formats {
		parts = append(parts, formats[i].Accept)
	}
	return strings.Join(append(parts, "*/*;q=0.5"), ",")
}

// Endings returns the endings of file names that say a format which is read.
func Endings() []string {
	var all []string
	for i := range formats {
		all = append(all, formats[i].Endings...)
	}
	return all
}

func (f *Format) declares(media string) bool { return slices.Contains(f.Declared, media) }

// choose returns the format of a body, nil if it is not read. What the body
// shows wins over what is declared, with one exception: declared plain text is
// never read as HTML.
func choose(declared string, body []byte) *Format {
	head := body[:min(len(body), 1024)]
	if binary(head) {
		return nil
	}
	for i := range formats {
		if formats[i].declares(declared) {
			return &formats[i]
		}
	}
	if !slices.Contains(vague[:], declared) {
		return nil
	}
	trimmed := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n\f")
	for i := range formats {
		if formats[i].guess(trimmed, declared) {
			return &formats[i]
		}
	}
	return nil
}

func readHTML(x *Extractor, page *aranea.Page, d *Document, robots *robotsmeta.Reader) {
	body, cs := charset.Decode(d.Body, charsetOf(d.Header), true)
	page.Charset = cs.Name
	x.html.Parse(page, body, cs.Encoding, robots)
	if cs.Unknown {
		warn(page, aranea.BodyCharset)
	}
}

func readText(x *Extractor, page *aranea.Page, d *Document, _ *robotsmeta.Reader) {
	body, cs := charset.Decode(d.Body, charsetOf(d.Header), false)
	page.Charset = cs.Name
	if text.Parse(page, body, x.limits.Text, x.limits.Elements) {
		warn(page, aranea.BodyLimit)
	}
	if cs.Unknown {
		warn(page, aranea.BodyCharset)
	}
}

// binary reports whether the head is of a type that no text has, whatever is
// declared.
func binary(head []byte) bool {
	for _, magic := range []string{"%PDF-", "\x89PNG", "GIF8", "\xFF\xD8\xFF", "PK\x03\x04", "\x1F\x8B", "Rar!", "7z\xBC\xAF", "\x7FELF", "RIFF", "OggS", "ID3"} {
		if bytes.HasPrefix(head, []byte(magic)) {
			return true
		}
	}
	// Half of UTF-16 text is NUL; more NULs than that, or with other control
	// characters, are no text.
	if bytes.HasPrefix(head, []byte("\xFF\xFE")) || bytes.HasPrefix(head, []byte("\xFE\xFF")) {
		return false
	}
	odd := 0
	for _, c := range head {
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != 0x1B && c != 0 {
			odd++
		}
	}
	return odd > len(head)/20
}

func looksHTML(head []byte) bool {
	lower := bytes.ToLower(head)
	for _, tag := range []string{"<!doctype html", "<html", "<head", "<title", "<body", "<script", "<meta", "<!--", "<h1", "<div", "<p>", "<table", "<a "} {
		if bytes.HasPrefix(lower, []byte(tag)) {
			return true
		}
	}
	return bytes.HasPrefix(lower, []byte("<?xml")) && bytes.Contains(lower, []byte("<html"))
}

// MediaType returns the media type of a Content-Type field in lower case, without
// parameters.
func MediaType(contentType string) string {
	m, _, _ := strings.Cut(contentType, ";")
	return strings.ToLower(strings.TrimSpace(m))
}

// charsetOf returns the charset parameter of the Content-Type field.
func charsetOf(h aranea.Header) string {
	_, params, _ := strings.Cut(h.Get("Content-Type"), ";")
	for param := range strings.SplitSeq(params, ";") {
		name, value, ok := strings.Cut(strings.TrimSpace(param), "=")
		if ok && strings.EqualFold(strings.TrimSpace(name), "charset") {
			return strings.Trim(strings.TrimSpace(value), `"'`)
		}
	}
	return ""
}
