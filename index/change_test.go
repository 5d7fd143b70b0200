package index

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/weburl"
)

// notLogged are the fields of a page that its document is not made of. Of the containers only the
// languages count, see TestLanguagesAreKept.
var notLogged = []string{
	"Base", "Type", "Charset", "Containers", "Links", "Breaks", "Cells", "Parts", "Forms", "Directives", "Canonicals", "Alternates", "Refresh", "Fingerprint",
	"Closed", "ClosedAt", "Items", "NeedsScript", "FromData", "Password", "Reader", "Routes", "Trouble", "Warnings",
}

// TestEveryFieldIsLogged: what a change holds comes back from the log, except the fields of the page
// that are known not to be needed.
func TestEveryFieldIsLogged(t *testing.T) {
	t.Parallel()
	var c aranea.IndexChange
	fill(t, reflect.ValueOf(&c).Elem())
	c.Action, c.NoCopy = aranea.IndexPut, false // with it, identifiers of headings are not kept
	p := c.Page
	p.Text = []byte("silk\n")
	p.Published.Source, p.Modified.Source = "", ""
	for i := range p.Elements {
		e := &p.Elements[i]
		e.Start, e.End, e.Excluded, e.Container = 0, 4, false, 0
	}
	got, err := decodeChange(encodeChange(nil, &c))
	if err != nil {
		t.Fatal(err)
	}
	differ(t, reflect.ValueOf(*got.Page), reflect.ValueOf(*p))
	got.Page, c.Page = nil, nil
	differ(t, reflect.ValueOf(got), reflect.ValueOf(c))
	c.Page, c.NoCopy = &aranea.Page{URL: c.URL}, true
	if got, err := decodeChange(encodeChange(nil, &c)); err != nil || !got.NoCopy {
		t.Errorf("the log kept %+v, %v", got, err)
	}
}

// differ tells the fields of two values that differ.
func differ(t *testing.T, got, want reflect.Value) {
	t.Helper()
	for i := range want.NumField() {
		if g, w := got.Field(i).Interface(), want.Field(i).Interface(); !reflect.DeepEqual(g, w) {
			t.Errorf("the log keeps the %s %+v as %+v", want.Type().Field(i).Name, w, g)
		}
	}
}

// fill sets a value, and of a page all fields that the log keeps.
func fill(t *testing.T, v reflect.Value) {
	t.Helper()
	switch v.Interface().(type) {
	case weburl.URL:
		v.Set(reflect.ValueOf(parse(t, "http://a.test/1")))
		return
	case time.Time:
		v.Set(reflect.ValueOf(time.Unix(1_700_000_000, 0).UTC()))
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString("de")
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(3)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(t, v.Index(i))
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type() != reflect.TypeFor[aranea.Page]() || !slices.Contains(notLogged, v.Type().Field(i).Name) {
				fill(t, v.Field(i))
			}
		}
	default:
		t.Fatalf("no value for %s", v.Type())
	}
}

// TestFacetsAfterCrash: a page has its facets when it comes from the log, and one in the form of
// before, which has one byte of flags, is read.
func TestFacetsAfterCrash(t *testing.T) {
	t.Parallel()
	c := put(t, "http://a.test/1", "text:silk")
	c.Page.Facets = []aranea.Facet{{Name: "version", Value: "2.0"}, {Name: "product", Value: "Web Server"}}
	x := open(t, afterCrash(t, c), slow)
	s := snapshot(t, x)
	for _, facet := range []string{"version=2.0", "product=web server"} {
		if p, err := s.Postings(0, segment.PrefixFilter+document.FacetPrefix+facet); p == nil || err != nil {
			t.Errorf("%s is lost, %v", facet, err)
		}
	}
	s.Close()
	if err := x.Close(); err != nil {
		t.Error(err)
	}
	c.Page.Facets, c.Page.HeadingIDs = nil, []aranea.HeadingID{{ID: "top"}}
	if old := encodeChange(nil, &c); old[0] != byte(aranea.IndexPut) {
		t.Errorf("without facets, a put is %d", old[0])
	} else if got, err := decodeChange(old); err != nil || len(got.Page.HeadingIDs) != 1 || len(got.Page.Facets) != 0 {
		t.Errorf("a put in the former form is %+v, %v", got.Page, err)
	}
}
