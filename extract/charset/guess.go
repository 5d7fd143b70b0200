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
	costBroken  = 25 * unit // bytes that mean nothing, and control characters
	costStrange = 12 * unit // letters that the language does not have
	costSymbol  = 10 * unit // symbols that stand in few texts, such as lines of boxes
	costNarrow  = 9 * unit  // half-width katakana
	costMark    = 5 * unit  // quotation marks, dashes and the like
	costCapital = 5 * unit  // a capital behind a small letter
	costOpened  = 5 * unit  // a word that begins with a mark that ends quotations
	margin      = 4 * unit  // by which a charset must be likelier than windows-1252
)

// A candidate is a charset in which a text may be, with the languages that were
// written in it.
type candidate struct {
	name, langs string
}

// candidates are the charsets that are told without a declaration. Of two that
// fit alike the first counts.
var candidates = [...]candidate{
	{"windows-1252", "de fr es pt-br it sv fi da"},
	{"windows-1251", "ru uk bg be sr"}, {"koi8-r", "ru bg"}, {"koi8-u", "uk"}, {"ibm866", "ru"},
	{"iso-8859-5", "ru bg sr"}, {"x-mac-cyrillic", "ru uk"},
	{"windows-1250", "pl cs hu ro hr"}, {"iso-8859-2", "pl cs hu ro hr"},
	{"windows-1253", "el"}, {"iso-8859-7", "el"}, {"windows-1254", "tr"},
	{"windows-1255", "he"}, {"iso-8859-8", "he"}, {"windows-1256", "ar fa"}, {"iso-8859-6", "ar"},
	{"windows-1257", "lt lv et"}, {"iso-8859-13", "lt lv et"}, {"windows-1258", "vi"}, {"windows-874", "th"},
	{"shift_jis", "ja"}, {"euc-jp", "ja"}, {"gb18030", "zh-cn"}, {"big5", "zh-tw"}, {"euc-kr", "ko"},
}

// A scorer judges a text in one charset and language.
type scorer struct {
	result Result
	model  *model
	class  [256]uint8  // of each byte, of a charset with one byte for each letter
	cost   [256]uint16 // of bytes that have no class
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
			if table, ok := enc.(*charmap.Charmap); ok {
				s.prepare(table)
			}
			out = append(out, s)
		}
	}
	return out
})

// prepare fills the tables of a charset with one byte for each letter.
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
	case r >= 0xFF61 && r <= 0xFF9F:
		return costNarrow
	case unicode.IsLetter(r) || unicode.IsMark(r):
		return costStrange
	case r != '¶' && (unicode.IsPunct(r) || unicode.IsSpace(r) || strings.ContainsRune("©®°№€™", r)):
		return costMark
	}
	return costSymbol
}

// score returns the cost of a text; the less, the likelier.
func (s *scorer) score(sample []byte) int {
	if s.model.pairs == nil {
		return s.scoreCharacters(sample)
	}
	n, sum, last := s.model.classes(), 0, 0
	wasHigh, wasSmall, opened := false, false, false
	for _, c := range sample {
		class := int(s.class[c])
		high := c >= 0x80
		if opened && class != classNone {
			sum += costOpened
		}
		opened = s.closes[c] && last == classNone
		switch {
		case s.cost[c] > 0:
			sum += int(s.cost[c])
		case high || wasHigh:
			sum += int(s.model.pairs[last*n+class])
			if high && s.big[c] && wasSmall {
				sum += costCapital
			}
		}
		last, wasHigh, wasSmall = class, high, s.small[c]
	}
	return sum
}

func (s *scorer) scoreCharacters(sample []byte) int {
	text, err := s.result.Encoding.NewDecoder().Bytes(sample)
	if err != nil {
		return math.MaxInt
	}
	sum := 0
	for _, r := range string(text) {
		if r < 0x80 {
			continue
		}
		if c, ok := s.model.single[r]; ok {
			sum += int(c)
		} else {
			sum += int(costOf(r))
		}
	}
	return sum
}

// guess tells the charset of a text that declares none, by its bytes outside of
// markup.
func guess(body []byte, form form, markup bool) Result {
	if isUTF8(body, form) {
		return utf8Result
	}
	all := scorers()
	best := cheapest(sampleOf(body, markup, sampleBytes), func(*scorer) bool { return true })
	// Charsets of one language differ in few letters, which may be rare.
	if lang := all[best].model.lang; all[best].model.pairs != nil {
		best = cheapest(sampleOf(body, markup, largeBytes), func(s *scorer) bool { return s.model.lang == lang })
	}
	return all[best].result
}

// cheapest returns which of the scorers in question finds a text likeliest.
func cheapest(sample []byte, asked func(*scorer) bool) int {
	all := scorers()
	best, least := 0, math.MaxInt
	for i := range all {
		if !asked(&all[i]) {
			continue
		}
		cost := all[i].score(sample)
		if all[i].result.Name != all[0].result.Name {
			cost += margin
		}
		if cost < least {
			best, least = i, cost
		}
	}
	return best
}

// likely returns how likely a sample is in a charset, as a cost, and false if the
// charset is not among the candidates.
func likely(sample []byte, name string) (cost int, ok bool) {
	cost = math.MaxInt
	all := scorers()
	for i := range all {
		if all[i].result.Name == name {
			cost, ok = min(cost, all[i].score(sample)), true
		}
	}
	return cost, ok
}

// Sizes of samples in bytes.
const (
	glanceBytes = 256      // of text that is what it declares to be
	sampleBytes = 2 << 10  // of text that is judged
	largeBytes  = 32 << 10 // of text that tells near charsets apart
	searchBytes = 64 << 10 // of a body that is searched for text
)

// sampleOf returns text of a body around its bytes beyond ASCII, without tags,
// scripts and styles.
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
		for line := range bytes.Lines(text) {
			if len(out) < most && bytes.ContainsFunc(line, func(r rune) bool { return r >= 0x80 }) {
				out = append(append(out, line[:min(len(line), most-len(out))]...), '\n')
			}
		}
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
	for _, name := range []string{"script", "style"} {
		if len(rest) > len(name)+1 && bytes.EqualFold(rest[1:1+len(name)], []byte(name)) {
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
