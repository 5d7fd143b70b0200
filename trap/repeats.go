package trap

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// MaxRepeats is the maximum number of families of an origin in a Book.
const MaxRepeats = 256

// Requirements for a verdict on a family.
const (
	needOld   = 64 // pages that say nothing new,
	oldOf     = 15 // of which at most one says something new for so many that do not,
	needEnds  = 32 // pages of them that lead to nothing else,
	endsOf    = 7  // of which at most one leads on for so many that do not
	oldSoFar  = 16 // pages that say nothing new from which on links to a family lead nowhere
	needOften = 8  // pages of one family after which what its origin says is listened to
	lastTexts = 4 * needOld
	lastEnds  = 4 * needEnds
	maxLeads  = 64 // families that the pages of one lead to

	maxFolders = 2 // of the path in a family with parameters

	identifierDigits = 7 // of an identifier, and more
)

// A Repeat is what is known of the URLs of one family: whether their pages repeat what other pages of
// the origin say, as old versions of a file, differences between them, and lists in another order do, or
// ask not to be indexed.
type Repeat struct {
	Family string `json:"family"` // see FamilyOf
	// Old and New count its last pages: those that said nothing new, and those that did.
	Old uint32 `json:"old"`
	New uint32 `json:"new,omitempty"`
	// Ends and Leads count the last of the old ones: those that named no new URL but of families that
	// repeat, and those that did when they were visited.
	Ends  uint32 `json:"ends,omitempty"`
	Leads uint32 `json:"leads,omitempty"`
	// Why is the evidence that its pages bring nothing, or ""; Since is the time of the verdict.
	Why     string    `json:"why,omitempty"`
	Since   time.Time `json:"since,omitzero"`
	Allowed bool      `json:"allowed,omitempty"` // by the operator, permanently

	visits uint32 // all first visits, also those that showed no text
	voids  uint32 // those that led to nothing

	to   []lead // the families that its pages led to, at most maxLeads
	told uint32 // of Leads, the pages whose families are all in it
	sum  uint32 // of the family; 0 if it was not computed yet
}

// A lead is a family, and the number of pages of another one that led to it.
type lead struct {
	family uint32 // its sum
	pages  uint32
}

// FamilyOf returns the family of a target: for one with a query, its first two folders and the names of its
// parameters, such as "/r.git/tree/**?id=*", if it has no folders also values that are words, as in
// "/index.php?action=diff&rev=*"; for another one with a digit in its path, its template, of which only
// "**" is left below an identifier such as that of a commit: "/r/src/commit/*/**". Segments of a path such
// as "sort:age", two and more, are parameters as well (withQuery). It is "" for a target
// that no program seems to generate, or that is too large.
func FamilyOf(target string) string {
	path, query, _ := strings.Cut(withQuery(target), "?")
	if query == "" {
		if !strings.ContainsAny(path, "0123456789") {
			return ""
		}
		return Template(withinIdentifier(path))
	}
	segs := strings.Split(strings.TrimPrefix(path, "/"), "/")
	if len(segs) > maxFolders && segs[maxFolders] != "" {
		segs = append(segs[:maxFolders:maxFolders], "**")
	}
	for i, seg := range segs {
		if strings.ContainsAny(seg, "0123456789") {
			segs[i] = "*"
		}
	}
	params := parametersOf(query)
	for i, p := range params {
		key, value, _ := strings.Cut(p, "=")
		if len(segs) > 1 || !isShortWord(value) {
			value = "*"
		}
		params[i] = key + "=" + value
	}
	slices.Sort(params)
	params = slices.Compact(params)
	family := "/" + strings.Join(segs, "/") + "?" + strings.Join(params, "&")
	if len(params) > maxParameters || len(family) > maxName {
		return ""
	}
	return family
}

// withinIdentifier returns a path as far as the first segment that is an identifier, and "**" for what is
// below.
func withinIdentifier(path string) string {
	end := 0
	for seg := range strings.SplitAfterSeq(path, "/") {
		if end += len(seg); isIdentifier(strings.TrimSuffix(seg, "/")) && end < len(path) {
			return path[:end] + "**"
		}
	}
	return path
}

// isIdentifier reports whether a segment of a path is a long hexadecimal number, as the names of commits are.
func isIdentifier(segment string) bool {
	return len(segment) >= identifierDigits && strings.Trim(segment, "0123456789abcdef") == "" && strings.ContainsAny(segment, "abcdef") && strings.ContainsAny(segment, "0123456789")
}

// SawFamily records the first visit to a URL of a family, whatever it brought; void is true if that is no page,
// nor a redirect to a URL that was not known. It reports whether so many were visited that their pages may be found
// to repeat others.
func (b *Book) SawFamily(family string, void bool) (often bool) {
	r := b.repeat(family, true)
	if r == nil {
		return false
	}
	if r.visits++; void {
		r.voids++
	}
	return r.visits >= needOften || r.Old+r.New > 0
}

// A Text is what the text of a page said.
type Text struct {
	New bool // something that no other page of the origin had said, and that may be indexed
	// Leads are targets that the page names, that are new, and whose families may say something new: one of
	// each family. Lists are such targets at the path of the page, with other parameters.
	Leads, Lists []string
	// Little is true if it says too little to judge its family.
	Little bool
	// Sure is true if so much of the origin is known that what seems to be new is new.
	Sure bool
}

// SawText records the first visit to a page of a family, and reports whether there is something new to
// store.
func (b *Book) SawText(family string, t Text, now time.Time) (news bool) {
	if t.Little {
		return false
	}
	r := b.repeat(family, true)
	return r != nil && (b.sawText(r, t, now) || (r.Old+r.New)%keepEvery == 0)
}

// sawText records what a page of a family said, and reports whether that changed the verdict.
func (b *Book) sawText(r *Repeat, t Text, now time.Time) bool {
	switch {
	case t.New && r.Why != "" && !t.Sure:
		return false
	case t.New:
		r.New++
	case len(t.Leads)+len(t.Lists) > 0:
		r.Old, r.Leads = r.Old+1, r.Leads+1
		r.leadTo(t.Leads, t.Lists)
	default:
		r.Old, r.Ends = r.Old+1, r.Ends+1
	}
	r.age()
	leads := b.leads(r)
	ends := r.Ends + r.Leads - leads
	few := r.repeats() && leads*endsOf <= ends && ends >= needEnds
	many := r.New*oldOf > 2*r.Old || leads*endsOf > 2*ends
	switch {
	case r.Why != "" && many:
		r.Why, r.Since, b.Pending = "", time.Time{}, true
	case r.Why == "" && few && !r.Allowed:
		r.Why, r.Since = fmt.Sprintf("%d of the last %d pages%s or ask not to be indexed, and nearly all of these lead to nothing else", r.Old, r.Old+r.New, aboutFamily(r.Family)), now
		r.age()
	default:
		return false
	}
	return true
}

// repeats reports whether nearly none of enough pages of a family said something new.
func (r *Repeat) repeats() bool { return r.Old >= needOld && r.New*oldOf <= r.Old }

// age lets what was seen long ago count for less: what was seen before a verdict and since then for
// little more than a verdict needs, so that few pages end one that is wrong.
func (r *Repeat) age() {
	texts, ends := uint32(lastTexts), uint32(lastEnds)
	if r.Why != "" {
		texts, ends = 2*needOld, 2*needEnds
	}
	for r.Old+r.New >= texts {
		r.Old, r.New = r.Old/2, r.New/2
	}
	for r.Ends+r.Leads >= ends {
		r.Ends, r.Leads, r.told = r.Ends/2, r.Leads/2, r.told/2
		for i := range r.to {
			r.to[i].pages = (r.to[i].pages + 1) / 2
		}
	}
}

// leadTo records the families that a page led to.
func (r *Repeat) leadTo(targets ...[]string) {
	for _, t := range slices.Concat(targets...) {
		family := shortSum(FamilyOf(t))
		i := slices.IndexFunc(r.to, func(l lead) bool { return l.family == family })
		if i < 0 {
			if len(r.to) == maxLeads {
				return
			}
			i, r.to = len(r.to), append(r.to, lead{family: family})
		}
		r.to[i].pages++
	}
	r.told++
}

// leads returns how many of the last pages of a family led, as far as is known by now, to what may say
// something new: a family of which no page was visited then may have shown since that its pages repeat
// others as well.
func (b *Book) leads(r *Repeat) uint32 {
	if len(r.to) == 0 {
		return r.Leads - r.told
	}
	n := uint32(0)
	for _, l := range r.to {
		n += l.pages
	}
	for i := range b.Repeats {
		if of := &b.Repeats[i]; !of.mayBeNew() {
			if of.sum == 0 {
				of.sum = shortSum(of.Family)
			}
			if k := slices.IndexFunc(r.to, func(l lead) bool { return l.family == of.sum }); k >= 0 {
				n -= r.to[k].pages
			}
		}
	}
	return r.Leads - r.told + min(r.told, n)
}

// mayBeNew reports whether a page of a family may say something new, by what those did that were visited.
func (r *Repeat) mayBeNew() bool {
	if r.Old+r.New == 0 && r.voids >= oldSoFar && (r.visits-r.voids)*endsOf <= r.voids {
		return false
	}
	return r.Why == "" && (r.Old < oldSoFar || r.New*endsOf > r.Old)
}

// repeat returns what is known of a family, nil if nothing is or there is no place for it. With add, an
// unknown one takes the place of that with the fewest pages.
func (b *Book) repeat(family string, add bool) *Repeat {
	i := slices.IndexFunc(b.Repeats, func(r Repeat) bool { return r.Family == family })
	if i >= 0 {
		return &b.Repeats[i]
	}
	if !add || family == "" {
		return nil
	}
	if len(b.Repeats) == MaxRepeats {
		least, kept := leastOf(b.Repeats, func(r *Repeat) uint32 { return weight(max(r.visits, r.Old+r.New), r.Why, r.Allowed) })
		if kept >= byVerdict {
			return nil
		}
		b.Repeats = slices.Delete(b.Repeats, least, least+1)
	}
	b.Repeats = append(b.Repeats, Repeat{Family: family})
	return &b.Repeats[len(b.Repeats)-1]
}

// MayBeNew reports whether a link of a page may lead to something new. It does not if pages of its family
// have said nothing new so far. If it has all the parameters of the page, as the views of an old version
// of a file have its name and that of the version, it does only if most pages of its family did; of families
// of which nothing is known, only the further pages of a page at its own path may.
func (b *Book) MayBeNew(page, link string) bool {
	r := b.repeat(FamilyOf(link), false)
	switch {
	case r == nil || r.Old+r.New == 0 && r.visits < oldSoFar:
		return !carries(page, link) || samePath(page, link)
	case r.Why != "":
		return false
	case carries(page, link):
		return r.New >= r.Old && r.New > 0
	}
	return r.mayBeNew()
}

// aboutFamily returns what the evidence on a family says of which one it is about.
func aboutFamily(family string) string { return " like " + family + " say what others say" }

// AdviseFamily returns why a target is of a family whose pages bring nothing, or "" if there is no
// evidence, or if it is one of the few that are visited all the same.
func (b *Book) AdviseFamily(target string) string {
	if !slices.ContainsFunc(b.Repeats, func(r Repeat) bool { return r.Why != "" }) {
		return ""
	}
	if r := b.repeat(FamilyOf(target), false); r != nil && sum(target)%sampleOf != 0 {
		return r.Why
	}
	return ""
}

// DelayFamily returns why a target is visited after others, or "": the pages of its family say nothing new,
// but lead to others that may.
func (b *Book) DelayFamily(target string) string {
	isLate := func(r Repeat) bool { return r.Why == "" && !r.Allowed && r.repeats() }
	if !slices.ContainsFunc(b.Repeats, isLate) {
		return ""
	}
	if r := b.repeat(FamilyOf(target), false); r != nil && isLate(*r) {
		return fmt.Sprintf("%d of the last %d pages%s", r.Old, r.Old+r.New, aboutFamily(r.Family))
	}
	return ""
}
