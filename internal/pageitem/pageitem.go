// Package pageitem has the records of a page, such as the products of a list: what the operator wants
// to have of each, and the form that they have in JSON.
//
// Floor: 0 (leaves). Stability: engine. It is pure, and does not know where a record comes from.
package pageitem

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// A List is the items of a page, in the order in which they begin.
type List struct {
	All []Item // also those without fields: no value was found for them
	Cut bool   // a limit left out items or values, or the end of a value
}

// Size returns about how many bytes of memory the items take.
func (l *List) Size() (n int) {
	for i := range l.All {
		n += 64
		for _, f := range l.All[i].Fields {
			n += 64
			for _, v := range f.Values {
				n += 16 + len(v)
			}
		}
	}
	return n
}

// Said returns the items that have a field.
func (l *List) Said() []Item {
	var out []Item
	for _, it := range l.All {
		if len(it.Fields) > 0 {
			out = append(out, it)
		}
	}
	return out
}

// An Item is one record.
type Item struct {
	Kind   string `json:"kind"`
	Fields Fields `json:"fields"`
}

// Fields are those of an item that have a value, in the order of the operator's rules. In JSON they
// are one object, with a string for the value of a field, or a list of strings for one that is a List.
type Fields []Field

// A Field is a property of an item.
type Field struct {
	Name   string
	Values []string // one, unless it is a List
	List   bool
}

// MarshalJSON returns the fields as an object.
func (fs Fields) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	b.WriteByte('{')
	for i, f := range fs {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := out.Encode(f.Name); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		var v any = f.Values
		if !f.List && len(f.Values) > 0 {
			v = f.Values[0]
		}
		if err := out.Encode(v); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// UnmarshalJSON reads an object as MarshalJSON writes it.
func (fs *Fields) UnmarshalJSON(text []byte) error {
	*fs = nil
	in := json.NewDecoder(bytes.NewReader(text))
	if t, err := in.Token(); err != nil || t != json.Delim('{') {
		return errors.Join(errors.New("the fields of an item are no object"), err)
	}
	for in.More() {
		name, err := in.Token()
		if err != nil {
			return err
		}
		f := Field{}
		f.Name, _ = name.(string) // the decoder takes nothing else for a name
		var v json.RawMessage
		if err := in.Decode(&v); err != nil {
			return err
		}
		if f.List = v[0] == '['; f.List {
			err = json.Unmarshal(v, &f.Values)
		} else {
			f.Values = make([]string, 1)
			err = json.Unmarshal(v, &f.Values[0])
		}
		if err != nil {
			return fmt.Errorf("the field %.60q of an item: %w", f.Name, err)
		}
		*fs = append(*fs, f)
	}
	return nil
}
