package trap

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A calendar may lead to a page for each day, whether anybody has written one or not, as that of a wiki does. All
// these addresses have one form, with a number for each asterisk, as in "/wiki/*-*-*".

// maxDead is the maximum number of forms of addresses of missing pages of an origin in a Book.
const maxDead = 32

// needDead is the number of missing pages for none that is there, and of as many more for each one that is.
const needDead = 128

// Dead is what is known of addresses that differ only in numbers, of which the first was missing.
type Dead struct {
	Form string `json:"form"` // see DeadForm
	// Missing counts the first visits that found no page, and There all others since the first of them.
	Missing uint32 `json:"missing"`
	There   uint32 `json:"there,omitempty"`
	// Why is the evidence that there are hardly any, or ""; Since is the time of the verdict.
	Why     string    `json:"why,omitempty"`
	Since   time.Time `json:"since,omitzero"`
	Allowed bool      `json:"allowed,omitempty"` // by the operator, permanently
}

// DeadForm returns a target with an asterisk for each number in it, or "" for one without numbers, and for one that
// is too large.
func DeadForm(target string) string {
	if !strings.ContainsAny(target, "0123456789") {
		return ""
	}
	if form := starred(target); len(form) <= maxName {
		return form
	}
	return ""
}

// deadForms are those of one origin.
type deadForms []Dead

// saw records a visit (Book.SawDead), and reports whether there is something new to store.
func (all *deadForms) saw(target string, missing bool, now time.Time) (news bool) {
	d := all.of(DeadForm(target), missing)
	switch {
	case d == nil:
		return false
	case missing:
		d.Missing++
	default:
		d.There++
	}
	few := d.Missing >= needDead*(d.There+1)
	switch {
	case d.Why != "" && !few:
		d.Why, d.Since = "", time.Time{}
		return true
	case d.Why == "" && few && !d.Allowed:
		d.Why, d.Since = fmt.Sprintf("of %d addresses of the form %s that were visited, %d are missing", d.Missing+d.There, d.Form, d.Missing), now
		return true
	}
	return (d.Missing+d.There)%keepEvery == 0
}

// of returns what is known of a form, nil if nothing is or there is no place for it. With add, an unknown one
// takes the place of that with the fewest missing pages.
func (all *deadForms) of(form string, add bool) *Dead {
	i := slices.IndexFunc(*all, func(d Dead) bool { return d.Form == form })
	if i >= 0 {
		return &(*all)[i]
	}
	if !add || form == "" {
		return nil
	}
	if len(*all) == maxDead {
		least, kept := leastOf(*all, func(d *Dead) uint32 { return weight(d.Missing, d.Why, d.Allowed) })
		if kept >= byVerdict {
			return nil
		}
		*all = slices.Delete(*all, least, least+1)
	}
	*all = append(*all, Dead{Form: form})
	return &(*all)[len(*all)-1]
}

// Delay returns why a target is asked for after others, as there is hardly a page at it, or "" if there is no
// evidence.
func (all *deadForms) Delay(target string) string {
	if !slices.ContainsFunc(*all, func(d Dead) bool { return d.Why != "" }) {
		return ""
	}
	if d := all.of(DeadForm(target), false); d != nil {
		return d.Why
	}
	return ""
}

// allow revokes the verdict on a form, or all of them with "", and reports whether there was one.
func (all *deadForms) allow(rule string) (took bool) {
	for i := range *all {
		if d := &(*all)[i]; d.Why != "" && (rule == "" || rule == d.Form) {
			d.Why, d.Since, d.Allowed, took = "", time.Time{}, true, true
		}
	}
	return took
}
