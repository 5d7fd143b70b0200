// Package notebook reads Jupyter notebooks: cells of Markdown and code, and as text what the code has
// put out. It follows the nbformat documentation, version 4, and version 3 where that differs.
//
// Floor: 2 (pure). Stability: engine. It runs nothing, and reads no pictures, widgets and attachments.
package notebook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/markdown"
	"github.com/aranea-search/aranea/internal/show"
)

// Reader is the name of this reader with its version, which changes when its results change.
const Reader = "notebook 1"

// Limits of what is read, in bytes.
const (
	MaxMarkdown = 1 << 20  // of a cell of Markdown
	MaxOutput   = 16 << 10 // of an output; what exceeds it is a log or data rather than text
)

// Sniff reports whether a text begins as a notebook does: an object with one of the keys that all
// notebooks have at their top. Programs write these in any order.
func Sniff(body []byte) bool {
	body = bytes.TrimLeft(withoutMark(body), " \t\r\n")
	rest, ok := bytes.CutPrefix(body, []byte("{"))
	if !ok {
		return false
	}
	rest = bytes.TrimLeft(rest, " \t\r\n")
	for _, key := range []string{`"cells"`, `"metadata"`, `"nbformat"`, `"nbformat_minor"`, `"worksheets"`} {
		if bytes.HasPrefix(rest, []byte(key)) {
			return true
		}
	}
	return false
}

func withoutMark(body []byte) []byte { return bytes.TrimPrefix(body, []byte("\xEF\xBB\xBF")) }

// Read reads a notebook. Of one that is damaged, such as one with the marks of a merge in it, the cells
// before that are read.
func Read(body []byte, l content.Limits) (content.Document, error) {
	r := reader{json: json.NewDecoder(bytes.NewReader(withoutMark(body))), b: content.New(l)}
	err := r.notebook()
	d := r.b.Document(Reader)
	d.Limited = d.Limited || r.limited
	if err != nil && !errors.Is(err, errFull) {
		return d, fmt.Errorf("%w: %w", content.ErrDamaged, err)
	}
	return d, nil
}

// errFull ends the reading at a limit of the document.
var errFull = errors.New("the document is full")

type reader struct {
	json    *json.Decoder
	b       *content.Builder
	limited bool // a part was too long
}

// notebook reads the object that is the notebook. Its title is added where it stands: mostly, programs
// write the metadata after the cells.
func (r *reader) notebook() error {
	return r.object(func(key string) error {
		switch key {
		case "cells":
			return r.array(r.cell)
		case "worksheets": // of version 3
			return r.array(func() error {
				return r.object(func(key string) error {
					if key == "cells" {
						return r.array(r.cell)
					}
					return r.skip()
				})
			})
		case "metadata":
			return r.metadata()
		}
		return r.skip()
	})
}

func (r *reader) metadata() error {
	var m struct {
		Title lenient `json:"title"`
	}
	if err := r.decode(&m); err != nil {
		return err
	}
	if m.Title != "" {
		r.b.Property(aranea.ElementTitle, string(m.Title))
	}
	return nil
}

// object reads an object, and calls value for each of its values, which has to read it.
func (r *reader) object(value func(key string) error) error {
	if err := r.open('{'); err != nil {
		return err
	}
	for r.json.More() {
		key, err := r.json.Token()
		if err != nil {
			return err
		}
		name, _ := key.(string)
		if err := value(name); err != nil {
			return err
		}
	}
	_, err := r.json.Token()
	return err
}

// array reads an array, and calls value for each of its values, which has to read it.
func (r *reader) array(value func() error) error {
	if err := r.open('['); err != nil {
		return err
	}
	for r.json.More() {
		if r.b.Full() {
			return errFull
		}
		if err := value(); err != nil {
			return err
		}
	}
	_, err := r.json.Token()
	return err
}

func (r *reader) open(delim json.Delim) error {
	switch t, err := r.json.Token(); {
	case errors.Is(err, io.EOF):
		return io.ErrUnexpectedEOF
	case err != nil:
		return err
	case t != delim:
		return fmt.Errorf("%v instead of %v", t, delim)
	}
	return nil
}

// decode reads a value. Parts of it that have another type than expected are left out.
func (r *reader) decode(v any) error {
	err := r.json.Decode(v)
	if other := (*json.UnmarshalTypeError)(nil); errors.As(err, &other) {
		return nil
	}
	return err
}

func (r *reader) skip() error {
	var v json.RawMessage
	return r.json.Decode(&v)
}

// A cell is a cell of versions 3 and 4.
type cell struct {
	Kind    lenient  `json:"cell_type"`
	Source  lenient  `json:"source"`
	Input   lenient  `json:"input"` // source of code in version 3
	Level   level    `json:"level"` // of a heading in version 3
	Outputs []output `json:"outputs"`
}

// An output is what a cell has put out. Pictures and data for scripts are left in the JSON.
type output struct {
	Text  lenient `json:"text"` // of a stream; all others have data in version 4
	HTML  lenient `json:"html"` // of version 3
	Name  lenient `json:"ename"`
	Value lenient `json:"evalue"`
	Data  data    `json:"data"`
}

type data struct {
	Markdown lenient `json:"text/markdown"`
	HTML     lenient `json:"text/html"`
	Plain    lenient `json:"text/plain"`
}

func (r *reader) cell() error {
	var c cell
	if err := r.decode(&c); err != nil {
		return err
	}
	switch c.Kind {
	case "markdown":
		r.markdown(string(c.Source))
	case "heading":
		r.b.Block(content.Heading(int(c.Level)))
		r.b.Write(string(c.Source))
	default:
		r.text(string(c.Source) + string(c.Input))
	}
	r.b.End()
	for i := range c.Outputs {
		r.output(&c.Outputs[i])
	}
	return nil
}

// output adds the form of an output that says most: notebooks have the same in several.
func (r *reader) output(o *output) {
	switch {
	case o.Name+o.Value != "":
		r.text(clip(string(o.Name + ": " + o.Value)))
	case o.Data.Markdown != "":
		r.markdown(clip(string(o.Data.Markdown)))
	case o.Data.HTML+o.HTML != "":
		r.b.Markup(clip(string(o.Data.HTML + o.HTML)))
	default:
		r.text(clip(string(o.Data.Plain + o.Text)))
	}
	r.b.End()
}

func (r *reader) markdown(source string) {
	if len(source) > MaxMarkdown {
		source, r.limited = show.Clip(source, MaxMarkdown), true
	}
	markdown.Add(r.b, []byte(source))
}

func (r *reader) text(source string) {
	r.b.Block(aranea.ElementText)
	r.b.Write(withoutColors(source))
}

// clip cuts an output at the end of its last line that is kept.
func clip(s string) string {
	if len(s) <= MaxOutput {
		return s
	}
	s = show.Clip(s, MaxOutput)
	if i := strings.LastIndexByte(s, '\n'); i > 0 {
		s = s[:i]
	}
	return s
}
