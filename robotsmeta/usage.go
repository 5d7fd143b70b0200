package robotsmeta

import (
	"slices"
	"strings"
)

// Uses with names of their own. Others may be asked for by the name that a page
// gives them.
const (
	UseSearch      = "search"       // to find the page by
	UseTrain       = "train-ai"     // to train models; "ai-train" is the same
	UseTrainImages = "train-images" // to train models with its pictures
	UseAnswer      = "ai-input"     // to let models answer from it
	UseMining      = "tdm"          // text and data mining
	maxUses        = 64             // preferences kept
)

// A Use says whether the page may be used in some way.
type Use struct {
	Allowed bool
	Known   bool   // the page says something about it
	Source  string // what it says and where
}

// A Preference is one wish about the use of a page.
type Preference struct {
	Label string // "train-ai", "search", ..., in lower case
	Value string // "y", "n", "yes", "no", or what else was said, in lower case
	Place Place
	grant int8 // 1 grants, -1 refuses, 0 says nothing that is understood
}

// String returns the preference as "train-ai=n in Content-Usage".
func (p Preference) String() string { return p.Label + "=" + p.Value + " in " + p.Place.String() }

// Preferences returns what the page says about its use, each thing once, in the
// order in which it was said, words that are not understood included: 64 at most,
// of which labels without a meaning here do not push out a refusal of search,
// train-ai, ai-input or tdm. The caller must not change them.
func (d Directives) Preferences() []Preference { return d.uses }

// synonyms are names of one use in different vocabularies.
var synonyms = [...][]string{{UseTrain, "ai-train"}}

// Use returns what the page says about a use. Of several preferences the most
// restrictive counts (AIPREF); noai and noimageai are refusals to train. If
// nothing is said, Known is false and the use is neither granted nor restricted.
func (d Directives) Use(label string) Use {
	label = strings.ToLower(label)
	if label == UseTrainImages {
		return d.trainImages()
	}
	names := []string{label}
	for _, s := range synonyms {
		if slices.Contains(s, label) {
			names = s
		}
	}
	var out Use
	for _, p := range d.uses {
		if !slices.Contains(names, p.Label) || p.grant == 0 {
			continue
		}
		if p.grant > 0 && !out.Known || p.grant < 0 && (!out.Known || out.Allowed) {
			out = Use{Allowed: p.grant > 0, Known: true, Source: p.String()}
		}
	}
	if s, ok := d.first("noai"); ok && names[0] == UseTrain && (!out.Known || out.Allowed) {
		return Use{Known: true, Source: s.String()}
	}
	return out
}

// trainImages: what is said of training, and noimageai.
func (d Directives) trainImages() Use {
	out := d.Use(UseTrain)
	if s, ok := d.first("noimageai"); ok && (!out.Known || out.Allowed) {
		return Use{Known: true, Source: s.String()}
	}
	return out
}

// spoken are the labels that have a meaning here. Refusals of them are kept
// whatever else was said.
var spoken = [...]string{UseSearch, UseTrain, "ai-train", UseAnswer, UseMining}

// usage reads a list of preferences. Content-Usage takes y and n, Content-Signal
// yes and no; each is understood in both.
func (r *Reader) usage(value, yes, no string, at Place) {
	list, quoted := plainList(clip(value, MaxContent))
	if quoted {
		r.notice(CheckQuotes, at, value)
	}
	for it := (items{rest: list}); it.next(); {
		p := Preference{Label: it.label, Value: it.value, Place: at, grant: grantOf(it.value)}
		known := slices.Contains(spoken[:], p.Label)
		if it.by == ';' && (!known || p.grant >= 0) {
			continue // a parameter of the item before
		}
		if it.by == ' ' || it.by == ';' {
			r.notice(CheckSeparator, at, value)
		}
		switch {
		case p.grant == 0 && p.Label != "use": // which takes immediate, reference or full
			r.notice(CheckBadValue, at, p.Label+"="+p.Value)
		case p.grant != 0 && p.Value != yes && p.Value != no:
			r.notice(CheckWrongWord, at, p.Label+"="+p.Value)
		}
		r.prefer(p, known)
	}
}

// grantOf reads the value of a preference.
func grantOf(value string) int8 {
	switch value {
	case "y", "yes":
		return 1
	case "n", "no":
		return -1
	}
	return 0
}

// prefer keeps a preference that was not said yet. The last places of the list
// are for the first refusal of each label that has a meaning here.
func (r *Reader) prefer(p Preference, known bool) {
	full, refused := len(r.out.uses) >= maxUses-len(spoken), false
	if full && (!known || p.grant >= 0) {
		return
	}
	for _, q := range r.out.uses {
		if q.Label == p.Label && q.Value == p.Value && q.Place.Source == p.Place.Source {
			return
		}
		refused = refused || q.Label == p.Label && q.grant < 0
	}
	if !full || !refused {
		r.out.uses = append(r.out.uses, p)
	}
}

// plainList makes a list plain: in lower case, blanks for quotation marks and
// control characters, commas for the separators of other scripts. It reports
// whether there were quotation marks.
func plainList(s string) (plain string, quoted bool) {
	plain = strings.Map(func(c rune) rune {
		switch {
		case c <= ' ' || c == 0x7F || c == '\u00A0' || c == '\u3000':
			return ' '
		case isQuote(c):
			quoted = true
			return ' '
		case c == '|' || c == '，' || c == '、':
			return ','
		case c == '；':
			return ';'
		}
		return c
	}, s)
	return strings.ToLower(plain), quoted
}

// items goes through a list of preferences that plainList made: "label=value" or
// "label", with commas or blanks between, as a dictionary of structured fields
// (RFC 9651) would have it or not. Behind a semicolon stands a parameter, or an
// item of somebody who writes semicolons for commas.
type items struct {
	rest         string
	label, value string
	by           byte // what separates the item from the one before: a comma, a blank or a semicolon
	begun        bool
}

// next moves to the next item.
func (it *items) next() bool {
	it.by = ' '
	if !it.begun {
		it.by, it.begun = ',', true
	}
	for it.rest != "" && strings.IndexByte(" ,;=", it.rest[0]) >= 0 {
		switch it.rest[0] {
		case ',', ';':
			it.by = it.rest[0]
		}
		it.rest = it.rest[1:]
	}
	it.label, it.rest = cutAny(it.rest, " ,;=")
	it.value = ""
	if after := strings.TrimLeft(it.rest, " "); strings.HasPrefix(after, "=") {
		it.rest = strings.TrimLeft(after, " =")
		// A value behind a blank may be the label of the next item.
		value, rest := cutAny(it.rest, " ,;")
		apart := len(after)-len(it.rest) > 0 && after[len(after)-len(it.rest)-1] == ' '
		if !apart || !strings.Contains(value, "=") && !strings.HasPrefix(strings.TrimLeft(rest, " "), "=") {
			it.value, it.rest = value, rest
		}
	}
	return it.label != ""
}

// cutAny cuts s before the first byte of the set.
func cutAny(s, set string) (head, rest string) {
	if i := strings.IndexAny(s, set); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

// reservation reads TDM-Reservation: 1 reserves the rights of text and data
// mining, 0 does not (the TDM Reservation Protocol). If both are said, 1 counts.
func (r *Reader) reservation(value string, at Place) {
	list, _ := plainList(clip(value, MaxContent))
	said := strings.FieldsFunc(list, func(c rune) bool { return c == ' ' || c == ',' || c == ';' })
	p := Preference{Label: UseMining, Value: "1", Place: at}
	switch {
	case slices.Contains(said, "1"):
		p.grant = -1
	case len(said) > 0 && !slices.ContainsFunc(said, func(w string) bool { return w != "0" }):
		p.Value, p.grant = "0", 1
	default:
		r.notice(CheckBadValue, at, value)
		return
	}
	r.prefer(p, true)
}

// policy keeps the address of a policy of the TDM Reservation Protocol.
func (r *Reader) policy(value string, at Place) {
	keep(&r.out.policies, Link{URL: strings.TrimSpace(clip(value, MaxContent)), Place: at})
}
