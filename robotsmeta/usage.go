package robotsmeta

import (
	"slices"
	"strings"

	"github.com/aranea-search/aranea/internal/preference"
)

// Uses that have constants. Other uses can be queried by the name that a page gives them.
const (
	UseSearch      = "search"       // to find the page
	UseTrain       = "train-ai"     // to train models; "ai-train" is the same
	UseTrainImages = "train-images" // to train models with its pictures
	UseAnswer      = "ai-input"     // as input for the answers of models
	UseMining      = "tdm"          // text and data mining
	maxUses        = 64             // maximum number of preferences
)

// A Use says whether the page may be used for some purpose.
type Use struct {
	Allowed bool
	Known   bool   // the page says something about it
	Source  string // the directive and its place
}

// A Preference is one statement about the use of a page.
type Preference struct {
	Label string // "train-ai", "search", ..., in lower case
	Value string // "y", "n", "yes", "no", or any other value, in lower case
	Place Place
	means preference.Meaning
}

// String returns the preference as "train-ai=n in Content-Usage".
func (p Preference) String() string { return p.Label + "=" + p.Value + " in " + p.Place.String() }

// Preferences returns the page's statements about its use without duplicates, in their order,
// including words that are not understood. There are at most 64, and labels without a meaning do
// not displace a refusal of search, train-ai, ai-input or tdm. The caller must not change them.
func (d Directives) Preferences() []Preference { return d.uses }

// Use returns what the page says about a use. Of several preferences the most restrictive counts
// (AIPREF); noai and noimageai are refusals to train. If the page says nothing, Known is false
// and the use is neither granted nor restricted.
func (d Directives) Use(label string) Use {
	label = preference.Use(label)
	if label == UseTrainImages {
		return d.trainImages()
	}
	var out Use
	strongest := preference.Unknown
	for _, p := range d.uses {
		if p.means > strongest && preference.Use(p.Label) == label {
			strongest, out = p.means, Use{Allowed: p.means == preference.Allowed, Known: true, Source: p.String()}
		}
	}
	if s, ok := d.first("noai"); ok && label == UseTrain && strongest != preference.Refused {
		return Use{Known: true, Source: s.String()}
	}
	return out
}

// trainImages combines the preferences on training with noimageai.
func (d Directives) trainImages() Use {
	out := d.Use(UseTrain)
	if s, ok := d.first("noimageai"); ok && (!out.Known || out.Allowed) {
		return Use{Known: true, Source: s.String()}
	}
	return out
}

// usage parses a list of preferences with the grammar that robots files also have; yes and no are
// the words of this field.
func (r *Reader) usage(value, yes, no string, at Place) {
	value = clip(value, MaxContent)
	if strings.ContainsFunc(value, preference.IsQuote) {
		r.notice(CheckQuotes, at, value)
	}
	for it := range preference.Items(value) {
		if it.Parameter() {
			continue
		}
		p := Preference{Label: it.Label, Value: it.Value, Place: at, means: it.Meaning()}
		if it.Behind != ';' || preference.Known(it.Label) { // otherwise it is a valid parameter
			r.noticeUse(it, yes, no, value, at)
		}
		r.prefer(p)
	}
}

// noticeUse records what other robots may not understand in an item.
func (r *Reader) noticeUse(it preference.Item, yes, no, value string, at Place) {
	if it.Behind != ',' {
		r.notice(CheckSeparator, at, value)
	}
	switch {
	case it.Meaning() == preference.Unknown && it.Label != "use": // "use" takes immediate, reference or full
		r.notice(CheckBadValue, at, it.Label+"="+it.Value)
	case it.Meaning() != preference.Unknown && it.Value != yes && it.Value != no:
		r.notice(CheckWrongWord, at, it.Label+"="+it.Value)
	}
}

// prefer adds a new preference. The last places of the list are reserved for the first refusal of
// each label with a meaning.
func (r *Reader) prefer(p Preference) {
	full, refused := len(r.out.uses) >= maxUses-preference.KnownLabels, false
	if full && (p.means != preference.Refused || !preference.Known(p.Label)) {
		return
	}
	for _, q := range r.out.uses {
		if q.Label == p.Label && q.Value == p.Value && q.Place.Source == p.Place.Source {
			return
		}
		refused = refused || q.Label == p.Label && q.means == preference.Refused
	}
	if !full || !refused {
		r.out.uses = append(r.out.uses, p)
	}
}

// reservation reads TDM-Reservation: 1 reserves the rights of text and data mining, 0 does not
// (the TDM Reservation Protocol). If both are present, 1 counts.
func (r *Reader) reservation(value string, at Place) {
	said := strings.FieldsFunc(preference.Plain(clip(value, MaxContent)), func(c rune) bool { return c == ' ' || c == ',' || c == ';' })
	p := Preference{Label: UseMining, Value: "1", Place: at}
	switch {
	case slices.Contains(said, "1"):
		p.means = preference.Refused
	case len(said) > 0 && !slices.ContainsFunc(said, func(w string) bool { return w != "0" }):
		p.Value, p.means = "0", preference.Allowed
	default:
		r.notice(CheckBadValue, at, value)
		return
	}
	r.prefer(p)
}

// policy keeps the address of a policy of the TDM Reservation Protocol.
func (r *Reader) policy(value string, at Place) {
	keep(&r.out.policies, Link{URL: strings.TrimSpace(clip(value, MaxContent)), Place: at})
}
