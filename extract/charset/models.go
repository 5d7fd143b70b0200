package charset

import (
	_ "embed"
	"encoding/base64"
	"slices"
	"strings"
	"sync"
)

// modelText holds one line for each language: its name, what is counted, the
// letters or characters, the most frequent first, and the negative logarithms of
// their frequencies, sixteenths in bytes, in base64. bench/charset makes it.
//
//go:embed models.txt
var modelText string

// Units of models.
const (
	unit        = 16 // fractions of a logarithm per byte
	classNone   = 0  // not a letter
	classLatin  = 1  // ASCII letters on pages of another script
	classOffset = 2  // the first letter
)

// A model rates how likely a text is in a language.
type model struct {
	lang    string
	letters []rune  // for a model of letter pairs
	pairs   []byte  // cost of each class after each other class
	single  []uint8 // cost of each character, for a model of characters; 0 for others
}

// models returns the models of all languages, read once.
var models = sync.OnceValue(func() map[string]*model {
	out := map[string]*model{}
	for line := range strings.Lines(modelText) {
		f := strings.Fields(line)
		if len(f) != 4 {
			continue
		}
		costs, err := base64.RawStdEncoding.DecodeString(f[3])
		if err != nil {
			panic("charset: the models are malformed: " + err.Error())
		}
		m := &model{lang: f[0]}
		letters := []rune(f[2])
		if f[1] == "letters" {
			m.letters, m.pairs = letters, costs
		} else {
			m.single = make([]uint8, 1+slices.Max(letters))
			for i, r := range letters {
				m.single[r] = costs[i]
			}
		}
		out[m.lang] = m
	}
	return out
})

// classes is the number of classes of a model of pairs.
func (m *model) classes() int { return len(m.letters) + classOffset }
