package console

import (
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/docs"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/search"
)

// TestFieldsAreDocumented checks that every field of the API is in docs/http-api.md.
func TestFieldsAreDocumented(t *testing.T) {
	t.Parallel()
	text, _ := docs.Page("http-api")
	for _, v := range []any{
		search.Response{}, search.Result{}, search.Span{}, search.Explanation{}, trail.Trail{}, trail.Fact{}, trail.Event{},
		service.URLFacts{}, service.HostFacts{}, service.RobotsCopy{}, service.Stats{}, service.Status{}, service.CrawlStatus{}, service.Fault{}, service.Identity{},
	} {
		for f := range reflect.TypeOf(v).Fields() {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if !f.IsExported() {
				continue
			}
			if name == "" || !strings.Contains(text, "`"+name+"`") {
				t.Errorf("field %s of %T, in JSON %q, is not described", f.Name, v, name)
			}
		}
	}
}

// TestMetricsAreDocumented checks that docs/http-api.md names every metric of this package, and
// no other.
func TestMetricsAreDocumented(t *testing.T) {
	t.Parallel()
	text, _ := docs.Page("http-api")
	r := town(t)
	r.state = busy()
	r.state.Nodes = []service.NodeStatus{{Partition: partition.Partition{Number: 1, Of: 1}, Standby: &service.StandbyStatus{Copied: noon}}}
	h := handler(t, &answers{}, r)
	get(t, h, "/")
	told := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^# TYPE (aranea_\S+)`).FindAllStringSubmatch(get(t, h, "/metrics").Body.String(), -1) {
		told[m[1]] = true
		if !strings.Contains(text, "`"+m[1]+"`") {
			t.Errorf("%s is not described", m[1])
		}
	}
	for _, m := range regexp.MustCompile("`(aranea_[a-z_]+)`").FindAllStringSubmatch(text, -1) {
		if !told[m[1]] {
			t.Errorf("%s is described and not told", m[1])
		}
	}
}

// TestAPIIsDocumented checks that docs/http-api.md describes each call of the API that is passed
// on, and each filter that the list of URLs passes to it.
func TestAPIIsDocumented(t *testing.T) {
	t.Parallel()
	text, _ := docs.Page("http-api")
	for name := range openAPI {
		if !strings.Contains(text, "GET "+apiRoot+name) {
			t.Errorf("%s is not described", name)
		}
	}
}
