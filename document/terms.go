package document

import (
	"bytes"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
)

// names returns the filters of what a page is called: its slug, and the names of the terms that it explains
// if its text may be shown.
func (m *Maker) names(c *aranea.IndexChange) (out []string) {
	if c.Snippet && !c.NoCopy { // otherwise the log has no identifiers
		out = m.termNames(c.Page)
	}
	if slug := SlugFilter(m.analyzer.Query(slugOf(c.URL.Path()))); slug != "" && !slices.Contains(out, slug) {
		out = append(out, slug)
	}
	return out
}

// maxTerms bounds the terms of a page whose names are filters.
const maxTerms = 2000

// termNames returns the filters of the names of the terms that a page explains: those of its description
// lists that a URL leads to. `<dt id="os.getcwd">os.getcwd()</dt>` explains os.getcwd and getcwd.
func (m *Maker) termNames(p *aranea.Page) (out []string) {
	ids, terms := p.HeadingIDs, 0
	for i := range p.Elements {
		e := &p.Elements[i]
		for len(ids) > 0 && ids[0].Start < e.Start {
			ids = ids[1:]
		}
		if len(ids) == 0 || terms == maxTerms {
			break
		}
		if !isCut(e) || ids[0].Start != e.Start || e.Kind.IsHeading() || IsTemplate(e.Zone) {
			continue
		}
		terms++
		for _, name := range namesOf(p.Text[e.Start:e.End], ids[0].ID) {
			if f := SlugFilter(m.analyzer.Query(name)); f != "" {
				out = append(out, f)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// IsCalled reports whether a term with an identifier has a name, given as its filter.
func IsCalled(a *analyze.Analyzer, term, id, filter string) bool {
	return slices.ContainsFunc(namesOf([]byte(term), id), func(name string) bool { return SlugFilter(a.Query(name)) == filter })
}

// namesOf returns the names of a term with an identifier: the identifier if the term says it, otherwise the
// term as far as a bracket, and the identifier too if it ends so; and the last part of that.
func namesOf(term []byte, id string) []string {
	name := id
	if !bytes.Contains(term, []byte(id)) {
		if end := bytes.IndexAny(term, "([{<=,"); end >= 0 {
			term = term[:end]
		}
		name = string(bytes.TrimSpace(term))
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
