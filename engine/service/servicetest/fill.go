package servicetest

import (
	"net/netip"
	"reflect"
	"testing"
	"time"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/engine/selection"
	"github.com/aranea-search/aranea/extract/facets"
	"github.com/aranea-search/aranea/fetch/static"
	"github.com/aranea-search/aranea/schedule/byhost"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/collection"
	"github.com/aranea-search/aranea/weburl"
)

// Fill sets a field of settings, of a request or of a filter to a value that no default has.
func Fill(t *testing.T, v reflect.Value) {
	t.Helper()
	at, err := weburl.Parse("http://other.test/page?x=1")
	if err != nil {
		t.Fatal(err)
	}
	switch v.Interface().(type) {
	case weburl.URL:
		v.Set(reflect.ValueOf(at))
		return
	case time.Time:
		v.Set(reflect.ValueOf(time.Date(2026, 11, 25, 12, 0, 0, 1, time.UTC)))
		return
	case analyze.Lang:
		v.Set(reflect.ValueOf(analyze.De))
		return
	case byhost.Delays:
		v.Set(reflect.ValueOf(byhost.Delays{"other.test": 77}))
		return
	case static.Folder:
		v.Set(reflect.ValueOf(static.Folder{Base: at.Origin().Root(), Dir: "/public"}))
		return
	case facets.Rule:
		r, err := facets.Parse("version=docsearch:version")
		if err != nil {
			t.Fatal(err)
		}
		v.Set(reflect.ValueOf(r))
		return
	case *collection.Facts:
		v.Set(reflect.ValueOf(&collection.Facts{Related: []string{"silk"}}))
		return
	case selection.Status:
		v.Set(reflect.ValueOf(selection.Status(4)))
		return
	case partition.Partition:
		v.Set(reflect.ValueOf(partition.Partition{Number: 2, Of: 3}))
		return
	case netip.Prefix:
		v.Set(reflect.ValueOf(netip.MustParsePrefix("192.0.2.0/28")))
		return
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
