package rendering

import (
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

func TestAgain(t *testing.T) {
	t.Parallel()
	u, err := weburl.Parse("http://a.test/")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		reason aranea.Reason
		typ    string
		hosts  []string
		want   bool
	}{
		{"nothing but scripts", aranea.IndexScript, "text/html", nil, true},
		{"text from its data", aranea.IndexData, "text/html", nil, true},
		{"a browser that failed", aranea.RenderFailed, "text/html", nil, true},
		{"text of its own", aranea.IndexAdded, "text/html", nil, false},
		{"any page of a host that is named", aranea.IndexAdded, "text/html", []string{"a.test"}, true},
		{"a document of that host", aranea.IndexAdded, "application/pdf", []string{"a.test"}, false},
		{"another host is named", aranea.IndexScript, "text/html", []string{"b.test"}, false},
	} {
		e := aranea.Entry{URL: u, Reason: tt.reason, MediaType: tt.typ}
		if got := Again(&e, tt.hosts); got != tt.want {
			t.Errorf("%s: %t", tt.name, got)
		}
	}
}
