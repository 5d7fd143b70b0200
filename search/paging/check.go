package paging

import (
	"errors"
	"fmt"
)

// Limits of a request.
const (
	MaxLimit     = 100  // results
	MaxOffset    = 1000 // results to skip
	MaxCompleted = 20   // completions
)

// Check returns an error of kind Invalid that tells all that a request for results asks for
// beyond its limits, or nil; most is the largest number of results. The only sort order besides "" is byDate.
func Check(limit, most, offset, perSite int, sort, byDate string) error {
	err := errors.Join(inRange("n", limit, most), inRange("offset", offset, MaxOffset), inRange("per_site", perSite, MaxLimit))
	if sort != "" && sort != byDate {
		err = errors.Join(err, fmt.Errorf("sort is %s, or absent", byDate))
	}
	return refusedIf(err)
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
