package query

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aranea-search/aranea/internal/quantity"
)

type tokenKind uint8

const (
	tokenEnd tokenKind = iota
	tokenWord
	tokenPhrase
	tokenFilter
	tokenOr
	tokenMinus
	tokenOpen
	tokenClose
)

type token struct {
	kind     tokenKind
	field    Field
	text     string
	prefix   bool
	edits    int
	distance int
	ranged   bool
}

// lexer cuts a query into tokens.
type lexer struct {
	s     string
	hints []Hint
}

func (l *lexer) hint(code HintCode, text string) {
	l.hints = append(l.hints, Hint{code, text})
}

// isQuote reports whether a rune is a double quote of any keyboard.
func isQuote(r rune) bool {
	switch r {
	case '"', '“', '”', '„', '‟', '«', '»', '「', '」', '『', '』', '＂':
		return true
	}
	return false
}

func isOpen(r rune) bool  { return r == '(' || r == '（' }
func isClose(r rune) bool { return r == ')' || r == '）' }
func isMinus(r rune) bool { return r == '-' || r == '－' || r == '−' }
func isBar(r rune) bool   { return r == '|' || r == '｜' }

// separates reports whether a rune separates words: whitespace, control characters and invalid
// UTF-8.
func separates(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || r == utf8.RuneError
}

// breaksWord reports whether a rune ends an unquoted word.
func breaksWord(r rune) bool {
	return separates(r) || isQuote(r) || isOpen(r) || isClose(r) || isBar(r)
}

// endOf returns where the first rune of a text stands that ends what is read; its length if there is
// none. A double quote between two Hebrew letters ends nothing: it is typed for the gershayim of an
// abbreviation. One that begins a quotation is an end.
func endOf(text string, ends func(rune) bool) int {
	for i, r := range text {
		if ends(r) && !(isQuote(r) && abbreviates(text[:i], text[i+utf8.RuneLen(r):])) {
			return i
		}
	}
	return len(text)
}

func isHebrew(r rune) bool { return r >= 0x05D0 && r <= 0x05EA }

// abbreviates reports whether a quote stands between two Hebrew letters, and not between a letter that
// is written as one with the word behind, alone, and at least four more (ב"ידיעות אחרונות"). Package
// analyze reads pages alike.
func abbreviates(before, behind string) bool {
	letter, n := utf8.DecodeLastRuneInString(before)
	if !isHebrew(letter) {
		return false
	}
	letters := 0
	for _, r := range behind {
		if letters == 4 || !isHebrew(r) {
			break
		}
		letters++
	}
	around, _ := utf8.DecodeLastRuneInString(before[:len(before)-n])
	return letters > 0 && (letters < 4 || isHebrew(around) || !strings.ContainsRune("הובלמשכ", letter))
}

// next returns the next token.
//
// A single bar is an operator only where it touches the words on both sides: titles that people
// paste contain bars between spaces. A double bar is always an operator.
func (l *lexer) next() token {
	before := len(l.s)
	l.s = strings.TrimLeftFunc(l.s, separates)
	touches := len(l.s) == before
	r, n := utf8.DecodeRuneInString(l.s)
	switch {
	case n == 0:
		return token{kind: tokenEnd}
	case isOpen(r):
		l.s = l.s[n:]
		return token{kind: tokenOpen}
	case isClose(r):
		l.s = l.s[n:]
		l.weight()
		return token{kind: tokenClose}
	case isBar(r):
		bars := l.s
		l.s = strings.TrimLeftFunc(l.s, isBar)
		two := len(bars)-len(l.s) == 2*n
		if after, _ := utf8.DecodeRuneInString(l.s); !touches && !two && (separates(after) || l.s == "") {
			return l.next()
		}
		return token{kind: tokenOr}
	case isQuote(r):
		t := token{kind: tokenPhrase, text: l.quoted(n)}
		t.distance = l.distance()
		l.weight()
		return t
	case isMinus(r):
		return l.minus(n)
	}
	return l.word()
}

// minus excludes only if a single minus touches what follows: several are a program option
// (--verbose) or a rule, and mean nothing. Before a single letter or digit it is an option, too (-j).
func (l *lexer) minus(n int) token {
	rest := l.s[n:]
	if n == len("-") && isOption(rest) {
		l.hint(HintOption, l.s[:n+1])
		l.s = rest
		return l.word()
	}
	l.s = strings.TrimLeftFunc(rest, isMinus)
	r, n := utf8.DecodeRuneInString(l.s)
	if l.s != rest || n == 0 || separates(r) || isClose(r) || isBar(r) {
		return l.next()
	}
	return token{kind: tokenMinus}
}

// isOption reports whether a text begins with a word of one ASCII letter or digit.
func isOption(text string) bool {
	if text == "" || text[0] >= utf8.RuneSelf || !unicode.IsLetter(rune(text[0])) && !unicode.IsDigit(rune(text[0])) {
		return false
	}
	r, n := utf8.DecodeRuneInString(text[1:])
	return n == 0 || breaksWord(r)
}

// quoted returns the text up to the next quote of any kind, with whitespace collapsed; n is the
// length of the opening quote.
func (l *lexer) quoted(n int) string {
	l.s = l.s[n:]
	end := endOf(l.s, isQuote)
	text := l.s
	if end == len(l.s) {
		l.hint(HintOpenQuote, "")
		l.s = ""
	} else {
		_, q := utf8.DecodeRuneInString(l.s[end:])
		text, l.s = l.s[:end], l.s[end+q:]
	}
	return strings.Join(strings.FieldsFunc(text, separates), " ")
}

// word reads a word, an operator with its value, or one of OR, AND, NOT.
func (l *lexer) word() token {
	end := endOf(l.s, breaksWord)
	text := l.s[:end]
	if t, ok := l.operator(text); ok {
		return t
	}
	l.s = strings.TrimPrefix(l.s[end:], "()") // of a function: print()
	switch text {
	case "OR":
		return token{kind: tokenOr}
	case "AND", "&&":
		return l.next()
	case "NOT":
		if strings.TrimLeftFunc(l.s, separates) == "" {
			return token{kind: tokenEnd}
		}
		return token{kind: tokenMinus}
	}
	if isDistance(text) {
		l.hint(HintDistance, text)
		return l.next()
	}
	if trimmed := strings.TrimLeft(text, "+"); trimmed != text && trimmed != "" {
		text = trimmed
		if t, ok := l.plusOperator(text); ok {
			return t
		}
	}
	return l.shaped(text)
}

// isDistance reports whether a word is a distance with no phrase before it: ~3.
func isDistance(text string) bool {
	digits := strings.TrimPrefix(text, "~")
	return digits != text && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// plusOperator strips the plus signs of a word and returns the rest to the input if it would be
// read differently without them.
func (l *lexer) plusOperator(text string) (token, bool) {
	r, _ := utf8.DecodeRuneInString(text)
	if _, _, ok := cutColon(text); ok || isMinus(r) || isDistance(text) || text == "OR" || text == "AND" || text == "NOT" {
		l.s = text + l.s
		return l.next(), true
	}
	return token{}, false
}

// cutColon splits name:value at the first colon, ASCII or full-width.
func cutColon(text string) (name, value string, ok bool) {
	i := strings.IndexAny(text, ":：")
	if i <= 0 {
		return "", "", false
	}
	_, n := utf8.DecodeRuneInString(text[i:])
	return text[:i], text[i+n:], true
}

// operator reads name:value at the head of the input; text is the word there.
func (l *lexer) operator(text string) (token, bool) {
	name, value, ok := cutColon(text)
	if !ok || strings.HasPrefix(value, ":") { // FileType::is_dir is code
		return token{}, false
	}
	f := fieldOf(name)
	if f == NoField {
		if looksLikeOperator(name, value) {
			l.hint(HintUnknownOperator, name+":")
		}
		return token{}, false
	}
	if _, _, ok := DateOf(value); (f == Before || f == After) && value != "" && !ok {
		l.hint(HintDate, text)
		return token{}, false
	}
	rest := l.s[len(text):]
	if r, n := utf8.DecodeRuneInString(rest); value == "" && n > 0 && isQuote(r) {
		l.s = rest
		value = l.quoted(n)
		return l.filter(token{kind: tokenFilter, field: f, text: value}), true
	}
	l.s = rest
	if r, n := utf8.DecodeRuneInString(rest); f == Facet && strings.HasSuffix(value, "=") && n > 0 && isQuote(r) {
		return l.filter(token{kind: tokenFilter, field: f, text: value + l.quoted(n)}), true
	}
	t := token{kind: tokenFilter, field: f, text: value, ranged: f == Facet && l.ranged(value)}
	if start, ok := beginning(value); ok && f.TakesWords() {
		t.text, t.prefix = start, true
	}
	return l.filter(t), true
}

// ranged reports whether a facet is asked for by a range. What looks like one and is none is a value.
func (l *lexer) ranged(facet string) bool {
	_, value, _ := strings.Cut(facet, "=")
	if !strings.Contains(value, quantity.Between) {
		return false
	}
	_, ok := quantity.RangeOf(value)
	if !ok {
		l.hint(HintRange, facet)
	}
	return ok
}

// filter returns the operator; if its value is empty, it returns the token after it.
func (l *lexer) filter(t token) token {
	_, _, date := DateOf(t.text)
	switch {
	case t.text == "":
		l.hint(HintNoValue, t.field.String()+":")
		return l.next()
	case (t.field == Before || t.field == After) && !date:
		l.hint(HintDate, t.field.String()+":"+t.text)
		return token{kind: tokenPhrase, text: t.text}
	}
	return t
}

// looksLikeOperator tells foo:bar from addresses, times and code.
func looksLikeOperator(name, value string) bool {
	if len(name) < 2 || len(name) > 12 || strings.HasPrefix(value, "//") {
		return false
	}
	for i := range len(name) {
		if c := name[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return value != ""
}
