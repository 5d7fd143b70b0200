package learn

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
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
