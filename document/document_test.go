package document

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"weak"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/weburl"
)

// change makes a page of elements, a bold span and a link.
func change(t testing.TB, url string, elements ...string) *aranea.IndexChange {
	t.Helper()
	u, err := weburl.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]aranea.ElementKind{
		"title": aranea.ElementTitle, "h1": aranea.ElementHeading1, "h2": aranea.ElementHeading2, "text": aranea.ElementText,
		"alt": aranea.ElementAlt, "description": aranea.ElementDescription, "keywords": aranea.ElementKeywords, "out": aranea.ElementText,
	}
	p := &aranea.Page{URL: u, Lang: "en", Format: "pdf"}
	for _, e := range elements {
		kind, text, _ := strings.Cut(e, ":")
		from := uint32(len(p.Text))
		for i, piece := range strings.Split(text, "*") {
			start := uint32(len(p.Text))
			p.Text = append(p.Text, piece...)
			if i%2 == 1 {
				p.Elements = append(p.Elements, aranea.Element{Kind: aranea.ElementBold, Start: start, End: uint32(len(p.Text))})
			}
		}
		p.Elements = append(p.Elements, aranea.Element{Kind: kinds[kind], Excluded: kind == "out", Start: from, End: uint32(len(p.Text))})
		p.Text = append(p.Text, '\n')
	}
	return &aranea.IndexChange{Action: aranea.IndexPut, URL: u, Version: 7, Depth: 2, FetchedAt: time.Unix(1_790_000_000, 0), Page: p, Snippet: true}
}

// stemOrForm returns a word's stem without its language, or its form.
func stemOrForm(w *analyze.Word) string {
	if w.Stem() == "" {
		return w.Form()
	}
	return w.Stem()[len(analyze.StemPrefix)+2:]
}

// layout prints words as "field:word@position", with the emphasis if it is not 1.
func layout(d *Document) string {
	var out []string
	for _, w := range d.Words() {
		s := fmt.Sprintf("%s:%s@%d", w.Field, stemOrForm(w.Word), w.Pos)
		if w.Emphasis != 1 {
			s += fmt.Sprintf("*%.1f", w.Emphasis)
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

// TestWordsInNames: they stand where the name does, count half of it, and make the page no
// longer; in plain text every name with a capital inside has them.
func TestWordsInNames(t *testing.T) {
	t.Parallel()
	c := change(t, "http://www.a.test/", "title:an innerBuffer", "text:a ByteBuffer *parseLine* end")
	for format, want := range map[string]string{
		"html": "title:an@0 title:innerbuff@1 title:inner@1*0.5 title:buffer@1*0.5 " +
			"text:a@10 text:bytebuff@11 text:parselin@12*1.4 text:pars@12*0.7 text:line@12*0.7 text:end@13",
		"text": "title:an@0 title:innerbuff@1 title:inner@1*0.5 title:buffer@1*0.5 " +
			"text:a@10 text:bytebuff@11 text:byte@11*0.5 text:buffer@11*0.5 text:parselin@12*1.4 text:pars@12*0.7 text:line@12*0.7 text:end@13",
	} {
		c.Page.Format = format
		d := NewMaker(0).Of(c)
		if got := layout(&d); got != want {
			t.Errorf("%s\n got %s\nwant %s", format, got, want)
		}
		if d.Lengths[FieldTitle] != 2 || d.Lengths[FieldText] != 4 {
			t.Errorf("%s: lengths %v", format, d.Lengths)
		}
	}
}

func TestWordsLieOnOneAxis(t *testing.T) {
	t.Parallel()
	d := NewMaker(0).Of(change(t, "http://www.a.test/Silk/index.html?x=1",
		"title:Spider silk", "out:left out", "h1:Threads", "text:a *strong* thread", "text: ", "alt:web", "description:about silk", "keywords:silk"))
	const want = "title:spider@0 title:silk@1 heading:thread@10*1.4 text:a@19 text:strong@20*1.4 text:thread@21 alt:web@30 " +
		"meta:about@39 meta:silk@40 meta:silk@49*0.6"
	if got := layout(&d); got != want {
		t.Errorf("words\n%s, want\n%s", got, want)
	}
	elements := fmt.Sprint(d.Record.Elements)
	if elements != "[{title main 0 2} {h1 main 10 1} {text main 19 3} {alt main 30 1} {description main 39 2} {keywords main 49 1}]" {
		t.Errorf("elements %s", elements)
	}
	if first, end := d.Record.TitleInterval(); first != 0 || end != 2 || d.Record.Words() != 10 {
		t.Errorf("title %d to %d, %d words", first, end, d.Record.Words())
	}
	if d.Lengths != [Fields]int{FieldTitle: 2, FieldHeading: 1, FieldText: 3, FieldAlt: 1, FieldMeta: 3, FieldURL: 8} {
		t.Errorf("lengths %v", d.Lengths)
	}
	if got := strings.Join(d.Address, " "); got != "www a test silk index html x 1" {
		t.Errorf("address %q", got)
	}
	slices.Sort(d.Filters)
	if got := strings.Join(d.Filters, " "); got != "folder:/Silk host:www.a.test lang:en site:a.test site:www.a.test slug:silk type:pdf" {
		t.Errorf("filters %q", got)
	}
	r := d.Record
	if r.Title != "Spider silk" || r.Heading != "Threads" || r.Description != "about silk" || r.Version != 7 || r.Depth != 2 || r.Lang != "en" || r.Format != "pdf" || d.Limited {
		t.Errorf("record %+v", r)
	}
}

// TestNothingIsShown: a page that permits no snippet keeps its title alone.
func TestNothingIsShown(t *testing.T) {
	t.Parallel()
	c := change(t, "http://a.test/", "title:Spider silk", "h1:Threads", "text:a strong thread of running text that is long enough", "description:about silk")
	c.Snippet = false
	d := NewMaker(0).Of(c)
	if d.Record.Title == "" || d.Record.Heading != "" || d.Record.Description != "" || d.Text != nil {
		t.Errorf("%+v with the text %q", d.Record, d.Text)
	}
	if !strings.Contains(layout(&d), "text:thread@") {
		t.Error("its words are not found")
	}
}

// TestLongPage: what lies behind the limit is left out and told.
func TestLongPage(t *testing.T) {
	t.Parallel()
	m := NewMaker(0)
	d := m.Of(change(t, "http://a.test/", "title:long", "text:"+strings.Repeat("word ", MaxWords-1), "text:behind"))
	if !d.Limited || len(d.Words()) != MaxWords || len(d.Record.Elements) != 2 {
		t.Errorf("limited %t, %d words, %d elements", d.Limited, len(d.Words()), len(d.Record.Elements))
	}
	d = m.Of(change(t, "http://a.test/", "text:"+strings.Repeat("word ", MaxWords+10), "text:behind"))
	if e := d.Record.Elements; !d.Limited || len(d.Words()) != MaxWords || len(e) != 1 || e[0].Words != MaxWords {
		t.Errorf("of one long text: limited %t, %d words, elements %+v", d.Limited, len(d.Words()), e)
	}
	if d = m.Of(change(t, "http://a.test/", "text:short")); d.Limited || layout(&d) != "text:short@0" {
		t.Errorf("the next page is %q", layout(&d))
	}
}

// TestRuns: words of an element that count alike are one run, unless they are many.
func TestRuns(t *testing.T) {
	t.Parallel()
	d := NewMaker(0).Of(change(t, "http://a.test/", "title:one two", "text:three *four five* sixSevenEight", "text:"+strings.Repeat("word ", 2*mostInRun+1)))
	var got []string
	for i := range d.Runs {
		r := &d.Runs[i]
		got = append(got, fmt.Sprintf("%s %d@%d*%.1f", r.Field, len(r.Words), r.Pos(0), r.Emphasis))
	}
	long := fmt.Sprintf("text %d@%d*1.0, text %d@%d*1.0, text 1@%d*1.0", mostInRun, 22, mostInRun, 22+mostInRun, 22+2*mostInRun)
	want := "title 2@0*1.0, text 1@10*1.0, text 2@11*1.4, text 1@13*1.0, text 3@13*0.5, " + long
	if strings.Join(got, ", ") != want {
		t.Errorf("the runs are\n%s, want\n%s", strings.Join(got, ", "), want)
	}
	if d.Lengths[FieldTitle] != 2 || d.Lengths[FieldText] != 4+2*mostInRun+1 {
		t.Errorf("the lengths are %v", d.Lengths)
	}
}

// TestLargePageLeavesNoMemory: what a large page took is free when none like it comes for long.
func TestLargePageLeavesNoMemory(t *testing.T) {
	t.Parallel()
	m := NewMaker(0)
	large, small := strings.Repeat("word ", 3*mostKept), strings.Repeat("word ", 100)
	m.Of(change(t, "http://a.test/large", "text:"+large))
	if cap(m.tokens) < 3*mostKept {
		t.Fatalf("room for %d words; the page is not large", cap(m.tokens))
	}
	for i := range keptFor + 2 { // the last has the memory of the one before
		d := m.Of(change(t, "http://a.test/small", "text:"+small))
		kept := cap(m.tokens) > mostKept
		if want := i < keptFor-1; len(d.Words()) != 100 || kept != want {
			t.Fatalf("page %d: %d words, room for %d; want 100, more than %d is %t", i, len(d.Words()), cap(m.tokens), mostKept, want)
		}
	}
}

// TestForgottenWordsLeaveNoMemory: words that are forgotten are free, though the page that they
// are of had more words and elements, and a longer address, than those since.
func TestForgottenWordsLeaveNoMemory(t *testing.T) {
	t.Parallel()
	const remembered = 600
	m, next := NewMaker(remembered), 0
	words := func(n int) string {
		var b strings.Builder
		for range n {
			next++
			fmt.Fprintf(&b, "word%d ", next)
		}
		return b.String()
	}
	long := []string{"text:" + words(1000)}
	for range 300 {
		long = append(long, "text:"+words(3))
	}
	d := m.Of(change(t, "http://a.test/"+strings.ReplaceAll(words(200), " ", "/"), long...))
	var held []weak.Pointer[analyze.Word]
	for _, tokens := range [][]analyze.Token{m.tokens, m.address} {
		for _, of := range tokens {
			held = append(held, weak.Make(of.Word))
		}
	}
	if len(held) < 1900+200 || len(d.Runs) < 300 {
		t.Fatalf("%d words in %d runs; the page is not long", len(held), len(d.Runs))
	}
	for range 10 * remembered / 30 {
		m.Of(change(t, "http://a.test/", "text:"+words(30)))
	}
	runtime.GC()
	left := 0
	for _, p := range held {
		if p.Value() != nil {
			left++
		}
	}
	if left > 0 {
		t.Errorf("%d of %d words are held", left, len(held))
	}
	runtime.KeepAlive(m)
}

// TestZonesOfWords: what the pages of a site have alike is a field of its own, lists
// of links count less, and neither is shown.
func TestZonesOfWords(t *testing.T) {
	t.Parallel()
	c := change(t, "http://a.test/", "h2:Site", "text:silk *product*", "text:products", "text:a thread of running text that is long enough to be shown to people")
	at := 0
	for _, z := range []aranea.Zone{aranea.ZoneTemplate, aranea.ZoneNavigation, aranea.ZoneLinks, aranea.ZoneMain} {
		for !c.Page.Elements[at].Kind.IsBlock() {
			at++
		}
		c.Page.Elements[at].Zone = z
		at++
	}
	d := NewMaker(0).Of(c)
	const want = "template:site@0 template:silk@9 template:product@10*1.4 text:product@19*0.5 text:a@28"
	if got := layout(&d); !strings.HasPrefix(got, want) {
		t.Errorf("words\n%s, want\n%s", got, want)
	}
	if d.Lengths[FieldTemplate] != 3 || d.Lengths[FieldHeading] != 0 {
		t.Errorf("lengths %v", d.Lengths)
	}
	if in := d.Record.WordsIn(); in[aranea.ZoneTemplate] != 1 || in[aranea.ZoneNavigation] != 2 || in[aranea.ZoneLinks] != 1 || in[aranea.ZoneMain] != d.Record.Words()-4 {
		t.Errorf("words by zone %v", in)
	}
	if d.Record.Heading != "" || strings.Contains(string(d.Text), "silk") || !strings.Contains(string(d.Text), "thread") {
		t.Errorf("heading %q, text %q", d.Record.Heading, d.Text)
	}
}

// TestSizesCount: large words count more, small ones less, hidden ones little.
func TestSizesCount(t *testing.T) {
	t.Parallel()
	c := change(t, "http://a.test/", "text:silk *product*", "text:unseen")
	c.Page.Elements[0].Kind = aranea.ElementLarge
	c.Page.Elements[2].Zone = aranea.ZoneHidden
	d := NewMaker(0).Of(c)
	if got := layout(&d); got != "text:silk@0 text:product@1*1.2 text:unseen@10*0.3" {
		t.Error(got)
	}
	c.Page.Elements[0].Kind = aranea.ElementSmall
	d = NewMaker(0).Of(c)
	if got := layout(&d); got != "text:silk@0 text:product@1*0.7 text:unseen@10*0.3" {
		t.Error(got)
	}
}
