package extract

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/calendar"
	"github.com/aranea-search/aranea/extract/charset"
	"github.com/aranea-search/aranea/extract/html"
	"github.com/aranea-search/aranea/extract/legacyoffice"
	"github.com/aranea-search/aranea/extract/mail"
	"github.com/aranea-search/aranea/extract/notebook"
	"github.com/aranea-search/aranea/extract/office"
	"github.com/aranea-search/aranea/extract/openapi"
	"github.com/aranea-search/aranea/extract/rtf"
	"github.com/aranea-search/aranea/extract/text"
	"github.com/aranea-search/aranea/robotsmeta"
)

// A Format is one kind of document that is read. Everything that depends on the formats follows
// from their list: which answers are worth fetching, what is requested, which file name
// extensions are not read, and which reader gets a body.
type Format struct {
	// Name is the format's name, for example "html", and Type the media type of a page that was
	// read as this format.
	Name, Type string
	// Declared are the media types under which it is sent. One that ends with a star stands for
	// all with that prefix that no other format declares.
	Declared []string
	// Endings are the file name extensions of the format, without a dot.
	Endings []string
	// Accept is its part of the Accept field, if it is requested by name.
	Accept string
	// magic reports whether the bytes of a body identify the format, whatever is declared.
	magic func(body []byte) bool
	// late is magic for a body that is declared to be of the format: it allows for bytes before
	// the header.
	late func(body []byte) bool
	// guess reports whether the beginning of a body, without byte order mark and whitespace, is
	// of this format, if the declaration does not say so.
	guess func(head []byte, declared string) bool
	// limit is the size in bytes up to which its documents are read, if that exceeds the limit
	// for pages.
	limit int64
	// text is set if the reader gets UTF-8.
	text bool
	// textless is the built-in format whose documents without text are read as this one.
	textless string
	// read fills the page. Faults of the document are warnings of the page, with a reason code.
	// Without read the document is read outside of this process, by the format's name.
	read func(x *Extractor, page *aranea.Page, d *Document, robots *robotsmeta.Reader)
}

// formats is the list of formats. A body without a declaration is read by the first that guesses
// it. The list is never modified.
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
		Name: "pdf", Type: "application/pdf",
		Declared: []string{"application/pdf", "application/x-pdf"},
		Endings:  []string{"pdf"},
		Accept:   "application/pdf;q=0.9",
		limit:    MaxDocument,
		magic:    func(body []byte) bool { return bytes.HasPrefix(body, []byte("%PDF-")) },
		late:     func(body []byte) bool { return bytes.Contains(body[:min(len(body), headerRoom)], []byte("%PDF-")) },
	},
	packaged("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx", "docm", "dotx"),
	packaged("pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation", "pptx", "pptm", "ppsx"),
	packaged("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx", "xlsm"),
	packaged("odt", "application/vnd.oasis.opendocument.text", "odt", "ott"),
	packaged("odp", "application/vnd.oasis.opendocument.presentation", "odp"),
	packaged("ods", "application/vnd.oasis.opendocument.spreadsheet", "ods"),
	packaged("epub", "application/epub+zip", "epub"),
	compound("doc", "application/msword", "doc", "dot"),
	compound("xls", "application/vnd.ms-excel", "xls", "xlt"),
	compound("ppt", "application/vnd.ms-powerpoint", "ppt", "pps"),
	{
		Name: "rtf", Type: "application/rtf",
		Declared: []string{"application/rtf", "text/rtf", "text/richtext"},
		Endings:  []string{"rtf"},
		magic:    rtf.Sniff,
	},
	{
		Name: "calendar", Type: "text/calendar",
		Declared: []string{"text/calendar", "text/x-vcalendar", "application/ics"},
		Endings:  []string{"ics", "ical"},
		magic:    calendar.Sniff,
		text:     true,
	},
	{
		Name: "markdown", Type: "text/markdown",
		Declared: []string{"text/markdown", "text/x-markdown"},
		Endings:  []string{"md", "markdown"},
		text:     true,
	},
	{
		Name: "notebook", Type: "application/x-ipynb+json",
		Declared: []string{"application/x-ipynb+json"},
		Endings:  []string{"ipynb"},
		limit:    MaxDocument,
	},
	{
		Name: "openapi", Type: "application/vnd.oai.openapi+json",
		Declared: []string{"application/vnd.oai.openapi+json", "application/vnd.oai.openapi", "application/vnd.oai.openapi+yaml", "application/openapi+json", "application/openapi+yaml"},
		magic:    openapi.Sniff,
	},
	{
		Name: "mail", Type: "message/rfc822",
		Declared: []string{"message/rfc822", "message/global", "message/news"},
		Endings:  []string{"eml"},
		limit:    MaxDocument,
	},
	{
		Name: "mbox", Type: "application/mbox",
		Declared: []string{"application/mbox", "application/x-mbox"},
		Endings:  []string{"mbox"},
		limit:    MaxDocument,
	},
	{
		Name: "xml", Type: "application/xml",
		Declared: []string{"text/xml", "application/xml", "application/rss+xml", "application/atom+xml", "application/rdf+xml"},
		Endings:  []string{"xml", "rss", "atom", "rdf"},
		guess:    func(head []byte, _ string) bool { return looksXML(head) },
		text:     true,
	},
	{
		Name: "text", Type: "text/plain",
		Declared: []string{"text/plain", "text/*"},
		Endings:  []string{"txt"},
		Accept:   "text/plain;q=0.9",
		guess:    func(_ []byte, declared string) bool { return declared == "" },
		read:     readText,
	},
}

// packaged returns a format of office programs in XML packages.
func packaged(name, media string, endings ...string) Format {
	return Format{
		Name: name, Type: media, Declared: []string{media}, Endings: endings, limit: MaxDocument,
		magic: func(body []byte) bool { return office.Sniff(body) == name },
	}
}

// compound returns a format of older office programs.
func compound(name, media string, endings ...string) Format {
	f := packaged(name, media, endings...)
	f.magic = func(body []byte) bool { return legacyoffice.Sniff(body) == name }
	return f
}

// vague are the media types that do not say how to read a body; its content then decides.
var vague = [...]string{"", octets[0], octets[1], "application/zip", "text/xml", "application/xml"}

// json is the media type of data, of which those are read that their content identifies.
const json = "application/json"

// octets are the media types of arbitrary bytes. Some file stores send the second.
var octets = [...]string{"application/octet-stream", "binary/octet-stream"}

// sources are media types of programs and settings that are text, although their names do not
// say so. The last is of another kind of file whose extension .rs is also that of Rust.
var sources = [...]string{
	"application/x-sh", "application/x-csh", "application/x-perl", "application/x-python", "application/x-ruby", "application/x-tcl",
	"application/sql", "application/x-sql", "application/toml", "application/yaml", "application/x-yaml", "application/rls-services+xml",
}

// headerRoom is the number of bytes of a PDF in which its header is searched, as PDF viewers do.
const headerRoom = 1024

// MaxDocument is the size in bytes up to which documents are read that contain more than text:
// pictures, fonts.
const MaxDocument = 48 << 20

// Limit returns how many bytes of a body of a declared media type are worth fetching, given the
// limit for pages; 0 if none are.
func (fs Formats) Limit(media string, most int64) int64 {
	if f := fs.declaring(media); f != nil {
		return max(most, f.limit)
	}
	if slices.Contains(vague[:], media) || slices.Contains(sources[:], media) || media == json {
		return most
	}
	for _, f := range fs.media {
		if f.declares(media) {
			return min(most, headBytes)
		}
	}
	return 0
}

// declaring returns the format of a media type, nil if there is none.
func (fs Formats) declaring(media string) *Format {
	if slices.Contains(vague[:], media) {
		return nil
	}
	for f := range fs.all {
		if f.declares(media) {
			return f
		}
	}
	return nil
}

// Accept returns the Accept field (RFC 9110 section 12.5.1) that asks for the formats, and
// otherwise for anything.
func Accept() string {
	parts := make([]string, 0, len(formats)+1)
	for i := range formats {
		if a := formats[i].Accept; a != "" {
			parts = append(parts, a)
		}
	}
	return strings.Join(append(parts, "*/*;q=0.5"), ",")
}

// Endings returns the file name extensions of the formats that are read.
func (fs Formats) Endings() []string {
	var all []string
	for f := range fs.all {
		all = append(all, f.Endings...)
	}
	for _, f := range fs.media {
		all = append(all, f.Endings...)
	}
	return all
}

func (f *Format) declares(media string) bool {
	return slices.ContainsFunc(f.Declared, func(d string) bool {
		prefix, open := strings.CutSuffix(d, "*")
		return d == media || open && strings.HasPrefix(media, prefix)
	})
}

// choose returns the format of a body, nil if it is not read. The content takes precedence over
// the declaration, with one exception: declared plain text is never read as HTML. ending is the
// file name extension, which decides if nothing is declared for a text that does not begin like
// a document of HTML or XML. With an extension that says nothing, octets and programs that are
// plainly text are text.
func (fs Formats) choose(declared, ending string, body []byte) *Format {
	for f := range fs.all {
		if f.magic != nil && f.magic(body) {
			return f
		}
	}
	if legacyoffice.Encrypted(body) {
		return encrypted(declared, ending)
	}
	if f := byLateHeader(declared, body); f != nil {
		return f
	}
	if f := fs.byPlugin(declared, ending); f != nil {
		return f
	}
	if f := fs.byHeader(body); f != nil {
		return f
	}
	head := body[:min(len(body), 1024)]
	if binary(head) {
		return nil
	}
	trimmed := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n\f")
	switch declared {
	case "text/plain":
		declared = textType(ending, body)
	case "", octets[0], octets[1]:
		if f := byEnding(ending, body); f != nil && !opens(trimmed) {
			return f
		}
	}
	if f := declaredAs(declared); f != nil {
		return f
	}
	if (slices.Contains(octets[:], declared) || slices.Contains(sources[:], declared)) && fs.isPlain(ending, body) {
		declared = ""
	}
	for i := range formats {
		if f := &formats[i]; f.guess != nil && f.guess(trimmed, declared) {
			return f
		}
	}
	return nil
}

// isPlain reports whether octets with an extension that says nothing are plainly text: UTF-8 to
// their end, or to the point where they are cut, without control characters.
func (fs Formats) isPlain(ending string, body []byte) bool {
	if len(body) == 0 || slices.Contains(fs.Endings(), ending) || slices.Contains(fs.Unread(), ending) {
		return false
	}
	for i := 0; i < len(body); {
		r, size := utf8.DecodeRune(body[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			return i > 0 && !utf8.FullRune(body[i:])
		case unicode.IsControl(r) && r != '\t' && r != '\n' && r != '\r' && r != '\f':
			return false
		}
		i += size
	}
	return true
}

// encrypted returns the format of an encrypted package, which can only be told by its name and
// its declared type.
func encrypted(declared, ending string) *Format {
	var first *Format
	for i := range formats {
		switch f := &formats[i]; {
		case f.Name != "docx" && f.Name != "pptx" && f.Name != "xlsx":
		case f.declares(declared) || slices.Contains(f.Endings, ending):
			return f
		case first == nil:
			first = f
		}
	}
	return first
}

// textType returns the type of a document that is sent as plain text: servers know few types of
// text. Archives of mailing lists are mailboxes with the extension of a text.
func textType(ending string, body []byte) string {
	switch {
	case ending == "md" || ending == "markdown":
		return "text/markdown"
	case ending == "ipynb" && notebook.Sniff(body):
		return "application/x-ipynb+json"
	case ending == "eml" && mail.Sniff(body):
		return "message/rfc822"
	case (ending == "mbox" || ending == "txt") && mail.SniffBox(body):
		return "application/mbox"
	}
	return "text/plain"
}

// byLateHeader returns the format that a body is declared to be of and that begins after some
// other bytes; nil if there is none.
func byLateHeader(declared string, body []byte) *Format {
	for i := range formats {
		if f := &formats[i]; f.late != nil && f.declares(declared) && f.late(body) {
			return f
		}
	}
	return nil
}

// byEnding returns the text format of a file name extension, for a body without a declaration;
// nil if there is none, or the body is not text.
func byEnding(ending string, body []byte) *Format {
	for i := range formats {
		if f := &formats[i]; f.magic == nil && slices.Contains(f.Endings, ending) && isText(body) {
			return f
		}
	}
	return nil
}

// isText reports whether a body whose beginning is not binary is text: in UTF-16 or UTF-32, or
// without a NUL byte.
func isText(body []byte) bool {
	return isWide(body[:min(len(body), 1024)]) || bytes.IndexByte(body, 0) < 0
}

// isWide reports whether the head is of text in UTF-16 or UTF-32.
func isWide(head []byte) bool {
	return charset.Wide(head) != "" || bytes.HasPrefix(head, []byte("\xFF\xFE")) || bytes.HasPrefix(head, []byte("\xFE\xFF"))
}

// declaredAs returns the format of a declared type that is sufficient by itself; for formats
// that their bytes identify it is not.
func declaredAs(media string) *Format {
	if slices.Contains(vague[:], media) {
		return nil
	}
	for i := range formats {
		if f := &formats[i]; f.declares(media) && f.magic == nil {
			return f
		}
	}
	return nil
}

func readHTML(x *Extractor, page *aranea.Page, d *Document, robots *robotsmeta.Reader) {
	cs := charset.Tell(d.Body, charsetOf(d.Header), d.Usual, true)
	page.Charset = cs.Name
	p := x.parsers.Get().(*html.Parser)
	p.WithRules(x.rules)
	p.Scripted(d.Scripted)
	p.Opens(x.reads)
	p.FillForms(x.forms)
	p.ReadParts(x.parts, d.Truncated)
	p.KeepLayout(x.layout)
	p.ReadFacets(x.plan)
	p.ReadItems(x.items)
	p.Parse(page, cs.Decode(), cs.Encoding, robots)
	x.parsers.Put(p)
	if cs.Unknown {
		warn(page, aranea.BodyCharset)
	}
}

func readText(x *Extractor, page *aranea.Page, d *Document, _ *robotsmeta.Reader) {
	cs := charset.Tell(d.Body, charsetOf(d.Header), d.Usual, false)
	page.Charset = cs.Name
	if text.Parse(page, cs.Decode(), x.limits.Text, x.limits.Elements) {
		warn(page, aranea.BodyLimit)
	}
	if cs.Unknown {
		warn(page, aranea.BodyCharset)
	}
}

// binary reports whether the head is of a type that is never text, whatever is declared.
func binary(head []byte) bool {
	for _, magic := range []string{"%PDF-", "\xD0\xCF\x11\xE0", "\x89PNG", "GIF8", "\xFF\xD8\xFF", "PK\x03\x04", "\x1F\x8B", "Rar!", "7z\xBC\xAF", "\x7FELF", "RIFF", "OggS", "ID3"} {
		if bytes.HasPrefix(head, []byte(magic)) {
			return true
		}
	}
	if isWide(head) {
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

// opens reports whether the head is the beginning of a whole document of HTML or XML, whatever
// its name is.
func opens(head []byte) bool {
	lower := bytes.ToLower(head[:min(len(head), 16)])
	return looksXML(head) || bytes.HasPrefix(lower, []byte("<!doctype html")) || bytes.HasPrefix(lower, []byte("<html"))
}

func looksXML(head []byte) bool {
	lower := bytes.ToLower(head)
	for _, tag := range []string{"<?xml", "<rss", "<feed", "<rdf:rdf", "<svg"} {
		if bytes.HasPrefix(lower, []byte(tag)) {
			return true
		}
	}
	return false
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
