package html

import (
	"bytes"
	"strings"

	"golang.org/x/net/html/atom"
	"golang.org/x/text/encoding"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/facets"
	"github.com/aranea-search/aranea/extract/form"
	"github.com/aranea-search/aranea/extract/html/lexer"
	"github.com/aranea-search/aranea/extract/html/onward"
	"github.com/aranea-search/aranea/extract/html/pagination"
	"github.com/aranea-search/aranea/extract/html/title"
	"github.com/aranea-search/aranea/extract/hydration"
	"github.com/aranea-search/aranea/extract/items"
	"github.com/aranea-search/aranea/extract/menu"
	"github.com/aranea-search/aranea/extract/ruby"
	"github.com/aranea-search/aranea/extract/selector"
	"github.com/aranea-search/aranea/internal/htmltable"
	"github.com/aranea-search/aranea/internal/preformat"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/weburl"
)

// Limits are the limits of what is kept of one page; see package extract.
type Limits struct{ Text, Links, Elements, Title, Attribute int }

// maxStack is the number of open elements that are tracked. Deeper ones count as plain text.
const maxStack = 256

// maxRestarts is the number of times that an element that swallows the rest of the page, such as
// a title without an end, is read again as ordinary markup.
const maxRestarts = 8

// A Parser parses one page after another. It is used by one goroutine.
type Parser struct {
	limits Limits

	page   *aranea.Page
	enc    encoding.Encoding // of the document, for queries; nil for UTF-8
	robots *robotsmeta.Reader
	z      lexer.Lexer
	src    source

	text     []byte
	elements []aranea.Element
	links    []aranea.Link
	resolver *weburl.Resolver
	known    known

	stack   []open
	boxes   boxes
	rules   *selector.Rules // of the operator, nil for none
	ran     bool            // the scripts of the pages have run
	opens   func(mediaType string) bool
	matcher selector.Matcher
	place   selector.Place // what the rules say about the current text
	start   int            // of the current block element
	skip    int            // number of open elements whose text is not content: svg, math, template
	inert   int            // number of open templates: their content is not part of the page
	limited bool
	titled  bool
	based   bool
	inBody  bool // the head has ended
	has     contents
	raw     atom.Atom // the last opened raw text element, 0 if it ended
	again   bool      // the current text was swallowed by one without an end: it has no links

	fragments  robotsmeta.Scanner
	region     robotsmeta.Region // what the text here is closed to
	hiddenFrom int               // start of text excluded from snippets, -1 if there was none since

	data      structured
	linkData  bool             // the open script is linked data
	written   string           // the type of the open script, as written
	state     hydration.Finder // finds data for scripts
	menu      menu.Finder      // finds the scripts that may make its menu
	onward    onward.Finder    // finds where it sends its visitors, by scripts and without
	opened    int              // where the start tag of the last container ended
	sizes     sizes
	bold      int // number of open b and strong
	boldStart int // -1 if there was no text since

	linked    bool   // inside an a with an href
	href      []byte // of the last one, as written
	anchor    int32  // its link, -1 if there is none or it has its text
	anchorAt  int    // -1 if there was no text since
	anchorEnd int    // where the text of the last one ended
	above     int    // number of open superscripts
	marked    bool   // a note mark began this block

	ruby        ruby.Annotations // of the current block
	rubyUnshown bool             // some of them are excluded from snippets

	figure  figure
	playing playing
	plays   bool // audio or video began that may have no end tag

	identifiers identifiers // of headings
	permalinks  permalinks
	pagination  pagination.Finder
	control     openInline // a part for those who look at the page in a browser
	unseen      openInline // text that the markup hides
	apart       openInline // what is no part of the words around it
	separate    bool       // one of these has ended, and there was no text since
	parts       parts
	layout      preformat.Finder
	cells       htmltable.Finder

	forms  *form.Reader // nil if forms are not read
	facets facets.Plan
	values facets.Reader
	items  items.Plan
	found  items.Reader

	inner   *Parser // for embedded documents, made with the first one
	insides int     // number of embedded documents
	depth   int     // number of documents around this one
}

// An open element determines the kind of the text in it.
type open struct {
	tag  atom.Atom
	kind aranea.ElementKind
}

// NewParser returns a Parser.
func NewParser(l Limits) *Parser {
	return &Parser{limits: l, resolver: weburl.NewResolver(l.Links + otherURLs)}
}

// WithRules sets the operator's rules for the zones of parts of pages.
func (p *Parser) WithRules(r *selector.Rules) { p.rules = r }

// Scripted says whether the scripts of the next pages have run: then their content for browsers
// without scripts is ignored.
func (p *Parser) Scripted(ran bool) { p.ran = ran }

// ReadFacets sets what the next pages are read for, so that results can be narrowed by it.
func (p *Parser) ReadFacets(plan facets.Plan) { p.facets = plan }

// ReadItems sets which records the next pages are read for.
func (p *Parser) ReadItems(plan items.Plan) { p.items = plan }

// KeepLayout sets whether the whitespace of preformatted text of the next pages and the places of
// the cells of their tables are kept.
func (p *Parser) KeepLayout(on bool) { p.layout.On, p.cells.On = on, on }

// Parse fills the page from a body in UTF-8. Queries of links are encoded in enc, the document's
// charset. Directives in metas are passed to robots.
func (p *Parser) Parse(page *aranea.Page, body []byte, enc encoding.Encoding, robots *robotsmeta.Reader) {
	p.page, p.enc, p.robots = page, enc, robots
	p.text, p.elements, p.links, p.stack = p.text[:0], p.elements[:0], p.links[:0], p.stack[:0]
	p.resolver.Reset(page.Base, enc)
	p.known.reset()
	p.boxes.reset()
	p.identifiers.reset()
	p.permalinks.reset()
	p.pagination.Reset()
	p.control, p.unseen, p.apart, p.separate = openInline{}, openInline{}, openInline{}, false
	p.parts.reset()
	p.layout.Reset()
	p.cells.Reset()
	p.matcher.Reset(p.rules.For(page.URL.Host()))
	p.place = p.matcher.Place()
	p.values.Reset(p.facets, page)
	p.found.Reset(p.items, page, enc)
	p.start, p.skip, p.inert, p.limited, p.titled, p.based, p.inBody = 0, 0, 0, false, false, false, false
	p.has = contents{}
	p.fragments, p.region, p.hiddenFrom, p.src = robotsmeta.Scanner{}, 0, -1, source{body: body}
	p.bold, p.boldStart = 0, -1
	p.sizes.reset()
	p.data, p.linkData, p.written, p.state = structured{}, false, "", hydration.Finder{}
	p.menu, p.opened = menu.Finder{}, 0
	p.onward.Reset()
	p.linked, p.anchor, p.anchorAt, p.anchorEnd, p.above, p.marked = false, -1, -1, -1, 0, false
	p.figure, p.playing, p.plays, p.insides = figure{}, playing{}, false, 0
	p.ruby.Reset(keptText)
	p.rubyUnshown = false
	p.titled = p.depth > 0 // the page's title is not that of an embedded document
	p.again = false
	if p.forms != nil {
		p.forms.Reset()
	}
	for range maxRestarts {
		rest := p.run(body)
		if rest == nil {
			break
		}
		body, p.again = rest, true
	}
	p.flush()
	p.fillForms()
	p.finishMenu()
	p.finishOnward()
	p.values.Finish()
	p.found.Finish()
	if p.depth == 0 {
		p.finishStructured()
	}
	page.NeedsScript = p.has.waits(&p.boxes, p.elements, p.text)
	p.finishState()
	page.Parts = p.parts.finish(page)
	p.handOver(page)
	p.shrink()
}

// handOver copies what was collected into the page, which owns its memory.
func (p *Parser) handOver(page *aranea.Page) {
	page.Breaks, page.Cells = p.layout.Breaks(), p.cells.Cells()
	page.Text = bytes.Clone(p.text)
	page.Elements = append([]aranea.Element(nil), p.elements...)
	page.Containers = append([]aranea.Container(nil), p.boxes.all...)
	page.Links = append([]aranea.Link(nil), p.links...)
	page.HeadingIDs = p.identifiers.found()
	if p.limited {
		page.Warnings = append(page.Warnings, aranea.BodyLimit)
	}
}

// Memory of a page that is kept for the next one.
const (
	keptText     = 256 << 10 // bytes
	keptElements = 16 << 10
	keptLinks    = 4 << 10
)

// shrink ends the use of a page, and releases memory that few pages need.
func (p *Parser) shrink() {
	clear(p.links)
	clear(p.identifiers.all)
	p.page, p.robots, p.src.body = nil, nil, nil
	p.z.Reset(nil)
	if cap(p.text) > keptText {
		p.text = nil
	}
	if cap(p.elements) > keptElements {
		p.elements = nil
	}
	if cap(p.links) > keptLinks {
		p.links, p.known = nil, known{}
	}
	p.ruby.Reset(keptText)
}

// finishStructured adds structured data to the page: names that are not in its title become
// keywords.
func (p *Parser) finishStructured() {
	title := ""
	for _, e := range p.elements {
		if e.Kind == aranea.ElementTitle {
			title = strings.ToLower(string(p.text[e.Start:e.End]))
			break
		}
	}
	for _, name := range p.data.names {
		if !strings.Contains(title, strings.ToLower(strings.TrimSpace(name))) {
			p.addBlock(aranea.ElementKeywords, []byte(name), p.limits.Title)
		}
	}
	p.data.datesInText(p.text)
	p.page.Published, p.page.Modified = p.data.published.Date, p.data.modified.Date
}

// run reads the body to its end. If a raw text element swallowed the rest, it returns what
// follows that element's start, to be read again.
func (p *Parser) run(body []byte) (rest []byte) {
	p.z.Reset(body)
	pos := 0
	p.raw = 0
	var mark snapshot
	for {
		t := p.z.Next()
		if t == lexer.End {
			if p.raw != 0 && p.raw != atom.Plaintext && mark.pos < len(body) {
				p.restore(mark)
				return body[mark.pos:]
			}
			return nil
		}
		p.src.at = len(p.src.body) - len(body) + pos
		pos += len(p.z.Raw())
		switch t {
		case lexer.Text:
			p.addText()
		case lexer.StartTag, lexer.SelfClosingTag:
			p.startTag()
			if p.raw != 0 {
				mark = snapshot{pos, len(p.text), len(p.elements), p.start, p.hiddenFrom, p.titled}
			}
		case lexer.EndTag:
			p.raw = 0
			p.endTag(p.z.Tag())
		case lexer.Comment:
			p.comment(p.z.Text())
		}
	}
}

// startRule passes a start tag to the rules on zones, facets and items; closes says that it may close
// its text. Raw text contains no elements.
func (p *Parser) startRule(tag atom.Atom, class class, closes bool) {
	if p.skip > 0 || class == rawText {
		return
	}
	if p.matcher.Active() {
		p.matcher.Start(tag, &p.z)
		p.enterRule()
	}
	if p.values.Active() {
		p.values.Start(tag, &p.z, partsWords(tag, class))
	}
	if p.found.Active() {
		p.found.Start(tag, &p.z, partsWords(tag, class), closes || p.region&(robotsmeta.NoIndexText|robotsmeta.NoSnippetText) != 0)
	}
}

// endRule passes an end tag to the rules.
func (p *Parser) endRule(tag atom.Atom, class class) {
	if class == rawText {
		return
	}
	if p.matcher.Active() {
		p.matcher.End(tag)
		p.enterRule()
	}
	if p.values.Active() {
		p.values.End(tag, partsWords(tag, class))
	}
	if p.found.Active() {
		p.found.End(tag, partsWords(tag, class))
	}
}

// partsWords reports whether a tag separates the words before and after it.
func partsWords(tag atom.Atom, class class) bool {
	switch tag {
	case atom.Br, atom.Td, atom.Th, atom.Img, atom.Input, atom.Embed, atom.Iframe, atom.Label:
		return true
	}
	return class != inline
}

// enterRule ends the current text where another rule begins to apply.
func (p *Parser) enterRule() {
	if at := p.matcher.Place(); at != p.place {
		p.flush()
		p.place = at
	}
}

// A snapshot is the state at the beginning of a raw text element.
type snapshot struct {
	pos, text, elements, start, hiddenFrom int
	titled                                 bool
}

// restore reverts to a snapshot.
func (p *Parser) restore(s snapshot) {
	p.text, p.elements, p.start, p.titled = p.text[:s.text], p.elements[:s.elements], s.start, s.titled
	p.boldStart, p.anchorAt, p.anchorEnd, p.sizes.start, p.hiddenFrom, p.raw = -1, -1, -1, -1, s.hiddenFrom, 0
	p.permalinks.from = -1
	if n := len(p.text); n > p.start && p.text[n-1] == '\n' {
		p.text[n-1] = ' ' // the element had ended in between
	}
	p.identifiers.cut(p.start)
}

// kind returns the kind of text at the current place.
func (p *Parser) kind() aranea.ElementKind {
	if n := len(p.stack); n > 0 {
		return p.stack[n-1].kind
	}
	return aranea.ElementText
}

// addText adds the text of the current token.
func (p *Parser) addText() {
	p.formText()
	switch p.raw {
	case 0, atom.Plaintext, atom.Xmp:
	case atom.Title:
		p.addTitle(p.z.Text())
		return
	default:
		if p.raw == atom.Script && !p.excluded() {
			p.addScript(p.z.Text())
		}
		return // script, style, textarea, iframe, noembed
	}
	if p.skip > 0 {
		return
	}
	p.inBody = p.inBody || !allSpace(p.z.Text())
	if p.values.Active() && !p.excluded() {
		p.values.Text(p.z.Text())
	}
	if p.found.Active() && !p.excluded() {
		p.found.Text(p.z.Text(), p.region&robotsmeta.NoSnippetText != 0)
	}
	if p.excluded() || p.limited && len(p.text) >= p.limits.Text {
		return
	}
	if p.separate {
		p.addSeparator(p.z.Text())
	}
	switch {
	case p.identifiers.definition && len(p.text) == p.start && isColon(p.z.Source()):
	case p.ruby.Open():
		p.annotate(p.z.Text())
	case p.raw != 0:
		p.addDecoded(p.z.Text())
	case p.layout.Open():
		p.addPreformatted(p.z.Text())
	default:
		p.addWritten(p.z.Source())
	}
}

// mark records that text starts here for the open spans.
func (p *Parser) mark() {
	if p.sizes.start < 0 && p.sizes.now() != 0 {
		p.sizes.start = len(p.text)
	}
	if p.bold > 0 && p.boldStart < 0 {
		p.boldStart = len(p.text)
	}
	if p.linked && p.anchorAt < 0 {
		p.anchorAt = len(p.text)
	}
	if p.hiddenFrom < 0 && p.unshown() {
		p.hiddenFrom = len(p.text)
	}
}

// space adds one space after text of this element.
func (p *Parser) space() {
	if n := len(p.text); n > p.start && p.text[n-1] != ' ' {
		p.text = append(p.text, ' ')
	}
}

// flush ends the current block element and the spans in it; open spans continue in the next one.
func (p *Parser) flush() {
	end := len(p.text)
	for end > p.start && p.text[end-1] == ' ' {
		end--
	}
	p.text = p.text[:end]
	p.endBold()
	p.endSizeSpan()
	p.endAnchorSpan()
	p.endHidden()
	if end > p.start {
		p.emit(p.kind(), p.start, end)
		p.text = append(p.text, '\n')
		p.permalinks.kept = 0
	}
	p.pagination.Next()
	p.start, p.separate = len(p.text), false
	p.addAnnotations()
}

// annotate adds the text of a ruby annotation.
func (p *Parser) annotate(s []byte) {
	if len(p.text)+p.ruby.Len()+len(s) >= p.limits.Text {
		p.limited = true
		return
	}
	p.ruby.Add(s)
	p.rubyUnshown = p.rubyUnshown || p.unshown()
}

// addAnnotations adds the ruby annotations of the ended block, as its alternative text.
func (p *Parser) addAnnotations() {
	if text := p.ruby.Take(); len(text) > 0 {
		p.addWords(aranea.ElementAlt, text, p.limits.Text, p.rubyUnshown)
		p.rubyUnshown = false
	}
}

// spanReserve is the divisor of the part of the elements that is reserved for blocks.
const spanReserve = 8

// emit adds an element.
func (p *Parser) emit(kind aranea.ElementKind, start, end int) {
	room := p.limits.Elements
	if !kind.IsBlock() {
		room -= room / spanReserve // a block comes after its spans, and must not be lost because of them
	}
	if len(p.elements) >= room {
		p.limited = true
		return
	}
	e := aranea.Element{Kind: kind, Start: uint32(start), End: uint32(end)}
	if kind.IsBlock() {
		e.Container = p.boxes.ruled(p.boxes.here().at, kind, p.place)
		if p.pagination.IsRow(kind, p.text, start, end) {
			e.Container = p.boxes.beside(e.Container)
		}
		e.Zone = p.boxes.all[e.Container].Zone
		if kind.IsHeading() || kind == aranea.ElementListItem && p.identifiers.definition {
			p.identifiers.headed(start)
		}
	}
	p.elements = append(p.elements, e)
}

// endBold ends the bold span of this block.
func (p *Parser) endBold() {
	if p.boldStart >= 0 {
		if end := trimEnd(p.text); end > p.boldStart {
			p.emit(aranea.ElementBold, p.boldStart, end)
		}
		p.boldStart = -1
	}
}

// endAnchorSpan ends the anchor span of this block. The link's anchor extends from its first
// text to here. Links to no page, to the page itself or to one that was linked before have spans
// too, because they are not running text either.
func (p *Parser) endAnchorSpan() {
	if !p.linked || p.anchorAt < 0 {
		return
	}
	if end := trimEnd(p.text); end > p.anchorAt {
		p.emit(aranea.ElementAnchor, p.anchorAt, end)
		p.anchorEnd = len(p.text)
		p.pagination.Add(p.anchorAt, end)
		if p.region&robotsmeta.NoAnchorText == 0 {
			p.parts.words(p.anchorAt, end)
		}
		if p.anchor >= 0 && p.region&robotsmeta.NoAnchorText == 0 {
			l := &p.links[p.anchor]
			if l.Start == l.End {
				l.Start = uint32(p.anchorAt)
			}
			l.End = uint32(end)
		}
	}
	p.anchorAt = -1
}

func trimEnd(b []byte) int {
	n := len(b)
	for n > 0 && (b[n-1] == ' ' || b[n-1] == '\n') {
		n--
	}
	return n
}

// addBlock adds a text that is a separate element, such as an alternative text, at most max
// bytes of it.
func (p *Parser) addBlock(kind aranea.ElementKind, s []byte, max int) {
	if p.excluded() || p.skip > 0 {
		return
	}
	p.flush()
	p.addWords(kind, s, max, p.unshown())
}

// addWords adds an element of at most max bytes between blocks.
func (p *Parser) addWords(kind aranea.ElementKind, s []byte, max int, unshown bool) {
	from := len(p.text)
	for word := range bytes.FieldsSeq(s) {
		if len(p.text)-from+len(word) > max || len(p.text)+len(word)+2 > p.limits.Text {
			p.limited = true
			break
		}
		if len(p.text) > from {
			p.text = append(p.text, ' ')
		}
		p.text = appendClean(p.text, bytes.ReplaceAll(word, []byte{0}, nil))
	}
	if len(p.text) > from {
		if unshown {
			p.emit(aranea.ElementUnshown, from, len(p.text))
		}
		p.emit(kind, from, len(p.text))
		p.text = append(p.text, '\n')
	}
	p.start = len(p.text)
}

// addTitle adds the first title of the document.
func (p *Parser) addTitle(s []byte) {
	if p.titled || p.skip > 0 {
		return
	}
	before := len(p.elements)
	p.addBlock(aranea.ElementTitle, title.WithoutEmptyEnds(withoutBidi(s)), p.limits.Title)
	p.titled = len(p.elements) > before
}
