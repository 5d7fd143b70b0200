package inspect

import (
	"net/textproto"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/extract/charset"
	"github.com/aranea-search/aranea/extract/linkeddata"
	"github.com/aranea-search/aranea/internal/pageitem"
	"github.com/aranea-search/aranea/internal/show"
)

// An ExchangeStep is one request of a Look with its response.
type ExchangeStep struct {
	URL    string `json:"url"`
	Status int    `json:"status"` // 0 if there was no response
	Proto  string `json:"proto,omitempty"`
	Remote string `json:"remote,omitempty"` // the peer's address, or that of the proxy if there is one
	// FirstByte and Took are measured from the request.
	FirstByte float64 `json:"first_byte_seconds,omitempty"`
	Took      float64 `json:"took_seconds,omitempty"`
	Bytes     uint64  `json:"bytes"` // of the body, as received
	Cut       bool    `json:"cut,omitempty"`
	// Fields are the response fields that are relevant to robots.
	Fields  []HeaderField `json:"fields,omitempty"`
	Target  string        `json:"target,omitempty"` // of a redirect
	Failure string        `json:"failure,omitempty"`
	Detail  string        `json:"detail,omitempty"`
}

// A HeaderField is a field of a response.
type HeaderField struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// shownFields are the response fields in a Look, in their order.
var shownFields = [...]string{
	"Content-Type", "Content-Length", "Content-Encoding", "Content-Language", "Location", "Retry-After", "X-Robots-Tag",
	"Link", "Refresh", "Content-Usage", "Content-Signal", "Last-Modified", "ETag", "Cache-Control", "Expires", "Server",
}

// maxFieldValues is the maximum number of values of one field in a Look.
const maxFieldValues = 20

// stepOf returns the step of an exchange.
func stepOf(e *Exchange) ExchangeStep {
	s := ExchangeStep{
		URL: e.URL.String(), Status: e.Status, Proto: e.Proto, FirstByte: e.TTFB.Seconds(), Bytes: e.WireBytes, Cut: e.Truncated, Detail: e.Detail,
	}
	if e.Remote.IsValid() {
		s.Remote = e.Remote.String()
	}
	if e.WasSent() {
		s.Took = e.Ended.Sub(e.Sent).Seconds()
	}
	if e.Failure != aranea.ReasonNone {
		s.Failure = e.Failure.String()
	}
	for _, name := range shownFields {
		values := e.Header.Values(textproto.CanonicalMIMEHeaderKey(name))
		for _, v := range values[:min(len(values), maxFieldValues)] {
			s.Fields = append(s.Fields, HeaderField{name, v})
		}
	}
	if to, err := e.URL.Resolve(e.Header.Get("Location")); err == nil && e.Status >= 300 && e.Status < 400 && e.Header.Get("Location") != "" {
		s.Target = to.String()
	}
	return s
}

// A PageStep is what was read of a page.
type PageStep struct {
	Title    string         `json:"title"`
	Lang     string         `json:"lang,omitempty"` // as the page declares it
	Charset  string         `json:"charset,omitempty"`
	Text     int            `json:"text_bytes"`
	Elements map[string]int `json:"elements"` // number by kind
	// HeadingIDs and DefinitionIDs are how many of its headings, and definitions of description lists, a
	// URL with a fragment can lead to.
	HeadingIDs    int `json:"heading_ids"`
	DefinitionIDs int `json:"definition_ids,omitempty"`
	// Zones are the bytes of text by zone; ZonesBy is what determined them.
	Zones   map[string]int `json:"zones,omitempty"`
	ZonesBy string         `json:"zones_by,omitempty"`
	Blocks  []Block        `json:"blocks,omitempty"` // if they were requested
	Targets int            `json:"targets"`          // number of distinct URLs that it links to
	// Forms are its forms, FillsForms says that the crawl fills in those that are Filled.
	Forms      []FormStep `json:"forms,omitempty"`
	FillsForms bool       `json:"fills_forms,omitempty"`
	// Facets is what results can be narrowed by, as the crawl would read it.
	// FacetsAbsent are the rules about those of which the page has no value.
	Facets       []aranea.Facet `json:"facets,omitempty"`
	FacetsAbsent []string       `json:"facets_absent,omitempty"`
	// Items are the records of the page, as the crawl would read them, and ItemsCut says that limits
	// left some of them out. ItemsAbsent are the rules that find nothing, and ItemsClosed is what
	// keeps the items out of the lines for other programs.
	Items       []pageitem.Item `json:"items,omitempty"`
	ItemsCut    bool            `json:"items_cut,omitempty"`
	ItemsAbsent []string        `json:"items_absent,omitempty"`
	ItemsClosed string          `json:"items_closed,omitempty"`
	// Data are the first scripts with linked data, DataTotal is the number of all.
	Data      []linkeddata.Script `json:"linked_data,omitempty"`
	DataTotal int                 `json:"linked_data_total,omitempty"`
	// InScope is how many of them the folder's crawl would visit; nil without a folder.
	InScope *int `json:"targets_in_scope,omitempty"`
	// Published and Modified are the days according to the page, each with its source.
	Published string `json:"published,omitempty"`
	Modified  string `json:"modified,omitempty"`
	// Header are the first texts in the header of a file that is not a page: of a picture, sound,
	// video or archive.
	Header    []string `json:"header,omitempty"`
	Canonical string   `json:"canonical,omitempty"`
	Refresh   string   `json:"refresh,omitempty"`
	Warnings  []string `json:"warnings,omitempty"` // reason codes
	Page
}

// maxHeaderTexts is the maximum number of header texts of a file in a Look.
const maxHeaderTexts = 50

// identified returns how many headings and how many definitions of a page have an identifier.
func identified(page *aranea.Page) (headings, definitions int) {
	at := map[uint32]bool{}
	for _, e := range page.Elements {
		if e.Kind.IsHeading() {
			at[e.Start] = true
		}
	}
	for _, h := range page.HeadingIDs {
		if at[h.Start] {
			headings++
		} else {
			definitions++
		}
	}
	return headings, definitions
}

// pageStep returns what was read of a page.
func (o *LookOptions) pageStep(doc *extract.Document, page *aranea.Page, now time.Time) *PageStep {
	links := o.followed(page)
	s := &PageStep{
		Forms: formSteps(page.Forms), FillsForms: o.Forms, Facets: page.Facets, FacetsAbsent: o.Facets.Absent(page).Texts(),
		Title: page.Title(), Lang: page.Lang, Published: page.Published.String(), Modified: page.Modified.String(), Charset: page.Charset, Text: len(page.Text), Targets: len(links),
		Elements: map[string]int{}, Page: o.tell(doc.URL.String(), doc, page, "", now),
	}
	s.HeadingIDs, s.DefinitionIDs = identified(page)
	s.Items, s.ItemsCut, s.ItemsAbsent = page.Items.All, page.Items.Cut, o.Items.Absent(page).Texts()
	if len(s.Items) > 0 {
		s.ItemsClosed = s.closes("index", "snippet", "archive")
	}
	if page.Type == htmlType {
		text, _ := charset.Decode(doc.Body, page.Charset, false)
		s.Data, s.DataTotal = linkeddata.Scripts(text)
	}
	for _, e := range page.Elements {
		s.Elements[e.Kind.String()]++
		if e.Kind.IsBlock() {
			if extract.IsHeader(page) && len(s.Header) < maxHeaderTexts {
				s.Header = append(s.Header, e.Kind.String()+": "+show.Clip(string(page.Text[e.Start:e.End]), aranea.MaxDetail))
			}
		}
	}
	if o.Scope != nil {
		in := 0
		for _, link := range links {
			if o.Scope.Decide(link.URL, 1, link.How).OK {
				in++
			}
		}
		s.InScope = &in
	}
	if u := page.Canonical(); !u.IsZero() {
		s.Canonical = u.String()
	}
	if !page.Refresh.IsZero() {
		s.Refresh = page.Refresh.String()
	}
	for _, w := range page.Warnings {
		s.Warnings = append(s.Warnings, w.String())
	}
	return s
}
