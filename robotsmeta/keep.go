package robotsmeta

import (
	"slices"
	"strconv"
	"strings"
)

// Limits within MaxDirectives.
const (
	maxUnknown  = 32                              // statements of unknown directives
	maxOrdinary = MaxDirectives - len(directives) // statements of any kind, before the places that are reserved for the strictest
)

// A kept records, for each known directive by its index, what the list of statements contains.
type kept struct {
	unknown int                          // statements of unknown directives
	said    [len(directives)]bool        // with a valid value
	rank    [len(directives)]int64       // of the strictest statement; a smaller rank is stricter
	place   [len(directives)]statementAt // place beyond maxOrdinary, 0 for none
}

// A statementAt is an index of Directives.statements.
type statementAt uint8

// state adds a statement unless it is redundant. When the list is full, it adds the statement
// only if it is stricter than earlier ones with the same name, in the one place that is reserved
// for that name.
func (r *Reader) state(s Statement, agent string, at Place) {
	i := indexOf(s.Name)
	if s.Name == "" || i < 0 && r.kept.unknown >= maxUnknown {
		return
	}
	full := len(r.out.statements) >= maxOrdinary
	stricter := i >= 0 && r.kept.tightens(i, s.Value)
	if full && !stricter {
		return
	}
	s.Agent, s.Place = agent, at
	if slices.ContainsFunc(r.out.statements, s.saysAgain) {
		r.notice(CheckDuplicate, at, s.Name)
		return
	}
	switch {
	case i < 0:
		r.kept.unknown++
	case full && r.kept.place[i] > 0:
		r.out.statements[r.kept.place[i]] = s
		return
	case full:
		r.kept.place[i] = statementAt(len(r.out.statements))
	}
	r.out.statements = append(r.out.statements, s)
}

// tightens records the value of a directive and reports whether it is stricter than its earlier
// values.
func (k *kept) tightens(i int, value string) bool {
	rank, ok := directives[i].Value.rank(value)
	if !ok || k.said[i] && k.rank[i] <= rank {
		return false
	}
	k.said[i], k.rank[i] = true, rank
	return true
}

// rank orders the values of a directive, the strictest first, and reports whether v is a limit.
func (k ValueKind) rank(v string) (int64, bool) {
	switch k {
	case NumberValue:
		n, err := strconv.Atoi(v)
		return int64(n), err == nil && n >= 0
	case SizeValue:
		n := slices.Index(imageSizes[:], strings.ToLower(v))
		return int64(n), n >= 0
	case DateValue:
		at, ok := ParseDate(v)
		return at.UnixMilli(), ok
	}
	return 0, true
}
