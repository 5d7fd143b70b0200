package console

import (
	"net/url"

	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/weburl"
)

// The documentation page that explains reason codes, and its address.
const (
	reasonsPage = "reasons"
	reasonsPath = "/reasons"
)

// Values of the filters of URLs.
const (
	indexed  = "indexed" // a state: the page can be found
	hidden   = "hidden"  // a state: in the index, but not found
	pageKind = "page"
)

// An option is an option of a form.
type option struct {
	Value, Text string
	Chosen      bool
}

// reasonURL returns the address of the explanation of a reason code.
func reasonURL(code string) string { return reasonsPath + "#" + code }

// docURL returns the address of a page of the documentation.
func docURL(name string) string {
	if name == reasonsPage {
		return reasonsPath
	}
	return "/docs/" + name
}

// urlsURL returns the address of the list of URLs with a filter, given in pairs of name and
// value.
func urlsURL(pairs ...string) string {
	v := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		v.Set(pairs[i], pairs[i+1])
	}
	return "/urls?" + v.Encode()
}

// whyURL returns the address of the page that explains a URL.
func whyURL(u string) string { return results.WhyURL(u) }

// hostURL returns the address of the page about a host.
func hostURL(o weburl.Origin) string { return "/hosts?" + url.Values{"origin": {string(o)}}.Encode() }

// testerURL returns the address of the tester for a URL.
func testerURL(u string) string { return "/robots?" + url.Values{"url": {u}}.Encode() }

// linksURL returns the address of the page about the links to a URL.
func linksURL(u string) string { return results.LinksURL(u) }
