package trap

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// needNamed is the number of pages of a template whose canonical URLs are theirs without the same
// parameters, after which these are dropped: of at least maxPrints different canonical URLs, with
// at most one other page in differOne.
const needNamed = 24

// dropped returns the names of the parameters without which a target is the canonical one,
// separated by "&"; "" if it has no parameter more, or differs in anything else.
func dropped(target, canonical string) string {
	kept := shapeOf(canonical).params
	isKept := func(name string) bool {
		return slices.ContainsFunc(kept, func(p param) bool { return p.name == name })
	}
	var names []string
	for _, p := range shapeOf(target).params {
		if !isKept(p.name) && !slices.Contains(names, p.name) {
			names = append(names, p.name)
		}
	}
	if len(names) == 0 || without(target, func(name string) bool { return !isKept(name) }) != canonical {
		return ""
	}
	return strings.Join(names, "&")
}

// sawCanonical records which canonical URL a page of a template names, and reports whether there is
// something new to store: that parameters which its pages leave out of it have no effect, or that
// they have one after all. The entry was not yet told of the visit.
func (b *Book) sawCanonical(e *Entry, v Visit, now time.Time) bool {
	names := dropped(v.Target, v.Canonical)
	switch {
	case names == "" && (e.Drops == "" || v.Known && v.Canonical == ""): // a copy of another page names nothing
		return false
	case names != "" && e.Drops == "":
		e.Drops, e.Other = names, e.Visits
	case names != e.Drops:
		e.Other++
		return b.keepsAll(e)
	}
	if v.Opens {
		e.Opened++
	} else {
		e.Named++
	}
	if s := sum(v.Canonical); len(e.mains) < maxPrints && !slices.Contains(e.mains, s) {
		e.mains = append(e.mains, s)
	}
	return e.Named >= needNamed && e.Named >= e.Opened && b.drop(e, now)
}

// isNamed reports whether the pages of a template leave the same parameters out of their canonical
// URLs.
func (e *Entry) isNamed() bool { return len(e.mains) == maxPrints && !e.differs() }

// differs reports whether too many pages of a template name other canonical URLs, or none.
func (e *Entry) differs() bool { return e.Other*differOne > e.Named+e.Opened }

// drop sets the verdicts that the parameters which the pages of a template leave out of their
// canonical URLs have no effect, and reports whether it set one.
func (b *Book) drop(e *Entry, now time.Time) bool {
	if !e.isNamed() {
		return false
	}
	set := false
	for name := range strings.SplitSeq(e.Drops, "&") {
		if len(name) > maxName {
			continue
		}
		if p := b.param(e.Template, name); p.Why == "" && !p.Allowed {
			p.Why = fmt.Sprintf("%d of %d pages of %s name as canonical the same URL without %s", e.Named+e.Opened, e.Named+e.Opened+e.Other, e.Template, strings.ReplaceAll(e.Drops, "&", " and "))
			p.Since, p.Canonical, set = now, true, true
		}
	}
	return set
}

// keepsAll revokes the verdicts of drop if they proved wrong, and reports whether it did.
func (b *Book) keepsAll(e *Entry) bool {
	if !e.differs() {
		return false
	}
	took := false
	for i := range b.Params {
		if p := &b.Params[i]; p.Template == e.Template && p.Canonical && p.Why != "" {
			p.Why, p.Since, p.Canonical, took = "", time.Time{}, false, true
		}
	}
	b.Pending = b.Pending || took
	return took
}
