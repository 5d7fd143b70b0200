package learn

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/learned"
	"github.com/aranea-search/aranea/store/memstore"
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
		got := s.add("http://a.test", tt.page, false)
		news, judged := got.text || got.named, got.judged
		if judged != tt.judged || judged && news != tt.news {
			t.Errorf("page %d: new %t, judged %t", i, news, judged)
		}
	}
	if !s.add("http://b.test", said("a", 400), false).text {
		t.Error("what one site says is not new on another")
	}
	for i := range 400 {
		s.add("http://a.test", said(fmt.Sprintf("x%d", i), 1000), false)
		if i%100 == 99 {
			if s.add("http://a.test", said(fmt.Sprintf("x%d", i), 1000), false).text {
				t.Errorf("the last page is forgotten after %d", i)
			}
		}
	}
	for i := range 4000 {
		s.add(weburl.Origin(fmt.Sprintf("http://%d.test", i)), said("y", 100), false)
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
	for i := range leadsAsked + 1 {
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

// TestSaying checks what a list with several filters adds to what its origin said: neither its title, nor another
// order of its entries, nor their number.
func TestSaying(t *testing.T) {
	t.Parallel()
	page := func(query, title string, rows ...string) *aranea.Page {
		p := &aranea.Page{URL: weburl.MustParse("http://a.test/shop?" + query)}
		add := func(kind aranea.ElementKind, text string) {
			from := uint32(len(p.Text))
			p.Text = append(p.Text, text+"\n"...)
			p.Elements = append(p.Elements, aranea.Element{Kind: kind, Start: from, End: from + uint32(len(text))})
		}
		add(aranea.ElementTitle, title)
		add(aranea.ElementText, fmt.Sprintf("There are %d products that you may have", len(rows)))
		for _, row := range rows {
			add(aranea.ElementText, row)
		}
		return p
	}
	row := func(n int) string {
		return strings.NewReplacer("0", "a", "1", "b", "2", "c", "3", "d").Replace(string(said(fmt.Sprint("row", n), 60).Text))
	}
	var s spoken
	s.add("http://a.test", page("color=red", "Red shoes", row(0), row(1), row(2)), true)
	for _, tt := range []struct {
		name       string
		page       *aranea.Page
		list, leaf bool
	}{
		{"fewer, in another order", page("color=red&size=m", "Red shoes m", row(2), row(0)), false, false},
		{"called otherwise", page("color=red&size=5", "Huge red shoes", row(1), row(0)), false, true},
		{"another entry", page("color=red&size=l", "Red shoes l", row(3), row(0)), true, true},
	} {
		got := s.add("http://a.test", tt.page, true)
		if got.adds(true) != tt.list || got.adds(false) != tt.leaf {
			t.Errorf("%s: adds %t as a list, %t as another page: %+v", tt.name, got.adds(true), got.adds(false), got)
		}
	}
}

// TestVoid checks which visits lead to nothing.
func TestVoid(t *testing.T) {
	t.Parallel()
	to := func(u string) []aranea.Discovery {
		return []aranea.Discovery{{URL: weburl.MustParse(u), How: aranea.HowRedirect, Reason: aranea.ScheduleQueued}}
	}
	for _, tt := range []struct {
		name   string
		reason aranea.Reason
		links  []aranea.Discovery
		want   bool
	}{
		{"a page", aranea.IndexAdded, nil, false},
		{"a missing page", aranea.HTTPNotFound, nil, true},
		{"a picture", aranea.BodyType, nil, true},
		{"a redirect to a known page", aranea.HTTPRedirect, to("http://a.test/login"), true},
		{"a redirect to another one", aranea.HTTPRedirect, to("http://a.test/new"), false},
		{"a redirect to another host", aranea.HTTPRedirect, to("http://b.test/login"), false},
	} {
		l, err := New(learned.New(memstore.New()))
		if err != nil {
			t.Fatal(err)
		}
		v := &Visit{Entry: &aranea.Entry{URL: weburl.MustParse("http://a.test/login?next=x"), Reason: tt.reason}, Links: tt.links}
		got, err := l.isVoid(v, func(id weburl.ID) (aranea.Entry, bool, error) {
			return aranea.Entry{}, id == weburl.MustParse("http://a.test/login").ID(), nil
		})
		if err != nil || got != tt.want {
			t.Errorf("%s: %t, %v", tt.name, got, err)
		}
	}
}
