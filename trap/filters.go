package trap

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
)

// A shop may have each filter of its lists as a folder of the path: from /shop/red/ a link leads to /shop/red/wool/,
// from there to /shop/red/wool/large/, in any order, and each of the filters has a list of its own right below
// /shop/. So paths of two and more segments that are all names of pages of one folder are combinations of filters.

// maxFilterFolders is the maximum number of folders of an origin in a Book whose lists have filters.
const maxFilterFolders = 16

const (
	maxFilterWords = 256 // names of filters of one folder
	maxFilterBase  = 4   // segments of such a folder
	maxCombined    = 12  // filters of one path
	leastFilters   = 2   // of a combination
	filterLevels   = 4   // numbers of filters that are told apart; the last stands for all above

	needLists = 48      // lists of so many filters that say nothing new, and most of which name lists of more,
	listsOf   = 15      // of which at most one says something new for so many that do not,
	lastLists = 64      // of the last ones
	lastLed   = 1 << 10 // lists of which few may have led to something else

	needFurther = 2 // further pages that say something new, for less than furtherOf that do not each, so that links to more of
	furtherOf   = 7 // them lead on

	leastSampleOf = 64 // of so many lists that are left out one is visited all the same, or
	namesMoreOf   = 4  // of so many for each filter, as each list names as many others

	withFilters = "{filters}/" // behind a folder in the name of its lists with filters; no path has a brace in a URL
	withNumber  = "{n}/"       // behind that in the name of their further pages
)

// Filters are what is known of the lists of one folder that folders of the path narrow.
type Filters struct {
	Folder string   `json:"folder"` // "/shop/"
	Words  []uint32 `json:"words"`  // short sums of the segments that were seen in combinations, at most maxFilterWords
	Lists  Narrowed `json:"lists"`
	// Pages are the further pages of such lists: with a number at the end of the path, or a query.
	Pages Narrowed `json:"pages"`
}

// filterFolders are those of one origin, at most maxFilterFolders.
type filterFolders []Filters

// Narrowed is what is known of combinations of filters of one folder, by their number: of two, three, four, and more.
type Narrowed struct {
	Levels  [filterLevels]Level `json:"levels"`
	Allowed bool                `json:"allowed,omitempty"` // by the operator, permanently
}

// A Level is what is known of combinations of so many filters. Until there is a verdict, each set of filters counts
// once, in whichever order.
type Level struct {
	// Old and New count the last that were visited: those that said nothing new and led to no other new pages, and all
	// others. Grew counts those of Old that named combinations of more filters.
	Old  uint32 `json:"old"`
	Grew uint32 `json:"grew,omitempty"`
	New  uint32 `json:"new,omitempty"`
	// Visits and Led count many more of the last: all of them, and those that led to other new pages.
	Visits uint32 `json:"visits,omitempty"`
	Led    uint32 `json:"led,omitempty"`
	// Why is the evidence that they bring nothing, or ""; Since is the time of the verdict.
	Why   string    `json:"why,omitempty"`
	Since time.Time `json:"since,omitzero"`
}

// A Combination is a path of filters.
type Combination struct {
	Folder  string
	Filters []string // segments; none if the target is no combination
	Further bool     // it is a further page of a list
}

// A FilterVisit is the result of the first visit to a combination.
type FilterVisit struct {
	Combination
	Says  bool // it says something new
	Led   bool // it names new pages that are no combinations
	Grew  bool // it names combinations of more filters
	Again bool // the same filters were seen in another order
}

// CombinationOf returns how a target is a combination of filters: has reports whether a segment is the name of a
// page of a folder, which has the end of the target behind its name. The folder with the longest
// combination counts.
func CombinationOf(target string, has func(folder, segment, end string) bool) Combination {
	segs, end, further := filterSegments(target)
	c := combined(segs, end, has)
	if len(c.Filters) == 0 && further && len(segs) > leastFilters { // the last segment may be "page", of /red/wool/page/2/
		c = combined(segs[:len(segs)-1], end, has)
	}
	c.Further = further
	return c
}

// SumOf returns a number for a combination, the same for each order of its filters.
func SumOf(c Combination) uint64 {
	filters := slices.Clone(c.Filters)
	slices.Sort(filters)
	return sum(fmt.Sprint(c.Folder, filters, c.Further))
}

func combined(segs []string, end string, has func(folder, segment, end string) bool) Combination {
	folder := "/"
	for i := 0; i+leastFilters <= len(segs) && i <= maxFilterBase; i++ {
		all := len(segs)-i <= maxCombined
		for k := len(segs) - 1; all && k >= i; k-- { // the last ones of most paths are names of no such page
			all = has(folder, segs[k], end)
		}
		if all {
			return Combination{Folder: folder, Filters: segs[i:]}
		}
		folder += segs[i] + "/"
	}
	return Combination{}
}

// filterSegments returns the segments of the path of a target, and what the names of its pages end in: a slash, the
// extension of a file, or nothing. A number at the end does not count.
func filterSegments(target string) (segs []string, end string, further bool) {
	name, query, _ := strings.Cut(target, "?")
	if trimmed, ok := strings.CutSuffix(name, "/"); ok {
		name, end = trimmed, "/"
	} else if ext := path.Ext(name); len(ext) <= 6 && strings.Trim(ext, ".0123456789") != "" {
		name, end = strings.TrimSuffix(name, ext), ext
	}
	segs = strings.Split(strings.TrimPrefix(name, "/"), "/")
	if further = query != ""; isNumber(segs[len(segs)-1]) {
		segs, further = segs[:len(segs)-1], true
	}
	return segs, end, further
}

// Has reports whether a segment was seen in combinations of filters of a folder.
func (all filterFolders) Has(folder, segment string) bool {
	f := all.of(folder)
	return f != nil && slices.Contains(f.Words, shortSum(segment))
}

func (all filterFolders) of(folder string) *Filters {
	if i := slices.IndexFunc(all, func(f Filters) bool { return f.Folder == folder }); i >= 0 {
		return &all[i]
	}
	return nil
}

// of returns what is known of lists, or of their further pages.
func (f *Filters) of(further bool) *Narrowed {
	if further {
		return &f.Pages
	}
	return &f.Lists
}

// weight returns the priority of what is known of a folder among those of others.
func (f *Filters) weight() uint32 {
	seen := uint32(0)
	for _, n := range []*Narrowed{&f.Lists, &f.Pages} {
		for _, l := range n.Levels {
			seen += l.Visits
		}
	}
	return max(weight(seen, f.Lists.why(), f.Lists.Allowed), weight(seen, f.Pages.why(), f.Pages.Allowed))
}

// why returns the evidence on the combinations of the fewest filters that have a verdict, "" if none has.
func (n *Narrowed) why() string {
	for i := range n.Levels {
		if why := n.Levels[i].Why; why != "" {
			return why
		}
	}
	return ""
}

// FurtherBring reports whether further pages of lists with as many filters as a combination has were seen to say
// something new.
func (all filterFolders) FurtherBring(c Combination) bool {
	f := all.of(c.Folder)
	if f == nil {
		return false
	}
	l := f.Pages.level(len(c.Filters))
	return l.New >= needFurther && l.New*furtherOf > l.Old
}

// saw records a visit (Book.SawFilters), and reports whether there is something new to store, and whether a verdict
// was revoked.
func (all *filterFolders) saw(v FilterVisit, now time.Time) (news, revoked bool) {
	f := all.of(v.Folder)
	if f == nil {
		if f = all.add(v); f == nil {
			return false, false
		}
	}
	for _, word := range v.Filters {
		if s := shortSum(word); len(f.Words) < maxFilterWords && !slices.Contains(f.Words, s) {
			f.Words = append(f.Words, s)
		}
	}
	l := f.of(v.Further).level(len(v.Filters))
	switch {
	case v.Again && l.Why == "":
		return false, false
	case v.Says || v.Led:
		l.New++
	case v.Grew:
		l.Old, l.Grew = l.Old+1, l.Grew+1
	default:
		l.Old++
	}
	if l.Visits++; v.Led {
		l.Led++
	}
	news, revoked = f.judge(v, now)
	l.age()
	return news || (l.Old+l.New)%keepEvery == 0, revoked
}

// level returns what is known of combinations of so many filters.
func (n *Narrowed) level(filters int) *Level {
	return &n.Levels[min(filters-leastFilters, filterLevels-1)]
}

// age lets what was seen long ago count for less.
func (l *Level) age() {
	if l.Old+l.New >= lastLists {
		l.Old, l.Grew, l.New = l.Old/2, l.Grew/2, l.New/2
	}
	if l.Visits >= lastLed {
		l.Visits, l.Led = l.Visits/2, l.Led/2
	}
}

// add begins a record of the folder of a combination that names larger ones, or returns nil.
func (all *filterFolders) add(v FilterVisit) *Filters {
	if !v.Grew || len(v.Filters) < leastFilters || len(v.Folder) > maxName {
		return nil
	}
	if len(*all) == maxFilterFolders {
		least, kept := leastOf(*all, (*Filters).weight)
		if kept >= byVerdict {
			return nil
		}
		*all = slices.Delete(*all, least, least+1)
	}
	*all = append(*all, Filters{Folder: v.Folder})
	return &(*all)[len(*all)-1]
}

// judge sets or revokes the verdict on combinations of as many filters as one has, and reports whether it did.
func (f *Filters) judge(v FilterVisit, now time.Time) (news, revoked bool) {
	n := f.of(v.Further)
	l := n.level(len(v.Filters))
	few := l.New*listsOf <= l.Old && l.Led*listsOf <= l.Visits-l.Led
	most := len(v.Filters) > leastFilters && n.level(len(v.Filters)-1).Why != "" // no list has all filters and more
	switch {
	case l.Why != "" && l.New*listsOf > 2*l.Old:
		l.Why, l.Since = "", time.Time{}
		return true, true
	case l.Why == "" && few && !n.Allowed && l.Old >= needLists && (most || 2*l.Grew >= l.Old):
		l.Since = now
		l.Why = fmt.Sprintf("%d of the last %d pages%s, with %d of them, said nothing that others do not say, and led to further ones only", l.Old, l.Old+l.New, aboutFilters(f.name(n)), len(v.Filters))
		return true, false
	}
	return false, false
}

// name returns the name of the lists with filters of a folder, or of their further pages.
func (f *Filters) name(n *Narrowed) string {
	if n == &f.Pages {
		return f.Folder + withFilters + withNumber
	}
	return f.Folder + withFilters
}

// A Ruling is what is decided on the lists with filters of a folder, or on their further pages.
type Ruling struct {
	Name    string // with which it is allowed
	Why     string
	Allowed bool
}

// Rulings returns what is decided on a folder's lists with filters and on their further pages.
func (f *Filters) Rulings() []Ruling {
	return []Ruling{{f.name(&f.Lists), f.Lists.why(), f.Lists.Allowed}, {f.name(&f.Pages), f.Pages.why(), f.Pages.Allowed}}
}

// What the evidence on combinations of filters says around their name.
const (
	aboutCombined = " of "
	combinedEnd   = ", folders that are filters"
)

func aboutFilters(name string) string { return aboutCombined + name + combinedEnd }

// filtersIn returns the name of the lists with filters that the evidence is about, or "".
func filtersIn(evidence string) string {
	before, _, ok := strings.Cut(evidence, combinedEnd)
	at := strings.LastIndex(before, aboutCombined)
	if !ok || at < 0 {
		return ""
	}
	return before[at+len(aboutCombined):]
}

// Advise returns why a target is a combination of filters that brings nothing, or "" if there is no evidence,
// or if it is one of the few that are visited all the same.
func (all filterFolders) Advise(target string) string {
	for i := range all {
		f := &all[i]
		if f.Lists.why() == "" && f.Pages.why() == "" || !strings.HasPrefix(target, f.Folder) {
			continue
		}
		c := CombinationOf(target, func(folder, segment, _ string) bool { return folder == f.Folder && all.Has(folder, segment) })
		if len(c.Filters) == 0 {
			continue
		}
		sample := max(leastSampleOf, namesMoreOf*len(f.Words))
		if l := f.of(c.Further).level(len(c.Filters)); l.Why != "" && sum(target)%uint64(sample) != 0 { //nolint:gosec // it is small
			return l.Why
		}
	}
	return ""
}

// allow revokes the verdict with a name, or all of them with "", and reports whether there was one.
func (all filterFolders) allow(rule string) (took bool) {
	for i := range all {
		f := &all[i]
		for _, n := range []*Narrowed{&f.Lists, &f.Pages} {
			if n.why() != "" && (rule == "" || rule == f.name(n)) {
				n.Allowed, took = true, true
				for k := range n.Levels {
					n.Levels[k].Why, n.Levels[k].Since = "", time.Time{}
				}
			}
		}
	}
	return took
}

func (all filterFolders) clone() filterFolders {
	c := slices.Clone(all)
	for i := range c {
		c[i].Words = slices.Clone(c[i].Words)
	}
	return c
}

// tooLarge reports whether there is more than is ever kept.
func (all filterFolders) tooLarge() bool {
	return len(all) > maxFilterFolders || slices.ContainsFunc(all, func(f Filters) bool { return len(f.Words) > maxFilterWords })
}
