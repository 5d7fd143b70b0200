// Package preference parses lists of preferences for the use of a page, such as "train-ai=n,
// search=y", in Content-Usage and Content-Signal lines of robots files and in response fields of
// the same names. Packages robotstxt and robotsmeta use it for both, so that a preference means
// the same wherever its owner writes it.
//
// # Grammar
//
// A list is a dictionary of structured fields (RFC 9651 section 3.2) with a token for each
// value, or one of its common variations. Case does not matter. Quotation marks of any kind,
// backslashes and control characters count as whitespace; bars and the commas of other scripts
// count as commas. Items are separated by commas or whitespace. Whitespace around "=" does not
// matter, unless it is followed by the label of the next item: "search= train-ai=n" says nothing
// about search. A semicolon is followed by a parameter, or by an item if somebody uses
// semicolons instead of commas; see Item.Parameter.
//
// # Meaning
//
// "y" and "yes" allow, "n" and "no" refuse, and any other value has no meaning. If a list is
// ambiguous, the interpretation that refuses counts: of several values for one use the strongest
// Meaning counts, and of a value with "=" in it, such as "no=1", a part that refuses.
//
// Floor: 0 (leaves). Stability: engine. It does not know where a list is from or to whom it
// applies, keeps no list and limits none; it uses the standard library only.
package preference

import (
	"iter"
	"strings"
)

// Labels of uses that have a meaning for a robot. KnownLabels is their number.
const (
	Search      = "search"   // finding the page by searching
	Train       = "train-ai" // training models
	TrainAI     = "ai-train" // the same use, in Content-Signal
	Answer      = "ai-input" // answers of models based on the page
	Mining      = "tdm"      // text and data mining
	KnownLabels = 5
)

// Known reports whether a label, in lower case, is one of these. A parser that keeps lists
// within a limit must keep refusals of them, whatever else was said.
func Known(label string) bool {
	switch label {
	case Search, Train, TrainAI, Answer, Mining:
		return true
	}
	return false
}

// Use returns the same name, in lower case, for all labels of a use.
func Use(label string) string {
	if label = strings.ToLower(label); label == TrainAI {
		return Train
	}
	return label
}

// A Meaning is the meaning of a value. A greater one is stronger: of several values for one use
// the greatest counts (AIPREF vocabulary, on combining preferences).
type Meaning int8

// The meanings. The zero Meaning neither grants nor refuses.
const (
	Unknown Meaning = 0
	Allowed Meaning = 1
	Refused Meaning = 2
)

// String returns "unknown", "allowed" or "refused".
func (m Meaning) String() string {
	switch m {
	case Allowed:
		return "allowed"
	case Refused:
		return "refused"
	}
	return "unknown"
}

// MeaningOf returns the meaning of a value in lower case. Content-Usage uses "y" and "n",
// Content-Signal "yes" and "no"; both are accepted in either.
func MeaningOf(value string) Meaning {
	switch value {
	case "y", "yes":
		return Allowed
	case "n", "no":
		return Refused
	}
	return Unknown
}

// An Item is one member of a list.
type Item struct {
	Label  string // in lower case, never empty
	Value  string // in lower case, "" if there is none
	Behind byte   // the separator before the item: ',', ' ' or ';'; ',' for the first
}

// Meaning returns the meaning of the item's value.
func (i Item) Meaning() Meaning { return MeaningOf(i.Value) }

// Parameter reports whether the item belongs to the one before it and means nothing by itself.
// That is the case after a semicolon, unless the item refuses.
func (i Item) Parameter() bool { return i.Behind == ';' && i.Meaning() != Refused }

// Items yields the items of a list in order, including parameters. It takes time linear in the
// length of the list.
func Items(list string) iter.Seq[Item] {
	return func(yield func(Item) bool) {
		rest, behind := Plain(list), byte(',')
		for {
			rest, behind = skip(rest, behind)
			it := Item{Behind: behind}
			if it.Label, rest = cutBefore(rest, " ,;="); it.Label == "" {
				return
			}
			it.Value, rest = cutValue(rest)
			if !yield(it) {
				return
			}
			behind = ' '
		}
	}
}

// skip moves to the next label and returns the separator before it: the last comma or semicolon,
// or else its argument.
func skip(s string, behind byte) (string, byte) {
	for s != "" && strings.IndexByte(" ,;=", s[0]) >= 0 {
		if s[0] == ',' || s[0] == ';' {
			behind = s[0]
		}
		s = s[1:]
	}
	return s, behind
}

// cutValue splits the value from the text after a label.
func cutValue(s string) (value, rest string) {
	after := strings.TrimLeft(s, " ")
	if !strings.HasPrefix(after, "=") {
		return "", s
	}
	rest = strings.TrimLeft(after, " =")
	apart := after[len(after)-len(rest)-1] == ' '
	value, behind := cutBefore(rest, " ,;")
	if apart && isLabel(value, behind) {
		return "", rest
	}
	return strictest(value), behind
}

// isLabel reports whether a word that is separated from "=" by a space is the label of the next
// item: it has an "=" of its own, and is not a known value.
func isLabel(word, behind string) bool {
	first, _, own := strings.Cut(word, "=")
	return MeaningOf(first) == Unknown && (own || strings.HasPrefix(strings.TrimLeft(behind, " "), "="))
}

// strictest returns the part of a value with "=" in it that refuses, or else the value.
func strictest(value string) string {
	for part := range strings.SplitSeq(value, "=") {
		if MeaningOf(part) == Refused {
			return part
		}
	}
	return value
}

// cutBefore cuts s before the first of the characters.
func cutBefore(s, chars string) (before, rest string) {
	if i := strings.IndexAny(s, chars); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

// Plain returns a list in lower case and with plain separators: it replaces quotation marks and
// control characters by whitespace, and commas and semicolons of other scripts by those of
// ASCII.
func Plain(list string) string {
	return strings.ToLower(strings.Map(func(c rune) rune {
		switch {
		case c <= ' ' || c == 0x7F || c == '\u00A0' || c == '\u3000' || IsQuote(c):
			return ' '
		case c == '|' || c == '\uFF0C' || c == '\u3001':
			return ','
		case c == '\uFF1B':
			return ';'
		}
		return c
	}, list))
}

// quotes are the quotation marks outside ASCII: those by which word processors replace straight
// ones, and those of other scripts.
const quotes = "\u201C\u201D\u201E\u201F\u2033\u2018\u2019\u201A\u201B\u2032\u00AB\u00BB\u2039\u203A\u300C\u300D\u300E\u300F\uFF02\uFF07"

// IsQuote reports whether c is a quotation mark of any kind, or a backslash, which may precede
// one.
func IsQuote(c rune) bool {
	return c == '"' || c == '\'' || c == '\\' || c == '`' || c >= 0x80 && strings.ContainsRune(quotes, c)
}
