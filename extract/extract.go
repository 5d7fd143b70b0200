package extract

import (
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/charset"
	"github.com/aranea-search/aranea/extract/html"
	"github.com/aranea-search/aranea/extract/text"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/weburl"
)

// Limits bound what is kept of one page. The zero value of a field means its
// default.
type Limits struct {
	Text      int // bytes of extracted text; default 2 MiB
	Links     int // distinct links; default 20,000
	Elements  int // elements, spans included; default 100,000
	Title     int // bytes of the title and of other attributes kept as text; default 4 KiB
	Attribute int // bytes of a link's attribute; default 8 KiB
}

// Defaults of Limits.
const (
	DefaultText      = 2 << 20
	DefaultLinks     = 20_000
	DefaultElements  = 100_000
	DefaultTitle     = 4 << 10
	DefaultAttribute = 8 << 10
)

func (l Limits) withDefaults() html.Limits {
	or := func(v, def int) int {
		if v <= 0 {
			return def
		}
		return v
	}
	return html.Limits{
		Text: or(l.Text, DefaultText), Links: or(l.Links, DefaultLinks), Elements: or(l.Elements, DefaultElements),
		Title: or(l.Title, DefaultTitle), Attribute: or(l.Attribute, DefaultAttribute),
	}
}

// A Document is a response to extract.
type Document struct {
	URL       weburl.URL
	Header    aranea.Header
	Body      []byte   // decoded from its content coding; not changed
	Truncated bool     // the body was cut
	Agents    []string // names by which metas may speak to the robot
}

// An Extractor extracts one document after another and reuses its memory
// between them. It is used by one goroutine.
type Extractor struct {
	limits html.Limits
	html   *html.Parser
}

// New returns an Extractor.
func New(l Limits) *Extractor {
	limits := l.withDefaults()
	return &Extractor{limits: limits, html: html.NewParser(limits)}
}

// Extract returns the page of a document. The page owns its memory. A document
// of a type that is not read has no elements and the warning BodyType. The error
// is for faults of this program only; no document causes one.
func (x *Extractor) Extract(d Document) (aranea.Page, error) {
	declared := mediaType(d.Header.Get("Content-Type"))
	format := choose(declared, d.Body)
	robots := robotsmeta.NewReader(d.Agents...)
	for _, v := range d.Header.Values("X-Robots-Tag") {
		robots.XRobotsTag(v)
	}
	page := aranea.Page{URL: d.URL, Base: d.URL, Type: format, Lang: contentLanguage(d.Header)}
	switch format {
	case typeHTML:
		body, cs := charset.Decode(d.Body, charsetOf(d.Header), true)
		page.Charset = cs.Name
		x.html.Parse(&page, body, cs.Encoding, robots)
		if cs.Unknown {
			warn(&page, aranea.BodyCharset)
		}
	case typeText:
		body, cs := charset.Decode(d.Body, charsetOf(d.Header), false)
		page.Charset = cs.Name
		if text.Parse(&page, body, x.limits.Text, x.limits.Elements) {
			warn(&page, aranea.BodyLimit)
		}
		if cs.Unknown {
			warn(&page, aranea.BodyCharset)
		}
	default:
		page.Type = declared
		warn(&page, aranea.BodyType)
	}
	headerLinks(&page, d.Header)
	page.Directives = robots.Directives()
	return page, nil
}

func warn(p *aranea.Page, r aranea.Reason) {
	for _, w := range p.Warnings {
		if w == r {
			return
		}
	}
	p.Warnings = append(p.Warnings, r)
}

func contentLanguage(h aranea.Header) string {
	lang, _, _ := strings.Cut(h.Get("Content-Language"), ",")
	return strings.TrimSpace(lang)
}

// headerLinks adds the references of the Link and Refresh fields.
func headerLinks(p *aranea.Page, h aranea.Header) {
	add := func(ref string, how aranea.How) {
		if u, err := p.URL.Resolve(ref); err == nil && u != p.URL {
			p.Links = append(p.Links, aranea.Link{URL: u, How: how})
		}
	}
	for _, field := range h.Values("Link") {
		for part := range strings.SplitSeq(field, ",") {
			target, params, ok := strings.Cut(part, ">")
			open := strings.IndexByte(target, '<')
			if !ok || open < 0 {
				continue
			}
			switch rel := linkRel(params); rel {
			case "canonical":
				add(target[open+1:], aranea.HowCanonical)
			case "next", "prev":
				add(target[open+1:], aranea.HowNext)
			}
		}
	}
	if ref := html.RefreshTarget(h.Get("Refresh")); ref != "" {
		add(ref, aranea.HowRefresh)
	}
}

// linkRel returns the rel parameter of a Link field in lower case.
func linkRel(params string) string {
	for param := range strings.SplitSeq(params, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(param), "=")
		if strings.EqualFold(strings.TrimSpace(name), "rel") {
			return strings.ToLower(strings.Trim(strings.TrimSpace(value), `"`))
		}
	}
	return ""
}
