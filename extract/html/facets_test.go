package html

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/facets"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/weburl"
)

// faceted returns the facets of a page of a.test by rules, separated by |.
func faceted(t testing.TB, rules []string, body string) string {
	t.Helper()
	all, err := facets.ParseAll(rules)
	if err != nil {
		t.Fatal(err)
	}
	u := weburl.MustParse("http://a.test/x")
	page := aranea.Page{URL: u, Base: u}
	p := NewParser(Limits{Text: 1 << 20, Links: 100, Elements: 100_000, Title: 1000, Attribute: 1000})
	p.ReadFacets(all.Plan())
	p.Parse(&page, []byte(body), nil, robotsmeta.NewReader())
	var out []string
	for _, f := range page.Facets {
		out = append(out, f.Name+"="+f.Value)
	}
	return strings.Join(out, "|")
}

// TestFacetsOfElements: a rule gives the text of each element that its selector selects, or an
// attribute of it.
func TestFacetsOfElements(t *testing.T) {
	t.Parallel()
	const crumbs = "<nav class=breadcrumb><ol><li><a href=/>Start</a><li><a href=/t>Werkzeug</a><li>Bohrer</ol></nav>"
	for _, tt := range []struct{ name, rule, body, want string }{
		{"second crumb", "c=css:nav.breadcrumb li:nth-of-type(2)", crumbs, "c=Werkzeug"},
		{"all crumbs", "c=css:nav.breadcrumb li", crumbs, "c=Start|c=Werkzeug|c=Bohrer"},
		{"text with tags in it", "c=css:.x", "<p class=x>a<b>b</b> <i>c</i>&amp;\n d<br>e", "c=ab c& d e"},
		{"blocks separate words", "c=css:.x", "<div class=x><p>a</p><p>b</p></div>c", "c=a b"},
		{"implied end", "c=css:.x", "<ul><li class=x>a<li>b</ul>", "c=a"},
		{"open at the end", "c=css:.x", "<div class=x>a", "c=a"},
		{"in each other", "c=css:.x", "<div class=x>a<span class=x>b</span></div>", "c=b|c=ab"},
		{"an attribute", "c=css:[data-sku]@data-sku", "<p data-sku='4711 &amp; b'>a</p><img data-sku=2>", "c=4711 & b|c=2"},
		{"of an element without content", "c=css:meta[itemprop=brand]@content", "<meta itemprop=brand content=Acme>", "c=Acme"},
		{"no attribute", "c=css:p@x", "<p>a", ""},
		{"scripts and drawings", "c=css:.x", "<div class=x><script>1</script><style>2</style><svg><text>3</text></svg>a</div>", "c=a"},
		{"what the owner excludes", "c=css:.x", "<div class=x>a<!--noindex-->b<!--/noindex-->c</div>", "c=ac"},
		{"alternatives", "c=css:.y, .x", "<p class='x y'>a", "c=a"},
		{"this host", "c=a.test css:p", "<p>a", "c=a"},
		{"another host", "c=b.test css:p", "<p>a", ""},
		{"as often as it stands there", "c=css:p", "<p>a<p>a", "c=a"},
	} {
		if got := faceted(t, []string{tt.rule}, tt.body); got != tt.want {
			t.Errorf("%s: %s gives %s, want %s", tt.name, tt.rule, got, tt.want)
		}
	}
}

// TestFacetsOfLinkedData: a rule follows properties from each item of its type in JSON-LD.
func TestFacetsOfLinkedData(t *testing.T) {
	t.Parallel()
	const product = `{"@context":"https://schema.org","@type":"Product","name":"Bohrer","brand":{"@type":"Brand","name":"Acme"},
		"offers":{"@type":"Offer","price":19.90,"priceCurrency":"EUR","availability":"https://schema.org/InStock"},
		"isRelatedTo":{"@type":"Product","brand":"Other"}}`
	for _, tt := range []struct{ name, rule, data, want string }{
		{"a number as it is written", "p=schema:Product.offers.price", product, "p=19.90"},
		{"an item by its name", "p=schema:Product.brand", product, "p=Acme"},
		{"a name of the vocabulary", "p=schema:Product.offers.availability", product, "p=InStock"},
		{"any type", "p=schema:*.priceCurrency", product, "p=EUR"},
		{"the type", "p=schema:Product.offers.@type", product, "p=Offer"},
		{"case of types", "p=schema:product.offers.price", product, "p=19.90"},
		{"an item without a name", "p=schema:Product.offers", product, ""},
		{"further than the value", "p=schema:Product.name.name", product, ""},
		{"another type", "p=schema:Article.author", product, ""},
		{"several types", "p=schema:Product.name", `{"@type":["Thing","http://schema.org/Product"],"name":"a"}`, "p=a"},
		{"a list", "p=schema:Product.offers.price", `[{"@type":"Product","offers":[{"price":"1"},{"price":"2"}]}]`, "p=1|p=2"},
		{"a place in a list", "p=schema:BreadcrumbList.itemListElement.2.name", `{"@type":"BreadcrumbList","itemListElement":[{"name":"a"},{"name":"b"}]}`, "p=b"},
		{"a place behind the end", "p=schema:BreadcrumbList.itemListElement.3.name", `{"@type":"BreadcrumbList","itemListElement":[{"name":"a"},{"name":"b"}]}`, ""},
		{"a list of one", "p=schema:Product.offers.1.price", product, "p=19.90"},
		{"a graph with references", "p=schema:Article.author", `{"@graph":[{"@type":"Article","author":{"@id":"#me"}},{"@id":"#me","@type":"Person","name":"Jo"}]}`, "p=Jo"},
		{"a reference with its type", "p=schema:Article.publisher", `[{"@type":"Article","publisher":{"@type":"Organization","@id":"#o"}},{"@id":"#o","@type":"Organization","name":"Acme"}]`, "p=Acme"},
		{"a name beside an identifier", "p=schema:Article.author", `[{"@id":"#me","@type":"Person","url":"/me"},{"@type":"Article","author":{"@id":"#me","name":"Jo"}}]`, "p=Jo"},
		{"a reference to itself", "p=schema:Article.author.author.author", `{"@id":"#a","@type":"Article","author":{"@id":"#a"}}`, ""},
		{"a value with a language", "p=schema:Product.name", `{"@type":"Product","name":{"@value":"a","@language":"de"}}`, "p=a"},
		{"an amount", "p=schema:Product.weight", `{"@type":"Product","weight":{"@type":"QuantitativeValue","value":5}}`, "p=5"},
		{"with a prefix", "p=schema:Product.name", `{"@type":"schema:Product","schema:name":"a"}`, "p=a"},
		{"truth", "p=schema:Article.isAccessibleForFree", `{"@type":"Article","isAccessibleForFree":true}`, "p=true"},
		{"nothing", "p=schema:Product.name", `{"@type":"Product","name":null}`, ""},
		{"as templates write it", "p=schema:Product.name", "<!-- {\"@type\":\"Product\",\"description\":\"a\nb\",\"name\":\"It\\'s\",} -->", "p=It's"},
		{"broken", "p=schema:Product.name", `{"@type":"Product","name":"a"} x`, ""},
	} {
		if got := faceted(t, []string{tt.rule}, "<script type=application/ld+json>"+tt.data+"</script>"); got != tt.want {
			t.Errorf("%s: %s gives %s, want %s", tt.name, tt.rule, got, tt.want)
		}
	}
}

// TestFacetsOfMicrodata: microdata is read like linked data.
func TestFacetsOfMicrodata(t *testing.T) {
	t.Parallel()
	const product = `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop=name>Bohrer</h1>
		<p>von <span itemprop=brand itemscope itemtype="https://schema.org/Brand"><b itemprop="name">Acme</b></span>
		<div itemprop=offers itemscope itemtype="https://schema.org/Offer"><span itemprop=price content=19.90>19,90 &euro;</span>
		<link itemprop=availability href="https://schema.org/InStock"><meta itemprop=priceCurrency content=EUR></div>
		<a itemprop="category additionalType" href=/w>Werkzeug</a><time itemprop=releaseDate datetime=2024-01-02>gestern</time>
		<div itemscope itemtype="https://schema.org/Product"><i itemprop=brand>Other</i></div></div>`
	for _, tt := range []struct{ name, rule, body, want string }{
		{"text", "p=schema:Product.name", product, "p=Bohrer"},
		{"an item by its name", "p=schema:Product.brand", product, "p=Acme|p=Other"},
		{"content", "p=schema:Product.offers.price", product, "p=19.90"},
		{"a link", "p=schema:Product.offers.availability", product, "p=InStock"},
		{"a meta", "p=schema:Offer.priceCurrency", product, "p=EUR"},
		{"a link in the text, and two names", "p=schema:Product.additionalType", product, "p=Werkzeug"},
		{"a time", "p=schema:Product.releaseDate", product, "p=2024-01-02"},
		{"outside of items", "p=schema:*.name", "<p itemprop=name>a", ""},
		{"an item ends", "p=schema:*.name", "<div itemscope></div><p itemprop=name>a", ""},
		{"without a type", "p=schema:*.name", "<div itemscope><p itemprop=name>a", "p=a"},
		{"behind many items in it", "p=schema:Product.name", "<div itemscope itemtype=Product>" + strings.Repeat("<i itemprop=review itemscope></i>", 300) + "<b itemprop=name>a</b></div>", "p=a"},
		{"an end that is left out", "p=schema:*.name", "<ul><li itemscope><b itemprop=name>a</b><li itemscope><b itemprop=name>b</b></ul>", "p=a|p=b"},
	} {
		if got := faceted(t, []string{tt.rule}, tt.body); got != tt.want {
			t.Errorf("%s: %s gives %s, want %s", tt.name, tt.rule, got, tt.want)
		}
	}
}

// TestFacetsAreLimited: what a hostile page repeats and nests ends.
func TestFacetsAreLimited(t *testing.T) {
	t.Parallel()
	rules := []string{"c=css:div", "p=schema:*.a.a.a", "q=schema:*.name", "t=css:p"}
	deep := strings.Repeat("<div itemscope itemprop=a>x", 5000) + "<p itemprop=name>" + strings.Repeat("y ", 5000)
	for name, body := range map[string]string{
		"microdata in microdata": deep,
		"many items":             strings.Repeat("<div itemscope itemprop=a><b itemprop=name>x</b></div>", 50_000),
		"linked data":            strings.Repeat("<script type=application/ld+json>"+strings.Repeat(`{"a":[`, 3000)+strings.Repeat("]}", 3000)+"</script>", 300),
		"wide linked data":       strings.Repeat("<script type=application/ld+json>["+strings.Repeat(`{"@id":"x"},`, 9000)+"1]</script>", 50),
	} {
		if n := strings.Count(faceted(t, rules, body), "|") + 1; n > facets.MaxValues {
			t.Errorf("%s: %d values", name, n)
		}
	}
	var many []string
	for i := range facets.MaxRules {
		many = append(many, fmt.Sprintf("f%d=css:%s", i, strings.Repeat("a ", facets.MaxParts)))
	}
	if got := faceted(t, append(many[1:], "x=schema:*.name"), "<p itemscope><b itemprop=name>a"); got != "x=a" {
		t.Error(got)
	}
}

func FuzzFacets(f *testing.F) {
	f.Add("css:nav li:nth-of-type(2)", "schema:Product.offers.price", "<nav><li>a<li>b</nav><div itemscope itemtype=Product><p itemprop=offers itemscope><b itemprop=price>1")
	f.Add("a.test css:[x]@x", "schema:*.a.1.@type", `<p x=1><script type=application/ld+json>{"@id":"#a","a":[{"@id":"#a","@type":"B"}]}</script>`)
	f.Fuzz(func(t *testing.T, one, two, body string) {
		rules := []string{"a=" + one, "b=" + two, "c=schema:*.name"}
		if _, err := facets.ParseAll(rules); err != nil {
			return
		}
		if a, b := faceted(t, rules, body), faceted(t, rules, body); a != b {
			t.Errorf("%s, and then %s", a, b)
		}
	})
}
