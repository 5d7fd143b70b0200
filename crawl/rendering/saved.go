package rendering

import (
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/aranea-search/aranea/render"
)

// Limits of the cache of answers: the pages of a site request the same scripts.
const (
	saveFor   = 10 * time.Minute
	maxSaved  = 32 << 20 // bytes of bodies
	maxOfOne  = 4 << 20  // bytes of one body
	maxCounts = 4096     // answers
)

// A saveKey identifies a cached answer.
type saveKey struct{ url, origin string }

type savedAnswer struct {
	answer render.Response
	until  time.Time
}

// answers caches complete answers for other pages with the same requests. It is safe for
// concurrent use.
type answers struct {
	mu    sync.Mutex
	have  map[saveKey]savedAnswer
	bytes int
}

func keyOf(r render.Request) saveKey { return saveKey{r.URL.String(), r.Origin} }

// get returns the cached answer to a request, if there is one.
func (a *answers) get(r render.Request, now time.Time) (render.Response, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	s, ok := a.have[keyOf(r)]
	if !ok || !now.Before(s.until) {
		return render.Response{}, false
	}
	s.answer.Saved = true
	return s.answer, true
}

// put caches an answer with status 200, unless it is too large or its Cache-Control forbids that.
func (a *answers) put(r render.Request, answer render.Response, now time.Time) {
	control := strings.ToLower(strings.Join(answer.Header.Values("Cache-Control"), ","))
	if answer.Status != http.StatusOK || len(answer.Body) > maxOfOne || strings.Contains(control, "no-store") || strings.Contains(control, "private") || strings.Contains(control, "max-age=0") {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.bytes += len(answer.Body) - len(a.have[keyOf(r)].answer.Body)
	a.have[keyOf(r)] = savedAnswer{answer, now.Add(saveFor)}
	for key, s := range a.have { // evict any others
		if a.bytes <= maxSaved && len(a.have) <= maxCounts {
			return
		}
		if key != keyOf(r) {
			a.bytes -= len(s.answer.Body)
			delete(a.have, key)
		}
	}
}
