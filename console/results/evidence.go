package results

import (
	"strings"

	"github.com/aranea-search/aranea/internal/show"
)

// Evidence returns what is known of the reason of a URL, with the target that it redirects to or gives
// way to, "" for none.
func Evidence(detail, target string) string {
	if target == "" || strings.Contains(detail, target) {
		return detail
	}
	return strings.TrimSuffix("leads to "+show.URL(target)+", "+detail, ", ")
}
