package analyze

import (
	_ "embed"
	"strings"
	"sync"
)

// Bounds of the characters that are folded: the block of Han characters and its
// first extension.
const (
	firstHan = 0x3400
	lastHan  = 0x9FFF
)

//go:embed simplified.txt
var simplifiedText string

// simplified is, by character from firstHan on, the one that is written for it in
// simplified text, 0 for itself: 54 KiB, made once. Both ways of writing meet in
// the index as the cases of letters do. It joins words that only traditional
// writing tells apart (after and queen), and takes nothing from a page.
var simplified = sync.OnceValue(func() *[lastHan - firstHan + 1]uint16 {
	var table [lastHan - firstHan + 1]uint16
	for line := range strings.Lines(simplifiedText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		from := rune(0)
		for _, r := range strings.TrimSpace(line) {
			if from == 0 {
				from = r
				continue
			}
			table[from-firstHan], from = uint16(r), 0
		}
	}
	return &table
})

// foldHan returns a Han character as simplified text writes it.
func foldHan(r rune) rune {
	if r < firstHan || r > lastHan {
		return r
	}
	if to := simplified()[r-firstHan]; to != 0 {
		return rune(to)
	}
	return r
}
