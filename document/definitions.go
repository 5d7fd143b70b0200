package document

import (
	"bytes"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
)

// names returns the filters of what a page is called: its slug, and the names that it defines if its text
// may be shown.
func (m *Maker) names(c *aranea.IndexChange) (out []string) {
	if c.Snippet && !c.NoCopy { // otherwise the log has no identifiers
		out = m.definedNames(c.Page)
	}
	if slug := SlugFilter(m.analyzer.Query(slugOf(c.URL.Path()))); slug != "" && !slices.Contains(out, slug) {
		out = append(out, slug)
	}
	return out
}

// maxDefinitions bounds the definitions of a page whose names are filters.
const maxDefinitions = 2000

// definedNames returns the filters of the names that a page defines: those of the definitions in its
// description lists that a URL leads to. `<dt id="os.getcwd">os.getcwd()</dt>` defines os.getcwd and getcwd.
func (m *Maker) definedNames(p *aranea.Page) (out []string) {
	ids, definitions := p.HeadingIDs, 0
	for i := range p.Elements {
		e := &p.Elements[i]
		for len(ids) > 0 && ids[0].Start < e.Start {
			ids = ids[1:]
		}
		if len(ids) == 0 || definitions == maxDefinitions {
			break
		}
		if !isCut(e) || ids[0].Start != e.Start || e.Kind.IsHeading() || IsTemplate(e.Zone) {
			continue
		}
		definitions++
		for _, name := range namesOf(p.Text[e.Start:e.End], ids[0].ID) {
			if f := SlugFilter(m.analyzer.Query(name)); f != "" {
				out = append(out, f)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// IsCalled reports whether a definition with an identifier has a name, given as its filter.
func IsCalled(a *analyze.Analyzer, definition, id, filter string) bool {
	return slices.ContainsFunc(namesOf([]byte(definition), id), func(name string) bool { return SlugFilter(a.Query(name)) == filter })
}

// namesOf returns the names of a definition with an identifier: the identifier if the definition says it,
// otherwise the definition as far as a bracket, and the identifier too if it ends so; and the last part of
// that.
func namesOf(definition []byte, id string) []string {
	name := id
	if !bytes.Contains(definition, []byte(id)) {
		if end := bytes.IndexAny(definition, "([{<=,"); end >= 0 {
			definition = definition[:end]
		}
		name = string(bytes.TrimSpace(definition))
	}
	names := []string{name}
	if name != id && strings.HasSuffix(id, name) {
		names = append(names, id)
	}
	if at := strings.LastIndexAny(name, ".:/"); at >= 0 {
		names = append(names, name[at+1:])
	}
	return names
}
