package openapi_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/internal/openapi"
)

type colour int

func (colour) MarshalText() ([]byte, error) { return []byte("red"), nil }

type numbers [2]int

func (n numbers) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]int{"a": n[0], "b": n[1]})
}

type base struct {
	ID int `json:"id"`
}

type thing struct {
	base
	Name   string            `json:"name"`
	Colour colour            `json:"colour,omitempty"`
	At     time.Time         `json:"at,omitzero"`
	Took   time.Duration     `json:"took_ns"`
	Data   []byte            `json:"data,omitempty"`
	Parts  []*thing          `json:"parts"`
	Words  map[string]uint64 `json:"words"`
	Count  numbers           `json:"count"`
	Score  float64
	Good   bool   `json:"good"`
	Secret string `json:"-"`
	hidden int
}

// TestDescribe checks the form of every kind of type and parameter.
func TestDescribe(t *testing.T) {
	t.Parallel()
	_ = thing{}.hidden
	data, err := openapi.Describe(openapi.Info{
		Title: "Things", Version: "7", About: "All of them.", Names: map[reflect.Type]string{reflect.TypeFor[base](): "Identified"},
	}, []openapi.Route{
		{Method: "GET", Path: "/api/v7/things", About: "List things.", Answer: reflect.TypeFor[thing](), Lines: true, Query: []openapi.Param{
			{Name: "q", About: "words", Required: true}, {Name: "n", Type: openapi.Integer}, {Name: "new", Type: openapi.Boolean},
			{Name: "since", Type: openapi.Instant}, {Name: "kind", Enum: []string{"a", "b"}, Many: true},
		}},
		{Method: "POST", Path: "/api/v7/things", Answer: reflect.TypeFor[struct{}]()},
		{Method: "POST", Path: "/api/v7/things/make-one", Body: reflect.TypeFor[base](), Answer: reflect.TypeFor[struct{}]()},
	})
	if err != nil {
		t.Fatal(err)
	}
	var compact strings.Builder
	for line := range strings.Lines(string(data)) {
		compact.WriteString(strings.TrimSpace(line))
	}
	for _, want := range []string{
		`"openapi": "3.1.0"`, `"title": "Things","version": "7"`, `"operationId": "things"`, `"operationId": "postThings"`, `"operationId": "postThingsMakeOne"`,
		`"application/x-ndjson": {"schema": {"$ref": "#/components/schemas/Thing"}}`,
		`"application/json": {"schema": {"$ref": "#/components/schemas/ThingPage"}}`,
		`{"description": "words","in": "query","name": "q","required": true,"schema": {"type": "string"}}`,
		`"name": "n","required": false,"schema": {"type": "integer"}`, `"name": "new","required": false,"schema": {"type": "boolean"}`,
		`"anyOf": [{"format": "date","type": "string"},{"format": "date-time","type": "string"}]`,
		`"schema": {"items": {"enum": ["a","b"],"type": "string"},"type": "array"}`,
		`"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Identified"}}},"required": true}`,
		`"id": {"type": "integer"}`, `"colour": {"type": "string"}`, `"at": {"format": "date-time","type": "string"}`,
		`"took_ns": {"description": "nanoseconds","type": "integer"}`, `"data": {"contentEncoding": "base64","type": "string"}`,
		`"parts": {"items": {"$ref": "#/components/schemas/Thing"},"type": ["array","null"]}`,
		`"words": {"additionalProperties": {"type": "integer"},"type": ["object","null"]}`,
		`"count": {"properties": {"a": {"type": "number"},"b": {"type": "number"}},"type": "object"}`,
		`"required": ["id","name","took_ns","parts","words","count","Score","good"]`, `"Problem": {`,
	} {
		if !strings.Contains(compact.String(), want) {
			t.Errorf("%s is missing", want)
		}
	}
	if t.Failed() {
		t.Log(compact.String())
	}
	for _, hidden := range []string{"Secret", "hidden"} {
		if strings.Contains(compact.String(), hidden) {
			t.Errorf("%s is described", hidden)
		}
	}
}

// TestDescribeRefuses checks that a type without a form in JSON is an error that names the
// field, and so is a duration whose name lacks its unit.
func TestDescribeRefuses(t *testing.T) {
	t.Parallel()
	type odd struct{ Pipe chan int }
	type vague struct {
		Left time.Duration `json:"left"`
	}
	for field, answer := range map[string]reflect.Type{"Pipe": reflect.TypeFor[odd](), "Left": reflect.TypeFor[vague]()} {
		_, err := openapi.Describe(openapi.Info{}, []openapi.Route{{Method: "GET", Path: "/api/v1/odd", Answer: answer}})
		if err == nil || !strings.Contains(err.Error(), "field "+field) {
			t.Errorf("%s: %v", field, err)
		}
	}
}

// TestDescribeRefusesEqualNames checks that two types never share a schema, and that a name of its
// own separates one from the other.
func TestDescribeRefusesEqualNames(t *testing.T) {
	t.Parallel()
	type Problem struct{ Text string }
	type Thing struct{ Size int }
	for name, first := range map[string]reflect.Type{"thing": reflect.TypeFor[Thing](), "error": reflect.TypeFor[Problem]()} {
		routes := []openapi.Route{{Method: "GET", Path: "/api/v1/one", Answer: reflect.TypeFor[thing]()}, {Method: "GET", Path: "/api/v1/two", Answer: first}}
		if _, err := openapi.Describe(openapi.Info{}, routes); err == nil || !strings.Contains(err.Error(), "name of its own") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := openapi.Describe(openapi.Info{Names: map[reflect.Type]string{first: "Other"}}, routes); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
