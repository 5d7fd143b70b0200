package site

import (
	"path"
	"strings"
)

// mediaTypes gives the media type by file name extension. It is a table of our
// own because the system's differs between machines.
var mediaTypes = map[string]string{
	".html": "text/html", ".htm": "text/html", ".xhtml": "application/xhtml+xml",
	".txt": "text/plain", ".css": "text/css", ".js": "text/javascript",
	".json": "application/json", ".xml": "application/xml", ".pdf": "application/pdf",
	".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif",
	".svg": "image/svg+xml", ".ico": "image/vnd.microsoft.icon", ".woff2": "font/woff2",
	".epub": "application/epub+zip", ".ps": "application/postscript",
}

// mediaType returns the value of the Content-Type field for a path; charset is
// added to HTML and plain text only.
func mediaType(p, charset string) string {
	t, ok := mediaTypes[strings.ToLower(path.Ext(p))]
	if !ok {
		return "application/octet-stream"
	}
	if charset != "" && (t == "text/html" || t == "text/plain") {
		return t + "; charset=" + charset
	}
	return t
}

// unescape decodes %-escapes; a broken escape stays as it is, as common servers
// of static files have it.
func unescape(p string) string {
	if strings.IndexByte(p, '%') < 0 {
		return p
	}
	b := make([]byte, 0, len(p))
	for i := 0; i < len(p); i++ {
		if p[i] == '%' && i+2 < len(p) {
			hi, ok1 := hexDigit(p[i+1])
			lo, ok2 := hexDigit(p[i+2])
			if ok1 && ok2 {
				b = append(b, hi<<4|lo)
				i += 2
				continue
			}
		}
		b = append(b, p[i])
	}
	return string(b)
}

// escape writes a decoded path so that it is valid in a Location field.
func escape(p string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := 0; i < len(p); i++ {
		c := p[i]
		if c <= ' ' || c >= 0x7f || strings.IndexByte(`"#%<>?\^`+"`{|}", c) >= 0 {
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

func hexDigit(c byte) (byte, bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10, true
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}
