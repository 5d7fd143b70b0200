package response

import (
	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/challenge"
	"github.com/aranea-search/aranea/scope"
)

// Shield returns the service whose challenge to browsers an answer seems to be, "" if it is none. Nothing
// stands before a folder on disk: what it has is a page about challenges, or a source that names them.
func Shield(f *aranea.Fetched, s scope.Rules) string {
	if s.OnDisk(f.URL) {
		return ""
	}
	return challenge.Of(f)
}
