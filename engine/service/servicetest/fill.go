package servicetest

import (
	"net/netip"
	"reflect"
	"testing"
	"time"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/engine/selection"
	"github.com/aranea-search/aranea/extract/facets"
	"github.com/aranea-search/aranea/extract/items"
	"github.com/aranea-search/aranea/fetch/static"
	"github.com/aranea-search/aranea/schedule/hostdelay"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/collection"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/weburl"
)

// Fill sets a field of settings, of a request or of a filter to a value that no default has.
func Fill(t *testing.T, v reflect.Value) {
	t.Helper()
	for _, filled := range values(t) {
		if reflect.TypeOf(filled) == v.Type() {
			v.Set(reflect.ValueOf(filled))
			return
		}
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString(search.ByDate)
	case reflect.Int:
		v.SetInt(17)
	case reflect.Int64:
		v.SetInt(77)
	case reflect.Uint8, reflect.Uint64:
		v.SetUint(7)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			Fill(t, v.Index(i))
		}
	default:
		t.Fatalf("no value for %s", v.Type())
	}
}

// values returns a value for each type of field that is filled as a whole.
func values(t *testing.T) []any {
	t.Helper()
	at, err := weburl.Parse("http://other.test/page?x=1")
	if err != nil {
		t.Fatal(err)
	}
	rule, err := facets.Parse("version=docsearch:version")
	if err != nil {
		t.Fatal(err)
	}
	item, err := items.Parse("quote.by=css:.author")
	if err != nil {
		t.Fatal(err)
	}
	return []any{
		at, time.Date(2026, 11, 25, 12, 0, 0, 1, time.UTC), analyze.De, selection.Status(4), rule, item,
		hostdelay.Delays{"other.test": 77}, static.Folder{Base: at.Origin().Root(), Dir: "/public"}, netip.MustParsePrefix("192.0.2.0/28"),
		&collection.Facts{Related: []string{"silk"}}, answer.Shown{URL: at}, &facet.Wanted{Name: "price"}, partition.Partition{Number: 2, Of: 3},
	}
}
