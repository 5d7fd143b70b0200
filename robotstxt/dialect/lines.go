package dialect

import (
	"strings"

	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// reads reports whether the dialect understands the line at all.
func (d *Dialect) Reads(r syntax.Record) bool {
	return d.Recognises(r) && !(d.NoAllow && r.Key() == syntax.KeyAllow)
}

// recognises reports whether the dialect sees what the line is about. An allow
// line ends the list of agents even where it is not obeyed.
func (d *Dialect) Recognises(r syntax.Record) bool {
	return r.Key() != syntax.KeyUnknown && r.Spelling() <= d.Spelling && !(d.NeedColon && r.NoColon())
}

// A span is a group: a run of records that begins with a User-agent line.
type Span struct{ Lo, Hi int }

// spans finds the groups. A group opens at a User-agent line behind a rule; any
// other line neither opens nor closes one, unless the dialect says so.
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

// value returns the value of a line as the dialect reads it.
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
