// Package score tells how the score of a result came about: a list of named addends, which is
// serialised as a JSON object.
//
// Floor: 4 (acts). Stability: engine. It is pure and scores nothing itself.
package score

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// A Part is one addend of a score.
type Part struct {
	Name  string // "word spider", "title", "nearness", ...
	Value float64
}

// Parts are the addends of a score in the order in which they were computed. In JSON they are
// an object from names to values in that order; addends with the same name are summed.
type Parts []Part

// Whole returns parts that are one in place of these; nil of nil.
func (ps *Parts) Whole(name string, value float64) *Parts {
	if ps == nil {
		return nil
	}
	return &Parts{{Name: name, Value: value}}
}

// Clone returns a copy; nil of nil.
func (ps *Parts) Clone() *Parts {
	if ps == nil {
		return nil
	}
	c := slices.Clone(*ps)
	return &c
}

// All returns the addends; nil of nil.
func (ps *Parts) All() Parts {
	if ps == nil {
		return nil
	}
	return *ps
}

// MarshalJSON writes the object.
func (ps Parts) MarshalJSON() ([]byte, error) {
	at := map[string]int{}
	var sums Parts
	for _, p := range ps {
		i, ok := at[p.Name]
		if !ok {
			i = len(sums)
			at[p.Name] = i
			sums = append(sums, Part{Name: p.Name})
		}
		sums[i].Value += p.Value
	}
	b := []byte("{")
	for i, p := range sums {
		name, err := json.Marshal(p.Name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(p.Value)
		if err != nil {
			return nil, fmt.Errorf("part %q: %w", p.Name, err)
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, name...), ':'), value...)
	}
	return append(b, '}'), nil
}

// UnmarshalJSON reads the object and keeps its order.
func (ps *Parts) UnmarshalJSON(data []byte) error {
	*ps = nil
	d := json.NewDecoder(bytes.NewReader(data))
	switch open, err := d.Token(); {
	case err != nil:
		return err
	case open == nil:
		return nil
	case open != json.Delim('{'):
		return errors.New("the parts of a score are not an object")
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		p := Part{Name: name.(string)} // keys of objects are strings
		if err := d.Decode(&p.Value); err != nil {
			return err
		}
		*ps = append(*ps, p)
	}
	return nil
}
