package missingwords

// A Piece is a word of a query, or a part of one.
type Piece struct {
	Of         string // the whole typed word
	Start, End int    // the bytes of the piece in it
	Held       bool   // the page has it
}

// Whole returns a word that was not split.
func Whole(word string, held bool) Piece { return Piece{Of: word, End: len(word), Held: held} }

// lacking returns the words that a page lacks, in their order. The pieces of one word are
// adjacent in all; whatever a piece that the page has covers is not lacked.
func lacking(all []Piece) []string {
	var out []string
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].Of == all[0].Of {
			n++
		}
		out = append(out, rest(all[:n])...)
		all = all[n:]
	}
	return out
}

// rest returns the parts of one word that the page lacks, as long as possible.
func rest(all []Piece) []string {
	word := all[0].Of
	lacked := make([]bool, len(word)+1) // with one more at the end
	for _, held := range []bool{false, true} {
		for _, p := range all {
			for i := p.Start; p.Held == held && i < p.End; i++ {
				lacked[i] = !held
			}
		}
	}
	var out []string
	from := 0
	for i := 1; i < len(lacked); i++ {
		switch {
		case lacked[i] && !lacked[i-1]:
			from = i
		case !lacked[i] && lacked[i-1]:
			out = append(out, word[from:i])
		}
	}
	return out
}
