package document

import (
	"math"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/document/outline"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of what is kept of one page.
const (
	MaxWords       = 1 << 19   // words with positions; the text of a crawled page, at most 2 MiB, rarely has as many
	MaxSnippet     = 512 << 10 // bytes of text for snippets
	maxDescription = 500       // bytes of a description or heading
	ElementGap     = 8         // positions between two block elements
)

// Filters of pages that were read with a secret. No operator of a query produces them.
const (
	Protected    = "protected:"
	AccessPrefix = "access:" // followed by the label of the secret
)

// A Document is what is indexed of one page.
type Document struct {
	ID     weburl.ID
	Record Record // its elements are valid until the Maker makes the next document
	// Runs are the words of the block elements in the order of the text. They
	// are valid until the Maker makes the next document.
	Runs []Run
	// Symbols are the names in code that underscores join, in the order of the text and as valid as Runs.
	Symbols []Symbol
	// Lengths are the numbers of words by field.
	Lengths [Fields]int
	// Address holds the words of host and path, folded, repeated as often as they occur.
	Address []string
	// Filters say what the page is rather than what it says: "site:example.org",
	// "host:www.example.org", "lang:en", "type:pdf", "folder:/docs", "facet:version=2.0".
	Filters []string
	// Site is the registrable domain.
	Site string
	// Text is what snippets are cut from: the elements that people read, one on a line; empty
	// if the page's owner permits no snippets. The outline of the page follows it; outline.Split
	// takes them apart. It is valid as long as Runs.
	Text []byte
	// Limited tells that the page has more than MaxWords words; the rest is left out.
	Limited bool
}

// A Run is consecutive words of one element that count alike. No run is empty.
type Run struct {
	Words    []analyze.Token // with positions relative to the element
	First    uint32          // where the element begins on the page's axis
	Field    Field
	Emphasis float32 // how much each counts within the field
}

// Pos returns the position of a word of the run on the page's axis.
func (r *Run) Pos(word int) uint32 { return r.First + r.Words[word].Pos }

// An Occurrence is one word of a page.
type Occurrence struct {
	Word     *analyze.Word
	Pos      uint32 // on the page's axis
	Field    Field
	Emphasis float32 // how much the word counts within its field
}

// Words returns the words of the block elements, one by one.
func (d *Document) Words() (out []Occurrence) {
	for i := range d.Runs {
		r := &d.Runs[i]
		for j, t := range r.Words {
			out = append(out, Occurrence{t.Word, r.Pos(j), r.Field, r.Emphasis})
		}
	}
	return out
}

// A Maker makes documents and remembers the words that it has seen. It is used
// by one goroutine.
type Maker struct {
	analyzer *analyze.Analyzer
	tokens   []analyze.Token
	address  []analyze.Token // words of the page's address
	runs     []Run
	parts    []analyze.Part
	blocks   []Element
	symbols  []Symbol
	folded   []byte // the texts of symbols
	text     []byte // what snippets are cut from
	outline  outline.Builder
	spans    []aranea.Element
	small    int // pages since the last large one
	// Taken from the previous page, whose origin the next one often shares.
	origin   weburl.Origin
	originID weburl.OriginID
	site     string // its registrable domain
}

// NewMaker returns a Maker that remembers up to about that many distinct words; 0 means
// analyze.DefaultCacheWords.
func NewMaker(words int) *Maker { return &Maker{analyzer: analyze.New(words)} }

// Of makes the document of a page that is put into the index.
func (m *Maker) Of(c *aranea.IndexChange) Document {
	lang := languageOf(c.Page, "")
	if o := c.URL.Origin(); o != m.origin {
		m.origin, m.originID, m.site = o, o.ID(), o.Site()
	}
	d := Document{ID: c.URL.IDIn(m.originID), Site: m.site, Record: Record{
		URL: c.URL.String(), Lang: lang.String(), Format: c.Page.Format, FetchedAt: c.FetchedAt, Depth: c.Depth, Version: c.Version,
		MaxSnippet: c.MaxSnippet, Expires: c.Expires,
	}}
	d.Record.Date, d.Record.DateKind = dateOf(c.Page, c.FetchedAt)
	m.begin(roomFor(c.Page))
	m.elements(&d, c, lang)
	d.Runs, d.Record.Elements = m.runs, m.blocks
	d.Symbols = m.symbolsOf(c.Page.Text)
	d.Address = m.addressOf(c.URL)
	d.Lengths[FieldURL] = len(d.Address)
	d.Filters = append(filters(m.origin.Host(), m.site, lang, c.Page.Format), folders(c.URL.Path())...)
	if f := endingOf(c.URL.Path(), c.Page.Format); f != "" {
		d.Filters = append(d.Filters, f)
	}
	d.Filters = append(d.Filters, facetFilters(c.Page.Facets)...)
	d.Filters = append(d.Filters, m.names(c)...)
	if c.Access != "" {
		d.Filters = append(d.Filters, Protected, AccessPrefix+c.Access)
	}
	if c.Snippet && !c.NoCopy {
		m.spans = ofKind(m.spans[:0], c.Page, aranea.ElementAnchor)
		m.text = snippetText(m.text[:0], c.Page, m.spans, &m.outline)
		m.text = m.outline.AppendTo(m.text)
		d.Text = m.text
	}
	return d
}

// mostKept is the capacity, in words, that is always kept for the next page. The larger
// capacity that a large page needed is kept for keptFor more pages: if one page in some hundred
// is large, allocating anew for each costs more than keeping the memory; if large pages are
// rare, not every Maker should hold on to it forever.
const (
	mostKept = 1 << 14
	keptFor  = 1000
)

// begin empties the buffers for a page of about that many words.
func (m *Maker) begin(words int) {
	if m.small++; words > mostKept {
		m.small = 0
	}
	keep := m.small < keptFor
	m.tokens, m.address, m.runs = reuse(m.tokens, keep), reuse(m.address, keep), reuse(m.runs, keep)
	m.blocks, m.parts = reuse(m.blocks, keep), reuse(m.parts, keep)
	m.symbols, m.folded = reuse(m.symbols, keep), reuse(m.folded, keep)
}

// reuse empties a slice and drops one that is large and not to be kept. Its elements are
// cleared, however short the next page is: a Word keeps alive all words allocated near it, and
// a Run the words of its page.
func reuse[T any](s []T, keep bool) []T {
	if cap(s) > mostKept && !keep {
		return nil
	}
	clear(s)
	return s[:0]
}

// elements cuts the block elements into words and places them on the page's axis.
func (m *Maker) elements(d *Document, c *aranea.IndexChange, lang analyze.Lang) {
	p := c.Page
	spans, unshown := emphasisOf(m.spans[:0], p), unshownOf(p)
	m.spans = spans.spans
	m.parts = partsToCut(m.parts, p, lang)
	m.tokens = m.analyzer.AppendPage(slices.Grow(m.tokens, roomFor(p)), p.Text, m.parts, MaxWords+1, p.Format == "text")
	tokens, last := m.tokens, uint32(math.MaxUint32) // the part whose end is cut off
	if d.Limited = len(tokens) > MaxWords; d.Limited {
		last, tokens = tokens[MaxWords].Part, tokens[:MaxWords]
	}
	from, pos, next := 0, uint32(0), uint32(0)
	for i := range p.Elements {
		e := &p.Elements[i]
		if !isCut(e) {
			continue
		}
		part := next
		next++
		n := m.parts[part].Positions
		end := from + wordsOf(tokens[from:], part, n)
		switch {
		case part > last, part == last && from == end:
			return
		case part == last:
			n = tokens[end-1].Pos + 1
		case n == 0:
			continue
		}
		m.lay(d, e, tokens[from:end], pos, spans, m.parts[part].Named)
		from = end
		m.blocks = append(m.blocks, Element{Kind: e.Kind, Zone: e.Zone, First: pos, Words: n})
		d.Record.show(c, *e, unshown)
		pos += n + ElementGap
	}
}

// wordsOf returns how many of the leading words belong to a part, provided the first does.
// Usually that is the number of positions the part takes.
func wordsOf(tokens []analyze.Token, part, positions uint32) (n int) {
	if n := int(positions); 0 < n && n <= len(tokens) && tokens[n-1].Part == part && (n == len(tokens) || tokens[n].Part != part) {
		return n
	}
	for n < len(tokens) && tokens[n].Part == part {
		n++
	}
	return n
}

// mostInRun is the maximal number of words in a run.
const mostInRun = 1 << 10

// lay adds the words of an element that begins at position pos. With named set, some words may
// share the position of the one before them.
func (m *Maker) lay(d *Document, e *aranea.Element, tokens []analyze.Token, pos uint32, spans *emphasised, named bool) {
	if len(tokens) == 0 {
		return
	}
	field, emphasis := fieldOf(e)
	if field == FieldTitle && d.Lengths[FieldTitle] > 0 {
		field = FieldHeading // a page has one title; drawings have further ones
	}
	run := Run{Words: tokens, First: pos, Field: field, Emphasis: float32(emphasis)}
	if !named && spans.none(tokens[0].Start, e.End) {
		d.Lengths[field] += len(tokens)
		for run.Words = range slices.Chunk(tokens, mostInRun) {
			m.runs = append(m.runs, run)
		}
		return
	}
	from := 0
	for i := range tokens {
		t := &tokens[i]
		counts := emphasis * spans.at(t.Start)
		if i > 0 && t.Pos == tokens[i-1].Pos {
			counts *= partEmphasis
		} else {
			d.Lengths[field]++
		}
		if field == FieldTemplate {
			counts = min(counts, MaxTemplateEmphasis)
		}
		if i > from && float32(counts) != run.Emphasis || i-from == mostInRun {
			run.Words = tokens[from:i]
			m.runs, from = append(m.runs, run), i
		}
		run.Emphasis = float32(counts)
	}
	run.Words = tokens[from:]
	m.runs = append(m.runs, run)
}

// isCut reports whether an element is indexed.
func isCut(e *aranea.Element) bool { return e.Kind.IsBlock() && !e.Excluded }

// partsToCut appends the elements that are indexed to out.
func partsToCut(out []analyze.Part, p *aranea.Page, page analyze.Lang) []analyze.Part {
	same := -1 // a container in the page's language
	for i := range p.Elements {
		e := &p.Elements[i]
		if !isCut(e) {
			continue
		}
		lang := page
		if int(e.Container) != same {
			if declared, other := otherLang(p, e, page); !other {
				same = int(e.Container)
			} else if told := analyze.Detect(declared, analyze.Und, p.Text[e.Start:e.End]); told != analyze.Und {
				lang = told // the text clearly contradicts the declared language
			}
		}
		out = append(out, analyze.Part{Start: e.Start, End: e.End, Lang: lang})
	}
	return out
}

// bytesOfWord is a lower bound, for most pages, of the bytes of text per word.
const bytesOfWord = 5

// roomFor estimates the number of words of a page.
func roomFor(p *aranea.Page) int { return min(len(p.Text)/bytesOfWord, MaxWords) + 1 }

// show keeps the text of those elements that results display.
func (r *Record) show(c *aranea.IndexChange, e aranea.Element, unshown []aranea.Element) {
	text := c.Page.Text
	switch {
	case e.Kind == aranea.ElementTitle && r.Title == "":
		r.Title = string(text[e.Start:e.End])
	case !c.Snippet:
	case e.Kind == aranea.ElementDescription && r.Description == "" && !IsTemplate(e.Zone):
		r.Description = string(text[e.Start:min(e.End, e.Start+maxDescription)])
	case e.Kind.IsHeading() && e.Zone == aranea.ZoneMain && r.Heading == "" && len(within(unshown, e)) == 0:
		r.Heading = string(text[e.Start:min(e.End, e.Start+maxDescription)])
	}
}

// addressOf returns the words of the URL's host and path.
func (m *Maker) addressOf(u weburl.URL) []string {
	m.address, _ = m.analyzer.Append(m.address, []byte(u.Host()+" "+u.Target()), analyze.Und)
	out := make([]string, 0, len(m.address))
	for _, t := range m.address {
		out = append(out, t.Word.Form())
	}
	return out
}

// folderFilter begins the filter of a folder.
const folderFilter = "folder:"

// Bounds of the folders of a page that are filters: their number and their length in bytes. Deeper
// pages are found by the deepest of these.
const (
	maxFolders = 8
	maxFolder  = 200
)

// FolderFilter returns the filter of the pages below a path such as "/docs", or below the deepest
// folder in it that is a filter.
func FolderFilter(path string) string {
	all := folders(strings.TrimRight(path, "/") + "/")
	if len(all) == 0 {
		return folderFilter
	}
	return all[len(all)-1]
}

// folders returns the filters of the folders that a path is in, the outermost first: "folder:/a"
// and "folder:/a/b" for "/a/b/c.html" and for "/a/b/".
func folders(path string) []string {
	var out []string
	whole := folderFilter + path
	for i := 1; i < min(len(path), maxFolder) && len(out) < maxFolders; i++ {
		if path[i] == '/' {
			out = append(out, whole[:len(folderFilter)+i])
		}
	}
	return out
}

// filters returns the filters of a page: its host, every domain above it down to the
// registrable one, its language and its format.
func filters(host, site string, lang analyze.Lang, format string) []string {
	out := []string{"host:" + host, "lang:" + lang.String()}
	if format != "" {
		out = append(out, "type:"+format)
	}
	for name := host; ; {
		out = append(out, "site:"+name)
		if name == site {
			return out
		}
		i := 0
		for i < len(name) && name[i] != '.' {
			i++
		}
		if i == len(name) {
			return out
		}
		name = name[i+1:]
	}
}
