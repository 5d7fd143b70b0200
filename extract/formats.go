package extract

import (
	"bytes"
	"strings"

	"github.com/aranea-search/aranea"
)

// The formats that are read.
const (
	typeHTML = "text/html"
	typeText = "text/plain"
)

// Reads reports whether bodies of a declared media type are worth fetching: the
// formats that are read, and no type at all, which is then told by content.
func Reads(media string) bool {
	switch media {
	case "", typeHTML, typeText, "application/xhtml+xml", "text/xml", "application/xml", "application/octet-stream",
		"text/markdown", "text/x-markdown":
		return true
	}
	return false
}

// choose returns the format of a body, "" if it is not read. What the body
// shows wins over what is declared, with one exception: declared plain text is
// never read as HTML.
func choose(declared string, body []byte) string {
	head := body[:min(len(body), 1024)]
	trimmed := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n\f")
	if binary(head) {
		return ""
	}
	switch declared {
	case typeText, "text/markdown", "text/x-markdown":
		return typeText
	case typeHTML, "application/xhtml+xml":
		return typeHTML
	case "", "application/octet-stream", "text/xml", "application/xml":
		if looksHTML(trimmed) {
			return typeHTML
		}
		if declared == "" {
			return typeText
		}
	}
	return ""
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

func mediaType(contentType string) string {
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
