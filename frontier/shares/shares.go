// Package shares divides what the frontier may keep in memory among its parts.
//
// Floor: 3 (state and input/output), inside frontier; it does no input or output itself.
// Stability: engine. It takes no memory itself.
package shares

// Shares are parts of what may be kept, in bytes; together they are all of it, Links within Tables.
type Shares struct {
	Origins int // origins that are in memory, with their hosts and paces
	Windows int // what comes first into their queues
	Texts   int // which texts no page has
	Tables  int // see Divide
	Links   int // of Tables, what counts of links may take with the order "best"
}

// Of divides so many bytes.
func Of(memory int) Shares {
	s := Shares{Origins: memory / 8, Windows: memory / 16, Texts: memory / 16}
	s.Tables = memory - s.Origins - s.Windows - s.Texts
	s.Links = s.Tables / 12
	return s
}

// A Table holds a copy of what is stored, as far as it may.
type Table interface {
	Bytes() int      // that it takes
	Limit(bytes int) // that it may take from now on
}

// Room is that of a Table which is not there yet, in bytes.
type Room int

// Bytes returns the room, and Limit leaves it.
func (r Room) Bytes() int { return int(r) }

// Limit does nothing.
func (Room) Limit(int) {}

// Divide divides so many bytes among tables, the first of which spare most: each may take
// what those before it have left, and the clocks of hosts no more than half of that, so
// that records of origins, which come after them, are there for as many.
func Divide(bytes int, known, clocks, records Table) {
	known.Limit(bytes)
	left := max(bytes-known.Bytes(), 0)
	clocks.Limit(left / 2)
	records.Limit(max(left-clocks.Bytes(), 0))
}
