// Package prior counts the languages and the charsets of the pages of one origin, and says
// which one a further page most likely has whose own text does not tell.
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
	MaxLanguages = 16   // and charsets; further ones count as others
	window       = 1024 // pages; beyond it, all counts are halved
	enough       = 5    // pages of a language or charset
	share        = 0.8  // of all pages counted
	quick        = 64   // pages, each of which is worth storing; later ones in slow is
	slow         = 16
)

// others counts the pages of languages and charsets beyond MaxLanguages.
const others = "mul"

// A Record is what is known of the languages and charsets of an origin.
type Record struct {
	Origin   weburl.Origin `json:"origin"`
	Pages    counts        `json:"pages"`              // by the code of a language
	Charsets counts        `json:"charsets,omitempty"` // by the name of a charset, UTF-8 apart
}

// counts are numbers of pages.
type counts map[string]uint32

// Add counts a page in a language. It reports whether the record is worth storing: it is
// not after every page of a large site.
func (r *Record) Add(lang string) (store bool) { return r.Pages.add(lang) }

// AddCharset counts a page in a charset that is not UTF-8, and reports as Add does.
func (r *Record) AddCharset(name string) (store bool) { return r.Charsets.add(name) }

// Usual returns the code of the language that nearly all pages have, "" if there is
// none or too few pages are known.
func (r *Record) Usual() string { return r.Pages.usual() }

// UsualCharset is Usual for charsets.
func (r *Record) UsualCharset() string { return r.Charsets.usual() }

// Likely is Usual for however few pages: no more than what to look for first in the text
// of the next page.
func (r *Record) Likely() string { return r.Pages.likely() }

func (c *counts) add(key string) (store bool) {
	if *c == nil {
		*c = counts{}
	}
	if _, known := (*c)[key]; !known && len(*c) >= MaxLanguages {
		key = others
	}
	(*c)[key]++
	n := c.sum()
	if n >= window {
		for k := range *c {
			if (*c)[k] /= 2; (*c)[k] == 0 {
				delete(*c, k)
			}
		}
	}
	return n <= quick || n%slow == 0
}

func (c counts) sum() (n uint32) {
	for _, pages := range c {
		n += pages
	}
	return n
}

func (c counts) usual() string {
	if key := c.likely(); c[key] >= enough {
		return key
	}
	return ""
}

func (c counts) likely() string {
	all := float64(c.sum())
	for key, n := range c {
		if key != others && float64(n) >= share*all {
			return key
		}
	}
	return ""
}

// check reports what Encode cannot have returned.
func (c counts) check() error {
	if len(c) > MaxLanguages+1 {
		return errors.New("it has too many languages")
	}
	for _, n := range c {
		if n > math.MaxUint16 {
			return errors.New("it counts too many pages")
		}
	}
	return nil
}

// Encode returns the record as it is stored.
func (r *Record) Encode() ([]byte, error) { return json.Marshal(r) }

// Decode reads what Encode returned.
func Decode(data []byte) (Record, error) {
	var r Record
	if err := json.Unmarshal(data, &r); err != nil {
		return r, err
	}
	return r, errors.Join(r.Pages.check(), r.Charsets.check())
}
