package recovery

import (
	"net/http"
	"time"

	"github.com/aranea-search/aranea"
)

// Validators returns the validators of an answer that came at the given instant.
func Validators(h aranea.Header, at time.Time) aranea.Validators {
	v := aranea.Validators{ETag: h.Get("Etag"), LastModified: h.Get("Last-Modified")}
	if len(v.ETag) > aranea.MaxValidator {
		v.ETag = ""
	}
	if len(v.LastModified) > aranea.MaxValidator || isFresh(v.LastModified, h.Get("Date"), at) {
		v.LastModified = ""
	}
	return v
}

// isFresh reports whether a page was modified in the second of its answer, or later: it may
// have been modified again within that second, and would then count as unchanged forever (RFC
// 9110 section 8.8.2.2).
func isFresh(modified, date string, at time.Time) bool {
	m, err := http.ParseTime(modified)
	if err != nil {
		return false
	}
	if d, err := http.ParseTime(date); err == nil {
		at = d
	}
	return !m.Before(at.Truncate(time.Second))
}
