package dialect

import (
	"strings"

	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// Reads reports whether the line has a meaning in the dialect.
func (d *Dialect) Reads(r syntax.Record) bool {
	return d.Recognises(r) && !(d.NoAllow && r.Key() == syntax.KeyAllow)
}

// Recognises reports whether the dialect recognizes the key of the line. An allow line ends the
// list of agents even if it is not obeyed.
func (d *Dialect) Recognises(r syntax.Record) bool {
	return r.Key() != syntax.KeyUnknown && r.Spelling() <= d.Spelling && !(d.NeedColon && r.NoColon())
}

// A Span is a group: a run of records that begins with a User-agent line.
type Span struct{ Lo, Hi int }

// Spans finds the groups. A group begins at a User-agent line after a rule; no other line begins
// or ends one, except by switches of the dialect.
func (d *Dialect) Spans(records []syntax.Record) []Span {
	var out []Span
	open, agents, empty := false, false, false
	for i, r := range records {
		empty = empty || r.EmptyLineBefore()
		if !d.Recognises(r) {
			continue
		}
		if d.EmptyLineEndsGroup && empty && open {
			out[len(out)-1].Hi = i
			open = false
		}
		empty = false
		switch k := r.Key(); {
		case k == syntax.KeyUserAgent:
			if !open || !agents {
				if open {
					out[len(out)-1].Hi = i
				}
				out = append(out, Span{i, len(records)})
			}
			open, agents = true, true
		case k.IsRule(), d.FieldEndsAgents && k.IsMember():
			agents = false
		}
	}
	return out
}

// Value returns the value of a line according to the dialect.
func (d *Dialect) Value(f *syntax.File, r syntax.Record) string {
	lo, hi := r.ValueAt(), r.ValueEnd()
	if d.MaxLine > 0 {
		begin := r.KeyAt() - syntax.Column(f.Text, f.Start, r.KeyAt()) + 1
		hi = max(lo, min(hi, begin+d.MaxLine))
	}
	v := f.Text[lo:hi]
	if d.NULEndsValue {
		if i := strings.IndexByte(v, 0); i >= 0 {
			v = v[:i]
		}
	}
	if d.TrimUnicode {
		v = strings.TrimFunc(v, syntax.IsWideSpace)
	}
	return v
}
