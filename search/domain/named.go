package domain

import (
	"slices"
	"strings"
	"unicode"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/filter"
)

// MostNamed is how many sites, and how many hosts of one site, a word may name whose pages somebody may
// see: of more sites, as "blog" or "www" may name, those with a seed count.
const MostNamed = 8

// mostLooked is how many names of hosts are looked at. So many begin with one word if it says nothing, or
// if somebody made them up.
const mostLooked = 256

// A Word is a word of a query.
type Word struct {
	Form, Typed string
	Called      []string // the hosts that are called by it in the titles of their pages
}

// Named returns the terms of the sites and hosts of a snapshot that a word of a query names: those
// whose name begins with its form, followed by a dot or a hyphen, as "rust" names rust-lang.org and
// rust.example.org, those that begin with the word as it was typed, in its own script, followed by
// a dot, and those that are called by it. There are none for a number, and those that are called by it alone
// if more than mostLooked begin with it.
func Named(snap *index.Snapshot, w Word) (out []string, err error) {
	for _, host := range w.Called {
		out = append(out, SiteTerm+host)
	}
	called := len(out)
	for _, in := range ranges(w.Form, w.Typed) {
		for seg := range snap.Segments() {
			more, err := snap.VisitTerms(seg, nil, []byte(SiteTerm+in.from), []byte(SiteTerm+in.to), mostLooked, func(term []byte, _ int) {
				if t := string(term); !slices.Contains(out, t) {
					out = append(out, t)
				}
			})
			if err != nil {
				return nil, err
			}
			if more || len(out)-called > mostLooked {
				return out[:called], nil
			}
		}
	}
	return out, nil
}

// A span is the names from one on, up to another.
type span struct{ from, to string }

// puny begins a label of a name in another script than the Latin one, as it is in the index (RFC 3492).
const puny = "xn--"

// ranges returns where the names are that a word begins.
func ranges(form, typed string) (out []span) {
	if strings.Trim(form, "0123456789") != "" && form+"--" != puny {
		out = append(out, span{form + "-", form + "/"}) // the dot is between the two
	}
	if strings.IndexFunc(typed, func(r rune) bool { return r > unicode.MaxASCII }) < 0 {
		return out
	}
	if name := strings.TrimPrefix(filter.Of(query.Site, typed), query.Site.String()+":"); strings.HasPrefix(name, puny) && !strings.Contains(name, ".") {
		out = append(out, span{name + ".", name + "/"})
	}
	return out
}
