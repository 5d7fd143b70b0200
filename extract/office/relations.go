package office

import (
	"path"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
)

// propertyKinds says as what a property is indexed.
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

// relations are what a part of an ECMA-376 package refers to, by their names in
// the part.
type relations struct {
	targets map[string]string
	kind    string // how the types of those that count end, "" for all
}

var _ walker = (*relations)(nil)

// maxRelations is how many references of a part are known.
const maxRelations = 20_000

// relationsOf reads the references of a part.
func (p *parcel) relationsOf(part string, b *content.Builder) map[string]string {
	return p.relationsOfKind("", part, b)
}

// linksOf reads where the links of a part lead, by their names. A press may also lead to
// another slide, which is another part and no link.
func (p *parcel) linksOf(part string, b *content.Builder) map[string]string {
	return p.relationsOfKind("/hyperlink", part, b)
}

// relationsOfKind reads those references of a part whose types end in a word.
func (p *parcel) relationsOfKind(kind, part string, b *content.Builder) map[string]string {
	r := relations{targets: map[string]string{}, kind: kind}
	// A fault leaves the references before it.
	_ = walk(p.open(path.Join(path.Dir(part), "_rels", path.Base(part)+".rels")), b, &r)
	return r.targets
}

func (r *relations) begin(name string, attr attributes) {
	if name == "Relationship" && len(r.targets) < maxRelations && strings.HasSuffix(attr.get("Type"), r.kind) {
		r.targets[attr.get("Id")] = strings.TrimSpace(attr.get("Target"))
	}
}

func (r *relations) end(string)  {}
func (r *relations) text(string) {}
