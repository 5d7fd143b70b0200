package zone_test

import (
	"fmt"
	"hash/fnv"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
	"github.com/aranea-search/aranea/zone"
)

// build returns a page of blocks, each "path|text": the path consists of containers, and a text
// in brackets is a link.
func build(t testing.TB, url string, blocks ...string) *aranea.Page {
	t.Helper()
	u, err := weburl.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	p := &aranea.Page{URL: u, Containers: []aranea.Container{{Path: 1, Parent: -1, Name: "body"}}}
	known := map[string]uint16{"": 0}
	for _, b := range blocks {
		path, text, _ := strings.Cut(b, "|")
		at, way := uint16(0), ""
		for name := range strings.FieldsSeq(path) {
			around := at
			way += "/" + name
			var ok bool
			if at, ok = known[way]; !ok {
				h := fnv.New32a()
				_, _ = h.Write([]byte(way))
				at = uint16(len(p.Containers))
				p.Containers = append(p.Containers, aranea.Container{Path: h.Sum32(), Parent: int16(around), Name: name})
				known[way] = at
			}
		}
		kind := aranea.ElementText
		if head, ok := strings.CutPrefix(text, "# "); ok {
			kind, text = aranea.ElementHeading1, head
		}
		from := uint32(len(p.Text))
		if link, ok := strings.CutPrefix(text, "["); ok {
			text = link
			p.Elements = append(p.Elements, aranea.Element{Kind: aranea.ElementAnchor, Start: from, End: from + uint32(len(text))})
		}
		p.Text = append(append(p.Text, text...), '\n')
		p.Elements = append(p.Elements, aranea.Element{Kind: kind, Container: at, Start: from, End: from + uint32(len(text))})
	}
	return p
}

// article returns a page of a site with a menu, breadcrumbs, a text of its own, a table of
// contents, and a footer.
func article(t testing.TB, n int) *aranea.Page {
	t.Helper()
	own := strings.Repeat(fmt.Sprintf("what page number %[1]c%[1]c says about its subject. ", 'a'+n%26), 8+n%5)
	return build(
		t, fmt.Sprintf("http://a.test/%d", n),
		"div.top ul li|[Home", "div.top ul li|[Products", "div.top ul li|[About us",
		fmt.Sprintf("div.trail|[Part %c", 'a'+n%26), fmt.Sprintf("div.trail|[Chapter %c%c", 'a'+n%26, 'z'-n%26),
		fmt.Sprintf("div.main|# Subject %c", 'a'+n%26), "div.main p|"+own, "div.main p|"+own[20:], "div.main h|Examples",
		fmt.Sprintf("div.main div.toc li|[The first point of %c", 'a'+n%26), fmt.Sprintf("div.main div.toc li|[The second point of %c", 'a'+n%26),
		"div.foot p|Written by the people of the site.", fmt.Sprintf("div.foot p|Page %d of 99, last changed in 20%d", n, 10+n%10),
	)
}

// zones formats the zones of a page's blocks by the first container of their paths.
func zones(p *aranea.Page) string {
	var out []string
	for _, e := range p.Elements {
		if e.Kind != aranea.ElementAnchor {
			out = append(out, e.Zone.String())
		}
	}
	return strings.Join(out, " ")
}

func learnt(t testing.TB, pages int) *zone.Profile {
	t.Helper()
	p := &zone.Profile{Origin: "http://a.test"}
	for n := range pages {
		p.Saw(article(t, n))
	}
	return p
}

// TestTemplateIsLearned checks that text that all pages have, and text in the same place, is in
// another zone than the content of a page.
func TestTemplateIsLearned(t *testing.T) {
	t.Parallel()
	const want = "navigation navigation navigation links links main main main template links links template template"
	for _, pages := range []int{3, 5, 20, 60, 700} {
		page := article(t, 1000)
		learnt(t, pages).Label(page)
		if got := zones(page); got != want {
			t.Errorf("after %d pages: %s, want %s", pages, got, want)
		}
	}
	page := article(t, 1000)
	learnt(t, 2).Label(page)
	const byShape = "navigation navigation navigation navigation navigation main main main main links links template template"
	if got := zones(page); got != byShape {
		t.Errorf("two pages have %s, want what the page alone says: %s", got, byShape)
	}
	(*zone.Profile)(nil).Label(page)
}

// described adds a description to a page.
func described(page *aranea.Page, text string) *aranea.Page {
	from := uint32(len(page.Text))
	page.Text = append(append(page.Text, text...), '\n')
	page.Elements = append(page.Elements, aranea.Element{Kind: aranea.ElementDescription, Start: from, End: from + uint32(len(text))})
	return page
}

// TestDescriptionOfSite: a description that many pages of a site have is template, but on the home page that
// it describes, and that of one page in some versions is not.
func TestDescriptionOfSite(t *testing.T) {
	t.Parallel()
	p := &zone.Profile{Origin: "http://a.test"}
	const site, versioned = "A theme for documentation", "How a kettle is lifted"
	for n := range 80 {
		text := fmt.Sprintf("About %c%c", 'a'+n%26, 'a'+n/26)
		switch {
		case n%5 == 0:
			text = site
		case n%16 == 1:
			text = versioned
		}
		p.Saw(described(article(t, n), text))
	}
	home := article(t, 0)
	home.URL = weburl.MustParse("http://a.test/")
	for _, tt := range []struct {
		page *aranea.Page
		text string
		want aranea.Zone
	}{
		{article(t, 90), site, aranea.ZoneTemplate},
		{article(t, 90), versioned, aranea.ZoneMain},
		{article(t, 90), "About this page", aranea.ZoneMain},
		{home, site, aranea.ZoneMain},
	} {
		page := described(tt.page, tt.text)
		p.Label(page)
		if got := page.Elements[len(page.Elements)-1].Zone; got != tt.want {
			t.Errorf("%s, %q: %s, want %s", page.URL, tt.text, got, tt.want)
		}
	}
}

// titled adds a title to a page.
func titled(page *aranea.Page, text string) *aranea.Page {
	described(page, text).Elements[len(page.Elements)-1].Kind = aranea.ElementTitle
	return page
}

// TestTitleOfSite: a title that many pages of a site have is template, but on the home page, and where the page says
// it as a heading; titles that differ by a number alone are several.
func TestTitleOfSite(t *testing.T) {
	t.Parallel()
	p := &zone.Profile{Origin: "http://a.test"}
	const site, listed = "Source code", "Posts of Jane Doe"
	for n := range 80 {
		text := fmt.Sprintf("RFC %d", n)
		switch {
		case n%4 == 0:
			text = site
		case n%8 == 1:
			text = listed
		}
		p.Saw(titled(article(t, n), text))
	}
	home := article(t, 0)
	home.URL = weburl.MustParse("http://a.test/")
	headed := build(t, "http://a.test/91", "main|# source code", "main|"+strings.Repeat("where the source code is kept and how it is read ", 9))
	for _, tt := range []struct {
		page *aranea.Page
		text string
		want aranea.Zone
	}{
		{article(t, 90), site, aranea.ZoneTemplate},
		{article(t, 90), listed, aranea.ZoneMain},
		{article(t, 90), "RFC 7", aranea.ZoneMain},
		{article(t, 90), "Silk", aranea.ZoneMain},
		{article(t, 90), "", aranea.ZoneMain},
		{home, site, aranea.ZoneMain},
		{headed, site, aranea.ZoneMain},
	} {
		page := titled(tt.page, tt.text)
		p.Label(page)
		if got := page.Elements[len(page.Elements)-1].Zone; got != tt.want {
			t.Errorf("%s, %q: %s, want %s", page.URL, tt.text, got, tt.want)
		}
	}
}

// TestDescriptionsOfOnePage: a page counts once for a description, however often it has that, and only its first few
// count, so that one page neither speaks for its site nor takes the room of others.
func TestDescriptionsOfOnePage(t *testing.T) {
	t.Parallel()
	p := &zone.Profile{Origin: "http://a.test"}
	for n := range 40 {
		page := article(t, n)
		switch {
		case n < 3:
			for range 4 {
				described(page, "A page that says it twice and more")
			}
		case n < 30:
			for i := range 2 * zone.MaxBlocks {
				described(page, fmt.Sprintf("Description %d of page %d", i, n))
			}
		}
		p.Saw(page)
	}
	page := described(article(t, 90), "A page that says it twice and more")
	p.Label(page)
	if got := page.Elements[len(page.Elements)-1].Zone; got != aranea.ZoneMain {
		t.Errorf("what three pages say is %s", got)
	}
	told, err := p.Template()
	if err != nil || len(told.Frequent) == 0 {
		t.Errorf("the texts of the template are gone: %+v, %v", told, err)
	}
}

// TestHomeKeepsItsLinks checks that a search for a word of the menu finds the home page: it counts half
// there, a tenth on other pages.
func TestHomeKeepsItsLinks(t *testing.T) {
	t.Parallel()
	page := article(t, 1000)
	page.URL, _ = weburl.Parse("http://a.test/")
	learnt(t, 20).Label(page)
	if got := zones(page); !strings.HasPrefix(got, "links links links main main main") || !strings.HasSuffix(got, "template") {
		t.Errorf("the home page is %s", got)
	}
}

// TestSomethingIsLeft checks that a page of contents keeps its links, and a page of nothing but
// the template keeps everything.
func TestSomethingIsLeft(t *testing.T) {
	t.Parallel()
	p := learnt(t, 20)
	contents := build(t, "http://a.test/toc", "div.top ul li|[Home", "div.main|# All", "div.main div.toc li|[The first point of all the points of this", "div.main div.toc li|[The second point of all the points of this")
	p.Label(contents)
	if got := zones(contents); got != "navigation main main main" {
		t.Errorf("a page of contents is %s", got)
	}
	bare := build(t, "http://a.test/bare", "div.top ul li|[Home", "div.top ul li|[Products", "div.foot p|Written by the people of the site.")
	p.Label(bare)
	if got := zones(bare); got != "main main main" {
		t.Errorf("a page of nothing else is %s", got)
	}
}

// TestHeadings checks that the heading of a page is content wherever it is, unless all pages have
// it.
func TestHeadings(t *testing.T) {
	t.Parallel()
	p := &zone.Profile{Origin: "http://a.test"}
	page := func(n int) *aranea.Page {
		own := strings.Repeat(fmt.Sprintf("words of %c%c ", 'a'+n%26, 'a'+n/26), 30)
		return build(t, fmt.Sprintf("http://a.test/%d", n), "div.head|The Example Site", "div.head|# Subject "+own[:12], "div.main p|"+own, "div.head|# The Site")
	}
	for n := range 20 {
		p.Saw(page(n))
	}
	last := page(300)
	p.Label(last)
	if got := zones(last); got != "template main main template" {
		t.Errorf("headings are %s", got)
	}
}

// TestRemarkInContent checks that a remark in the middle of the content with the same words on
// some pages is part of the content, and so is another text in that place; a remark that most
// pages have is not.
func TestRemarkInContent(t *testing.T) {
	t.Parallel()
	page := func(n int, remark string) *aranea.Page {
		p := article(t, n)
		if remark == "" {
			return p
		}
		return build(t, p.URL.String(), "div.main p|"+strings.Repeat(fmt.Sprintf("how %[1]c%[1]c is to be used. ", 'a'+n%26), 20), "div.main dl div.note p|"+remark)
	}
	const remark = "These options are told in another chapter."
	for _, c := range []struct {
		every int // one in this number of pages has the remark
		want  aranea.Zone
	}{{4, aranea.ZoneMain}, {1, aranea.ZoneTemplate}} {
		p := &zone.Profile{}
		for n := range 20 {
			said := ""
			if n%c.every == 0 {
				said = remark
			}
			p.Saw(page(n, said))
		}
		last := page(21, remark)
		p.Label(last)
		if got := last.Elements[len(last.Elements)-1].Zone; got != c.want {
			t.Errorf("a remark on one of %d pages is %s, want %s", c.every, got, c.want)
		}
		if c.want == aranea.ZoneMain {
			other := page(22, "Only one page says this of its own options.")
			p.Label(other)
			if got := other.Elements[len(other.Elements)-1].Zone; got != c.want {
				t.Errorf("another remark is %s, want %s", got, c.want)
			}
		}
	}
}

// TestRedesign checks that another design is learned within some pages.
func TestRedesign(t *testing.T) {
	t.Parallel()
	p := learnt(t, 200)
	fresh := func(n int) *aranea.Page {
		own := strings.Repeat(fmt.Sprintf("new words of page %c%c. ", 'a'+n%26, 'a'+n/26), 20)
		return build(t, fmt.Sprintf("http://a.test/n%d", n), "section.bar a|[Home", "section.bar a|[Shop", "section.body p|"+own, "section.end p|Made with care by all of us.")
	}
	for n := range 40 {
		p.Saw(fresh(n))
	}
	page := fresh(500)
	p.Label(page)
	if got := zones(page); got != "navigation navigation main template" {
		t.Errorf("the new design is %s", got)
	}
}

// TestProfileIsBounded checks that no page makes a profile exceed its limits, and that the stored
// form decodes to the same value.
func TestProfileIsBounded(t *testing.T) {
	t.Parallel()
	p := &zone.Profile{Origin: "http://a.test"}
	for n := range 40 {
		var blocks []string
		for i := range 700 {
			blocks = append(blocks, fmt.Sprintf("div.c%d p|text %x of its own", (n*31+i)%900, n*1000+i))
		}
		p.Saw(build(t, "http://a.test/x", blocks...))
	}
	for _, q := range []*zone.Profile{p, learnt(t, 1), learnt(t, 30), {Origin: "http://a.test"}} {
		data, err := q.Encode()
		if err != nil || len(data) > 40_000 {
			t.Fatalf("%d bytes, %v", len(data), err)
		}
		again, err := zone.Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		if b, _ := again.Encode(); string(b) != string(data) {
			t.Error("it does not come back as it was")
		}
		one, other := article(t, 900), article(t, 900)
		q.Label(one)
		again.Label(other)
		if zones(one) != zones(other) {
			t.Errorf("%s, and from what was stored %s", zones(one), zones(other))
		}
	}
}

// TestMarks checks that template containers are listed by their names.
func TestMarks(t *testing.T) {
	t.Parallel()
	got := fmt.Sprint(learnt(t, 20).Marks())
	if got != "[{div.foot template 20} {div.main div.toc links 20} {div.main h template 20} {div.top navigation 20} {div.trail links 20}]" {
		t.Errorf("marks %s", got)
	}
}

func FuzzDecode(f *testing.F) {
	for _, n := range []int{0, 1, 30} {
		data, _ := learnt(f, n).Encode()
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := zone.Decode(data)
		if err != nil {
			return
		}
		page := article(t, 1)
		p.Label(page)
		p.Saw(page)
		p.Marks()
		if b, err := p.Encode(); err != nil {
			t.Fatal(err)
		} else if _, err := zone.Decode(b); err != nil {
			t.Fatalf("what was decoded, seen and encoded does not decode: %v", err)
		}
	})
}

func BenchmarkPage(b *testing.B) {
	p := learnt(b, 30)
	page := article(b, 7)
	b.ReportAllocs()
	for b.Loop() {
		p.Saw(page)
		p.Label(page)
	}
}

// TestCountsAgree checks that no text is counted on more pages than its container, or is larger
// than the text of its container, even if a container became known later than the first page that
// had it, or was removed for a while.
func TestCountsAgree(t *testing.T) {
	t.Parallel()
	late := make([]string, 0, 140)
	for i := range 140 {
		late = append(late, fmt.Sprintf("c%d|the words of container %d, alike on all pages", i, i))
	}
	var p zone.Profile
	for i := range 40 {
		blocks := late
		if i%10 == 5 { // many other containers, so that some are removed
			blocks = nil
			for j := range 120 {
				blocks = append(blocks, fmt.Sprintf("other%d-%d|words of page %d in container %d", i, j, i, j))
			}
		}
		p.Saw(build(t, fmt.Sprintf("http://a.test/%d", i), blocks...))
		told, err := p.Template()
		if err != nil {
			t.Fatal(err)
		}
		pages := map[string]uint32{}
		for _, c := range told.Containers {
			pages[c.Path] = c.Pages
			if c.Frequent > 1 {
				t.Errorf("page %d: %s: %.2f of its text is on many pages", i, c.Path, c.Frequent)
			}
		}
		for _, f := range told.Frequent {
			if f.Pages > pages[f.Path] {
				t.Errorf("page %d: a text of %s on %d pages, the container on %d", i, f.Path, f.Pages, pages[f.Path])
			}
		}
	}
}
