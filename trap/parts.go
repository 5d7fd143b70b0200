package trap

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// MaxParts is the maximum number of kinds of parts of an origin in a Book.
const MaxParts = 16

// A Part is what is known of URLs that have a number behind the path of their page, as those of the posts of
// a thread have, whose pages name that path as canonical.
type Part struct {
	Name string `json:"part"` // see PartOf
	// Named counts the pages that gave way to their page and named nothing else that was new, Opened those
	// that named more, Own those that named their page and kept a text of their own, and Other all others
	// since the first of them.
	Named  uint32 `json:"named"`
	Opened uint32 `json:"opened,omitempty"`
	Own    uint32 `json:"own,omitempty"`
	Other  uint32 `json:"other,omitempty"`
	// Why is the evidence that the number has no effect, or ""; Since is the time of the verdict.
	Why     string    `json:"why,omitempty"`
	Since   time.Time `json:"since,omitzero"`
	Allowed bool      `json:"allowed,omitempty"` // by the operator, permanently

	mains []uint64 // different pages, at most maxPrints
}

// A PartVisit is the result of the first visit to a URL that has the form of a part.
type PartVisit struct {
	Target    string // path and query
	Canonical string // the target that its page names as canonical on the same origin, "" for none
	GaveWay   bool   // it has the text of that
	Opens     bool   // it names URLs that were not known, other than that and further parts
}

// PartOf returns the kind of part of a target, as "/topic/*/*/{n}" of "/topic/7/title/12", and the path of its
// page: its first folder, if it has no digit, an asterisk for each other one, and the number. Both are "" for a
// target that has a query, no number at its end, or no folder, or too many.
func PartOf(target string) (name, page string) {
	path, query, _ := strings.Cut(target, "?")
	slash := strings.LastIndexByte(path, '/')
	if query != "" || slash <= 0 || !isNumber(path[slash+1:]) || strings.Count(path, "/") > maxSegments {
		return "", ""
	}
	first, rest, _ := strings.Cut(path[1:slash], "/")
	if strings.ContainsAny(first, "0123456789") {
		first = "*"
	}
	name = "/" + first
	if rest != "" {
		name += strings.Repeat("/*", strings.Count(rest, "/")+1)
	}
	if name += "/{n}"; len(name) > maxName {
		return "", ""
	}
	return name, path[:slash]
}

// SawPart records the first visit to a URL that has the form of a part, and reports whether there is
// something new to store.
func (b *Book) SawPart(v PartVisit, now time.Time) bool {
	name, page := PartOf(v.Target)
	if name == "" {
		return false
	}
	main, _, _ := strings.Cut(v.Canonical, "?")
	p := b.part(name, main == page && v.GaveWay)
	switch {
	case p == nil:
		return false
	case main != page:
		p.Other++
	case !v.GaveWay:
		p.Own++
	case v.Opens:
		p.Opened++
	default:
		p.Named++
	}
	if s := sum(page); main == page && len(p.mains) < maxPrints && !slices.Contains(p.mains, s) {
		p.mains = append(p.mains, s)
	}
	return b.judgePart(p, now) || (p.Named+p.Opened)%keepEvery == 0
}

// judgePart sets or revokes the verdict on parts, and reports whether it did.
func (b *Book) judgePart(p *Part, now time.Time) bool {
	gave := p.Named + p.Opened
	few := p.Other*differOne <= gave && p.Own <= gave // those in the middle of long threads keep their texts
	many := p.Other*differOne > gave || p.Own > 2*gave
	switch {
	case p.Why != "" && many:
		p.Why, p.Since, b.Pending = "", time.Time{}, true
	case p.Why == "" && few && !p.Allowed && p.Named >= needNamed && p.Named >= p.Opened && len(p.mains) == maxPrints:
		p.Why, p.Since = fmt.Sprintf("%d of %d pages%s are that page, and name it as canonical", gave, gave+p.Own+p.Other, aboutPart(p.Name)), now
	default:
		return false
	}
	return true
}

// aboutPart returns what the evidence on parts says of which they are.
func aboutPart(name string) string {
	return " of " + name + ", a number behind the path of their page,"
}

// part returns what is known of a kind of parts, nil if nothing is or there is no place for it. With add, an
// unknown one takes the place of that with the fewest pages.
func (b *Book) part(name string, add bool) *Part {
	i := slices.IndexFunc(b.Parts, func(p Part) bool { return p.Name == name })
	if i >= 0 {
		return &b.Parts[i]
	}
	if !add {
		return nil
	}
	if len(b.Parts) == MaxParts {
		least, kept := leastOf(b.Parts, func(p *Part) uint32 { return weight(p.Named+p.Opened, p.Why, p.Allowed) })
		if kept >= byVerdict {
			return nil
		}
		b.Parts = slices.Delete(b.Parts, least, least+1)
	}
	b.Parts = append(b.Parts, Part{Name: name})
	return &b.Parts[len(b.Parts)-1]
}

// AdvisePart returns the page that stands in the place of a part, and why; both are "" if there is no
// evidence, or if the target is one of the few that are visited all the same.
func (b *Book) AdvisePart(target string) (page, why string) {
	if len(b.Parts) == 0 || sum(target)%sampleOf == 0 {
		return "", ""
	}
	return b.pageOf(target)
}

// PageOf returns the page that a target is a part of, also if it is one of those that are visited all the
// same, or "" if there is no evidence.
func (b *Book) PageOf(target string) string {
	page, _ := b.pageOf(target)
	return page
}

func (b *Book) pageOf(target string) (page, why string) {
	name, page := PartOf(target)
	if p := b.part(name, false); p != nil && p.Why != "" {
		return page, p.Why
	}
	return "", ""
}
