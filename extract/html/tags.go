package html

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/dates"
	"github.com/aranea-search/aranea/extract/html/attribute"
	"github.com/aranea-search/aranea/extract/html/lexer"
	"github.com/aranea-search/aranea/robotsmeta"
)

// startTag handles a start tag.
func (p *Parser) startTag() {
	tag := p.z.Tag()
	hasAttr, closes, m := p.z.HasAttributes(), false, marks{apart: tag == atom.Time}
	p.raw = 0
	info := tags.of(tag)
	if hasAttr {
		p.startViewer(tag)
		names := p.z.Written("class")
		closes = mayClose(&p.z, names) // its text, to the index or to snippets
		if info.class == inline {
			m = p.marksOf(tag, names)
		}
	}
	if tag == atom.Button && p.actsOnHeading() {
		info, m.control = tagInfo{}, true
	}
	p.startInline(tag, info.class)
	if tag == atom.Noscript && p.ran {
		info.class = rawText
	}
	p.inBody = p.inBody || p.skip == 0 && !headTag(tag)
	p.startRule(tag, info.class, closes)
	if p.parts.on && hasAttr && p.inert == 0 {
		p.parts.identify(tag, &p.z)
	}
	p.openTag(tag, info)
	if p.cells.On && p.skip == 0 {
		p.startInTable(tag)
	}
	if p.skip == 0 && p.depth == 0 && !(m.control && tag == atom.Button) {
		if id := p.identifiers.start(tag, info, &p.z, p.text); len(id) > 0 {
			p.permalinks.passed(id)
		}
	}
	if p.readsForms() {
		p.forms.Start(tag, &p.z, p.excluded())
	}
	if p.skip == 0 && info.boxed && (tag != atom.Button || !p.kind().IsHeading()) {
		p.startBox(tag, info)
	}
	if !closes && (p.fragments.Counts() || tag == 0 && string(p.z.Name()) == "noindex") {
		p.startFragment(tag, p.z.Name(), false, nil)
	}
	if info.spans {
		p.startSpan(tag)
	}
	switch {
	case tag == atom.A && !hasAttr:
		p.endAnchor()
	case tag == atom.A && !closes:
		p.anchorTag()
	case hasAttr && (info.reads || closes):
		p.attributes(tag, closes)
	}
	p.startMarked(tag, m)
}

// startSpan handles what a start tag begins inside of text.
func (p *Parser) startSpan(tag atom.Atom) {
	switch tag {
	case atom.Figure:
		p.startFigure()
	case atom.Video, atom.Audio:
		p.playing = playing{open: true}
	case atom.B, atom.Strong:
		p.bold++
	case atom.Big, atom.Small, atom.Font:
		p.startSize(tag)
	case atom.Br, atom.Td, atom.Th, atom.Img, atom.Input, atom.Embed, atom.Iframe, atom.Label: // they separate words
		p.space()
		if tag == atom.Br {
			p.layout.Space('\n')
		}
	case atom.Sup:
		p.startAbove()
	case atom.Time, atom.Abbr:
		p.seeTime(tag)
	case atom.Ruby, atom.Rb, atom.Rt, atom.Rtc, atom.Rp:
		p.ruby.Start(tag, len(p.text))
	}
}

// seeTime adds what a time element, or an abbreviation, says to the dates of the page.
func (p *Parser) seeTime(tag atom.Atom) {
	if p.skip > 0 || p.depth > 0 || p.excluded() {
		return
	}
	w := p.z.Written
	p.data.times.Add(dates.Element{
		Datetime: w("datetime"), Title: w("title"), Itemprop: w("itemprop"), Class: w("class"), IsAbbreviation: tag == atom.Abbr,
	}, p.text[p.start:])
}

// openTag begins the element of a start tag.
func (p *Parser) openTag(tag atom.Atom, info tagInfo) {
	switch info.class {
	case block:
		p.flush()
		if p.plays || !info.boxed {
			p.endParagraph(tag)
		}
	case barrier:
		p.flush()
		if p.plays {
			p.endParagraph(tag)
		}
		p.push(tag, aranea.ElementText)
	case showing:
		p.flush()
		p.startShowing(tag)
	case kinded:
		p.flush()
		if p.plays || !info.boxed {
			p.endParagraph(tag)
		}
		p.implyEnd(tag, info.group)
		p.push(tag, info.kind)
		if tag == atom.Noscript || tag == atom.Noframes {
			p.z.NextIsNotRawText()
		}
	case skipped:
		if tag != atom.Template {
			p.space() // it is shown in the line
		}
		if tag == atom.Template && p.skip == 0 && len(p.z.Written("shadowrootmode")) > 0 {
			break // a browser shows its content
		}
		p.skip++
		if tag == atom.Template {
			p.inert++
		}
	case rawText:
		if tag == atom.Xmp || tag == atom.Plaintext {
			p.flush()
			p.endParagraph(tag)
		}
		p.raw = tag
		p.startScript(tag)
	}
}

// startInTable handles the start of a table or of a part of one.
func (p *Parser) startInTable(tag atom.Atom) {
	switch at := len(p.text); tag {
	case atom.Table:
		p.cells.StartTable(at)
	case atom.Caption:
		p.cells.EndCell(at)
	case atom.Thead, atom.Tbody, atom.Tfoot:
		p.cells.StartGroup(at)
	case atom.Tr:
		p.cells.StartRow(at)
	case atom.Td, atom.Th:
		p.cells.StartCell(at, tag == atom.Th, p.span("colspan"), p.span("rowspan"))
	}
}

// endInTable handles the end of a table or of a part of one.
func (p *Parser) endInTable(tag atom.Atom) {
	switch at := len(p.text); tag {
	case atom.Table:
		p.cells.EndTable(at)
	case atom.Thead, atom.Tbody, atom.Tfoot:
		p.cells.StartGroup(at)
	case atom.Tr:
		p.cells.EndRow(at)
	case atom.Td, atom.Th:
		p.cells.EndCell(at)
	}
}

// span returns how many rows or columns the attribute of a cell says that it spans (HTML, "rules
// for parsing non-negative integers").
func (p *Parser) span(name string) int {
	written := bytes.TrimLeft(p.z.Written(name), " \t\n\f\r+")
	digits := 0
	for digits < min(len(written), 5) && written[digits] >= '0' && written[digits] <= '9' {
		digits++
	}
	n, err := strconv.Atoi(string(written[:digits]))
	if err != nil {
		return 1
	}
	return n
}

// headTag reports whether a start tag leaves the parser in the head of the page, or before it
// (HTML, the insertion modes up to "after head").
func headTag(tag atom.Atom) bool {
	switch tag {
	case atom.Html, atom.Head, atom.Base, atom.Basefont, atom.Bgsound, atom.Link, atom.Meta, atom.Title, atom.Noscript,
		atom.Noframes, atom.Style, atom.Script, atom.Template:
		return true
	}
	return false
}

// startBox opens the container of a start tag.
func (p *Parser) startBox(tag atom.Atom, info tagInfo) {
	p.boxes.start(tag, info, &p.z)
	p.opened = p.src.at + len(p.z.Raw())
	p.layOut(tag)
}

// layOut notes whether text is preformatted behind a tag. A pre element without an end tag ends with
// the container around it.
func (p *Parser) layOut(tag atom.Atom) {
	if pre := tag == atom.Pre; pre || p.layout.Open() {
		if open := p.boxes.holds(atom.Pre); pre || !open {
			p.layout.Set(open)
		}
	}
}

// implyEnd closes the elements that a start tag ends implicitly: an item ends the item before
// it, a cell the cell before it.
func (p *Parser) implyEnd(tag atom.Atom, group uint8) {
	for i := len(p.stack) - 1; i >= 0; i-- {
		open := p.stack[i].tag
		info := tags.of(open)
		switch {
		case info.class == barrier, info.class == showing, open == atom.Noscript, open == atom.Noframes:
			return
		case open == tag || group != 0 && group == info.group:
			p.stack = p.stack[:i]
			return
		}
	}
}

func (p *Parser) push(tag atom.Atom, kind aranea.ElementKind) {
	if len(p.stack) < maxStack {
		p.stack = append(p.stack, open{tag, kind})
	}
}

// endTag handles an end tag. One without an open element is ignored.
func (p *Parser) endTag(tag atom.Atom) {
	info := tags.of(tag)
	if tag == atom.Button && p.control.tag == tag && p.control.same == 0 {
		info = tagInfo{}
	}
	p.endInline(tag, info.class)
	if p.permalinks.kept > 0 && info.kind.IsHeading() {
		p.keepSymbol()
	}
	p.closeTag(tag, info.class)
	if p.cells.On && p.skip == 0 {
		p.endInTable(tag)
	}
	p.identifiers.end(tag, info)
	if p.readsForms() {
		p.forms.End(tag)
	}
	if p.skip == 0 {
		if info.boxed {
			p.endEmpty(tag)
			p.boxes.end(tag)
			p.layOut(tag)
			if p.plays {
				p.endPlaying()
			}
		}
		p.endRule(tag, info.class)
	}
	p.endFragment(tag)
}

// closeTag ends the element and the spans that an end tag ends.
func (p *Parser) closeTag(tag atom.Atom, class class) {
	switch class {
	case block:
		p.flush()
	case rawText:
		if tag == atom.Xmp {
			p.flush()
		}
	case barrier, kinded, showing:
		p.flush()
		for i := len(p.stack) - 1; i >= 0; i-- {
			if p.stack[i].tag == tag {
				p.stack = p.stack[:i]
				break
			}
		}
	case skipped:
		if p.skip > 0 {
			p.skip--
		}
		if tag == atom.Template && p.inert > 0 {
			p.inert--
		}
	}
	switch tag {
	case atom.B, atom.Strong:
		if p.bold > 0 {
			if p.bold--; p.bold == 0 {
				p.endBold()
			}
		}
	case atom.Big, atom.Small, atom.Font:
		p.endSize(tag)
	case atom.A:
		p.endAnchor()
		p.endMark()
	case atom.Sup:
		p.above = max(p.above-1, 0)
		p.endMark()
	case atom.Label:
		p.space()
	case atom.Ruby, atom.Rt, atom.Rtc, atom.Rp:
		p.ruby.End(len(p.text))
	case atom.Figure:
		p.endFigure()
	case atom.Video, atom.Audio:
		p.playing = playing{}
	}
}

// Names of attributes as the lexer returns them.
const (
	wordHref = lexer.Word('h')<<24 | 'r'<<16 | 'e'<<8 | 'f'
	wordRel  = lexer.Word('r')<<16 | 'e'<<8 | 'l'
)

// anchorTag handles the start tag of a link.
func (p *Parser) anchorTag() {
	var a attrs
	for name, ok := p.z.AttributeWord(); ok; name, ok = p.z.AttributeWord() {
		switch name {
		case wordHref:
			if href := p.z.Value(); len(href) <= p.limits.Attribute { // a part of a URL would be a different one
				a.href, a.hasHref = href, true
			}
		case wordRel:
			rel := p.z.Value()
			a.rel = rel[:min(len(rel), p.limits.Attribute)]
		}
	}
	p.act(atom.A, &a)
}

// attrs are the attributes of a tag that are used.
type attrs struct {
	href, src, lazy, set, rel, content, name, property, equiv, alt, title, lang, kind, hreflang, class, misspelt, srcdoc, data []byte
	hasHref, nosnippet, tiny                                                                                                   bool
}

// attributes reads the tag's attributes and acts on them.
func (p *Parser) attributes(tag atom.Atom, closes bool) {
	var a attrs
	for key, val, ok := p.z.Attribute(); ok; key, val, ok = p.z.Attribute() {
		if len(val) > p.limits.Attribute && string(key) != "srcdoc" {
			if isReference(key) {
				continue // a part of a URL would be a different one
			}
			val = beginning(val, p.limits.Attribute)
			p.limited = p.limited || isText(key)
		}
		switch string(key) {
		case "href":
			if !a.hasHref {
				a.href, a.hasHref = val, true
			}
		case "src":
			a.src = first(a.src, val)
		case "data-src", "data-lazy-src", "data-original":
			a.lazy = val
		case "data-srcset", "srcset":
			a.set = first(a.set, val)
		case "rel":
			a.rel = first(a.rel, val)
		case "content":
			a.content = first(a.content, val)
		case "name":
			a.name = first(a.name, val)
		case "property":
			a.property = first(a.property, val)
		case "http-equiv":
			a.equiv = first(a.equiv, val)
		case "alt":
			a.alt = first(a.alt, val)
		case "title":
			a.title = first(a.title, val)
		case "lang", "xml:lang":
			a.lang = first(a.lang, val)
		case "type":
			a.kind = first(a.kind, val)
		case "hreflang":
			a.hreflang = first(a.hreflang, val)
		case "class":
			a.class = first(a.class, val)
		case "width", "height":
			a.tiny = a.tiny || isTiny(val)
		case "srcdoc":
			a.srcdoc = first(a.srcdoc, val)
		case "data-nosnippet":
			a.nosnippet = true
		default:
			a.of(tag, key, val)
		}
	}
	if closes {
		p.startFragment(tag, p.z.Name(), a.nosnippet, a.class)
	}
	p.act(tag, &a)
}

// of records an attribute that only one tag has.
func (a *attrs) of(tag atom.Atom, key, val []byte) {
	switch {
	case tag == atom.Meta && robotsmeta.IsMisspelt(string(key)):
		a.misspelt = key
	case tag != atom.Object:
	case string(key) == "data":
		a.data = first(a.data, val)
	}
}

// isContent reports whether a tag is that of a link, an image, a frame or a field. A link to another
// place of the page leads to nothing that is not there.
func isContent(tag atom.Atom, a *attrs) bool {
	switch tag {
	case atom.A:
		return !bytes.HasPrefix(a.href, []byte("#"))
	case atom.Input:
		return !bytes.EqualFold(a.kind, []byte("hidden"))
	case atom.Area, atom.Frame, atom.Iframe, atom.Img:
		return true
	}
	return false
}

// sawContent notes a link, an image, a frame or a field, unless it is a fallback for scripts or frames.
func (p *Parser) sawContent() {
	if p.kind() != aranea.ElementFallback {
		p.has.saw(&p.boxes)
	}
}

// isReference reports whether an attribute contains a URL.
func isReference(name []byte) bool {
	switch string(name) {
	case "href", "src", "data", "data-src", "data-lazy-src", "data-original", "srcset", "data-srcset":
		return true
	}
	return false
}

// isText reports whether an attribute contains text that is indexed.
func isText(name []byte) bool {
	return string(name) == "alt" || string(name) == "title" || string(name) == "content"
}

// act acts on the attributes of a tag. The content of a template is not part of the page until a
// script takes it out (HTML, the template element).
func (p *Parser) act(tag atom.Atom, a *attrs) {
	if p.inert > 0 {
		return
	}
	if isContent(tag, a) {
		p.sawContent()
	}
	switch tag {
	case atom.A:
		p.endAnchor()
		if a.hasHref {
			p.startAnchor(a.href, a.rel)
		}
	case atom.Area:
		if a.hasHref {
			p.addLink(a.href, aranea.HowArea, a.rel)
		}
		p.addAlt(a.alt)
	case atom.Frame, atom.Iframe:
		p.frame(tag, a)
	case atom.Img:
		p.picture(a)
	case atom.Object:
		a.src = a.data // an object has no src in HTML
		p.embedded(a)
		if displays(a) {
			p.standsIn(tag)
		}
	case atom.Embed:
		p.embedded(a)
	case atom.Video, atom.Audio:
		p.player(a)
	case atom.Source:
		p.recording(a.src)
	case atom.Input:
		switch {
		case bytes.EqualFold(a.kind, []byte("image")):
			p.addAlt(a.alt)
		case bytes.EqualFold(a.kind, []byte("password")):
			p.page.Password = true
		}
	case atom.Html:
		if len(a.lang) > 0 {
			p.page.Lang = string(bytes.TrimSpace(a.lang))
		}
	case atom.Base:
		p.setBase(a)
	case atom.Link:
		p.linkElement(a)
	case atom.Meta:
		p.meta(a)
	}
}

// frame handles a frame: the document embedded in it, otherwise the one that it names (HTML, the
// iframe element).
func (p *Parser) frame(tag atom.Atom, a *attrs) {
	p.addAlt(a.title)
	switch {
	case tag == atom.Iframe && len(a.srcdoc) > 0:
		p.inside(a.srcdoc)
	case len(a.src) > 0:
		p.addLink(a.src, aranea.HowFrame, nil)
	}
}

// addAlt adds an alternative text as a separate element. The block around it continues
// afterwards.
func (p *Parser) addAlt(s []byte) {
	if len(bytes.TrimSpace(s)) > 0 {
		p.addBlock(aranea.ElementAlt, s, p.limits.Title)
	}
}

// setBase sets the base to the first base href that is a URL.
func (p *Parser) setBase(a *attrs) {
	if p.based || !a.hasHref {
		return
	}
	if u, err := p.page.URL.Resolve(string(a.href)); err == nil {
		p.page.Base, p.based = u, true
		p.resolver.Rebase(u)
	}
}

func (p *Parser) linkElement(a *attrs) {
	if !a.hasHref {
		return
	}
	rel := robotsmeta.ParseRel(string(a.rel))
	if rel&(robotsmeta.RelCanonical|robotsmeta.RelLicense) != 0 {
		line, column := p.src.place()
		p.robots.Link(robotsmeta.LinkTag{Rel: string(a.rel), Href: string(a.href), InBody: p.inBody, Line: line, Column: column})
	}
	if rel&robotsmeta.RelCanonical != 0 && !p.inBody {
		if u, _, err := p.resolver.Resolve(a.href); err == nil && len(p.page.Canonicals) < robotsmeta.MaxLinks {
			p.page.Canonicals = append(p.page.Canonicals, u)
		}
		p.addLink(a.href, aranea.HowCanonical, nil)
	}
	if rel&(robotsmeta.RelNext|robotsmeta.RelPrev) != 0 {
		p.addLink(a.href, aranea.HowNext, a.rel)
	}
	if rel&robotsmeta.RelSitemap != 0 {
		p.addLink(a.href, aranea.HowSitemapLink, a.rel)
	}
	switch {
	case rel&robotsmeta.RelAlternate == 0:
	case IsFeed(string(a.kind)):
		p.addLink(a.href, aranea.HowFeed, a.rel)
	case len(a.hreflang) > 0:
		p.addLink(a.href, aranea.HowAlternate, a.rel)
		if u, _, err := p.resolver.Resolve(a.href); err == nil && !p.inBody {
			p.page.Alternates.Add(string(a.hreflang), u.String())
		}
	}
}

// IsFeed reports whether a media type, with or without parameters, is that of a feed.
func IsFeed(media string) bool {
	media, _, _ = strings.Cut(media, ";")
	switch strings.ToLower(strings.TrimSpace(media)) {
	case "application/rss+xml", "application/atom+xml":
		return true
	}
	return false
}

func (p *Parser) meta(a *attrs) {
	if p.depth > 0 {
		return // of an embedded document
	}
	equiv := bytes.TrimSpace(a.equiv)
	switch {
	case bytes.EqualFold(equiv, []byte("refresh")):
		p.refresh(a)
		return
	case bytes.EqualFold(equiv, []byte("content-language")):
		if p.page.Lang == "" {
			p.page.Lang = string(bytes.TrimSpace(a.content))
		}
		return
	}
	name := bytes.TrimSpace(a.name)
	if len(name) == 0 {
		name = bytes.TrimSpace(a.property)
	}
	p.values.Meta(name, a.content)
	switch {
	case bytes.EqualFold(name, []byte("description")):
		if attribute.IsNothing(a.content) { // a template without a value
			return
		}
		p.addBlock(aranea.ElementDescription, a.content, p.limits.Title)
	case bytes.EqualFold(name, []byte("keywords")):
		p.addBlock(aranea.ElementKeywords, bytes.ReplaceAll(a.content, []byte(","), []byte(", ")), p.limits.Title)
	case bytes.EqualFold(name, []byte("og:title")), bytes.EqualFold(name, []byte("twitter:title")):
		p.data.name(string(a.content))
	case len(name) == 0 && !p.inBody && bytes.EqualFold(bytes.TrimSpace(p.z.Written("itemprop")), []byte("name")):
		p.data.name(string(a.content))
	case p.metaDate(name, a.content):
	case p.robots.Reads(string(a.name), string(a.equiv), string(a.property)):
		p.robots.Tag(p.tag(a))
	}
}

// metaDate adds the date of a meta element, and reports whether its name is that of a date.
func (p *Parser) metaDate(name, content []byte) bool {
	if len(name) == 0 {
		name = bytes.TrimSpace(p.z.Written("itemprop"))
	}
	if len(name) < len("date") || len(name) > len("citation_publication_date") {
		return false
	}
	lower := strings.ToLower(string(name))
	if !slices.ContainsFunc(datePlaces[:], func(d datePlace) bool { return d.name == lower }) {
		return false
	}
	if text := string(bytes.TrimSpace(content)); len(text) >= len("2006/1/2") || !strings.HasPrefix(lower, "citation_") { // the year of an issue is no day
		p.data.date(lower, lower, text)
	}
	return true
}

// tag returns the meta tag in the form for the reader of directives.
func (p *Parser) tag(a *attrs) robotsmeta.Tag {
	line, column := p.src.place()
	return robotsmeta.Tag{
		Name: string(a.name), HTTPEquiv: string(a.equiv), Property: string(a.property), Content: string(a.content),
		Misspelt: string(a.misspelt), InBody: p.inBody, Line: line, Column: column,
	}
}

// refresh handles a meta refresh. One inside noscript is for visitors who cannot run scripts; it is a link,
// but the page is treated as a redirect only if its scripts lead there, too.
func (p *Parser) refresh(a *attrs) {
	f, ok := robotsmeta.ParseRefresh(string(a.content))
	if ok && f.URL != "" {
		p.addLink([]byte(f.URL), aranea.HowRefresh, nil)
	}
	for _, o := range p.stack {
		if o.tag == atom.Noscript {
			if ok {
				p.onward.Without(f)
			}
			return
		}
	}
	first := p.robots.Directives().Refresh() == nil
	p.robots.Tag(p.tag(a))
	if !first || !f.Permanent() {
		return
	}
	if u, err := p.page.Base.ResolveWith(p.enc, f.URL); err == nil && u != p.page.URL {
		p.page.Refresh = u
	}
}
