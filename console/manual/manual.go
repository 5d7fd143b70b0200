// Package manual makes pages of HTML of the documentation.
//
// Floor: 6 (faces), inside console. Stability: engine. The pages are in package docs; which of them
// are served, and where, is decided in package console.
package manual

import (
	"bytes"
	"fmt"
	"html/template"
	"path"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/aranea-search/aranea/docs"
)

// Title returns the text of the first heading of a page.
func Title(page string) string {
	first, _, _ := strings.Cut(page, "\n")
	return strings.TrimPrefix(first, "# ")
}

// Render converts a page with a name, as in package docs, to HTML. It omits raw HTML, and changes links
// to other pages to the addresses of these names.
func Render(name, page string, address func(name string) string) (template.HTML, error) {
	md := goldmark.New(
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignNone))),
	)
	src := []byte(page)
	tree := md.Parser().Parse(text.NewReader(src), parser.WithContext(parser.NewContext(parser.WithIDs(anchors{}))))
	if err := relink(tree, name, page, address); err != nil {
		return "", err
	}
	var b bytes.Buffer
	if err := md.Renderer().Render(&b, src, tree); err != nil {
		return "", fmt.Errorf("render %s: %w", name, err)
	}
	html := strings.NewReplacer(
		"<!-- raw HTML omitted -->", "",
		"<table>", `<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>`, "</table>", "</table></div>",
		"<th></th>", "<td></td>", // a head without words tells nothing of its column
		"<th>", `<th scope="col">`, "<pre>", `<pre tabindex="0">`,
	).Replace(b.String())
	return template.HTML(html), nil //nolint:gosec // the text is our own, and goldmark escapes it
}

// relink changes the links of a page to the addresses where their targets are served. A link to
// a file that is not served becomes plain text.
func relink(tree ast.Node, name, page string, address func(name string) string) error {
	var links []*ast.Link
	err := ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if l, ok := n.(*ast.Link); ok && entering {
			links = append(links, l)
		}
		return ast.WalkContinue, nil
	})
	for _, l := range links {
		to := string(l.Destination)
		if strings.Contains(to, "://") {
			continue
		}
		file, anchor, has := strings.Cut(to, "#")
		target := page
		if to = ""; file != "" {
			other := path.Join(path.Dir(name), strings.TrimSuffix(file, docs.Ending))
			found, ok := docs.Page(other)
			if !ok {
				unlink(l)
				continue
			}
			to, target = address(other), found
		}
		if has {
			to += "#" + fragment(target, anchor)
		}
		l.Destination = []byte(to)
	}
	return err
}

// fragment returns the identifier that a heading of a page has here. Links call it by an anchor
// that is good wherever the files are shown: there, that of a reason code has small letters and no
// dot. An anchor that no heading has stays as it is.
func fragment(page, anchor string) string {
	for line := range strings.Lines(page) {
		title := strings.TrimLeft(line, "#")
		if title == line || !strings.HasPrefix(title, " ") {
			continue
		}
		id := string(anchors{}.Generate([]byte(title), ast.KindHeading))
		if strings.Map(anchorRune, strings.ToLower(id)) == anchor {
			return id
		}
	}
	return anchor
}

// unlink replaces a link with its text.
func unlink(l *ast.Link) {
	parent := l.Parent()
	for c := l.FirstChild(); c != nil; c = l.FirstChild() {
		l.RemoveChild(l, c)
		parent.InsertBefore(parent, l, c)
	}
	parent.RemoveChild(parent, l)
}

// anchors are the identifiers of a page's headings: a reason code itself, other headings in lower
// case with hyphens, and repeated ones with a number.
type anchors map[string]int

// Generate returns the identifier of a heading.
func (a anchors) Generate(value []byte, _ ast.NodeKind) []byte {
	name := strings.Trim(string(bytes.TrimSpace(value)), "`")
	if name != strings.ToUpper(name) || strings.ContainsAny(name, " \t") {
		name = strings.Map(anchorRune, strings.ToLower(name))
	}
	a[name]++
	if n := a[name]; n > 1 {
		return fmt.Appendf(nil, "%s-%d", name, n)
	}
	return []byte(name)
}

// anchorRune returns the replacement of a character in the identifier of a heading.
func anchorRune(r rune) rune {
	switch {
	case r == ' ':
		return '-'
	case r == '-' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
		return r
	}
	return -1
}

// Put records identifiers that are given in the text; there are none.
func (anchors) Put([]byte) {}
