package demand

// A Piece is a word of a query, or a part of one.
type Piece struct {
	Of         string // the whole word
	Start, End int    // the bytes of it that the piece is
	Held       bool   // the page holds it
}

// Whole returns a word that was not cut.
func Whole(word string, held bool) Piece { return Piece{Of: word, End: len(word), Held: held} }

// lacking returns what is lacked of words, in their order. The pieces of one word stand
// side by side in all; what a piece that is held covers of a word is not lacked.
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

// rest returns the longest pieces of one word that are lacked.
func rest(all []Piece) []string {
	word := all[0].Of
	lacked := make([]bool, len(word)+1) // the last stands behind the word
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
