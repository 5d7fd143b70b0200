package results

import (
	"net/url"
	"strconv"
)

// A Choice is a link among others, of which one may be where the reader is.
type Choice struct {
	Text, URL, Lang string
	Number          string
	Current         bool
}

// SearchURL is the address of a page of results.
func SearchURL(q string, page int) string { return SortedURL(q, page, "") }

// SortedURL is the address of a page of results in an order.
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

// FeedURL is the address of the feed of a query.
func FeedURL(q string) string { return "/feed?" + url.Values{"q": {q}}.Encode() }

// WhyURL is the address of the page on why a URL is in or out.
func WhyURL(u string) string { return "/why?" + url.Values{"url": {u}}.Encode() }
