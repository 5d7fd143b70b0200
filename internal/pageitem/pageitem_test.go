package pageitem

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// TestJSON: fields are one object in their order, and are read as they were written.
func TestJSON(t *testing.T) {
	t.Parallel()
	items := []Item{
		{"quote", Fields{{Name: "text", Values: []string{`"a" <b> & c`}}, {Name: "tags", Values: []string{"x", "y"}, List: true}, {Name: "author", Values: []string{"A"}}}},
		{"none", nil},
	}
	var b strings.Builder
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	if err := out.Encode(items); err != nil {
		t.Fatal(err)
	}
	const want = `[{"kind":"quote","fields":{"text":"\"a\" <b> & c","tags":["x","y"],"author":"A"}},{"kind":"none","fields":{}}]` + "\n"
	if b.String() != want {
		t.Errorf("%s, want %s", b.String(), want)
	}
	var back []Item
	if err := json.Unmarshal([]byte(b.String()), &back); err != nil || !reflect.DeepEqual(back, items) {
		t.Errorf("%v, %v", back, err)
	}
	for _, wrong := range []string{`[]`, `"x"`, `{"a":1}`, `{"a":{}}`, `{"a":[1]}`, `null`} {
		if err := new(Fields).UnmarshalJSON([]byte(wrong)); err == nil {
			t.Errorf("%s is read", wrong)
		}
	}
}

// TestSaid: items of which nothing was found are not said.
func TestSaid(t *testing.T) {
	t.Parallel()
	l := List{All: []Item{{Kind: "a"}, {"b", Fields{{Name: "x", Values: []string{"1"}}}}}}
	if said := l.Said(); len(said) != 1 || said[0].Kind != "b" || l.Size() == 0 {
		t.Errorf("%v, %d bytes", said, l.Size())
	}
}

// FuzzFields: what is read as fields is written as the same fields.
func FuzzFields(f *testing.F) {
	f.Add(`{"a":"b","c":["d"]}`)
	f.Add(`{"a":[],"a":null}`)
	f.Fuzz(func(t *testing.T, text string) {
		var one, two Fields
		if json.Unmarshal([]byte(text), &one) != nil {
			return
		}
		again, err := json.Marshal(one)
		if err == nil {
			err = json.Unmarshal(again, &two)
		}
		if err != nil || len(one) != len(two) {
			t.Errorf("%s is read as %v, written as %s and read as %v: %v", text, one, again, two, err)
		}
	})
}
