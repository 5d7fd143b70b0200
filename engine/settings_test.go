package engine

import (
	"reflect"
	"slices"
	"testing"

	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
)

// forCaller are the settings that callers of one crawl need not share: what each of them names,
// and wants to be visited again.
var forCaller = []string{"Seeds", "Sitemaps", "Wanted", "Named", "NamedAt", "Refresh", "RefreshSeeds", "Asked", "Wish"}

// TestSettingsThatDiffer checks that crawls join only if they have all settings in common except
// those that are for each caller.
func TestSettingsThatDiffer(t *testing.T) {
	t.Parallel()
	for _, f := range reflect.VisibleFields(reflect.TypeFor[service.Settings]()) {
		if f.Anonymous {
			continue // its fields are visible as well
		}
		s, other := service.DefaultSettings(), service.DefaultSettings()
		servicetest.Fill(t, reflect.ValueOf(&other).Elem().FieldByIndex(f.Index))
		if names := s.Differs(&other); (len(names) == 0) != slices.Contains(forCaller, f.Name) || len(names) > 1 {
			t.Errorf("with another %s, %v differ", f.Name, names)
		}
	}
}
