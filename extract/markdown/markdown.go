// Package markdown reads Markdown: headings, paragraphs, lists, tables, bold text and links.
//
// Floor: 2 (pure). Stability: engine. It writes no HTML.
package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	table "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
)

// Reader is the name of this reader with its version, which changes when its results change.
const Reader = "markdown 1"

// MaxBody is the number of bytes of a document that are read.
const MaxBody = 2 << 20

// Read reads a document in UTF-8.
func Read(body []byte, l content.Limits) (content.Document, error) {
	b := content.New(l)
	limited := len(body) > MaxBody
	Add(b, withoutFront(body[:min(len(body), MaxBody)]))
	r := b.Document(Reader)
	r.Limited = r.Limited || limited
	return r, nil
}

// Add adds Markdown in UTF-8 to a document that has some among other parts. It reads all of it.
func Add(b *content.Builder, source []byte) {
	w := walk{b: b, source: source}
	parser := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Linkify)).Parser()
	// The walker returns no error.
	_ = ast.Walk(parser.Parse(text.NewReader(source)), w.node)
}

// withoutFront removes the front matter that some programs write before the text, between two
// lines of dashes.
func withoutFront(body []byte) []byte {
	body = bytes.TrimPrefix(body, []byte("\xEF\xBB\xBF"))
	rest, ok := bytes.CutPrefix(body, []byte("---\n"))
	if !ok {
		return body
	}
	if _, after, ok := bytes.Cut(rest, []byte("\n---\n")); ok {
		return after
	}
	return body
}

type walk struct {
	b      *content.Builder
	source []byte
}

func (w *walk) node(n ast.Node, entering bool) (ast.WalkStatus, error) {
	if w.b.Full() {
		return ast.WalkStop, nil
	}
	if n.Type() == ast.TypeBlock {
		return w.block(n, entering), nil
	}
	return w.inline(n, entering), nil
}

func (w *walk) block(n ast.Node, entering bool) ast.WalkStatus {
	if !entering {
		if n.Kind() != ast.KindDocument && n.Kind() != ast.KindList {
			w.b.End()
		}
		return ast.WalkContinue
	}
	switch n := n.(type) {
	case *ast.Heading:
		w.b.Block(content.Heading(n.Level))
	case *ast.Paragraph, *ast.TextBlock:
		kind := aranea.ElementText
		if n.Parent() != nil && n.Parent().Kind() == ast.KindListItem {
			kind = aranea.ElementListItem
		}
		w.b.Block(kind)
	case *table.TableCell:
		w.b.Block(aranea.ElementCell)
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		w.b.Block(aranea.ElementText)
		w.lines(n)
	case *ast.HTMLBlock:
		var raw strings.Builder
		for i := range n.Lines().Len() {
			line := n.Lines().At(i)
			raw.Write(line.Value(w.source))
		}
		w.b.Markup(raw.String())
	}
	return ast.WalkContinue
}

func (w *walk) lines(n ast.Node) {
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		w.b.Write(string(line.Value(w.source)))
	}
}

func (w *walk) inline(n ast.Node, entering bool) ast.WalkStatus {
	switch n := n.(type) {
	case *ast.Text:
		if entering {
			w.b.Write(string(n.Value(w.source)))
			if n.SoftLineBreak() || n.HardLineBreak() {
				w.b.Space()
			}
		}
	case *ast.String:
		if entering {
			w.b.Write(string(n.Value))
		}
	case *ast.Emphasis:
		if n.Level == 2 {
			w.b.Bold(entering)
		}
	case *ast.Link:
		w.link(string(n.Destination), entering)
	case *ast.AutoLink:
		w.link(string(n.URL(w.source)), entering)
		if entering {
			w.b.Write(string(n.Label(w.source)))
		}
	}
	return ast.WalkContinue
}

func (w *walk) link(target string, entering bool) {
	if entering {
		w.b.Link(target)
	} else {
		w.b.EndLink()
	}
}
