package main

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Sizes of models.
const (
	mostLetters    = 62   // of a model of letters
	mostCharacters = 2500 // of a model of characters
	scale          = 16   // of a logarithm in a byte
	half           = 0.5  // added to each count
)

// train prints one line for each language: its name, its kind (letters or
// characters), what it counts, and the negative logarithms in base64.
func train(dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil {
		return err
	}
	for _, f := range files {
		text, err := lines(f, true)
		if err != nil {
			return err
		}
		lang := strings.TrimSuffix(filepath.Base(f), ".txt")
		switch lang {
		case "ja", "zh-cn", "zh-tw", "ko":
			characters(lang, text)
		default:
			letters(lang, text)
		}
	}
	return nil
}

// characters prints how often each character is.
func characters(lang string, text []string) {
	count, sum := map[rune]float64{}, 0.0
	for _, l := range text {
		for _, r := range l {
			if r >= 0x80 {
				count[r]++
				sum++
			}
		}
	}
	order := byCount(count)
	order = order[:min(len(order), mostCharacters)]
	logs := make([]byte, len(order))
	for i, r := range order {
		logs[i] = quantum(count[r] / sum)
	}
	fmt.Println(lang, "characters", string(order), base64.RawStdEncoding.EncodeToString(logs))
}

// letters prints how often each letter follows each other: class 0 is what is no
// letter, class 1 ASCII letters of other alphabets, then the alphabet.
func letters(lang string, text []string) {
	count := map[rune]float64{}
	for i, l := range text {
		l = asWritten(lang, l)
		text[i] = strings.ToLower(l)
		for _, r := range text[i] {
			if unicode.IsLetter(r) || unicode.IsMark(r) {
				count[r]++
			}
		}
	}
	if !isLatin(count) {
		maps.DeleteFunc(count, func(r rune, _ float64) bool { return r < 0x80 })
	}
	order := byCount(count)
	order = order[:min(len(order), mostLetters)]
	class := map[rune]int{}
	for i, r := range order {
		class[r] = i + 2
	}
	n := len(order) + 2
	pairs := make([]float64, n*n)
	for _, l := range text {
		last := 0
		for _, r := range l {
			c := class[r]
			if c == 0 && r < 0x80 && unicode.IsLetter(r) {
				c = 1
			}
			pairs[last*n+c]++
			last = c
		}
	}
	logs := make([]byte, n*n)
	for i := range n {
		sum := 0.0
		for j := range n {
			sum += pairs[i*n+j] + half
		}
		for j := range n {
			logs[i*n+j] = quantum((pairs[i*n+j] + half) / sum)
		}
	}
	fmt.Println(lang, "letters", string(order), base64.RawStdEncoding.EncodeToString(logs))
}

// isLatin reports whether most letters are Latin.
func isLatin(count map[rune]float64) bool {
	latin, all := 0.0, 0.0
	for r, n := range count {
		if all += n; unicode.Is(unicode.Latin, r) {
			latin += n
		}
	}
	return latin > all/2
}

// asWritten returns a text as the old charsets of its language can write it.
func asWritten(lang, s string) string {
	switch lang {
	case "vi":
		return tones(s)
	case "ro":
		return strings.NewReplacer("ș", "ş", "ț", "ţ", "Ș", "Ş", "Ț", "Ţ").Replace(s)
	}
	return s
}

// tones writes Vietnamese as windows-1258 does: vowels with their shape, and tones
// as marks behind them.
func tones(s string) string {
	var out strings.Builder
	for _, r := range norm.NFC.String(s) {
		d := []rune(norm.NFD.String(string(r)))
		last := d[len(d)-1]
		if len(d) > 1 && strings.ContainsRune("\u0300\u0301\u0303\u0309\u0323", last) {
			out.WriteString(norm.NFC.String(string(d[:len(d)-1])))
			out.WriteRune(last)
			continue
		}
		out.WriteRune(r)
	}
	return out.String()
}

func quantum(p float64) byte { return byte(min(math.Round(-math.Log(p)*scale), 255)) }

// byCount returns the keys, the most frequent first.
func byCount(count map[rune]float64) []rune {
	return slices.SortedFunc(maps.Keys(count), func(a, b rune) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
}
