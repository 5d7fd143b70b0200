// Package memory divides the memory of the frontier among its parts.
//
// Floor: 3 (state and input/output), inside frontier; it does no input or output itself.
// Stability: engine. It allocates no memory itself.
package memory

// Shares are parts of the memory, in bytes. Together they are all of it; Links is a part of
// Tables.
type Shares struct {
	Origins int // origins in memory, with their hosts and paces
	Windows int // the first entries of their queues
	Texts   int // filter of known texts
	Tables  int // see Divide
	Links   int // of Tables, the maximum for counts of links with the order "best"
}

// Of divides a number of bytes.
func Of(memory int) Shares {
	s := Shares{Origins: memory / 8, Windows: memory / 16, Texts: memory / 16}
	s.Tables = memory - s.Origins - s.Windows - s.Texts
	s.Links = s.Tables / 12
	return s
}

// A Table holds a copy of what is stored, within a limit.
type Table interface {
	Bytes() int      // that it uses
	Limit(bytes int) // that it may use from now on
}

// A Room reserves memory for a Table that does not exist yet, in bytes.
type Room int

// Bytes returns the room.
func (r Room) Bytes() int { return int(r) }

// Limit does nothing.
func (Room) Limit(int) {}

// Divide divides bytes among tables, the most valuable first: each may use what those before it
// leave, and the clocks of hosts no more than half of that, so that as many records of origins,
// which come after them, fit.
func Divide(bytes int, known, clocks, records Table) {
	known.Limit(bytes)
	left := max(bytes-known.Bytes(), 0)
	clocks.Limit(left / 2)
	records.Limit(max(left-clocks.Bytes(), 0))
}
