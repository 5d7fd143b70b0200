package form

import (
	"slices"
	"strings"
)

const (
	// orderWords are those of which names of selections consist that bring a list into an order. All
	// words of the name are among them: "order_status" is a filter.
	orderWords = " sort sortby sortdir sortorder sorting order orderby orderdir ordering groupby groupdir "
	// besideWords say so only together with these, in a name or in another name of the form.
	besideWords = " by dir direction asc desc field key column "
	sizeWords   = " pagesize perpage "

	maxOrderName = 40 // bytes
	leastAlike   = 3  // members of a selection that offers the same as another one
)

// arrange marks the selections that only bring a list into another order, or divide it into pages of
// another size: by their names, and those that offer what one of them offers, such as by what a list is
// grouped. All these lists have the same items, so what the page selects is enough.
func (q *query) arrange() {
	ordered := false
	for i := range q.selections {
		s := &q.selections[i]
		s.orders = namesOrder(s.name, false)
		ordered = ordered || s.orders
	}
	if !ordered {
		return
	}
	for i := range q.selections {
		s := &q.selections[i]
		s.orders = s.orders || namesOrder(s.name, true) || slices.ContainsFunc(q.selections, func(o selection) bool { return o.orders && q.offersAlike(s, &o) })
		if s.orders {
			s.choices = s.choices[:min(len(s.choices), 1)]
		}
	}
}

// namesOrder reports whether the name of a selection says that it only orders or divides a list. beside is
// true if another one of its form does.
func namesOrder(name string, beside bool) bool {
	if len(name) > maxOrderName {
		return false
	}
	words := wordsOf(name)
	if len(words) > 0 && strings.Contains(sizeWords, " "+strings.Join(words, "")+" ") {
		return true
	}
	for _, w := range words {
		switch in := " " + w + " "; {
		case strings.Contains(orderWords, in):
			beside = true
		case !strings.Contains(besideWords, in):
			return false
		}
	}
	return beside && len(words) > 0
}

// wordsOf returns the words of a name in small letters: runs of ASCII letters, which a capital behind a
// small letter divides as well ("sortBy").
func wordsOf(name string) (words []string) {
	last := byte(0)
	for _, c := range []byte(name) {
		isSmall, isCapital := 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z'
		if !isSmall && !isCapital {
			last = 0
			continue
		}
		if last == 0 || isCapital && 'a' <= last && last <= 'z' {
			words = append(words, "")
		}
		words[len(words)-1] += strings.ToLower(string(c))
		last = c
	}
	return words
}

// offersAlike reports whether two selections offer the same values, and not few.
func (q *query) offersAlike(a, b *selection) bool {
	if len(a.members) != len(b.members) || len(a.members) < leastAlike {
		return false
	}
	for i := range a.members {
		if q.valueOf(a, a.members[i]) != q.valueOf(b, b.members[i]) {
			return false
		}
	}
	return true
}
