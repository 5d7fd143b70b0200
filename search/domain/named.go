package domain

import (
	"slices"
	"strings"

	"github.com/aranea-search/aranea/index"
)

// MostNamed is how many sites and hosts a word may name: one that names more, as "blog" or "www"
// may, tells none of them.
const MostNamed = 8

// MostLater is MostNamed for a word that has named sites at the beginning of a list of results that is
// read on, while others came.
const MostLater = 8 * MostNamed

// Named returns the terms of the sites and hosts of a snapshot that a word of a query names: those
// whose name begins with it, followed by a dot or a hyphen, as "rust" names rust-lang.org and
// rust.example.org. There are none for a number, and none if there would be more than most.
func Named(snap *index.Snapshot, word string, most int) ([]string, error) {
	if strings.Trim(word, "0123456789") == "" {
		return nil, nil
	}
	var out []string
	from, to := []byte(siteTerm+word+"-"), []byte(siteTerm+word+"/") // the dot is between the two
	for seg := range snap.Segments() {
		more, err := snap.VisitTerms(seg, nil, from, to, most, func(term []byte, _ int) {
			if t := string(term); !slices.Contains(out, t) {
				out = append(out, t)
			}
		})
		if err != nil {
			return nil, err
		}
		if more || len(out) > most {
			return nil, nil
		}
	}
	return out, nil
}
