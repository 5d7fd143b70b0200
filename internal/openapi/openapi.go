package openapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"strings"
)

// A Param is one parameter of a query.
type Param struct {
	Name  string
	About string
	Type  Type
	// Required parameters must be present; Many may be repeated.
	Required, Many bool
	Enum           []string // the values of a text, nil for any
	LinesOnly      bool     // it does not go together with pages of a list
}

// A Type is the type of a parameter.
type Type uint8

// The types of parameters.
const (
	Text    Type = 0
	Integer Type = 1
	Boolean Type = 2
	Instant Type = 3 // a date or an instant
)

// A Route is one call of the API.
type Route struct {
	Method, Path string
	About        string
	Query        []Param
	Body         reflect.Type // type of the JSON in the request; nil for none
	Answer       reflect.Type // type of the JSON of the answer, or of one of its lines
	// Lines is set if the answer consists of any number of lines, each with one JSON object, and
	// a last line that says how it ended. If its method is GET, it also answers with one object for a
	// page of the list.
	Lines bool
	// Errors are the statuses of the answers of a call that fails, all of them in Info.Errors.
	Errors []int
}

// An Error is the answer of a call that fails.
type Error struct {
	Status int
	About  string
	Retry  bool // it has the field Retry-After, in seconds
}

// An object is a part of the description. Encoding sorts its keys.
type object = map[string]any

// An Info is what is said of an API as a whole.
type Info struct {
	Title, Version, About string
	// Names are the names of the schemas of some types. Any other type is named as in Go, without
	// its package, in upper case. Programs that are generated from the description contain these
	// names.
	Names map[reflect.Type]string
	// Server is what comes before the paths, on the host of the description; "" for nothing.
	Server string
	Errors []Error
}

// Describe returns the description of an API as indented JSON, with paths in alphabetical order.
// Two types with one name are an error.
func Describe(info Info, routes []Route) ([]byte, error) {
	w := newWriter(info.Names)
	paths := map[string]object{}
	for _, r := range routes {
		if paths[r.Path] == nil {
			paths[r.Path] = object{}
		}
		op, err := w.operation(r)
		if err != nil {
			return nil, fmt.Errorf("describe %s %s: %w", r.Method, r.Path, err)
		}
		paths[r.Path][strings.ToLower(r.Method)] = op
	}
	all := object{
		"openapi": "3.1.0",
		"info":    object{"title": info.Title, "version": info.Version, "description": info.About},
		"paths":   paths, "components": object{"schemas": w.schemas, "responses": responses(info.Errors)},
	}
	if info.Server != "" {
		all["servers"] = []object{{"url": info.Server}}
	}
	data, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return nil, err
	}
	return append(data, '\n'), nil
}

// responses returns the answers of calls that fail, by the names of their statuses.
func responses(all []Error) object {
	out := object{}
	for _, e := range all {
		r := failure(e.About)
		if e.Retry {
			r["headers"] = object{"Retry-After": object{"description": "how many seconds to wait", "required": true, "schema": object{"type": "integer"}}}
		}
		out[responseName(e.Status)] = r
	}
	return out
}

func responseName(status int) string { return strings.ReplaceAll(http.StatusText(status), " ", "") }

// failure returns an answer that is an error.
func failure(about string) object {
	return object{"description": about, "content": object{"application/problem+json": object{"schema": ref(problemName)}}}
}

// problem returns the schema of an error (RFC 9457).
func problem() object {
	text := object{"type": "string"}
	return object{
		"type": "object", "description": "An error (RFC 9457).", "required": []string{"detail", "status", "title"},
		"properties": object{"title": text, "status": object{"type": "integer"}, "detail": text, "kind": text, "op": text, "object": text},
	}
}

// problemName is the name of the schema of an error.
const problemName = "Problem"

// A writer collects the schemas of named types.
type writer struct {
	schemas object
	names   map[reflect.Type]string // given names
	types   map[string]reflect.Type // by the name of their schema
}

func newWriter(names map[reflect.Type]string) *writer {
	return &writer{
		schemas: object{problemName: problem()},
		names:   names, types: map[string]reflect.Type{problemName: nil},
	}
}

func (w *writer) operation(r Route) (object, error) {
	op := object{"summary": r.About, "operationId": operationID(r)}
	var params []object
	for _, p := range r.Query {
		params = append(params, p.object())
	}
	if params != nil {
		op["parameters"] = params
	}
	if r.Body != nil {
		body, err := w.schema(r.Body)
		if err != nil {
			return nil, err
		}
		op["requestBody"] = object{"required": true, "content": object{"application/json": object{"schema": body}}}
	}
	answer, err := w.schema(r.Answer)
	if err != nil {
		return nil, err
	}
	kind, about := "application/json", "The answer."
	if r.Lines {
		kind, about = "application/x-ndjson", `Any number of lines, each with one of these, and a last line {"end":true} or {"problem":...}.`
	}
	content := object{kind: object{"schema": answer}}
	if r.Lines && r.Method == http.MethodGet {
		about += " As application/json: a page of the list."
		content["application/json"] = object{"schema": w.page(answer)}
	}
	said := object{
		"200":     object{"description": about, "content": content},
		"default": failure("An error."),
	}
	for _, status := range r.Errors {
		said[strconv.Itoa(status)] = object{"$ref": "#/components/responses/" + responseName(status)}
	}
	op["responses"] = said
	return op, nil
}

// page returns the schema of a page of a list. If its items have a name, it has that with Page behind it.
func (w *writer) page(item object) object {
	s := object{
		"type": "object", "required": []string{"items"},
		"properties": object{
			"items": object{"type": "array", "items": item},
			"next":  object{"type": "string", "description": "the value of the parameter after for the next page; absent on the last"},
		},
	}
	of, named := item["$ref"].(string)
	if !named {
		return s
	}
	name := of[strings.LastIndexByte(of, '/')+1:] + "Page"
	w.schemas[name] = s
	return ref(name)
}

// operationID returns the last part of the path as one word, behind the method if that is not
// GET: a path with several methods has an operation for each.
func operationID(r Route) string {
	var b strings.Builder
	if r.Method != http.MethodGet {
		b.WriteString(strings.ToLower(r.Method))
	}
	_, name, _ := strings.Cut(strings.TrimPrefix(r.Path, "/api/"), "/")
	for _, part := range strings.FieldsFunc(name, func(c rune) bool { return c == '-' || c == '/' || c == '.' }) {
		if b.Len() > 0 {
			part = strings.ToUpper(part[:1]) + part[1:]
		}
		b.WriteString(part)
	}
	return b.String()
}

func (p *Param) object() object {
	s := object{"type": "string"}
	switch p.Type {
	case Integer:
		s = object{"type": "integer"}
	case Boolean:
		s = object{"type": "boolean"}
	case Instant:
		s = object{"anyOf": []object{{"type": "string", "format": "date"}, {"type": "string", "format": "date-time"}}}
	case Text:
		if p.Enum != nil {
			s["enum"] = p.Enum
		}
	}
	if p.Many {
		s = object{"type": "array", "items": s}
	}
	return object{"name": p.Name, "in": "query", "description": p.About, "required": p.Required, "schema": s}
}

func ref(name string) object { return object{"$ref": "#/components/schemas/" + name} }
