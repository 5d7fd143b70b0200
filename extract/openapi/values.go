package openapi

import (
	"bytes"
	"encoding/json"
)

// The parts of a description that are read (OpenAPI 3.1, section 4.8; Swagger 2.0 calls its schemas definitions).
type (
	description struct {
		OpenAPI text `json:"openapi"`
		Swagger text `json:"swagger"`
		Info    struct {
			Title       text `json:"title"`
			Version     text `json:"version"`
			Description text `json:"description"`
		} `json:"info"`
		Tags       []named       `json:"tags"`
		Paths      ordered[item] `json:"paths"`
		Webhooks   ordered[item] `json:"webhooks"`
		Components struct {
			Schemas ordered[schema] `json:"schemas"`
		} `json:"components"`
		Definitions ordered[schema] `json:"definitions"`
	}

	item struct {
		Parameters []named    `json:"parameters"`
		Get        *operation `json:"get"`
		Put        *operation `json:"put"`
		Post       *operation `json:"post"`
		Delete     *operation `json:"delete"`
		Options    *operation `json:"options"`
		Head       *operation `json:"head"`
		Patch      *operation `json:"patch"`
		Trace      *operation `json:"trace"`
	}

	operation struct {
		ID          text           `json:"operationId"`
		Summary     text           `json:"summary"`
		Description text           `json:"description"`
		Parameters  []named        `json:"parameters"`
		Body        named          `json:"requestBody"`
		Responses   ordered[named] `json:"responses"`
	}

	schema struct {
		Description text           `json:"description"`
		Properties  ordered[named] `json:"properties"`
	}

	named struct {
		Name        text `json:"name"`
		Description text `json:"description"`
	}
)

// text is a string; any other value is none, so that one wrong value does not cost the others.
type text string

// UnmarshalJSON reads a string.
func (t *text) UnmarshalJSON(b []byte) error {
	var s string
	if json.Unmarshal(b, &s) == nil {
		*t = text(s)
	}
	return nil
}

// ordered is an object whose keys are data, in the order in which they are written: readers know a description so.
type ordered[V any] struct {
	keys   []string
	values []V
}

// UnmarshalJSON reads an object. What is none is empty, and so are values of other types than expected.
func (o *ordered[V]) UnmarshalJSON(b []byte) error {
	d := json.NewDecoder(bytes.NewReader(b))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil //nolint:nilerr // it is no object
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return err
		}
		var v V
		_ = json.Unmarshal(raw, &v) // it is right JSON, and of wrong types what is right is kept
		name, _ := key.(string)
		o.keys, o.values = append(o.keys, name), append(o.values, v)
	}
	return nil
}
