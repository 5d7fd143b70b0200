package openapi

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"
)

var (
	instant     = reflect.TypeFor[time.Time]()
	duration    = reflect.TypeFor[time.Duration]()
	asText      = reflect.TypeFor[encoding.TextMarshaler]()
	asJSON      = reflect.TypeFor[json.Marshaler]()
	errNoSchema = errors.New("it has no form in JSON")
)

// schema returns the schema of a type; that of a named struct is placed among the components.
func (w *writer) schema(t reflect.Type) (object, error) {
	switch {
	case t == instant:
		return object{"type": "string", "format": "date-time"}, nil
	case t == duration:
		return object{"type": "integer", "description": "nanoseconds"}, nil
	case t.Implements(asJSON):
		return ofItself(t)
	case t.Implements(asText):
		return object{"type": "string"}, nil
	}
	switch t.Kind() {
	case reflect.Bool:
		return object{"type": "boolean"}, nil
	case reflect.String:
		return object{"type": "string"}, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return object{"type": "integer"}, nil
	case reflect.Float32, reflect.Float64:
		return object{"type": "number"}, nil
	case reflect.Pointer:
		return w.schema(t.Elem())
	case reflect.Slice, reflect.Array:
		return w.list(t)
	case reflect.Map:
		return w.dictionary(t)
	case reflect.Struct:
		return w.named(t)
	}
	return nil, fmt.Errorf("type %s: %w", t, errNoSchema)
}

// list returns the schema of a slice: bytes are a text in Base64, and an empty slice may be
// null.
func (w *writer) list(t reflect.Type) (object, error) {
	if t.Elem().Kind() == reflect.Uint8 {
		return object{"type": "string", "contentEncoding": "base64"}, nil
	}
	items, err := w.schema(t.Elem())
	if err != nil {
		return nil, err
	}
	return object{"type": []string{"array", "null"}, "items": items}, nil
}

func (w *writer) dictionary(t reflect.Type) (object, error) {
	values, err := w.schema(t.Elem())
	if err != nil {
		return nil, err
	}
	return object{"type": []string{"object", "null"}, "additionalProperties": values}, nil
}

// named returns a reference to the schema of a struct, which it creates at its first use.
func (w *writer) named(t reflect.Type) (object, error) {
	if t.Name() == "" || t.NumField() == 0 {
		return w.fields(t)
	}
	name := w.nameOf(t)
	if other, known := w.types[name]; known {
		if other != t {
			return nil, fmt.Errorf("the schema of type %s has the name %s, as that of another type has; give it a name of its own", t, name)
		}
		return ref(name), nil
	}
	w.types[name] = t // before its fields: a type may contain itself
	s, err := w.fields(t)
	w.schemas[name] = s
	return ref(name), err
}

// nameOf returns the name of the schema of a type. It does not depend on the package of the type,
// so that types may move.
func (w *writer) nameOf(t reflect.Type) string {
	if name, given := w.names[t]; given {
		return name
	}
	return strings.ToUpper(t.Name()[:1]) + t.Name()[1:]
}

// fields returns the schema of a struct as encoding/json writes it.
func (w *writer) fields(t reflect.Type) (object, error) {
	properties, required := object{}, []string{}
	if err := w.addFields(t, properties, &required); err != nil {
		return nil, err
	}
	s := object{"type": "object", "properties": properties}
	if len(required) > 0 {
		s["required"] = required
	}
	return s, nil
}

func (w *writer) addFields(t reflect.Type, properties object, required *[]string) error {
	for f := range reflectFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-":
			continue
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
			if err := w.addFields(f.Type, properties, required); err != nil {
				return err
			}
			continue
		case name == "":
			name = f.Name
		}
		if f.Type == duration && !strings.HasSuffix(name, nanoseconds) {
			return fmt.Errorf("field %s of %s is a duration, and %q does not end in %s", f.Name, t, name, nanoseconds)
		}
		s, err := w.schema(f.Type)
		if err != nil {
			return fmt.Errorf("field %s of %s: %w", f.Name, t, err)
		}
		properties[name] = s
		if !strings.Contains(options, "omit") {
			*required = append(*required, name)
		}
	}
	return nil
}

// nanoseconds is the suffix of the names of all fields with a duration, which is a whole number
// of nanoseconds in JSON.
const nanoseconds = "_ns"

// reflectFields yields the fields of a struct that are part of its JSON.
func reflectFields(t reflect.Type) func(func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		for i := range t.NumField() {
			if f := t.Field(i); (f.IsExported() || f.Anonymous) && !yield(f) {
				return
			}
		}
	}
}

// ofItself returns the schema of a type that writes its own JSON, by the JSON of its zero value.
func ofItself(t reflect.Type) (object, error) {
	data, err := json.Marshal(reflect.Zero(t).Interface())
	if err != nil {
		return nil, fmt.Errorf("type %s: %w", t, err)
	}
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		return nil, fmt.Errorf("type %s: %w", t, err)
	}
	return like(v), nil
}

// like returns the schema of a value: its fields, or if it has none any number of numbers.
func like(v any) object {
	switch v := v.(type) {
	case string:
		return object{"type": "string"}
	case bool:
		return object{"type": "boolean"}
	case float64:
		return object{"type": "number"}
	case []any:
		return object{"type": "array"}
	case map[string]any:
		if len(v) == 0 {
			return object{"type": "object", "additionalProperties": object{"type": "number"}}
		}
		properties := object{}
		for name, field := range v {
			properties[name] = like(field)
		}
		return object{"type": "object", "properties": properties}
	}
	return object{}
}
