// Package prior counts the languages of the pages of one origin, and says which one a
// further page most likely has whose own text does not tell.
//
// Floor: 2 (pure), a part of analyze. Stability: engine. It tells no language itself.
package prior

import (
	"encoding/json"
	"errors"
	"math"

	"github.com/aranea-search/aranea/weburl"
)

// Limits of a Record, and what makes a language the usual one.
const (
	MaxLanguages = 16   // further ones count as others
	window       = 1024 // pages; beyond it, all counts are halved
	enough       = 5    // pages of a language
	share        = 0.8  // of all pages
	quick        = 64   // pages, each of which is worth storing; later ones in slow is
	slow         = 16
)

// others counts the pages of languages beyond MaxLanguages.
const others = "mul"

// A Record is what is known of the languages of an origin.
type Record struct {
	Origin weburl.Origin     `json:"origin"`
	Pages  map[string]uint32 `json:"pages"` // by the code of a language
}

// Add counts a page. It reports whether the record is worth storing: it is not after
// every page of a large site.
func (r *Record) Add(lang string) (store bool) {
	if r.Pages == nil {
		r.Pages = map[string]uint32{}
	}
	if _, known := r.Pages[lang]; !known && len(r.Pages) >= MaxLanguages {
		lang = others
	}
	r.Pages[lang]++
	n := r.sum()
	if n >= window {
		for l := range r.Pages {
			if r.Pages[l] /= 2; r.Pages[l] == 0 {
				delete(r.Pages, l)
			}
		}
	}
	return n <= quick || n%slow == 0
}

func (r *Record) sum() (n uint32) {
	for _, pages := range r.Pages {
		n += pages
	}
	return n
}

// Usual returns the code of the language that nearly all pages have, "" if there is
// none or too few pages are known.
func (r *Record) Usual() string {
	if lang := r.Likely(); r.Pages[lang] >= enough {
		return lang
	}
	return ""
}

// Likely is Usual for however few pages: no more than what to look for first in the text
// of the next page.
func (r *Record) Likely() string {
	all := float64(r.sum())
	for lang, n := range r.Pages {
		if lang != others && float64(n) >= share*all {
			return lang
		}
	}
	return ""
}

// Encode returns the record as it is stored.
func (r *Record) Encode() ([]byte, error) { return json.Marshal(r) }

// Decode reads what Encode returned.
func Decode(data []byte) (Record, error) {
	var r Record
	if err := json.Unmarshal(data, &r); err != nil {
		return r, err
	}
	if len(r.Pages) > MaxLanguages+1 {
		return r, errors.New("it has too many languages")
	}
	for _, n := range r.Pages {
		if n > math.MaxUint16 {
			return r, errors.New("it counts too many pages")
		}
	}
	return r, nil
}
