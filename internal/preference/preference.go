// Package preference reads lists of preferences on the use of a page, such as
// "train-ai=n, search=y", as they stand in Content-Usage and Content-Signal
// lines of robots files and in fields of the same names in responses. Packages
// robotstxt and robotsmeta read both by it, so that a wish means the same
// wherever its owner writes it.
//
// # Grammar
//
// A list is a dictionary of structured fields (RFC 9651 section 3.2) with a
// token for each value, or what people write for one. Case makes no difference.
// Quotation marks of any kind, backslashes and control characters are whitespace;
// bars and the commas of other scripts are commas. Items stand between commas or
// whitespace. Whitespace around "=" make no difference, unless what stands behind them is
// the label of the next item: "search= train-ai=n" says nothing of search. Behind
// a semicolon stands a parameter, or an item of somebody who writes semicolons
// for commas; see Item.Parameter.
//
// # Meaning
//
// "y" and "yes" allow, "n" and "no" refuse, and any other value says nothing.
// Where a list can be read in two ways, the reading that refuses counts: of
// several values of one use the strongest Meaning does, and of a value with
// "=" in it, "no=1" say, a part that refuses.
//
// Floor: 0 (leaves). Stability: engine. It knows nothing of where a list stands
// or to whom it speaks, keeps no list and bounds none; it uses the standard
// library only.
package preference

import (
	"iter"
	"strings"
)

// Labels of uses that have a meaning for a robot. KnownLabels is how many.
const (
	Search      = "search"   // to find the page by
	Train       = "train-ai" // to train models
	TrainAI     = "ai-train" // the same use, in Content-Signal
	Answer      = "ai-input" // to let models answer from it
	Mining      = "tdm"      // text and data mining
	KnownLabels = 5
)

// Known reports whether a label, in lower case, is one of those. A reader that
// keeps a list within a limit keeps their refusals, whatever else was said.
func Known(label string) bool {
	switch label {
	case Search, Train, TrainAI, Answer, Mining:
		return true
	}
	return false
}

// Use returns one name, in lower case, for all labels of a use.
func Use(label string) string {
	if label = strings.ToLower(label); label == TrainAI {
		return Train
	}
	return label
}

// A Meaning is what a value says. The greater one is the stronger: of several
// values of one use the greatest counts (AIPREF vocabulary, on combining
// preferences).
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

// MeaningOf returns what a value in lower case says. Content-Usage takes "y" and
// "n", Content-Signal "yes" and "no"; each is understood in both.
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
	Behind byte   // what separates it from the item before: ',', ' ' or ';'; ',' for the first
}

// Meaning returns what the item says.
func (i Item) Meaning() Meaning { return MeaningOf(i.Value) }

// Parameter reports whether the item belongs to the one before it and says
// nothing by itself. What stands behind a semicolon does, unless it refuses.
func (i Item) Parameter() bool { return i.Behind == ';' && i.Meaning() != Refused }

// Items yields the items of a list in their order, parameters included. The time
// is linear in the length of the list.
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

// skip moves to the next label and returns what stands before it: the last comma
// or semicolon, else what it was given.
func skip(s string, behind byte) (string, byte) {
	for s != "" && strings.IndexByte(" ,;=", s[0]) >= 0 {
		if s[0] == ',' || s[0] == ';' {
			behind = s[0]
		}
		s = s[1:]
	}
	return s, behind
}

// cutValue cuts the value off what stands behind a label.
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

// isLabel reports whether a word that a space separates from "=" is the label of
// the next item: it has an "=" of its own, and is none of the words of a value.
func isLabel(word, behind string) bool {
	first, _, own := strings.Cut(word, "=")
	return MeaningOf(first) == Unknown && (own || strings.HasPrefix(strings.TrimLeft(behind, " "), "="))
}

// strictest returns the part of a value that refuses, of one with "=" in it, and
// else the value.
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

// Plain returns a list in lower case and with plain separators: whitespace for
// quotation marks and control characters, commas and semicolons for those of
// other scripts.
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

// quotes are the quotation marks beyond ASCII, those that word processors put
// for straight ones and those of other scripts.
const quotes = "\u201C\u201D\u201E\u201F\u2033\u2018\u2019\u201A\u201B\u2032\u00AB\u00BB\u2039\u203A\u300C\u300D\u300E\u300F\uFF02\uFF07"

// IsQuote reports whether c is a quotation mark of any kind, or the backslash
// that somebody put before one.
func IsQuote(c rune) bool {
	return c == '"' || c == '\'' || c == '\\' || c == '`' || c >= 0x80 && strings.ContainsRune(quotes, c)
}
