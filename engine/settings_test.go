package engine

import (
	"net/netip"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/extract/facets"
	"github.com/aranea-search/aranea/fetch/static"
	"github.com/aranea-search/aranea/schedule/byhost"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// forCaller are the settings that callers of one crawl need not share: what each of them names,
// and wants to be visited again.
var forCaller = []string{"Seeds", "Sitemaps", "Wanted", "Named", "NamedAt", "Refresh", "RefreshSeeds", "Asked", "Wish"}

// TestSettingsThatDiffer checks that crawls join only if they have all settings in common except
// those that are for each caller.
func TestSettingsThatDiffer(t *testing.T) {
	t.Parallel()
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Settings]()) {
		if f.Anonymous {
			continue // its fields are visible as well
		}
		s, other := DefaultSettings(), DefaultSettings()
		fill(t, reflect.ValueOf(&other).Elem().FieldByIndex(f.Index))
		if names := s.Differs(&other); (len(names) == 0) != slices.Contains(forCaller, f.Name) || len(names) > 1 {
			t.Errorf("with another %s, %v differ", f.Name, names)
		}
	}
}

// fill sets a field of settings, of a request or of a filter to a value that no default has.
func fill(t *testing.T, v reflect.Value) {
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
			fill(t, v.Index(i))
		}
	default:
		t.Fatalf("no value for %s", v.Type())
	}
}
