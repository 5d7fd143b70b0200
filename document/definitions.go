package document

import (
	"bytes"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
)

// names returns the filters of what a page is called: its slug, the item that it describes, and the names
// that it defines if its text may be shown.
func (m *Maker) names(c *aranea.IndexChange) (out []string) {
	if c.Snippet && !c.NoCopy { // otherwise the log has no identifiers
		out = m.definedNames(c.Page, itemOf(slugOf(c.URL.Path())))
	}
	for _, name := range namesOfPath(c.URL.Path()) {
		if f := nameFilter(m.analyzer, name); f != "" && !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

// namesOfPath returns what the path of a page calls it: its slug, and the item that it describes.
func namesOfPath(path string) []string {
	slug := slugOf(path)
	item := itemOf(slug)
	called := append([]string{slug, item}, endings(item)...)
	if item != slug {
		called = append(called, lastPart(item))
	}
	if item == withoutKind(slug, itemKinds[:]) && item != slug {
		called = append(called, qualified(path, item)...)
	}
	return called
}

// maxDefinitions bounds the definitions and members of a page whose names are filters.
const maxDefinitions = 2000

// definedNames returns the filters of the names that a page defines where a URL leads to: those of the
// definitions in its description lists, and of the members that its headings describe if it describes an
// item; and those of the members that are known by their name alone, which are filters of their own kind.
// `<dt id="os.getcwd">os.getcwd()</dt>` defines os.getcwd and getcwd.
func (m *Maker) definedNames(p *aranea.Page, item string) (out []string) {
	ids, definitions := p.HeadingIDs, 0
	for i := range p.Elements {
		e := &p.Elements[i]
		if !isCut(e) {
			continue // what is inside of a block comes before it, out of order
		}
		for len(ids) > 0 && ids[0].Start < e.Start {
			ids = ids[1:]
		}
		if len(ids) == 0 || definitions == maxDefinitions {
			break
		}
		if ids[0].Start != e.Start || IsTemplate(e.Zone) {
			continue
		}
		var names []string
		text := p.Text[e.Start:e.End]
		if e.Kind.IsHeading() {
			names = membersOf(item, string(text), ids[0].ID)
			if f := filterOf(memberFilter, m.analyzer, loneMember(string(text), ids[0].ID)); f != "" {
				out = append(out, f)
			}
		} else {
			names = namesOf(text, ids[0].ID)
		}
		if len(names) > 0 {
			definitions++
		}
		for _, name := range names {
			if f := nameFilter(m.analyzer, name); f != "" {
				out = append(out, f)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// IsCalled reports whether a definition, or a heading of a page with this path, has a name, given as its
// filter. Both have an identifier. A member is also called by its name alone.
func IsCalled(a *analyze.Analyzer, path, heading, id, filter string) bool {
	names := slices.Concat(namesOf([]byte(heading), id), membersOf(itemOf(slugOf(path)), heading, id), []string{lastPart(memberPath(heading, id))})
	return slices.ContainsFunc(names, func(name string) bool { return IsFilter(a, name, filter) })
}

// IsOfPath reports whether the path of a page calls it by a name, given as its filter.
func IsOfPath(a *analyze.Analyzer, path, filter string) bool {
	return slices.ContainsFunc(namesOfPath(path), func(name string) bool { return IsFilter(a, name, filter) })
}

// IsFilter reports whether a filter is that of the pages with a name.
func IsFilter(a *analyze.Analyzer, name, filter string) bool { return nameFilter(a, name) == filter }

// namesOf returns the names of a definition with an identifier: the identifier if the definition says it or
// its last part, otherwise the definition as far as a bracket, and the identifier too if it ends so; what
// that ends with; and the last part of it.
func namesOf(definition []byte, id string) []string {
	name, whole := id, id
	if !bytes.Contains(definition, []byte(id)) {
		if name = lastPart(id); name == id || !isName(name) || wordAt(string(definition), name) < 0 {
			name = beforeBracket(definition)
		}
		if !strings.HasSuffix(id, name) {
			whole = name
		}
	}
	names := []string{name}
	if name != whole {
		names = append(names, whole)
	}
	names = withNew(names, endings(whole))
	if at := strings.LastIndexAny(name, ".:/"); at >= 0 {
		names = append(names, name[at+1:])
	}
	return names
}

// beforeBracket returns a definition as far as a bracket or what else ends a name.
func beforeBracket(definition []byte) string {
	if end := bytes.IndexAny(definition, "([{<=,"); end >= 0 {
		definition = definition[:end]
	}
	return string(bytes.TrimSpace(definition))
}
