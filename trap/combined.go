package trap

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"
)

// Limits of what is known of URLs that combine parameters, as lists with several filters do.
const (
	maxChoices = 256  // parameters of an origin
	maxPairs   = 2048 // pairs of them
	maxLists   = 1024 // paths, and values that are short words

	maxValues = 24 // of a target; further ones are not looked at
)

// Requirements for leaving such a URL out.
const (
	minCombined = 2       // values of it
	needIdle    = 32      // pages with a parameter that bring nothing, of which at most one in oldOf does,
	pairIdle    = 12      // of which so many have it together with each other one of the URL,
	pairBoth    = 4       // or so many if that brings nothing either
	firstOf     = 4       // pages of each path, and of each value that is a short word, that are visited all the same
	lastIdle    = 256     // pages with a parameter that are considered, before a verdict,
	lastPair    = 64      // and with a pair
	needBrought = 2       // pages of a pair that brought something, so that others may, too
	combinedOf  = 1 << 10 // of so many URLs that are left out, one is visited,
	mostSampled = 3       // if it has no more values than these
)

// A choice is what is known of a parameter in URLs that have others as well: whether it brings anything
// that URLs with fewer parameters do not, on all paths of the origin.
type choice struct {
	Name string `json:"name"`
	// Idle and News count its last pages: those that brought nothing, and those that did.
	Idle uint32 `json:"idle"`
	News uint32 `json:"news,omitempty"`
	// Why is the evidence that it brings nothing, or ""; Since is the time of the verdict.
	Why     string    `json:"why,omitempty"`
	Since   time.Time `json:"since,omitzero"`
	Allowed bool      `json:"allowed,omitempty"` // by the operator, permanently
}

// A pair is what is known of two parameters in URLs that have both, or of one that a URL has more than once:
// 32 bits of a hash of their names, and 8 bits each for how many of the last pages brought nothing, and how
// many something.
type pair uint64

// A list is a path with URLs that combine parameters, or a parameter with a value that is a short word, as the name of
// a view is: 32 bits of its hash, and 8 bits for how many such URLs were visited, up to firstOf.
type list uint64

func newPair(a, b string) pair { return pair(shortSum(min(a, b)+"&"+max(a, b))) << 16 }

func (p pair) key() uint64  { return uint64(p) >> 16 }
func (p pair) idle() uint32 { return uint32(p>>8) & 0xff }
func (p pair) news() uint32 { return uint32(p) & 0xff }

// saw returns the pair with one more page; what was seen long ago counts for less.
func (p pair) saw(brings bool) pair {
	idle, news := p.idle(), p.news()
	if brings {
		news++
	} else {
		idle++
	}
	if idle+news >= lastPair {
		idle, news = idle/2, (news+1)/2
	}
	return pair(p.key()<<16 | uint64(idle)<<8 | uint64(news))
}

// isIdle reports whether nearly none of so many pages and more brought something.
func (p pair) isIdle(pages uint32) bool { return p.idle() >= pages && p.news()*oldOf <= p.idle() }

// brings reports whether some pages, and not few for those that did not, brought something.
func (p pair) brings() bool { return p.news() >= needBrought && p.news()*endsOf > p.idle() }

func newList(name string) list { return list(shortSum(name)) << 8 }

// combination returns the path of a target, and the names of its parameters in order, each as often as it has
// values: "color" twice for "?color=red&color=blue", and for "?color=red,blue". Numbers in names are
// asterisks, and brackets at their end do not count.
func combination(target string) (path string, names []string) {
	path, query, _ := strings.Cut(withQuery(target), "?")
	for _, p := range parametersOf(query) {
		key, value, _ := strings.Cut(p, "=")
		if len(key) > maxName {
			continue
		}
		name := choiceName(key)
		names = append(names, name)
		for range valuesIn(value) - 1 {
			names = append(names, name)
		}
		if len(names) >= maxValues {
			names = names[:maxValues]
			break
		}
	}
	slices.Sort(names)
	return path, names
}

// choiceName returns the name of a parameter without brackets at its end, and with an asterisk for each number:
// "color[]" is "color", and "f[0]" is "f[*]".
func choiceName(key string) string {
	if strings.Contains(key, "%") {
		key = strings.NewReplacer("%5B", "[", "%5b", "[", "%5D", "]", "%5d", "]").Replace(key)
	}
	return starred(strings.TrimSuffix(key, "[]"))
}

// valuesIn returns how many values the value of a parameter has, with commas or bars between them. One with
// spaces is text.
func valuesIn(value string) int {
	n := 1
	if strings.Contains(value, "+") || strings.Contains(value, "%20") {
		return n
	}
	for _, between := range []string{",", "|", "%2C", "%2c", "%7C", "%7c"} {
		n += strings.Count(value, between)
	}
	return n
}

// Combines returns how many values the parameters of a target have in all, at most 24: a list with several
// filters has two and more.
func Combines(target string) int {
	if !strings.ContainsAny(target, "?:=") {
		return 0
	}
	_, names := combination(target)
	return len(names)
}

// Narrows reports whether a link of a list leads to its path with a further parameter, or a further value of one, and
// with all of its parameters but one: further pages begin anew with each filter.
func Narrows(page, link string) bool {
	_, query, _ := strings.Cut(withQuery(page), "?")
	_, with, _ := strings.Cut(withQuery(link), "?")
	if !samePath(page, link) || hasMany(query) || hasMany(with) {
		return false
	}
	lacks, all := 0, parametersOf(with)
	for _, p := range parametersOf(query) {
		if !slices.Contains(all, p) {
			lacks++
		}
	}
	return lacks <= 1 && lacksName(page, link)
}

// lacksName reports whether a link has a parameter more often than its page.
func lacksName(page, link string) bool {
	_, own := combination(page)
	_, names := combination(link)
	for _, name := range own {
		if i := slices.Index(names, name); i >= 0 {
			names = slices.Delete(names, i, i+1)
		}
	}
	return len(names) > 0
}

// viewsIn yields the parameters of a target whose value is a short word, with that.
func viewsIn(target string) iter.Seq[string] {
	return func(yield func(string) bool) {
		_, query, _ := strings.Cut(withQuery(target), "?")
		for _, p := range parametersOf(query) {
			if key, value, _ := strings.Cut(p, "="); isShortWord(value) && !yield(choiceName(key)+"="+value) {
				return
			}
		}
	}
}

// pairsIn returns the pairs of names, of a name with itself if it is there more than once.
func pairsIn(names []string) (pairs [][2]string) {
	for i, a := range names {
		if i > 0 && a == names[i-1] {
			continue
		}
		for k, b := range names[i+1:] {
			if k == 0 || b != names[i+k] {
				pairs = append(pairs, [2]string{a, b})
			}
		}
	}
	return pairs
}

// SawCombined records the first visit to a page whose URL combines parameters: whether it said or named
// anything that was not known, and whether so much of the origin is known that this is sure. It reports whether
// there is something new to store.
func (b *Book) SawCombined(target string, brings, sure bool, now time.Time) (news bool) {
	path, names := combination(target)
	if len(names) < minCombined {
		return false
	}
	b.sawList(path)
	for view := range viewsIn(target) {
		b.sawList(view)
	}
	if brings && !sure && b.adviseNames(names) != "" {
		return false
	}
	for _, p := range pairsIn(names) {
		news = b.sawPair(p[0], p[1], brings) || news
	}
	for _, name := range slices.Compact(names) {
		if f := b.choice(name, true); f != nil {
			news = b.sawChoice(f, brings, now) || (f.Idle+f.News)%keepEvery == 0 || news
		}
	}
	return news
}

// sawChoice records what a page with a parameter and others brought, and reports whether that changed the
// verdict.
func (b *Book) sawChoice(f *choice, brings bool, now time.Time) bool {
	most := uint32(lastIdle)
	if f.Why != "" {
		most = 2 * needOld
	}
	if f.Idle+f.News >= most {
		f.Idle, f.News = f.Idle/2, f.News/2
	}
	if brings {
		f.News++
	} else {
		f.Idle++
	}
	switch {
	case f.Why != "" && f.News*oldOf > 2*f.Idle:
		f.Why, f.Since, b.Pending = "", time.Time{}, true
	case f.Why == "" && f.Idle >= needIdle && f.News*oldOf <= f.Idle && !f.Allowed:
		f.Why, f.Since = fmt.Sprintf("%d of the last %d pages%s brought nothing that others do not", f.Idle, f.Idle+f.News, aboutChoice(f.Name)), now
	default:
		return false
	}
	return true
}

// aboutChoice returns what the evidence on a parameter says of which one it is about.
func aboutChoice(name string) string { return " with " + name + " beside other parameters" }

// choice returns what is known of a parameter, nil if nothing is or there is no place for it. With add, an
// unknown one takes the place of that with the fewest pages.
func (b *Book) choice(name string, add bool) *choice {
	i := slices.IndexFunc(b.Choices, func(f choice) bool { return f.Name == name })
	if i >= 0 {
		return &b.Choices[i]
	}
	if !add {
		return nil
	}
	if len(b.Choices) == maxChoices {
		least, kept := leastOf(b.Choices, func(f *choice) uint32 { return weight(f.Idle+f.News, f.Why, f.Allowed) })
		if kept >= byVerdict {
			return nil
		}
		b.Choices = slices.Delete(b.Choices, least, least+1)
	}
	b.Choices = append(b.Choices, choice{Name: name})
	return &b.Choices[len(b.Choices)-1]
}

// findPair returns the place of what is known of two parameters, and whether anything is.
func (b *Book) findPair(p pair) (int, bool) {
	return slices.BinarySearchFunc(b.Pairs, p.key(), func(p pair, key uint64) int { return cmp.Compare(p.key(), key) })
}

// sawPair records what a page with two parameters brought, and reports whether URLs with both are no longer left
// out.
func (b *Book) sawPair(x, y string, brings bool) (ended bool) {
	p := newPair(x, y)
	i, known := b.findPair(p)
	switch {
	case known:
		p = b.Pairs[i]
	case len(b.Pairs) < maxPairs:
		b.Pairs = slices.Insert(b.Pairs, i, p)
	default:
		return false
	}
	b.Pairs[i] = p.saw(brings)
	ended = p.isIdle(pairBoth) && !b.Pairs[i].isIdle(1) && (b.hasVerdict(x) || b.hasVerdict(y))
	b.Pending = b.Pending || ended
	return ended
}

// sawList records a visit to a path with parameters, or to a URL with a value.
func (b *Book) sawList(name string) {
	l := newList(name)
	i, known := slices.BinarySearchFunc(b.Lists, l>>8, func(l, key list) int { return cmp.Compare(l>>8, key) })
	switch {
	case !known && len(b.Lists) < maxLists:
		b.Lists = slices.Insert(b.Lists, i, l+1)
	case known && b.Lists[i]&0xff < firstOf:
		b.Lists[i]++
	}
}

// isFirst reports whether few URLs that combine parameters were visited of a path, or with a value. If there is no
// room for more of these, none is.
func (b *Book) isFirst(name string) bool {
	l := newList(name)
	i, known := slices.BinarySearchFunc(b.Lists, l>>8, func(l, key list) int { return cmp.Compare(l>>8, key) })
	return known && b.Lists[i]&0xff < firstOf || !known && len(b.Lists) < maxLists
}

// AdviseCombined returns why a target is left out because it combines parameters of which one brings nothing
// together with any of the others, or "".
func (b *Book) AdviseCombined(target string) string {
	if !slices.ContainsFunc(b.Choices, func(f choice) bool { return f.Why != "" }) {
		return ""
	}
	path, names := combination(target)
	if len(names) < minCombined || len(names) <= mostSampled && sum(target)%combinedOf == 0 || b.isFirst(path) {
		return ""
	}
	for view := range viewsIn(target) {
		if b.isFirst(view) {
			return ""
		}
	}
	return b.adviseNames(names)
}

// adviseNames returns why a URL with parameters of these names is left out, or "".
func (b *Book) adviseNames(names []string) (why string) {
	for i, name := range names {
		f := b.choice(name, false)
		switch {
		case f == nil:
		case f.Allowed:
			return ""
		case why == "" && f.Why != "" && (i == 0 || name != names[i-1]) && b.addsNothing(f, names):
			why = f.Why
		}
	}
	return why
}

// addsNothing reports whether a parameter was seen to bring nothing together with each of the others of a URL, and
// with itself if it has several values. If there is no room for what a pair brings, the verdicts on both count.
func (b *Book) addsNothing(f *choice, names []string) bool {
	own := 0
	for _, name := range names {
		if name == f.Name {
			if own++; own != 2 {
				continue
			}
		}
		need, bothIdle := uint32(pairIdle), b.hasVerdict(name)
		if bothIdle {
			need = pairBoth
		}
		i, known := b.findPair(newPair(f.Name, name))
		if known && !b.Pairs[i].isIdle(need) || !known && !(bothIdle && len(b.Pairs) == maxPairs) {
			return false
		}
	}
	return true
}

// LeadsOn reports whether what a page names is more than the page in another form, which has all of its parameters, as
// its export has, and than lists at its own path; and whether any of these may be more than other filters of it: then
// what it brings is known when these were visited.
func (b *Book) LeadsOn(page string, t Text) (leads, others bool) {
	leads = slices.ContainsFunc(t.Leads, func(target string) bool { return !carries(page, target) })
	return leads, slices.ContainsFunc(t.Lists, func(target string) bool { return b.listBrings(page, target) })
}

// listBrings reports whether a list with parameters that a page of its path names, and that is not known, may be
// something else than the page with other filters: it lacks some of these, and has one value of another parameter, or
// two parameters, of which the page lacks one, whose pages brought something or were not visited yet. So the products
// of a program are told from its filters.
func (b *Book) listBrings(page, link string) bool {
	_, own := combination(page)
	_, names := combination(link)
	if carries(page, link) {
		return false
	}
	for _, p := range pairsIn(names) {
		i, known := b.findPair(newPair(p[0], p[1]))
		if (known && b.Pairs[i].brings() || !known && len(b.Pairs) < maxPairs) && !(slices.Contains(own, p[0]) && slices.Contains(own, p[1])) {
			return true
		}
	}
	return len(names) == 1 && !slices.Contains(own, names[0])
}

// hasVerdict reports whether a parameter brings nothing, or is one of more than there is room for.
func (b *Book) hasVerdict(name string) bool {
	f := b.choice(name, false)
	return f == nil && len(b.Choices) == maxChoices || f != nil && f.Why != ""
}
