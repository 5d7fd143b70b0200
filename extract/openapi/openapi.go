// Package openapi reads descriptions of HTTP interfaces in JSON and YAML: OpenAPI 3.x and Swagger 2.0. Pages that
// show one have nothing but a script and its address.
//
// Floor: 2 (pure). Stability: engine. It resolves no references.
package openapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/markdown"
	"github.com/aranea-search/aranea/internal/show"
)

// Reader is the name of this reader with its version, which changes when its results change.
const Reader = "openapi 2"

// MaxMarkdown is the number of bytes of a description that are read.
const MaxMarkdown = 256 << 10

// sniffed is how many bytes at each end of a document are searched for its version: programs write it first, or
// last where they sort keys.
const sniffed = 4 << 10

// space is the whitespace of JSON.
const space = " \t\r\n"

// mark is the byte order mark of UTF-8.
var mark = []byte("\xEF\xBB\xBF")

// Sniff reports whether a body is an object of JSON that has the version of a description near its beginning or
// end, or a mapping of YAML that has one at its top.
func Sniff(body []byte) bool {
	trimmed := bytes.TrimLeft(bytes.TrimPrefix(body, mark), space)
	if !bytes.HasPrefix(trimmed, []byte("{")) {
		return sniffYAML(bytes.TrimPrefix(body, mark))
	}
	return hasVersion(trimmed[:min(len(trimmed), sniffed)]) || hasVersion(trimmed[max(0, len(trimmed)-sniffed):])
}

// hasVersion reports whether a piece of JSON has a key of a version with a value that is one.
func hasVersion(piece []byte) bool {
	for key, major := range map[string]byte{`"openapi"`: '3', `"swagger"`: '2'} {
		for _, rest, found := bytes.Cut(piece, []byte(key)); found; _, rest, found = bytes.Cut(rest, []byte(key)) {
			value, isKey := bytes.CutPrefix(bytes.TrimLeft(rest, space), []byte(":"))
			if isKey && bytes.HasPrefix(bytes.TrimLeft(value, space), []byte{'"', major, '.'}) {
				return true
			}
		}
	}
	return false
}

// Read reads a description.
func Read(body []byte, l content.Limits) (content.Document, error) {
	var d description
	err := unmarshal(bytes.TrimPrefix(body, mark), &d)
	if other := (*json.UnmarshalTypeError)(nil); errors.As(err, &other) {
		err = nil // the part with another type than expected is left out
	}
	if err == nil && d.OpenAPI+d.Swagger == "" {
		err = errors.New("it has no version at its top")
	}
	r := reader{b: content.New(l)}
	if err != nil {
		return r.b.Document(Reader), fmt.Errorf("%w: %w", content.ErrDamaged, err)
	}
	r.description(&d)
	doc := r.b.Document(Reader)
	doc.Limited = doc.Limited || r.limited
	return doc, nil
}

// unmarshal reads a description in JSON, or in YAML, of which JSON is a part.
func unmarshal(body []byte, d *description) error {
	if bytes.HasPrefix(bytes.TrimLeft(body, space), []byte("{")) {
		return json.Unmarshal(body, d)
	}
	body, err := fromYAML(body)
	if err != nil {
		return err
	}
	return json.Unmarshal(body, d)
}

type reader struct {
	b       *content.Builder
	limited bool // a part was too long
}

func (r *reader) description(d *description) {
	r.b.Property(aranea.ElementTitle, string(d.Info.Title))
	r.block(aranea.ElementText, string(d.Info.Version))
	r.markdown(string(d.Info.Description))
	for _, t := range d.Tags {
		if t.Description != "" {
			r.block(content.Heading(2), string(t.Name))
			r.markdown(string(t.Description))
		}
	}
	for _, all := range [...]*ordered[item]{&d.Paths, &d.Webhooks} {
		for i, path := range all.keys {
			r.item(path, &all.values[i])
		}
	}
	for _, all := range [...]*ordered[schema]{&d.Components.Schemas, &d.Definitions} {
		for i, name := range all.keys {
			r.schema(name, &all.values[i])
		}
	}
}

// item reads what may be asked at a path.
func (r *reader) item(path string, it *item) {
	shared := it.Parameters
	for _, m := range [...]struct {
		name string
		op   *operation
	}{
		{"GET", it.Get}, {"PUT", it.Put}, {"POST", it.Post}, {"DELETE", it.Delete}, {"OPTIONS", it.Options},
		{"HEAD", it.Head}, {"PATCH", it.Patch}, {"TRACE", it.Trace},
	} {
		if m.op == nil || r.b.Full() {
			continue
		}
		asked := m.name + " " + path
		title := string(m.op.Summary)
		if title == "" {
			title = asked
		}
		r.block(content.Heading(2), title)
		r.block(aranea.ElementText, strings.TrimSpace(asked+" "+string(m.op.ID)))
		r.markdown(string(m.op.Description))
		r.named(shared)
		r.named(m.op.Parameters)
		r.markdown(string(m.op.Body.Description))
		for i, status := range m.op.Responses.keys {
			r.block(aranea.ElementListItem, status+": "+string(m.op.Responses.values[i].Description))
		}
	}
}

func (r *reader) named(all []named) {
	for _, p := range all {
		if p.Name != "" {
			r.block(aranea.ElementListItem, strings.TrimSuffix(string(p.Name+": "+p.Description), ": "))
		}
	}
}

func (r *reader) schema(name string, s *schema) {
	if r.b.Full() {
		return
	}
	r.block(content.Heading(3), name)
	r.markdown(string(s.Description))
	for i, p := range s.Properties.keys {
		r.named([]named{{text(p), s.Properties.values[i].Description}})
	}
}

// block adds a block with words on one line.
func (r *reader) block(kind aranea.ElementKind, words string) {
	r.b.Block(kind)
	r.b.Write(words)
	r.b.End()
}

func (r *reader) markdown(source string) {
	if len(source) > MaxMarkdown {
		source, r.limited = show.Clip(source, MaxMarkdown), true
	}
	markdown.Add(r.b, []byte(source))
	r.b.End()
}
