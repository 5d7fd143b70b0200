package results

import (
	"net/url"
	"strconv"
)

// A Choice is one of several links; one of them may be the current page.
type Choice struct {
	Text, URL, Lang string
	Number          string
	Current         bool
}

// SearchURL returns the address of a results page.
func SearchURL(q string, page int) string { return SortedURL(q, page, "") }

// SortedURL returns the address of a results page with a sort order.
func SortedURL(q string, page int, sort string) string {
	v := url.Values{"q": {q}}
	if sort != "" {
		v.Set("sort", sort)
	}
	if page > 1 {
		v.Set("page", strconv.Itoa(page))
	}
	return "/?" + v.Encode()
}

// ValuesPath is the path of the page with all values of a facet.
const ValuesPath = "/values"

// ValuesURL returns the address of the page with all values of a facet, for a search that it narrows and the order of
// its results.
func ValuesURL(q, sort, name string) string {
	v := url.Values{"q": {q}, "facet": {name}}
	if sort != "" {
		v.Set("sort", sort)
	}
	return ValuesPath + "?" + v.Encode()
}

// FeedURL returns the address of the feed of a query.
func FeedURL(q string) string { return "/feed?" + url.Values{"q": {q}}.Encode() }

// WhyURL returns the address of the page that explains why a URL is in or out.
func WhyURL(u string) string { return "/why?" + url.Values{"url": {u}}.Encode() }
