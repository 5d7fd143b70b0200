package paging

import (
	"errors"
	"fmt"

	"github.com/aranea-search/aranea/search/sorting"
)

// Limits of a request.
const (
	MaxLimit     = 100  // results
	MaxOffset    = 1000 // results to skip
	MaxCompleted = 20   // completions
)

// Check returns an error of kind Invalid that tells all that a request for results asks for
// beyond its limits, or nil; most is the largest number of results.
func Check(limit, most, offset, perSite int, sort string) error {
	err := errors.Join(inRange("n", limit, most), inRange("offset", offset, MaxOffset), inRange("per_site", perSite, MaxLimit))
	_, fault := sorting.Parse(sort)
	return refusedIf(errors.Join(err, fault))
}

// CheckCompleted is Check for a request for completions.
func CheckCompleted(limit int) error { return refusedIf(inRange("n", limit, MaxCompleted)) }

// inRange returns an error if a number, which is 0 for the default, is negative or too large.
func inRange(name string, n, most int) error {
	if n < 0 || n > most {
		return fmt.Errorf("%s is a number from 0 to %d", name, most)
	}
	return nil
}

func refusedIf(err error) error {
	if err == nil {
		return nil
	}
	return Refused(err)
}
