// Package prior counts the languages and charsets of the pages of one origin, and tells which
// ones a further page most likely has whose own text does not say.
//
// Floor: 2 (pure), a part of analyze. Stability: engine. It detects no language itself.
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
	MaxLanguages = 16   // languages, and charsets; further ones are counted as others
	window       = 1024 // pages after which all counts are halved
	enough       = 5    // pages in a language or charset
	share        = 0.8  // share of all counted pages
	quick        = 64   // the first pages are each worth storing, later ones once in slow
	slow         = 16
)

// others counts the pages in languages and charsets beyond MaxLanguages.
const others = "mul"

// A Record is what is known about the languages and charsets of an origin.
type Record struct {
	Origin   weburl.Origin `json:"origin"`
	Pages    counts        `json:"pages"`              // by language code
	Charsets counts        `json:"charsets,omitempty"` // by charset name, without UTF-8
}

// counts are numbers of pages in the order in which their keys were first met, stored as a JSON
// object. Usually there are one or two, and they are read for every page.
type counts []count

type count struct {
	key   string
	pages uint32
}

// Add counts a page in a language. It reports whether the record is worth storing now; on a
// large site that is not the case after every page.
func (r *Record) Add(lang string) (store bool) { return r.Pages.add(lang) }

// AddCharset counts a page in a charset that is not UTF-8, and reports as Add does.
func (r *Record) AddCharset(name string) (store bool) { return r.Charsets.add(name) }

// Usual returns the code of the language that nearly all pages have; "" if there is none, or
// too few pages are known.
func (r *Record) Usual() string { return r.Pages.usual() }

// UsualCharset is Usual for charsets.
func (r *Record) UsualCharset() string { return r.Charsets.usual() }

// Likely returns the language of most pages, however few they are, and the first one in case of
// a tie: only a hint at what to look for first in the text of the next page.
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

// check rejects what Encode cannot have written.
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
