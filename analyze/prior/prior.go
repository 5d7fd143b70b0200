// Package prior counts the languages and the charsets of the pages of one origin, and says
// which one a further page most likely has whose own text does not tell.
//
// Floor: 2 (pure), a part of analyze. Stability: engine. It tells no language itself.
package prior

import (
	"encoding/json"
	"errors"
	"maps"
	"math"
	"slices"

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

// counts are numbers of pages in the order in which their keys were met; stored they are an
// object. They are asked for with every page, and mostly are one or two.
type counts []count

type count struct {
	key   string
	pages uint32
}

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

// Likely returns the language that most of however few pages have, the first if several have:
// no more than what to look for first in the text of the next page.
func (r *Record) Likely() string { return r.Pages.likely() }

func (c *counts) add(key string) (store bool) {
	if c.of(key) == nil && len(*c) >= MaxLanguages {
		key = others
	}
	if c.of(key) == nil {
		*c = append(*c, count{key: key})
	}
	c.of(key).pages++
	n := c.sum()
	if n >= window {
		for i := range *c {
			(*c)[i].pages /= 2
		}
		*c = slices.DeleteFunc(*c, func(k count) bool { return k.pages == 0 })
	}
	return n <= quick || n%slow == 0
}

// of returns the count of a key, nil if there is none.
func (c counts) of(key string) *count {
	for i := range c {
		if c[i].key == key {
			return &c[i]
		}
	}
	return nil
}

func (c counts) sum() (n uint32) {
	for i := range c {
		n += c[i].pages
	}
	return n
}

func (c counts) usual() string {
	if k := c.most(); k != nil && k.pages >= enough {
		return k.key
	}
	return ""
}

func (c counts) likely() string {
	var most count
	for _, k := range c {
		if k.key != others && k.pages > most.pages {
			most = k
		}
	}
	return most.key
}

// most returns the count of nearly all pages, nil if there is none.
func (c counts) most() *count {
	all := float64(c.sum())
	for i := range c {
		if k := &c[i]; k.key != others && float64(k.pages) >= share*all {
			return k
		}
	}
	return nil
}

// check reports what Encode cannot have returned.
func (c counts) check() error {
	if len(c) > MaxLanguages+1 {
		return errors.New("it has too many languages")
	}
	for _, k := range c {
		if k.pages > math.MaxUint16 {
			return errors.New("it counts too many pages")
		}
	}
	return nil
}

// MarshalJSON is part of json.Marshaler.
func (c counts) MarshalJSON() ([]byte, error) {
	all := make(map[string]uint32, len(c))
	for _, k := range c {
		all[k.key] = k.pages
	}
	return json.Marshal(all)
}

// UnmarshalJSON is part of json.Unmarshaler.
func (c *counts) UnmarshalJSON(data []byte) error {
	var all map[string]uint32
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	*c = nil
	for _, key := range slices.Sorted(maps.Keys(all)) {
		*c = append(*c, count{key, all[key]})
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
