package learn

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
)

// said returns a page of so many words, the same for the same name.
func said(name string, words int) *aranea.Page {
	var text strings.Builder
	for i := range words {
		fmt.Fprintf(&text, "%s%d ", name, i)
	}
	return &aranea.Page{Text: []byte(text.String()), Elements: []aranea.Element{{End: uint32(text.Len())}}}
}

// TestSpoken checks that what pages say is new once, that little is not judged, and that what was said
// long ago is forgotten so that all takes no more than allowed.
func TestSpoken(t *testing.T) {
	t.Parallel()
	var s spoken
	for i, tt := range []struct {
		page         *aranea.Page
		news, judged bool
	}{
		{said("a", 400), true, true},
		{said("a", 400), false, true},
		{said("b", 400), true, true},
		{said("a", 300), false, true},
		{said("a", 410), false, true},
		{said("c", 10), true, false},
	} {
		news, judged := s.add("http://a.test", tt.page)
		if judged != tt.judged || judged && news != tt.news {
			t.Errorf("page %d: new %t, judged %t", i, news, judged)
		}
	}
	if news, _ := s.add("http://b.test", said("a", 400)); !news {
		t.Error("what one site says is not new on another")
	}
	for i := range 400 {
		s.add("http://a.test", said(fmt.Sprintf("x%d", i), 1000))
		if i%100 == 99 {
			if news, _ := s.add("http://a.test", said(fmt.Sprintf("x%d", i), 1000)); news {
				t.Errorf("the last page is forgotten after %d", i)
			}
		}
	}
	for i := range 4000 {
		s.add(weburl.Origin(fmt.Sprintf("http://%d.test", i)), said("y", 100))
		if s.bytes > maxTexts {
			t.Fatalf("%d bytes", s.bytes)
		}
	}
	bytes := 0
	for _, x := range s.of {
		bytes += x.bytes()
	}
	if bytes != s.bytes || len(s.of) < 100 {
		t.Errorf("%d bytes of %d origins are counted as %d", bytes, len(s.of), s.bytes)
	}
}

// TestLeads checks to which new URLs a page leads: to one of each family that may say something new.
func TestLeads(t *testing.T) {
	t.Parallel()
	b := &trap.Book{Origin: "http://a.test"}
	for range 16 {
		b.SawText("/old?n=*", trap.Text{}, time.Time{})
	}
	page := aranea.Entry{URL: weburl.MustParse("http://a.test/page?n=1")}
	lead := func(targets ...string) string {
		v := &Visit{Entry: &page}
		for _, u := range targets {
			v.Links = append(v.Links, aranea.Discovery{URL: weburl.MustParse(u), How: aranea.HowAnchor, Reason: aranea.ScheduleQueued})
		}
		to, lists, err := (&Learner{}).leads(v, b, func(id weburl.ID) (aranea.Entry, bool, error) {
			return aranea.Entry{}, id == weburl.MustParse("http://a.test/known?a=1").ID(), nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(append(to, lists...), " ")
	}
	if got, want := lead("http://a.test/known?a=1", "http://a.test/old?n=2", "http://a.test/new?a=1", "http://a.test/new?a=2", "http://b.test/new?b=1", "http://a.test/page?n=1&page=2", "http://a.test/page?n=1&page=3", "http://a.test/about", "http://a.test/view?n=1&x=2"), "/new?a=1 /about /page?n=1&page=2"; got != want {
		t.Errorf("leads to %q, want %q", got, want)
	}
	var many []string
	for i := range 200 {
		many = append(many, fmt.Sprintf("http://a.test/new?v%d=1", i))
	}
	if got := strings.Fields(lead(many...)); len(got) != leadsAsked+1 || got[leadsAsked] != "/" {
		t.Errorf("leads to %q", got)
	}
	many = nil
	for i := range 200 {
		many = append(many, fmt.Sprintf("http://a.test/page?n=1&v%d=1", i))
	}
	if got := strings.Fields(lead(many...)); len(got) != listsAsked+1 || got[listsAsked] != "/" {
		t.Errorf("leads to the lists %q", got)
	}
}
