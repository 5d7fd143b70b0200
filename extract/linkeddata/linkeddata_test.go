package linkeddata_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/extract/linkeddata"
)

func TestDecode(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, script, types, fault string
		at                         int
	}{
		{"one thing", `{"@type":"Product","offers":{"@type":"Offer"}}`, "Product", "", 0},
		{"several", `[{"@type":"WebSite"},{"@type":["Article","WebSite"]}]`, "WebSite Article", "", 0},
		{"a graph", `{"@context":"https://schema.org","@graph":[{"@type":"Person"},{"x":1}]}`, "Person", "", 0},
		{"none", `{"name":"x"}`, "", "", 0},
		{"a comma too many", `{"@type":"Product",}`, "Product", "a comma too many before '}'", 19},
		{"a comma too many in a list", "[1,\n ]", "", "a comma too many before ']'", 5},
		{"nothing behind a colon", `{"a":}`, "", "invalid character '}'", 5},
		{"a comma missing", `{"a":1 "b":2}`, "", "invalid character '\"' after object key:value pair", 7},
		{"a newline in a string", "{\"name\":\"a\nb\"}", "", "invalid character '\\n' in string literal", 10},
		{"what templates write", "\ufeff //<![CDATA[\n{\"@type\":\"Product\",\"name\":\"It\\'s \\\" a\r\nb\t[1,]\",\"x\":[1, ],}\n//]]>", "Product", "invalid character 'ï'", 0},
		{"a comment around it", `<!-- {"@type":"Product"} -->`, "Product", "invalid character '<'", 0},
		{"an escaped line end", "{\"@type\":\"A\\\nb\"}", "A b", "invalid character '\\n' in string escape code", 12},
		{"cut", `{"@type":"Product","name":"a`, "", "in the middle of a value", 28},
		{"empty", "  \n", "", "it is empty", 0},
		{"two values", `{"a":1} {"b":2}`, "", "follows the first value", 9},
		{"too large", strings.Repeat(" ", linkeddata.MaxBytes+1), "", "larger than 256 KiB", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			v, err := linkeddata.Decode([]byte(c.script))
			var f *linkeddata.Fault
			if errors.As(err, &f) != (c.fault != "") {
				t.Fatal(err)
			}
			if f != nil && (!strings.Contains(f.What, c.fault) || f.Offset != c.at) {
				t.Errorf("%q at %d", f.What, f.Offset)
			}
			if got := strings.Join(linkeddata.Types(v), " "); got != c.types {
				t.Errorf("types %s", got)
			}
		})
	}
}

// FuzzDecode: any script is decoded, or has a fault within it.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"@graph":[{"@type":["A",1,null]}]}`))
	f.Add([]byte(`{"a":1}}`))
	f.Fuzz(func(t *testing.T, script []byte) {
		v, err := linkeddata.Decode(script)
		var fault *linkeddata.Fault
		if errors.As(err, &fault) != (err != nil) || fault != nil && (fault.Offset < 0 || fault.Offset > len(script)) {
			t.Fatalf("%v in %d bytes", err, len(script))
		}
		if n := len(linkeddata.Types(v)); n > linkeddata.MaxTypes {
			t.Errorf("%d types", n)
		}
	})
}
