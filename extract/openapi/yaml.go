package openapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"

	"go.yaml.in/yaml/v3"
)

// Limits of a description in YAML, whose aliases may make a short one endless.
const (
	MaxNodes = 1 << 20 // values that are read, those behind an alias each time
	maxDepth = 100     // of values in values
)

var errUnbounded = errors.New("it has too many values, or too deep ones")

// top is a key at the top of a document in YAML, and version one with the version of a description.
var (
	top     = regexp.MustCompile(`^["']?[A-Za-z][\w-]*["']?:(?: |$)`)
	version = regexp.MustCompile(`^(?:["']?openapi["']?: +["']?3\.|["']?swagger["']?: +["']?2\.)`)
)

// sniffYAML reports whether a body is a mapping in YAML with the version of a description at its top. Texts
// that quote one, such as Markdown with a block of code, have other lines that are not indented.
func sniffYAML(body []byte) bool {
	keys := false
	for line := range bytes.Lines(body) {
		line = bytes.TrimRight(line, space)
		switch {
		case len(line) == 0, line[0] == '#', line[0] == ' ', !keys && (line[0] == '%' || string(line) == "---"):
		case version.Match(line):
			return true
		case top.Match(line):
			keys = true
		case !keys || !bytes.HasPrefix(line, []byte("- ")) && string(line) != "-":
			return false
		}
	}
	return false
}

// fromYAML returns a document in YAML, the first of a stream, as JSON. Its scalars are strings: of what is read
// all are, and whoever writes a version as 1.10 means these characters.
func fromYAML(body []byte) ([]byte, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(body, &doc); err != nil {
		return nil, err
	}
	w := writer{left: MaxNodes}
	w.value(&doc, 0)
	if w.ended {
		return nil, errUnbounded
	}
	return w.out.Bytes(), nil
}

// A writer writes values of YAML as JSON.
type writer struct {
	out   bytes.Buffer
	left  int  // values that may be written
	ended bool // at a limit
}

func (w *writer) value(n *yaml.Node, depth int) {
	if w.left--; w.left < 0 || depth > maxDepth {
		w.ended = true
	}
	if w.ended {
		return
	}
	switch n.Kind {
	case yaml.DocumentNode:
		w.value(n.Content[0], depth+1)
	case yaml.AliasNode:
		w.value(n.Alias, depth+1)
	case yaml.MappingNode:
		w.out.WriteByte('{')
		w.members(n, depth, true)
		w.out.WriteByte('}')
	case yaml.SequenceNode:
		w.out.WriteByte('[')
		for i, v := range n.Content {
			w.comma(i == 0)
			w.value(v, depth+1)
		}
		w.out.WriteByte(']')
	default:
		w.scalar(n)
	}
}

// members writes the members of a mapping, those that it takes from another one ("<<") among them. It reports
// whether the next one is the first.
func (w *writer) members(n *yaml.Node, depth int, first bool) bool {
	for i := 0; i+1 < len(n.Content) && !w.ended; i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		for value.Kind == yaml.AliasNode && key.Tag == "!!merge" {
			value = value.Alias
		}
		switch {
		case key.Tag == "!!merge" && depth > maxDepth:
			w.ended = true
		case key.Tag == "!!merge" && value.Kind == yaml.MappingNode:
			first = w.members(value, depth+1, first)
		case key.Kind == yaml.ScalarNode && key.Tag != "!!merge":
			w.comma(first)
			w.string(key.Value)
			w.out.WriteByte(':')
			w.value(value, depth+1)
			first = false
		}
	}
	return first
}

func (w *writer) comma(first bool) {
	if !first {
		w.out.WriteByte(',')
	}
}

func (w *writer) scalar(n *yaml.Node) {
	if n.Tag == "!!null" {
		w.out.WriteString("null")
		return
	}
	w.string(n.Value)
}

func (w *writer) string(s string) {
	quoted, _ := json.Marshal(s) // of a string, which never fails
	w.out.Write(quoted)
}
