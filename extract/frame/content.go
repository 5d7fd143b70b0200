package frame

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
)

// A block is one block of text with the spans in it.
type block struct {
	Kind  string `json:"kind"`           // "text", "title", "h1" and so on
	Zone  string `json:"zone,omitempty"` // "" for main
	Text  string `json:"text"`
	Spans []part `json:"spans,omitempty"`
}

// A part is a span of a block, in bytes of its text: bold, a link if it has a target, or the
// words of an embedded medium.
type part struct {
	Start  int    `json:"start"`
	End    int    `json:"end"`
	Target string `json:"target,omitempty"`
	Shows  string `json:"shows,omitempty"` // "picture", "recording" or "embedded document"
}

// partOf returns a link as a part of a block that begins at an offset of the text.
func partOf(l content.Link, at uint32) part {
	p := part{Start: int(l.Start - at), End: int(l.End - at), Target: l.Target}
	if l.How != aranea.HowAnchor {
		p.Shows = l.How.String()
	}
	return p
}

// A result ends a document.
type result struct {
	Reader  string `json:"reader"`
	Lang    string `json:"lang,omitempty"`
	Limited bool   `json:"limited,omitempty"`
	// Published and Modified are the dates that the document declares.
	Published *day `json:"published,omitempty"`
	Modified  *day `json:"modified,omitempty"`
	// Fault is "damaged" or "encrypted"; what was read before it is valid.
	Fault  string `json:"fault,omitempty"`
	Detail string `json:"detail,omitempty"` // the fault in words
}

// A day is an instant, in a form of ISO 8601, with its source.
type day struct {
	At     string `json:"at"`
	Source string `json:"source"`
}

// dayOf converts a date for a frame, nil for none.
func dayOf(d aranea.Date) *day {
	if d.At.IsZero() {
		return nil
	}
	return &day{d.At.Format(time.RFC3339Nano), d.Source}
}

// The faults of documents.
const (
	faultDamaged   = "damaged"
	faultEncrypted = "encrypted"
)

// maxDetail is the maximum size in bytes of a reader's description of a fault.
const maxDetail = 500

// WriteContent writes the result of reading a document, with its error.
func WriteContent(w io.Writer, r *content.Document, fault error) error {
	bold := r.Elements
	links := r.Links
	slices.SortStableFunc(links, func(a, b content.Link) int { return cmp.Compare(a.Start, b.Start) })
	for _, e := range r.Elements {
		if !e.Kind.IsBlock() {
			continue
		}
		b := block{Kind: e.Kind.String(), Text: string(r.Text[e.Start:e.End])}
		if e.Zone != aranea.ZoneMain {
			b.Zone = e.Zone.String()
		}
		for len(bold) > 0 && bold[0].Start < e.End {
			if s := bold[0]; s.Kind == aranea.ElementBold && s.Start >= e.Start && s.End <= e.End {
				b.Spans = append(b.Spans, part{Start: int(s.Start - e.Start), End: int(s.End - e.Start)})
			}
			bold = bold[1:]
		}
		for len(links) > 0 && links[0].Start <= e.End {
			if l := links[0]; l.Start >= e.Start && l.End <= e.End {
				b.Spans = append(b.Spans, partOf(l, e.Start))
			}
			links = links[1:]
		}
		if err := writeJSON(w, KindBlock, b); err != nil {
			return err
		}
	}
	if err := writeLeft(w, links); err != nil {
		return err
	}
	out := result{Reader: r.Reader, Lang: r.Lang, Limited: r.Limited, Published: dayOf(r.Published), Modified: dayOf(r.Modified)}
	switch {
	case errors.Is(fault, content.ErrEncrypted):
		out.Fault, out.Detail = faultEncrypted, fault.Error()
	case fault != nil:
		out.Fault, out.Detail = faultDamaged, fault.Error()
	}
	return writeJSON(w, KindResult, out)
}

// writeLeft writes the links that are in no block, because they have no text.
func writeLeft(w io.Writer, links []content.Link) error {
	for _, l := range links {
		if err := writeJSON(w, KindBlock, block{Kind: aranea.ElementText.String(), Spans: []part{partOf(l, l.Start)}}); err != nil {
			return err
		}
	}
	return nil
}

// ReadContent reads the result of reading a document, within limits; what the reader sends
// beyond them is dropped. The error is the document's (content.ErrDamaged,
// content.ErrEncrypted), or one of the pipe.
func ReadContent(r *Reader, l content.Limits) (content.Document, error) {
	b := content.New(l)
	for frames := 0; ; frames++ {
		k, sent, err := r.Next()
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return content.Document{}, err
		}
		if frames > maxBlocks {
			return content.Document{}, fmt.Errorf("%w: more than %d blocks", ErrProtocol, maxBlocks)
		}
		switch k {
		case KindBlock:
			if err := take(b, sent); err != nil {
				return content.Document{}, err
			}
		case KindResult:
			return finish(b, sent)
		default:
			return content.Document{}, fmt.Errorf("%w: a frame of kind %q", ErrProtocol, byte(k))
		}
	}
}

// maxBlocks is the maximum number of blocks from a reader.
const maxBlocks = 1 << 20

// take adds a block.
func take(b *content.Builder, sent []byte) error {
	var t block
	if err := json.Unmarshal(sent, &t); err != nil {
		return fmt.Errorf("%w: a block: %w", ErrProtocol, err)
	}
	kind, ok := blockKind(t.Kind)
	if !ok {
		return fmt.Errorf("%w: a block of kind %q", ErrProtocol, t.Kind)
	}
	zone, ok := zoneNamed(t.Zone)
	if !ok {
		return fmt.Errorf("%w: a block of the zone %q", ErrProtocol, t.Zone)
	}
	b.Zone(zone)
	b.Block(kind)
	type edge struct {
		at int
		do func()
	}
	var edges []edge
	for _, s := range t.Spans {
		if s.Start < 0 || s.Start > s.End || s.End > len(t.Text) {
			return fmt.Errorf("%w: a span outside of its block", ErrProtocol)
		}
		begin, end := func() { b.Bold(true) }, func() { b.Bold(false) }
		switch how, known := shownAs(s.Shows); {
		case s.Target == "":
		case !known:
			return fmt.Errorf("%w: a span that shows a %q", ErrProtocol, s.Shows)
		case how == aranea.HowAnchor:
			begin, end = func() { b.Link(s.Target) }, b.EndLink
		default:
			from := uint32(0)
			begin, end = func() { from = b.Here() }, func() { b.Shows(s.Target, how, from, b.Here()) }
		}
		edges = append(edges, edge{at: s.Start, do: begin}, edge{at: s.End, do: end})
	}
	slices.SortStableFunc(edges, func(x, y edge) int { return cmp.Compare(x.at, y.at) })
	at := 0
	for _, e := range edges {
		b.Write(t.Text[at:e.at])
		at = e.at
		e.do()
	}
	b.Write(t.Text[at:])
	b.End()
	return nil
}

// shownAs returns the kind of reference of a span by what it shows.
func shownAs(name string) (aranea.How, bool) {
	if name == "" {
		return aranea.HowAnchor, true
	}
	for _, how := range []aranea.How{aranea.HowPicture, aranea.HowRecording, aranea.HowEmbedded} {
		if name == how.String() {
			return how, true
		}
	}
	return 0, false
}

// blockKind returns the kind of blocks with a name.
func blockKind(name string) (aranea.ElementKind, bool) {
	for k := aranea.ElementKind(0); k.IsBlock(); k++ {
		if k.String() == name {
			return k, true
		}
	}
	return 0, false
}

// zoneNamed returns the zone with a name, main for "".
func zoneNamed(name string) (aranea.Zone, bool) {
	for z := range aranea.Zone(aranea.Zones) {
		if z.String() == name {
			return z, true
		}
	}
	return aranea.ZoneMain, name == ""
}

// finish ends a document with the reader's result.
func finish(b *content.Builder, sent []byte) (content.Document, error) {
	var t result
	if err := json.Unmarshal(sent, &t); err != nil {
		return content.Document{}, fmt.Errorf("%w: a result: %w", ErrProtocol, err)
	}
	b.Lang(t.Lang)
	if t.Published != nil {
		b.Published(t.Published.Source, content.ParseDate(t.Published.At))
	}
	if t.Modified != nil {
		b.Modified(t.Modified.Source, content.ParseDate(t.Modified.At))
	}
	r := b.Document(t.Reader[:min(len(t.Reader), maxReader)])
	r.Limited = r.Limited || t.Limited
	detail := t.Detail[:min(len(t.Detail), maxDetail)]
	switch t.Fault {
	case "":
		return r, nil
	case faultEncrypted:
		return r, &Fault{content.ErrEncrypted, detail}
	}
	return r, &Fault{content.ErrDamaged, detail}
}

// maxReader is the maximum size in bytes of a reader's name and version.
const maxReader = 100

// A Fault is a fault of a document, described by its reader.
type Fault struct {
	Err    error // content.ErrDamaged or content.ErrEncrypted
	Detail string
}

// Error implements error.
func (f *Fault) Error() string { return cmp.Or(f.Detail, f.Err.Error()) }

// Unwrap returns the kind of the fault, for package errors.
func (f *Fault) Unwrap() error { return f.Err }
