package hosting

import (
	"net/http"
	"net/textproto"
	"strconv"
	"strings"
)

// maxFields is the number of fields of one rule that are read.
const maxFields = 100

// Headers are the rules of a _headers file. They are safe for concurrent use.
type Headers struct {
	rules []fields
	// Faults are the lines that are not read.
	Faults []Fault
}

// fields are those of the answers to the paths that a pattern selects.
type fields struct {
	of    pattern
	names []string
	texts []string
}

// ParseHeaders reads a _headers file: a path, and below it, indented, the fields of its answers. Only
// the fields that matter for an index are kept.
func ParseHeaders(data []byte) *Headers {
	all := &Headers{}
	in := newReader(data)
	below := false // a path was read, which the fields are for
	for in.next() {
		line := strings.TrimLeft(in.text, " \t")
		if line != in.text {
			switch {
			case below:
				all.field(in, line)
			case len(all.rules) == 0 && len(in.faults) == 0:
				in.fault(in.line, "a field has no path above it")
			}
			continue
		}
		if below = len(all.rules) < MaxRules; !below {
			in.fault(in.line, "the file has more rules than are read, which are "+strconv.Itoa(MaxRules))
			break
		}
		of, err := parsePattern(line)
		if below = err == nil; !below {
			in.fault(in.line, err.Error())
			continue
		}
		all.rules = append(all.rules, fields{of: of})
	}
	all.Faults = in.faults
	return all
}

// field adds a field to the last rule.
func (h *Headers) field(in *reader, line string) {
	name, text, ok := strings.Cut(line, ":")
	name = strings.TrimSpace(name)
	switch {
	case strings.HasPrefix(line, "!"):
		in.fault(in.line, "that a field is taken away again is not read")
		return
	case !ok || name == "" || strings.ContainsAny(name, " \t"):
		in.fault(in.line, "a field is a name, a colon and a text")
		return
	}
	last := &h.rules[len(h.rules)-1]
	if name = textproto.CanonicalMIMEHeaderKey(name); !matters(name) {
		return
	}
	if len(last.names) == maxFields {
		in.fault(in.line, "the path has too many fields")
		return
	}
	last.names = append(last.names, name)
	last.texts = append(last.texts, strings.TrimSpace(text))
}

// matters reports whether a field says how a page is read or indexed.
func matters(name string) bool {
	switch name {
	case "X-Robots-Tag", "Link", "Content-Type", "Content-Language", "Content-Usage", "Refresh":
		return true
	}
	return false
}

// AddTo adds the fields for a path to those of an answer. The texts of several rules are all sent,
// but of a type there is one: the last.
func (h *Headers) AddTo(to http.Header, path string) {
	given := split(path)
	for i := range h.rules {
		x := &h.rules[i]
		if len(x.names) == 0 {
			continue
		}
		if _, ok := x.of.match(path, given); !ok {
			continue
		}
		for j, name := range x.names {
			if name == "Content-Type" {
				to.Set(name, x.texts[j])
				continue
			}
			to.Add(name, x.texts[j])
		}
	}
}
