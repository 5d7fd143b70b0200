package office

import (
	"path"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
)

// propertyKinds returns the kind of element as which a property is indexed.
func propertyKinds(name string) (aranea.ElementKind, bool) {
	switch name {
	case "title":
		return aranea.ElementTitle, true
	case "description", "subject":
		return aranea.ElementDescription, true
	case "keywords", "keyword", "creator":
		return aranea.ElementKeywords, true
	}
	return 0, false
}

// relations are the references of a part of an ECMA-376 package.
type relations struct {
	all []relation
}

// A relation is one reference, with its type.
type relation struct {
	id, kind, target string
}

var _ walker = (*relations)(nil)

// maxRelations is the most references of a part that are kept.
const maxRelations = 20_000

// Kinds of relations, by the end of their types (ECMA-376 part 1, chapters 11 to 15).
const (
	toMain       = "/officeDocument"
	toProperties = "/core-properties"
	toLink       = "/hyperlink"
	toSlide      = "/slide"
	toSlideNotes = "/notesSlide"
	toStrings    = "/sharedStrings"
	toStyles     = "/styles"
	toFootnotes  = "/footnotes"
	toEndnotes   = "/endnotes"
)

// relationsOf reads the references of a part, or of the package if part is "".
func (p *parcel) relationsOf(part string, b *content.Builder) relations {
	var r relations
	name := "_rels/.rels"
	if part != "" {
		name = path.Join(path.Dir(part), "_rels", path.Base(part)+".rels")
	}
	_ = walk(p.open(name), b, &r) // the references before an error count
	return r
}

// linksOf returns the link targets of a part by relation ID. A click may also lead to another
// slide, which is another part and not a link.
func (p *parcel) linksOf(part string, b *content.Builder) map[string]string {
	links := map[string]string{}
	for _, l := range p.relationsOf(part, b).all {
		if strings.HasSuffix(l.kind, toLink) {
			links[l.id] = l.target
		}
	}
	return links
}

// part returns the first existing part that a relation of a kind refers to from another part, or
// else the usual name.
func (p *parcel) part(r relations, kind, from, usual string) string {
	for _, l := range r.all {
		if name := beside(from, l.target); strings.HasSuffix(l.kind, kind) && p.has(name) {
			return name
		}
	}
	return usual
}

// mainOf returns the name of the main part of a package; usual is its usual name.
func (p *parcel) mainOf(usual string, b *content.Builder) string {
	return p.part(p.relationsOf("", b), toMain, "", usual)
}

func (r *relations) begin(name string, attr attributes) {
	if name == "Relationship" && len(r.all) < maxRelations {
		r.all = append(r.all, relation{attr.get("Id"), attr.get("Type"), strings.TrimSpace(attr.get("Target"))})
	}
}

func (r *relations) end(string)  {}
func (r *relations) text(string) {}
