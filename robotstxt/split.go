package robotstxt

import (
	"github.com/aranea-search/aranea/robotstxt/internal/address"
)

// SplitURL splits an absolute http or https URL into its site, which is scheme,
// host and port in lower case without the scheme's own port, and its target,
// the path and query without fragment. It does not resolve anything. It
// returns false for what is no such URL, also for an open IPv6 bracket.
func SplitURL(url string) (site, target string, ok bool) { return address.Split(url) }
