package html

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/items"
	"github.com/aranea-search/aranea/internal/pageitem"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/weburl"
)

// itemized returns the items of a page of a.test by rules.
func itemized(t testing.TB, rules []string, body string) pageitem.List {
	t.Helper()
	all, err := items.ParseAll(rules)
	if err != nil {
		t.Fatal(err)
	}
	u := weburl.MustParse("http://a.test/x/")
	page := aranea.Page{URL: u, Base: u}
	p := NewParser(Limits{Text: 1 << 20, Links: 100, Elements: 100_000, Title: 1000, Attribute: 1000})
	p.ReadItems(all.Plan())
	p.Parse(&page, []byte(body), nil, robotsmeta.NewReader())
	return page.Items
}

// TestItems: each element that is a record gives an item with what stands in it.
func TestItems(t *testing.T) {
	t.Parallel()
	const q = "q=css:.q"
	const thread = "<div class=q id=1><b>A</b><p>one</p><div class=q id=2><b>B</b><p>two</p></div><p>three</p></div>"
	for _, tt := range []struct{ name, rules, body, want string }{
		{"a list", q + "|q.t=css:.t|q.a=css:small|q.tags[]=css:a.tag",
			"<div class=q><p class=t>“One”</p><small>A</small><a class=tag>x</a><a class=tag>y</a></div><div class=q><p class=t>Two</p><small>B</small></div>",
			`{"t":"“One”","a":"A","tags":["x","y"]} {"t":"Two","a":"B"}`},
		{"the first that says something", q + "|q.t=css:b", "<p class=q><b></b><b> </b><b>1</b><b>2</b>", `{"t":"1"}`},
		{"the outer of two in each other", q + "|q.t=css:b", "<p class=q><b>1<b>2</b></b>", `{"t":"12"}`},
		{"all in the order of their starts", q + "|q.t[]=css:i, b", "<p class=q><b>1<i>2</i></b><i>3</i><b></b>", `{"t":["12","2","3"]}`},
		{"attributes", q + "|q.s=css:@data-s|q.d=css:time@datetime", "<p class=q data-s=' 4711&amp;\n b'><time datetime=2026>x</time>", `{"s":"4711& b","d":"2026"}`},
		{"URLs", q + "|q.h[]=css:a@href|q.i=css:img@src", "<p class=q><a href=1.html?ö#p></a><a href=//b.test></a><a href=mailto:x@y></a><a href=''></a><a href='#/r'></a><a></a><img src=' /i.png '>",
			`{"h":["http://a.test/x/1.html?%C3%B6#p","http://b.test/","mailto:x@y","http://a.test/x/","http://a.test/x/#/r"],"i":"http://a.test/i.png"}`},
		{"base", q + "|q.h=css:a@href", "<base href=/y/z><p class=q><a href=1>", `{"h":"http://a.test/y/1"}`},
		{"the element itself", "q=css:a|q.t=css::scope|q.h=css:@href", "<a href=/1>x</a> <a href=/2>y</a>", `{"t":"x","h":"http://a.test/1"} {"t":"y","h":"http://a.test/2"}`},
		{"elements without content", "q=css:img|q.s=css:@src|q.t=css::scope", "<img src=1><p>x<img src=2>", `{"s":"http://a.test/x/1"} {"s":"http://a.test/x/2"}`},
		{"in each other", q + "|q.n=css:b|q.t[]=css::scope > p|q.id=css:@id", thread, `{"n":"A","t":["one","three"],"id":"1"} {"n":"B","t":["two"],"id":"2"}`},
		{"the text has all that is in it", q + "|q.t=css::scope", thread, `{"t":"A one B two three"} {"t":"B two"}`},
		{"kinds in each other", "s=css:.s|s.n=css:h2|q=css:.q|q.n=css:h3", "<div class=s><h2>S</h2><div class=q><h3>1</h3></div><div class=q><h3>2</h3></div></div>", `{"n":"S"} {"n":"1"} {"n":"2"}`},
		{"rows", "q=css:tr|q.a=css:td:nth-of-type(1)|q.b=css:td:nth-of-type(2)", "<table><tr><th>A<th>B<tr><td>1<td>2<tr><td>3<td>4</table>", `{} {"a":"1","b":"2"} {"a":"3","b":"4"}`},
		{"items without end tags", "q=css:li|q.t=css:b", "<ul><li><b>1</b><li><b>2</b><li>x</ul><b>3</b>", `{"t":"1"} {"t":"2"} {}`},
		{"open at the end", q + "|q.t=css:b", "<p class=q><b>1", `{"t":"1"}`},
		{"scripts and drawings", q + "|q.t=css::scope", "<div class=q>a<script>1</script><style>2</style><svg><text>3</text></svg><select><option>4</select>b</div>", `{"t":"a b"}`},
		{"another host", "q=b.test css:.q|q.t=css:b|r=css:i|r.t=css::scope", "<p class=q><b>1</b><i>2</i>", `{"t":"2"}`},
		{"this host", "q=a.test css:.q|q=css:.r|q.t=css:b|q.t=a.test css:u|q.t=b.test css:i", "<p class=q><i>0</i><u>1</u><p class=r><b>2</b>", `{"t":"1"} {"t":"2"}`},
		{"nothing is there", q + "|q.t=css:b", "<p><b>1</b>", ``},
	} {
		var out []string
		all := itemized(t, strings.Split(tt.rules, "|"), tt.body)
		for _, it := range all.All {
			text, err := it.Fields.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, strings.ReplaceAll(string(text), "\n", ""))
		}
		if got := strings.Join(out, " "); got != tt.want || all.Cut {
			t.Errorf("%s: %s (cut %t)\nwant %s", tt.name, got, all.Cut, tt.want)
		}
	}
}

// TestItemsOfData: each item of a type in JSON-LD is one with what its properties lead to.
func TestItemsOfData(t *testing.T) {
	t.Parallel()
	script := func(text string) string { return "<script type=application/ld+json>" + text + "</script>" }
	const rules = "j=schema:JobPosting|j.t=schema:title|j.at=schema:hiringOrganization|j.city[]=schema:jobLocation.address.addressLocality|j.pay=schema:baseSalary.value.minValue"
	for _, tt := range []struct{ name, rules, body, want string }{
		{"a list", rules, script(`{"@type":"ItemList","itemListElement":[{"@type":"JobPosting","title":"A &  B","hiringOrganization":{"@type":"Organization","name":"X"},"jobLocation":[{"address":{"addressLocality":"Ulm"}},{"address":{"addressLocality":"Bonn"}}],"baseSalary":{"value":{"minValue":50.10}}},{"@type":"https://schema.org/JobPosting","title":"C"}]}`),
			`{"t":"A & B","at":"X","city":["Ulm","Bonn"],"pay":"50.10"} {"t":"C"}`},
		{"several scripts", rules, script(`{"@type":"JobPosting","title":"A"}`) + script(`{"@graph":[{"@type":["JobPosting","x"],"title":["","B"]}]}`), `{"t":"A"} {"t":"B"}`},
		{"references", rules, script(`[{"@type":"Page","mainEntity":{"@id":"#1","@type":"JobPosting"}},{"@type":"JobPosting","@id":"#1","title":"A","hiringOrganization":{"@id":"#o"}},{"@id":"#o","name":"X"}]`), `{"t":"A","at":"X"}`},
		{"similar ones in it", "p=schema:Product|p.n=schema:name", script(`{"@type":"Product","name":"A","isSimilarTo":[{"@type":"Product","name":"B"}]}`), `{"n":"A"}`},
		{"subtypes by rules of their own", "e=schema:Event|e=schema:MusicEvent|e.n=schema:name|e.tags[]=schema:keywords", script(`[{"@type":"MusicEvent","name":"A","keywords":["x","y"]},{"@type":"Event","name":"B"}]`), `{"n":"B"} {"n":"A","tags":["x","y"]}`},
		{"elements and data", "p=css:.p|p=schema:Product|p.n=css:b|p.n=schema:name", "<p class=p><b>1</b>" + script(`{"@type":"Product","name":"2"}`), `{"n":"1"} {"n":"2"}`},
		{"of two types", "e=schema:Event|e=schema:MusicEvent|e=a.test schema:Event|e.n=schema:name", script(`{"@type":["Event","MusicEvent"],"name":"A"}`), `{"n":"A"}`},
		{"in two scripts", "p=schema:Product|p.n=schema:name|p.s=schema:sku|p.k[]=schema:keywords", script(`{"@type":"Product","@id":"#p","name":"A","keywords":["x"]}`) + script(`[{"@type":"Product","@id":"#p","name":"B","sku":1,"keywords":["x"]},{"@type":"Product","@id":"#q","name":"C"}]`), `{"n":"A","s":"1","k":["x"]} {"n":"C"}`},
		{"equal values", "p=schema:Product|p.price[]=schema:offers.price", script(`{"@type":"Product","offers":[{"price":10},{"price":10},{"price":12}]}`), `{"price":["10","10","12"]}`},
		{"values as they are written", "p=schema:Product|p.a=schema:offers.availability|p.d=schema:description|p.t=schema:@type", script(`{"@type":"https://schema.org/Product","description":" schema: the  database","offers":{"availability":"https://schema.org/InStock"}}`), `{"a":"https://schema.org/InStock","d":"schema: the database","t":"Product"}`},
		{"another host", "p=b.test schema:Product|p.n=schema:name", script(`{"@type":"Product","name":"2"}`), ``},
		{"no microdata", "p=schema:Product|p.n=schema:name", "<p itemscope itemtype=https://schema.org/Product><b itemprop=name>1</b>", ``},
		{"closed to snippets", "p=schema:Product|p.n=schema:name", "<div data-nosnippet>" + script(`{"@type":"Product","name":"2"}`) + "</div>", ``},
		{"closed to the index", "p=schema:Product|p.n=schema:name", "<!--noindex-->" + script(`{"@type":"Product","name":"2"}`) + "<!--/noindex-->", ``},
	} {
		var out []string
		all := itemized(t, strings.Split(tt.rules, "|"), tt.body)
		for _, it := range all.All {
			text, err := it.Fields.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, strings.ReplaceAll(string(text), "\n", ""))
		}
		if got := strings.Join(out, " "); got != tt.want || all.Cut {
			t.Errorf("%s: %s (cut %t)\nwant %s", tt.name, got, all.Cut, tt.want)
		}
	}
	many := itemized(t, strings.Split(rules, "|"), script("["+strings.Repeat(`{"@type":"JobPosting","title":"A"},`, items.MaxItems+1)+"1]"))
	if len(many.All) != items.MaxItems || !many.Cut {
		t.Errorf("%d items, cut %t", len(many.All), many.Cut)
	}
	long := itemized(t, []string{"p=schema:Product", "p.n=schema:name", "p.k[]=schema:keywords"}, script(`{"@type":"Product","name":"`+strings.Repeat("x", 2000)+`","keywords":["a","b"]}`))
	if len(long.All) != 1 || !long.Cut || len(long.All[0].Fields[0].Values[0]) != items.MaxValue {
		t.Errorf("%+v", long)
	}
}

// TestDataLimits: of structured data, a page is read as far as limits say, and tells it.
func TestDataLimits(t *testing.T) {
	t.Parallel()
	script := func(text string) string { return "<script type=application/ld+json>" + text + "</script>" }
	const one = `{"@type":"P","name":"A"}`
	for _, tt := range []struct {
		name, body string
		items      int
	}{
		{"a script", script(one) + script(`{"@type":"P","name":"`+strings.Repeat("x", 256<<10)+`"}`), 1},
		{"all scripts", strings.Repeat(script(`{"@type":"P","name":"`+strings.Repeat("x", 200<<10)+`"}`), 6), 5},
		{"objects", script("[" + strings.Repeat("{},", 10_000) + one + "]"), 0},
		{"objects in each other", script(strings.Repeat("[", 20) + one + strings.Repeat("]", 20)), 0},
		{"whitespace that is read again and again", script("[" + strings.Repeat(`{"@type":"P","name":{"@id":"#1"}},`, 900) + `{"@id":"#1","name":"a` + strings.Repeat(" ", 200<<10) + `b"}]`), 900},
	} {
		all := itemized(t, []string{"p=schema:P", "p.n=schema:name", "p.m=schema:name"}, tt.body)
		said := 0
		for _, it := range all.All {
			said += len(it.Fields)
		}
		if len(all.All) != tt.items || !all.Cut || said > 600 {
			t.Errorf("%s: %d items with %d fields, cut %t", tt.name, len(all.All), said, all.Cut)
		}
	}
}

// TestClosedItems: what the owner lets nobody show, or closes to the index, is in no item.
func TestClosedItems(t *testing.T) {
	t.Parallel()
	rules := []string{"q=css:.q", "q.t=css::scope", "q.h[]=css:a@href"}
	for _, tt := range []struct{ name, body, want string }{
		{"a part of a text", "<div class=q>a <span data-nosnippet>b</span> c</div>", "a … c"},
		{"the end of a text", "<div class=q>a <span data-nosnippet>b</span></div>", "a"},
		{"the beginning of a text", "<div class=q><span data-nosnippet>b</span> c</div>", "c"},
		{"an item", "<div data-nosnippet><div class=q>b<a href=/1>x</a></div></div>", ""},
		{"the element of an item", "<div class=q data-nosnippet>b<a href=/1>x</a></div>", ""},
		{"an attribute", "<div class=q>a<div data-nosnippet><a href=/1>x</a></div></div>", "a"},
		{"an attribute of the element that is closed", "<div class=q>a<a data-nosnippet href=/1></a></div>", "a"},
		{"what is not indexed", "<div class=q>a<!--noindex--><a href=/1>x</a><!--/noindex-->c</div>", "ac"},
		{"what a class closes", "<div class=q>a<div class=robots-nocontent>b<a href=/1>x</a></div></div>", "a"},
	} {
		all := itemized(t, rules, tt.body)
		got := ""
		for _, it := range all.Said() {
			for _, f := range it.Fields {
				got += strings.Join(f.Values, " ")
			}
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestItemLimits: what is beyond a limit is left out, and told.
func TestItemLimits(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("xy ", 400)
	for _, tt := range []struct {
		name, body string
		items      int
		first      int // bytes of the first value
	}{
		{"items", strings.Repeat("<p class=q><b>1</b></p>", items.MaxItems+1), items.MaxItems, 1},
		{"a text", "<p class=q><b>" + long + "</b>", 1, items.MaxValue},
		{"a URL", "<p class=q><i title=x></i><a href='" + strings.ReplaceAll(long, " ", "/") + "'></a>", 1, 1},
		{"an attribute", "<p class=q><i title='" + strings.Repeat(long, 20) + "'>", 1, items.MaxValue},
		{"values of a list", "<p class=q><b>1</b>" + strings.Repeat("<u>1</u>", items.MaxValues+1), 1, 1},
		{"bytes", strings.Repeat("<p class=q><b>"+long[:900]+"</b></p>", 400), 294, 899},
		{"open elements", "<p class=q><b>1</b><u>" + strings.Repeat("<u>", 100) + "1", 1, 1},
		{"elements in each other", "<p class=q><b>1</b>" + strings.Repeat("<div>", 600) + "<u>2</u>", 1, 1},
		{"open records", strings.Repeat("<div class=q><b>1</b>", 2000), items.MaxItems, 1},
	} {
		all := itemized(t, []string{"q=css:.q", "q.b=css:b", "q.t=css:i@title", "q.h=css:a@href", "q.l[]=css:u"}, tt.body)
		bytes := 0
		for _, it := range all.All {
			for _, f := range it.Fields {
				for _, v := range f.Values {
					bytes += len(v)
				}
			}
		}
		if len(all.All) != tt.items || !all.Cut || len(all.All[0].Fields[0].Values[0]) != tt.first || bytes > items.MaxBytes {
			t.Errorf("%s: %d items of %d bytes, cut %t: %.200v", tt.name, len(all.All), bytes, all.Cut, all.All[0])
		}
	}
}

// TestSpacesInOpenElements: text in many open elements is what it is in one, where it ends, too.
func TestSpacesInOpenElements(t *testing.T) {
	t.Parallel()
	for _, text := range []string{" a \n\t b ", "\n", "a", "x" + strings.Repeat(" \n", 5000) + "y", strings.Repeat("é", 499) + "  é  é ", strings.Repeat("é ", 333) + " a", strings.Repeat(" é", 5000), " " + strings.Repeat("x", items.MaxValue) + " y", "\x00a\u00a0b"} {
		all := itemized(t, []string{"q=css:.q", "q.t[]=css:u"}, "<p class=q><u>"+text+"</u>")
		both := itemized(t, []string{"q=css:.q", "q.t[]=css:u"}, "<p class=q><u><u>"+text+"</u></u>")
		for i := range both.All {
			for _, v := range both.All[i].Fields {
				if len(v.Values) != 2 || v.Values[0] != v.Values[1] || v.Values[0] != all.All[i].Fields[0].Values[0] || both.Cut != all.Cut {
					t.Errorf("%.20q: %.100q, cut %t", text, v.Values, both.Cut)
				}
			}
		}
	}
}

// TestItemsOfTwoPages: nothing of a page is left for the next one.
func TestItemsOfTwoPages(t *testing.T) {
	t.Parallel()
	all, err := items.ParseAll([]string{"q=css:.q", "q.t=css:b"})
	if err != nil {
		t.Fatal(err)
	}
	p := NewParser(Limits{Text: 1 << 20, Links: 100, Elements: 1000, Title: 1000, Attribute: 1000})
	p.ReadItems(all.Plan())
	u := weburl.MustParse("http://a.test/")
	one, two := aranea.Page{URL: u, Base: u}, aranea.Page{URL: u, Base: u}
	p.Parse(&one, []byte("<div class=q><b>"+strings.Repeat("long ", 500)), nil, robotsmeta.NewReader())
	p.Parse(&two, []byte("<b>x</b><div class=q><b>1</b>"), nil, robotsmeta.NewReader())
	if got := fmt.Sprint(two.Items); got != "{[{q [{t [1] false}]}] false}" || !one.Items.Cut || len(one.Items.All) != 1 || len(one.Items.All[0].Fields[0].Values[0]) < 900 {
		t.Error(got, one.Items)
	}
	p.ReadItems(items.Plan{})
	three := aranea.Page{URL: u, Base: u}
	if p.Parse(&three, []byte("<div class=q><b>1</b>"), nil, robotsmeta.NewReader()); three.Items.All != nil {
		t.Error("items that nobody asked for")
	}
}

func FuzzItems(f *testing.F) {
	f.Add("q=css:.q|q.t=css:b|q.h[]=css:a@href", "<div class=q><b>1</b><a href=/x>y</a></div><p data-nosnippet class=q><b>2")
	f.Add("p=schema:Product|p.n[]=schema:offers.1.price", `<script type=application/ld+json>{"@type":"Product","offers":[{"price":1}]}</script>`)
	f.Add("q=css:li|q.t=css::scope", "<ul><li>a<li>b<ul><li>c</ul></ul>")
	f.Fuzz(func(t *testing.T, rules, body string) {
		if all, err := items.ParseAll(strings.Split(rules, "|")); err != nil || len(all) == 0 {
			return
		}
		all := itemized(t, strings.Split(rules, "|"), body)
		text, err := json.Marshal(all.All)
		if err != nil || len(all.All) > items.MaxItems || len(text) > 8*items.MaxBytes {
			t.Errorf("%d items of %d bytes, %v", len(all.All), len(text), err)
		}
	})
}
