// Package linkeddata reads the linked data that a page carries in a script (JSON-LD): one JSON value
// with the types of what the page is about.
//
// Floor: 2 (pure), a part of extract. Stability: engine. It does not know which properties of a type
// count.
package linkeddata

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Type is the media type of such a script.
const Type = "application/ld+json"

// Limits of what is read of one script.
const (
	MaxBytes = 256 << 10 // of the script
	MaxTypes = 20        // that Types returns
	maxDepth = 4         // of graphs in graphs
)

// A Fault says why a script is no linked data.
type Fault struct {
	Offset int // where in the script, in bytes
	What   string
}

// Error returns what is wrong.
func (f *Fault) Error() string { return f.What }

// Decode returns the value of a script; numbers are of type json.Number. The error is a *Fault. If the value
// can be read in spite of it (fixed), it is returned as well.
func Decode(script []byte) (any, error) {
	if len(script) > MaxBytes {
		return nil, &Fault{0, fmt.Sprintf("it is larger than %d KiB, and not read", MaxBytes>>10)}
	}
	v, err := decode(script)
	if err != nil {
		if meant, none := decode(fixed(script)); none == nil {
			v = meant
		}
	}
	return v, err
}

func decode(script []byte) (any, error) {
	var v any
	d := json.NewDecoder(bytes.NewReader(script))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return nil, faultOf(err, script)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, &Fault{int(d.InputOffset()), "something follows the first value"}
	}
	return v, nil
}

// faultOf returns the fault of a script that does not decode.
func faultOf(err error, script []byte) *Fault {
	var syntax *json.SyntaxError
	switch {
	case len(bytes.TrimSpace(script)) == 0:
		return &Fault{0, "it is empty"}
	case errors.As(err, &syntax) && syntax.Offset > 0:
		at := int(syntax.Offset) - 1
		// The most frequent fault of scripts that templates write.
		if c := script[at]; (c == '}' || c == ']') && bytes.HasSuffix(bytes.TrimSpace(script[:at]), []byte(",")) {
			return &Fault{at, fmt.Sprintf("a comma too many before %q", c)}
		}
		return &Fault{at, syntax.Error()}
	}
	return &Fault{len(script), "it ends in the middle of a value"}
}

// Types returns the types that a value names, without repeats: those of the things at its top, and in
// its graphs (@graph).
func Types(v any) []string { return appendTypes(nil, v, maxDepth) }

func appendTypes(types []string, v any, depth int) []string {
	if depth == 0 {
		return types
	}
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			types = appendTypes(types, x, depth-1)
		}
	case map[string]any:
		named, several := v["@type"].([]any)
		if !several {
			named = []any{v["@type"]}
		}
		for _, n := range named {
			if name, ok := n.(string); ok && len(types) < MaxTypes && strings.TrimSpace(name) != "" && !slices.Contains(types, name) {
				types = append(types, name)
			}
		}
		if graph, ok := v["@graph"]; ok {
			types = appendTypes(types, graph, depth-1)
		}
	}
	return types
}
