package extract

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/facets"
	"github.com/aranea-search/aranea/extract/frame"
	"github.com/aranea-search/aranea/extract/html"
	"github.com/aranea-search/aranea/extract/items"
	"github.com/aranea-search/aranea/extract/selector"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/weburl"
)

// Limits are the limits of what is kept of one page. The zero value of a field means its
// default.
type Limits struct {
	Text      int // bytes of extracted text; default 2 MiB
	Links     int // distinct links; default 20,000
	Elements  int // elements, including spans; default 100,000
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
	Body      []byte   // decoded from its content coding; not modified
	Truncated bool     // the body was cut
	Scripted  bool     // the scripts of the page have run
	File      string   // its name with those of the folders it is in, of a file in a folder of files: "2023/offer.pdf"; "" for others
	Usual     string   // the charset of most of its site's pages that are not in UTF-8; "" if unknown
	Agents    []string // names by which fields and tags may address the robot
	// Stop is closed when no further document may be started; a nil channel never is.
	Stop <-chan struct{}
	// Dialect is how directives for robots are read; the zero value means robotsmeta.Strictest.
	Dialect robotsmeta.Dialect
}

// Limit returns how many bytes of a body of a declared media type are worth fetching; see
// Formats.
func (x *Extractor) Limit(media string, most int64) int64 { return x.formats.Limit(media, most) }

// Part returns the part of a document to request; see Formats.
func (x *Extractor) Part(u weburl.URL) string { return x.formats.Part(u) }

// PartLimit is Limit for a document of which a part was requested; see Formats.
func (x *Extractor) PartLimit(media string, most int64) int64 {
	return x.formats.PartLimit(media, most)
}

// Inside reports whether the document is read in this process, and so takes its memory and time.
func (x *Extractor) Inside(d *Document) bool {
	format := x.formats.choose(MediaType(d.Header.Get("Content-Type")), ending(d.URL), d.Body)
	return format != nil && format.read != nil
}

// An Extractor extracts documents and reuses its memory between them. It is safe for concurrent
// use once it is set up: it has as many parsers as pages are being parsed.
type Extractor struct {
	limits  html.Limits
	parsers *sync.Pool // of *html.Parser
	rules   *selector.Rules
	forms   bool // the forms of web pages are filled in
	parts   bool // the parts of web pages are read
	layout  bool // the whitespace of preformatted text and the places of cells are kept
	facets  facets.Rules
	plan    facets.Plan // of facets
	items   items.Plan
	outside Outside // nil if documents are not read outside
	formats Formats
	reads   func(mediaType string) bool // whether documents that declare the type are read
}

// An Outside reads documents outside of this process, where they cannot harm it. Its errors are
// those of package content, the end of the context, or ErrState.
type Outside interface {
	// Turn waits until a document of a format may be read, and returns a function to call when
	// it was. The error is ErrStopped, or the end of the context.
	Turn(ctx context.Context, stop <-chan struct{}, format string) (end func(), err error)
	// Read reads a document whose turn it is.
	Read(ctx context.Context, host string, j frame.Job, body []byte) (content.Document, error)
	// Plugins returns the hellos of the plugins that read further formats.
	Plugins() []frame.Hello
	// Reader returns the reader of a built-in format with its version, which changes when its
	// results change; "" if there is none here.
	Reader(format string) string
}

// New returns an Extractor.
func New(l Limits) *Extractor {
	limits := l.withDefaults()
	x := &Extractor{limits: limits, parsers: &sync.Pool{New: func() any { return html.NewParser(limits) }}}
	x.reads = func(mediaType string) bool { return x.formats.declaring(mediaType) != nil }
	return x
}

// With makes o read the documents that are not read in this process.
func (x *Extractor) With(o Outside) *Extractor {
	x.outside, x.formats = o, FormatsOf(o)
	return x
}

// WithMedia enables reading the headers of files of some kinds; an unknown kind is an error. It
// must be called after With.
func (x *Extractor) WithMedia(kinds []string) (*Extractor, error) {
	var err error
	x.formats, err = x.formats.WithMedia(kinds)
	return x, err
}

// WithRules sets the operator's rules for the zones of parts of web pages; nil means none.
func (x *Extractor) WithRules(r *selector.Rules) *Extractor {
	x.rules = r
	return x
}

// WithForms sets whether the forms of web pages are filled in, as package form says: what they
// lead to are links of the page.
func (x *Extractor) WithForms(on bool) *Extractor {
	x.forms = on
	return x
}

// WithParts sets whether the parts of web pages are read, and their links with fragments.
func (x *Extractor) WithParts(on bool) *Extractor {
	x.parts = on
	return x
}

// WithLayout sets whether the whitespace of preformatted text of web pages and the places of the
// cells of their tables are kept.
func (x *Extractor) WithLayout(on bool) *Extractor {
	x.layout = on
	return x
}

// WithFacets sets what pages are read for, so that results can be narrowed by it.
func (x *Extractor) WithFacets(rules facets.Rules) *Extractor {
	x.facets, x.plan = rules, rules.Plan()
	return x
}

// WithItems sets which records web pages are read for.
func (x *Extractor) WithItems(rules items.Rules) *Extractor {
	x.items = rules.Plan()
	return x
}

// FormModes are the ways in which the forms of pages can be filled in: not at all, or their
// selections.
func FormModes() []string { return []string{"none", "menus"} }

// ParseForms reports whether forms are filled in, by one of FormModes; "" is none.
func ParseForms(mode string) (on bool, err error) {
	if mode != "" && !slices.Contains(FormModes(), mode) {
		return false, fmt.Errorf("forms %q is unknown; it is %s", mode, strings.Join(FormModes(), " or "))
	}
	return mode == "menus", nil
}

// Extract returns the page of a document. The page owns its memory. A document of a type that is
// not read has no elements and the warning BodyType. Faults of a document are warnings; the only
// errors are the end of ctx, ErrStopped and ErrState.
func (x *Extractor) Extract(ctx context.Context, d Document) (aranea.Page, error) {
	declared := MediaType(d.Header.Get("Content-Type"))
	robots := robotsmeta.NewReaderFor(d.Dialect, d.Agents...)
	Fields(robots, d.Header)
	page := aranea.Page{URL: d.URL, Base: d.URL, Lang: contentLanguage(d.Header)}
	x.facets.Path(&page, d.URL) // first: a page with too many values keeps these
	switch format := x.formats.choose(declared, ending(d.URL), d.Body); {
	case format == nil || format.read == nil && x.outside == nil:
		page.Type = declared
		if f := x.formats.declaring(declared); f != nil && (f.read != nil || x.outside != nil) {
			page.Trouble = declared + ", which its content is not"
		}
		warn(&page, aranea.BodyType)
	case format.read != nil:
		page.Type, page.Format = format.Type, format.Name
		format.read(x, &page, &d, robots)
	default:
		page.Type, page.Format = format.Type, format.Name
		if err := x.readOutside(ctx, &page, &d, format); err != nil {
			return page, err
		}
	}
	if d.File != "" {
		nameFile(&page, &d)
	}
	if page.Published.At.IsZero() && page.Modified.At.IsZero() {
		page.Modified = servedDate(d.Header)
	}
	headerLinks(&page, d.Header)
	page.Directives = robots.Directives()
	if !page.Directives.Follow().Allowed {
		leaveForms(&page)
	}
	if d := page.Directives; !d.ImageIndex().Allowed || !d.NoIndex().Allowed {
		page.Links = slices.DeleteFunc(page.Links, func(l aranea.Link) bool {
			return l.How == aranea.HowPicture || l.How == aranea.HowRecording && !d.NoIndex().Allowed
		})
	}
	return page, nil
}

// leaveForms leaves the forms of a page alone that asks not to be followed.
func leaveForms(p *aranea.Page) {
	for i := range p.Forms {
		if f := &p.Forms[i]; f.Verdict.Filled() {
			f.Verdict, f.URLs = aranea.FormNoFollow, 0
		}
	}
	p.Links = slices.DeleteFunc(p.Links, func(l aranea.Link) bool { return l.How == aranea.HowForm })
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

// Fields passes the directives in the header of a response to the reader.
func Fields(r *robotsmeta.Reader, h aranea.Header) {
	for _, name := range robotsmeta.Fields() {
		for _, v := range h.Values(name) {
			r.Field(name, v)
		}
	}
}

// headerLinks adds the references of the Link and Refresh fields. A Refresh field takes
// precedence over the page's own refresh.
func headerLinks(p *aranea.Page, h aranea.Header) {
	for _, field := range h.Values("Link") {
		for _, l := range robotsmeta.ParseLinks(field) {
			headerLink(p, l)
		}
	}
	f, ok := robotsmeta.ParseRefresh(h.Get("Refresh"))
	if !ok {
		return
	}
	p.Refresh = weburl.URL{}
	if u, err := p.URL.Resolve(f.URL); err == nil && u != p.URL {
		p.Links = append(p.Links, aranea.Link{URL: u, How: aranea.HowRefresh})
		if f.Permanent() {
			p.Refresh = u
		}
	}
}

func headerLink(p *aranea.Page, l robotsmeta.FieldLink) {
	u, err := p.URL.Resolve(l.URL)
	if err != nil {
		return
	}
	add := func(how aranea.How) {
		if u != p.URL {
			p.Links = append(p.Links, aranea.Link{URL: u, How: how, NoFollow: l.Rel.NoFollow(), Rel: l.Rel})
		}
	}
	if l.Rel&robotsmeta.RelCanonical != 0 {
		p.Canonicals = append(p.Canonicals, u)
		add(aranea.HowCanonical)
	}
	if l.Rel&(robotsmeta.RelNext|robotsmeta.RelPrev) != 0 {
		add(aranea.HowNext)
	}
	if l.Rel&robotsmeta.RelSitemap != 0 {
		add(aranea.HowSitemapLink)
	}
	switch {
	case l.Rel&robotsmeta.RelAlternate == 0:
	case html.IsFeed(l.Type):
		add(aranea.HowFeed)
	case l.Lang != "":
		add(aranea.HowAlternate)
		p.Alternates.Add(l.Lang, u.String())
	}
}
