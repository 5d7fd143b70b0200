package charset

import (
	"bytes"
	"math"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
)

// Costs of what no model counts, in units.
const (
	costBroken  = 25 * unit // invalid bytes, and control characters
	costStrange = 12 * unit // letters that the language does not have
	costSymbol  = 10 * unit // rare symbols, such as box drawing characters
	costNarrow  = 9 * unit  // half-width katakana
	costAlone   = 12 * unit // a single one in ASCII text, where a symbol is likelier
	costMark    = 5 * unit  // quotation marks, dashes and the like
	costCapital = 5 * unit  // a capital after a small letter
	costOpened  = 5 * unit  // a word that begins with a closing quotation mark
	margin      = 4 * unit  // by which a charset must be cheaper than windows-1252
	trust       = 8 * unit  // by which one must be cheaper than the usual charset of its site
)

// A candidate is a charset that is detected, with the languages written in it.
type candidate struct {
	name, langs string
}

// candidates are the charsets that are detected without a declaration. Of two that fit equally
// well the first is chosen.
var candidates = [...]candidate{
	{"windows-1252", "de fr es pt-br it sv fi da ca nl nb is"},
	{"windows-1251", "ru uk bg be sr"}, {"koi8-r", "ru bg"}, {"koi8-u", "uk"}, {"ibm866", "ru"},
	{"iso-8859-5", "ru bg sr"}, {"x-mac-cyrillic", "ru uk"},
	{"windows-1250", "pl cs hu ro hr sk sl"}, {"iso-8859-2", "pl cs hu ro hr sk sl"},
	{"windows-1253", "el"}, {"iso-8859-7", "el"}, {"windows-1254", "tr"},
	{"windows-1255", "he"}, {"iso-8859-8", "he"}, {"windows-1256", "ar fa"}, {"iso-8859-6", "ar"},
	{"windows-1257", "lt lv et"}, {"iso-8859-13", "lt lv et"}, {"windows-1258", "vi"}, {"windows-874", "th"},
	{"shift_jis", "ja"}, {"euc-jp", "ja"}, {"gb18030", "zh-cn"}, {"big5", "zh-tw"}, {"euc-kr", "ko"},
}

// A scorer rates a text in one charset and language.
type scorer struct {
	result Result
	model  *model
	latin  bool        // the language has Latin script
	class  [256]uint8  // of each byte, for single-byte charsets
	cost   [256]uint16 // of bytes without a class
	small  [256]bool
	big    [256]bool
	closes [256]bool // quotation marks that few words begin with
}

// scorers returns one scorer for each candidate and language, made once.
var scorers = sync.OnceValue(func() []scorer {
	var out []scorer
	for _, c := range candidates {
		enc, err := htmlindex.Get(c.name)
		if err != nil {
			panic("charset: no table of " + c.name)
		}
		for lang := range strings.FieldsSeq(c.langs) {
			s := scorer{result: Result{Name: c.name, Encoding: enc}, model: models()[lang]}
			s.latin = len(s.model.letters) > 0 && s.model.letters[0] < utf8.RuneSelf
			if table, ok := enc.(*charmap.Charmap); ok {
				s.prepare(table)
			}
			out = append(out, s)
		}
	}
	return out
})

// scorersOf returns the scorers by the names of their charsets, made once.
var scorersOf = sync.OnceValue(func() map[string][]scorer {
	out, all := map[string][]scorer{}, scorers()
	for i, n := 0, 0; i < len(all); i = n {
		for n < len(all) && all[n].result.Name == all[i].result.Name {
			n++
		}
		out[all[i].result.Name] = all[i:n]
	}
	return out
})

// prepare fills the tables for a single-byte charset.
func (s *scorer) prepare(table *charmap.Charmap) {
	class := map[rune]uint8{}
	for i, r := range s.model.letters {
		class[r] = uint8(i + classOffset)
	}
	for i := range 256 {
		r := table.DecodeByte(byte(i))
		low := unicode.ToLower(r)
		s.small[i], s.big[i], s.closes[i] = unicode.IsLower(r), unicode.IsUpper(r), r == '’'
		switch c, known := class[low]; {
		case known:
			s.class[i] = c
		case i < 0x80 && unicode.IsLetter(r):
			s.class[i] = classLatin
		case i >= 0x80:
			s.cost[i] = costOf(r)
		}
	}
}

// costOf returns the cost of a character that a model does not count.
func costOf(r rune) uint16 {
	switch {
	case r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Co, r):
		return costBroken
	case isNarrow(r):
		return costNarrow
	case unicode.IsLetter(r) || unicode.IsMark(r):
		return costStrange
	case r != '¶' && (unicode.IsPunct(r) || unicode.IsSpace(r) || strings.ContainsRune("©®°№€™", r)):
		return costMark
	}
	return costSymbol
}

// score returns the cost of a text; the lower, the likelier.
func (s *scorer) score(sample []byte) int {
	if s.model.pairs == nil {
		return s.scoreCharacters(sample)
	}
	return s.scorePairs(sample, false)
}

// scorePairs returns the cost of pairs of letters; pairs of ASCII letters are counted only if
// whole.
func (s *scorer) scorePairs(sample []byte, whole bool) int {
	n, sum, last := s.model.classes(), 0, 0
	wasHigh, wasSmall, opened := false, false, false
	for i, c := range sample {
		class := int(s.class[c])
		high := c >= 0x80
		if opened && class != classNone {
			sum += costOpened
		}
		opened = s.closes[c] && last == classNone
		switch {
		case s.cost[c] == costSymbol && last == classNone && (i+1 == len(sample) || isNone(sample[i+1])):
			sum += costMark
		case s.cost[c] > 0:
			sum += int(s.cost[c])
		case high || wasHigh || whole:
			sum += int(s.model.pairs[last*n+class])
			if high && s.big[c] && wasSmall {
				sum += costCapital
			}
		}
		last, wasHigh, wasSmall = class, high, s.small[c]
	}
	return sum
}

// scoreWords returns the cost of all letters of Latin words.
func (s *scorer) scoreWords(words []byte) int { return s.scorePairs(words, true) }

// scoreCharacters returns the cost of characters in a multi-byte charset.
func (s *scorer) scoreCharacters(sample []byte) int {
	text, err := s.result.Encoding.NewDecoder().Bytes(sample)
	if err != nil {
		return math.MaxInt
	}
	sum, last := 0, rune(0)
	for i, r := range string(text) {
		switch {
		case r < utf8.RuneSelf:
		case r >= 0x2010 && r <= 0x2040: // punctuation of all languages
			sum += costMark
		case isNarrow(r) && last < utf8.RuneSelf && (i+narrowBytes >= len(text) || text[i+narrowBytes] < utf8.RuneSelf):
			sum += costAlone
		default:
			cost := uint16(0)
			if int(r) < len(s.model.single) {
				cost = uint16(s.model.single[r])
			}
			if cost == 0 {
				cost = costOf(r)
			}
			sum += int(cost)
		}
		last = r
	}
	return sum
}

// narrowBytes is the length of a half-width katakana in UTF-8.
const narrowBytes = 3

// isNarrow reports whether a character is a half-width katakana or a mark of that width.
func isNarrow(r rune) bool { return r >= 0xFF61 && r <= 0xFF9F }

// guess detects the charset of a text without a declaration, by its bytes outside of markup, if
// these are few also by those inside, and by the usual charset of its site, "" if there is none.
func guess(body []byte, form form, usual string, markup bool) Result {
	if form != other {
		return utf8Result
	}
	all := scorers()
	sample := sampleOf(body, markup, sampleBytes)
	if len(sample) < littleBytes {
		sample = sampleOf(body, false, sampleBytes) // the titles of links and pictures
	}
	amongASCII := hasAccents(sample)
	best := cheapest(sample, prior{usual, trust}, (*scorer).score, func(s *scorer) bool {
		return !amongASCII || s.latin || s.model.pairs == nil || s.result.Name == usual
	})
	if words := accented(sample); amongASCII && all[best].latin && len(words) > 0 {
		best = cheapest(words, prior{usual, trust}, (*scorer).scoreWords, func(s *scorer) bool { return s.latin })
	}
	// Charsets of one language differ in few letters, which may be rare. Where they do not
	// differ, the usual charset is merely the first of them, and one letter decides: most pages
	// of the site may have no such letter. It may be in a tag.
	if lang := all[best].model.lang; all[best].model.pairs != nil {
		best = cheapest(sampleOf(body, false, largeBytes), prior{usual, 1 - margin}, (*scorer).score, func(s *scorer) bool { return s.model.lang == lang })
	}
	return all[best].result
}

// hasAccents reports whether the bytes beyond ASCII of a sample are accents of Latin words and
// single symbols, rather than words of another script, which are separate runs.
func hasAccents(sample []byte) bool {
	runs, accents := 0, 0 // in bytes
	for i := 0; i < len(sample); {
		from := i
		for i < len(sample) && sample[i] >= utf8.RuneSelf {
			i++
		}
		n := i - from - bytes.Count(sample[from:i], []byte{noBreak})
		switch {
		case i == from:
			i++
		case n == 1 && i == from+1 && (from > 0 && isLetter(sample[from-1]) || i < len(sample) && isLetter(sample[i])):
			accents++
		case n > 2 || n == 2 && i == from+2 && sample[from] >= firstLetter && sample[from+1] >= firstLetter:
			runs += n
		}
	}
	return runs <= accents
}

// noBreak is the no-break space in the charsets of Windows and ISO.
const noBreak = 0xA0

// firstLetter is the first byte that is a letter in the charsets of Windows and ISO, with few
// exceptions; bytes below are symbols.
const firstLetter = 0xC0

// accented returns the words of a sample with letters beyond ASCII.
func accented(sample []byte) []byte {
	var out []byte
	for i := 0; i < len(sample); i++ {
		from, accents := i, 0
		for i < len(sample) && (sample[i] >= utf8.RuneSelf || isLetter(sample[i])) {
			if c := sample[i]; c >= firstLetter || c >= utf8.RuneSelf && (c < 0x91 || c > 0x97) && i > from && i+1 < len(sample) && isLetter(sample[i+1]) {
				accents++
			}
			i++
		}
		if accents > 0 {
			out = append(append(out, sample[from:i]...), ' ')
		}
	}
	return out
}

// isNone reports whether a byte is ASCII and not a letter.
func isNone(c byte) bool { return c < utf8.RuneSelf && !isLetter(c) }

// isLetter reports whether a byte is an ASCII letter.
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// A prior is a preferred charset, with the amount by which its cost is reduced.
type prior struct {
	charset string
	by      int
}

// cheapest returns the index of the scorer with the lowest cost of a text among those for which
// asked is true, with a preference for the usual charset.
func cheapest(sample []byte, usual prior, score func(*scorer, []byte) int, asked func(*scorer) bool) int {
	all := scorers()
	best, least := 0, math.MaxInt
	for i := range all {
		if !asked(&all[i]) {
			continue
		}
		cost := score(&all[i], sample)
		switch all[i].result.Name {
		case usual.charset:
			cost -= min(cost, usual.by)
		case all[0].result.Name:
		default:
			cost += margin
		}
		if cost < least {
			best, least = i, cost
		}
	}
	return best
}

// rate returns the cost of a sample in a charset, the largest number if the charset is not among
// the candidates.
func rate(sample []byte, name string) int {
	cost := math.MaxInt
	for of := scorersOf()[name]; len(of) > 0; of = of[1:] {
		cost = min(cost, of[0].score(sample))
	}
	return cost
}

// Sizes of samples in bytes.
const (
	glanceBytes = 256      // of text that matches its declaration
	littleBytes = 128      // of text that is too little, so that tags are rated too
	sampleBytes = 2 << 10  // of text that is rated
	largeBytes  = 32 << 10 // of text that distinguishes similar charsets
	searchBytes = 64 << 10 // of a body that is searched for text
)

// sampleOf returns the text of a body around its bytes beyond ASCII, without tags, scripts and
// styles.
func sampleOf(body []byte, markup bool, most int) []byte {
	body = body[:min(len(body), searchBytes)]
	out := make([]byte, 0, min(most, len(body)))
	for len(body) > 0 && len(out) < most {
		text := body
		if markup {
			text, body = untag(body)
		} else {
			body = nil
		}
		out = appendWords(out, text, most)
	}
	return out
}

// nearBytes is how much of a text on both sides of its bytes beyond ASCII is rated.
const nearBytes = 8

// appendWords appends the parts of a text near its bytes beyond ASCII, up to most bytes.
func appendWords(out, text []byte, most int) []byte {
	for len(text) > 0 && len(out) < most {
		from := asciiLength(text)
		if from == len(text) {
			break
		}
		last := from // index of the last of nearby bytes beyond ASCII
		for i := from; i < len(text) && i <= last+2*nearBytes; i++ {
			if text[i] >= utf8.RuneSelf {
				last = i
			}
		}
		end := min(last+nearBytes+1, len(text))
		near := text[max(0, from-nearBytes):end]
		out = append(append(out, near[:min(len(near), most-len(out))]...), '\n')
		text = text[end:]
	}
	return out
}

// untag returns the text before the first tag, and what follows the tag.
func untag(body []byte) (text, rest []byte) {
	open := bytes.IndexByte(body, '<')
	if open < 0 {
		return body, nil
	}
	text, rest = body[:open], body[open:]
	for _, name := range [...]string{"script", "style"} {
		if len(rest) > len(name)+1 && rest[1]|0x20 == 's' && bytes.EqualFold(rest[1:1+len(name)], []byte(name)) {
			if end := bytes.Index(rest, []byte("</")); end >= 0 {
				rest = rest[end:]
			}
		}
	}
	end := bytes.IndexByte(rest, '>')
	if end < 0 {
		return text, nil
	}
	return text, rest[end+1:]
}
