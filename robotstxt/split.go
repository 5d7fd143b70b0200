package robotstxt

import (
	"github.com/aranea-search/aranea/robotstxt/internal/address"
)

// SplitURL splits an absolute http or https URL into its site, which is scheme, host and port in
// lower case without the default port of the scheme, and its target, which is the path and query
// without fragment. It does not resolve anything. It returns false for anything that is not such
// a URL, including an unclosed IPv6 bracket.
func SplitURL(url string) (site, target string, ok bool) { return address.Split(url) }
