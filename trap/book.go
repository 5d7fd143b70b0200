package trap

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea/weburl"
)

// Limits of a Book. Including the samples, which are not stored, a Book takes at most about 500
// KB of memory.
const (
	MaxTemplates = 64
	MaxKinds     = 32
	MaxParams    = 32
	maxSamples   = 64  // URLs that a parameter is compared with
	maxShapes    = 128 // texts without numbers that a template is compared with
	maxNumbers   = 256 // numbers of the last pages of a template
	maxPrints    = 8   // different texts among pairs that a parameter did not change
)

// Requirements for a verdict.
const (
	needSame  = 8  // pairs of URLs that differ only in a parameter and have the same text,
	needTexts = 3  // with this number of different texts,
	differOne = 32 // and at most one in this number of pairs with different texts

	window    = 64   // minimum number of visits of a template that are considered; the maximum is twice as many
	knownPart = 0.9  // of them had a known text, or none;
	kindKnown = 0.97 // of those of a kind, which may be the good part of a program or not yet translated

	// Pages that differ only in numbers may be a real archive. A verdict needs this number of
	// visits, and nearly all of the last pages must equal others apart from numbers that are not
	// new, and must have links to further URLs of the template.
	needAlike = 500
	alikePart = 0.97
)

// A Book is the evidence from visits about the URLs of one origin.
type Book struct {
	Origin    weburl.Origin `json:"origin"`
	Templates []Entry       `json:"templates,omitempty"` // at most MaxTemplates
	Kinds     []Entry       `json:"kinds,omitempty"`     // at most MaxKinds
	Params    []Param       `json:"parameters,omitempty"`
	Types     []Type        `json:"types,omitempty"`   // at most MaxTypes
	Missing   []Missing     `json:"missing,omitempty"` // at most MaxMissing
	Folders   []Folder      `json:"folders,omitempty"` // at most MaxFolders
	Views     []View        `json:"views,omitempty"`   // at most MaxViews
	Repeats   []Repeat      `json:"repeats,omitempty"` // at most MaxRepeats
	Parts     []Part        `json:"parts,omitempty"`   // at most MaxParts
	Filters   filterFolders `json:"filters,omitempty"` // at most maxFilterFolders
	Dead      deadForms     `json:"dead,omitempty"`    // at most maxDead
	Choices   []choice      `json:"choices,omitempty"` // at most maxChoices
	Pairs     []pair        `json:"pairs,omitempty"`   // in order, at most maxPairs
	Lists     []list        `json:"lists,omitempty"`   // in order, at most maxLists
	// AnyShape is true if URLs of any shape are visited, and ReadChallenges if pages that look
	// like challenges to browsers are read like others; the operator sets both.
	AnyShape       bool `json:"any_shape,omitempty"`
	ReadChallenges bool `json:"read_challenges,omitempty"`
	// Pending is true if URLs that were left out should be considered again.
	Pending bool `json:"pending,omitempty"`
}

// An Entry is what is known about a template, or about a kind of URLs of one (Kind).
type Entry struct {
	Template string `json:"template"`
	Visits   uint32 `json:"visits"` // all visits
	// Last, Known, Alike and Grew count the last visits: all of them, those with a known text or
	// none, those that equal another one apart from numbers, and those with links to further URLs
	// of the template.
	Last  uint32 `json:"last"`
	Known uint32 `json:"known,omitempty"`
	Alike uint32 `json:"alike,omitempty"`
	Grew  uint32 `json:"grew,omitempty"`
	// Drops are the parameters that pages leave out of their canonical URLs, separated by "&". Named
	// counts the pages that do so and name nothing else that is new, Opened those that name more, and
	// Other all others.
	Drops  string `json:"drops,omitempty"`
	Named  uint32 `json:"named,omitempty"`
	Opened uint32 `json:"opened,omitempty"`
	Other  uint32 `json:"other,omitempty"`
	// Why is the evidence that it is a trap, or ""; Since is the time of the verdict.
	Why     string    `json:"why,omitempty"`
	Since   time.Time `json:"since,omitzero"`
	Allowed bool      `json:"allowed,omitempty"` // by the operator, permanently

	shapes  []uint32
	numbers []uint32 // of the last pages
	mains   []uint64 // different canonical URLs, at most maxPrints
}

// A Param is what is known about a parameter of one template.
type Param struct {
	Template string    `json:"template"`
	Name     string    `json:"name"`
	Same     uint32    `json:"same"`   // pairs that differ only in it and have the same text
	Differ   uint32    `json:"differ"` // pairs with different texts
	Texts    []uint32  `json:"texts,omitempty"`
	Why      string    `json:"why,omitempty"` // the evidence that it has no effect
	Since    time.Time `json:"since,omitzero"`
	Allowed  bool      `json:"allowed,omitempty"`
	// Canonical is true if the verdict rests on what pages name as their canonical URLs, and not on
	// pairs with the same text.
	Canonical bool `json:"canonical,omitempty"`

	samples []sample
}

// A sample is one URL of a template: its target without the parameter, the value of the
// parameter, and the text.
type sample struct{ rest, value, text uint64 }

// Decode decodes a Book.
func Decode(data []byte) (Book, error) {
	var b Book
	if err := json.Unmarshal(data, &b); err != nil {
		return b, fmt.Errorf("book of traps: %w", err)
	}
	if o, err := weburl.ParseOrigin(string(b.Origin)); err != nil || o != b.Origin {
		return b, errors.New("book of traps: its origin is none")
	}
	tooLong := len(b.Templates) > MaxTemplates || len(b.Kinds) > MaxKinds || len(b.Params) > MaxParams || len(b.Types) > MaxTypes || len(b.Missing) > MaxMissing || len(b.Folders) > MaxFolders || len(b.Views) > MaxViews || len(b.Repeats) > MaxRepeats || len(b.Parts) > MaxParts || len(b.Dead) > maxDead || len(b.Choices) > maxChoices || len(b.Pairs) > maxPairs || len(b.Lists) > maxLists
	if tooLong || slices.ContainsFunc(b.Missing, Missing.tooLarge) || slices.ContainsFunc(b.Views, View.tooLarge) || b.Filters.tooLarge() {
		return b, errors.New("book of traps: a list is too long")
	}
	b.Repeats = slices.DeleteFunc(b.Repeats, func(r Repeat) bool { return strings.HasSuffix(r.Family, "&**") }) // pairs, as stored before
	return b, nil
}

// Encode returns the stored form of the book: one JSON object.
func (b *Book) Encode() ([]byte, error) { return json.Marshal(b) }

// Clone returns a copy of the stored part of the book.
func (b *Book) Clone() Book {
	c := *b
	c.Templates, c.Kinds, c.Params, c.Types = slices.Clone(b.Templates), slices.Clone(b.Kinds), slices.Clone(b.Params), slices.Clone(b.Types)
	for i := range c.Params {
		c.Params[i].Texts = slices.Clone(c.Params[i].Texts)
	}
	c.Missing, c.Folders, c.Views = slices.Clone(b.Missing), slices.Clone(b.Folders), slices.Clone(b.Views)
	c.Repeats, c.Parts = slices.Clone(b.Repeats), slices.Clone(b.Parts)
	c.Filters, c.Dead = b.Filters.clone(), slices.Clone(b.Dead)
	c.Choices, c.Pairs, c.Lists = slices.Clone(b.Choices), slices.Clone(b.Pairs), slices.Clone(b.Lists)
	for i := range c.Views {
		c.Views[i].Common = slices.Clone(c.Views[i].Common)
	}
	for i := range c.Missing {
		c.Missing[i].Words, c.Missing[i].Suspects = slices.Clone(c.Missing[i].Words), slices.Clone(c.Missing[i].Suspects)
	}
	return c
}

// A Visit is the result of one visit.
type Visit struct {
	Target string // path and query
	Text   uint64 // hash of the page's text; 0 if it is too short to be meaningful
	Shape  uint64 // hash of the page's words without numbers
	// Known is true if the page brought nothing: another one has the same text, it has none, or it
	// gave way to a canonical URL that was known and names nothing else that is new.
	Known bool
	// Canonical is the target of the canonical URL, on the same origin, that the page gave way to, "" if
	// it did not; Opens is true if the page then names URLs, other than that and those of its template,
	// that were not known.
	Canonical string
	Opens     bool
	// Numbers returns hashes of the page's words with a digit, except those in its URL; nil if it
	// has none. It is called for few visits.
	Numbers func() []uint32
	// Grew is true if the page has links to further URLs of its template, More if it has links to further
	// ones of its kind.
	Grew, More bool
}

// Saw records a visit, and reports whether there is something new to store: a verdict, or a
// certain number of visits.
func (b *Book) Saw(v Visit, now time.Time) bool {
	s := shapeOf(v.Target)
	if s.template == "" {
		return false
	}
	news := false
	if v.Text != 0 {
		for _, p := range s.params {
			news = b.sawParam(s.template, p, v, now) || news
		}
	}
	return b.sawTemplates(s, v, now) || news
}

// sawTemplates records a visit of its template and, before that, of its kind. A verdict on a template
// waits for twice as many visits where there are kinds: one with half of these is judged by then, and
// what it showed says nothing of the others.
func (b *Book) sawTemplates(s shape, v Visit, now time.Time) (news bool) {
	e, enough := entry(&b.Templates, MaxTemplates, s.template), uint32(window)
	if s.kind != "" {
		k, of := entry(&b.Kinds, MaxKinds, s.kind), v
		if e.differs() {
			news = b.sawCanonical(k, v, now)
		}
		of.Grew = v.More
		k.saw(of)
		judged := b.judge(k, window, kindKnown, now)
		if enough = 2*window - 1; judged {
			e.forget()
		}
		news = judged || news || k.Visits%window == 0
		if k.Why != "" {
			return news
		}
	}
	news = b.sawCanonical(e, v, now) || news
	e.saw(v)
	return b.judge(e, enough, knownPart, now) || news || e.Visits%window == 0
}

// forget drops what the last visits showed.
func (e *Entry) forget() { e.Last, e.Known, e.Alike, e.Grew = 0, 0, 0, 0 }

// entry returns the entry of a template or a kind in a list of at most limit. It adds one if there is
// none; if the list is full, it replaces the one with the fewest visits. Entries that the operator
// allowed are not replaced: if there are no others, the returned entry is not in the book.
func entry(all *[]Entry, limit int, name string) *Entry {
	i := slices.IndexFunc(*all, func(e Entry) bool { return e.Template == name })
	if i >= 0 {
		return &(*all)[i]
	}
	if len(*all) == limit {
		least, kept := leastOf(*all, func(e *Entry) uint32 { return weight(e.Visits, e.Why, e.Allowed) })
		if kept == forGood {
			return &Entry{Template: name}
		}
		*all = slices.Delete(*all, least, least+1)
	}
	*all = append(*all, Entry{Template: name})
	return &(*all)[len(*all)-1]
}

func (e *Entry) saw(v Visit) {
	e.Visits++
	if e.Last++; e.Last == 2*window {
		e.Last, e.Known, e.Alike, e.Grew = e.Last/2, e.Known/2, e.Alike/2, e.Grew/2
	}
	if v.Known {
		e.Known++
	}
	if v.Grew {
		e.Grew++
	}
	shape := uint32(v.Shape ^ v.Shape>>32)
	switch {
	case v.Known || slices.Contains(e.shapes, shape):
		if v.Known || v.Numbers == nil || !e.isFresh(v.Numbers()) {
			e.Alike++
		}
	case len(e.shapes) < maxShapes:
		e.shapes = append(e.shapes, shape)
	default:
		e.shapes[int(e.Visits)%maxShapes] = shape
	}
}

// isFresh reports whether most numbers of a page are on none of the last pages. A table may have
// new information only in its numbers, whereas a calendar just counts on.
func (e *Entry) isFresh(numbers []uint32) bool {
	fresh := 0
	for _, n := range numbers {
		if !slices.Contains(e.numbers, n) {
			fresh++
		}
	}
	e.numbers = append(e.numbers, numbers[:min(len(numbers), MaxNumbers)]...)
	e.numbers = slices.Delete(e.numbers, 0, max(len(e.numbers)-maxNumbers, 0))
	return 2*fresh > len(numbers)
}

// judge sets the verdict on a template that is a trap after enough visits, of which at least a part had
// a known text, and reports whether it did. A template whose pages gave way to the same URLs without
// some parameters is none: these are visited in their place.
func (b *Book) judge(e *Entry, enough uint32, part float64, now time.Time) bool {
	if e.Why != "" || e.Allowed || e.Last < enough {
		return false
	}
	last := float64(e.Last)
	switch {
	case float64(e.Known) >= part*last && e.isNamed():
		return b.drop(e, now)
	case float64(e.Known) >= part*last:
		e.Why = fmt.Sprintf("of the last %d pages of %s, %d had a text that was known, or none; %d were visited", e.Last, e.Template, e.Known, e.Visits)
	case e.Visits >= needAlike && float64(e.Alike) >= alikePart*last && float64(e.Grew) >= alikePart*last:
		e.Why = fmt.Sprintf("of the last %d pages of %s, %d were like others but for numbers that others have or their URLs say, and %d named further ones; %d were visited", e.Last, e.Template, e.Alike, e.Grew, e.Visits)
	default:
		return false
	}
	e.Since = now
	return true
}

// sawParam compares a URL with one that differs only in a parameter, and reports whether this
// established that the parameter has no effect.
func (b *Book) sawParam(template string, p param, v Visit, now time.Time) bool {
	if len(p.name) > maxName {
		return false
	}
	x := b.param(template, p.name)
	rest, value := sum(without(v.Target, func(n string) bool { return n == p.name })), sum(p.value)
	i := slices.IndexFunc(x.samples, func(s sample) bool { return s.rest == rest })
	switch {
	case i < 0 && len(x.samples) == maxSamples:
		x.samples = append(slices.Delete(x.samples, 0, 1), sample{rest, value, v.Text})
		return false
	case i < 0:
		x.samples = append(x.samples, sample{rest, value, v.Text})
		return false
	case x.samples[i].value == value:
		return false
	}
	old := x.samples[i]
	x.samples[i].value, x.samples[i].text = value, v.Text
	if old.text != v.Text {
		x.Differ++
		if x.Why != "" && !x.Canonical && x.Differ*differOne > x.Same { // the verdict was wrong
			x.Why, x.Since, b.Pending = "", time.Time{}, true
			return true
		}
		return false
	}
	x.Same++
	if t := uint32(v.Text); len(x.Texts) < maxPrints && !slices.Contains(x.Texts, t) {
		x.Texts = append(x.Texts, t)
	}
	if x.Why != "" || x.Allowed || x.Same < needSame || len(x.Texts) < needTexts || x.Differ*differOne > x.Same {
		return false
	}
	x.Why = fmt.Sprintf("%d pairs of URLs of %s that differ in %s only have the same text, %d have not", x.Same, template, p.name, x.Differ)
	x.Since = now
	return true
}

// param returns what is known about a parameter, in the same way as entry.
func (b *Book) param(template, name string) *Param {
	i := slices.IndexFunc(b.Params, func(p Param) bool { return p.Name == name && p.Template == template })
	if i >= 0 {
		return &b.Params[i]
	}
	if len(b.Params) == MaxParams {
		least, kept := leastOf(b.Params, func(p *Param) uint32 { return weight(p.Same+p.Differ, p.Why, p.Allowed) })
		if kept == forGood {
			return &Param{Template: template, Name: name}
		}
		b.Params = slices.Delete(b.Params, least, least+1)
	}
	b.Params = append(b.Params, Param{Template: template, Name: name})
	return &b.Params[len(b.Params)-1]
}

// Advise returns the advice for a target: the target without parameters that have no effect, and
// why; or why it is in a trap. Both are empty if there is no advice.
func (b *Book) Advise(target string) (clean, cleanWhy, trapWhy string) {
	if !b.judges() { // most books have no verdict, and this is called for each link
		return "", "", ""
	}
	s := shapeOf(target)
	if s.template == "" {
		return "", "", ""
	}
	drop := func(name string) bool {
		for i := range b.Params {
			if p := &b.Params[i]; p.Name == name && p.Why != "" && (p.Template == s.template || p.Template == s.kind) {
				cleanWhy = cmp.Or(cleanWhy, p.Why)
				return true
			}
		}
		return false
	}
	if other := without(target, drop); cleanWhy != "" {
		return other, cleanWhy, ""
	}
	return "", "", cmp.Or(whyOf(b.Templates, s.template), whyOf(b.Kinds, s.kind))
}

// whyOf returns the evidence that a template or a kind is a trap, or "".
func whyOf(all []Entry, name string) string {
	i := slices.IndexFunc(all, func(e Entry) bool { return e.Template == name && e.Why != "" })
	if i < 0 {
		return ""
	}
	return all[i].Why
}

// judges reports whether there is a verdict on a template or a parameter.
func (b *Book) judges() bool {
	isTrap := func(e Entry) bool { return e.Why != "" }
	return slices.ContainsFunc(b.Templates, isTrap) || slices.ContainsFunc(b.Kinds, isTrap) || slices.ContainsFunc(b.Params, func(p Param) bool { return p.Why != "" })
}

// Rules of an Order that concern all URLs of an origin.
const (
	RuleShape     = "shape"     // the verdicts on the shape of URLs (see scope.Shape)
	RuleChallenge = "challenge" // the verdicts on answers that look like challenges to browsers
)

// Allow revokes verdicts: with a template or a kind, those on it and its parameters; with the name of a
// parameter, an extension, a kind of path or of parts, a folder or a view, those on it; with "", all that were
// learned. RuleShape and RuleChallenge revoke verdicts that are not in the book. Revoked verdicts
// are never given again. Allow reports whether there was one.
func (b *Book) Allow(rule string) bool {
	took := false
	switch {
	case rule == RuleShape && !b.AnyShape:
		b.AnyShape, took = true, true
	case rule == RuleChallenge && !b.ReadChallenges:
		b.ReadChallenges, took = true, true
	}
	for _, all := range [][]Entry{b.Templates, b.Kinds} {
		for i := range all {
			if e := &all[i]; e.Why != "" && (rule == "" || rule == e.Template) {
				e.Why, e.Since, e.Allowed, took = "", time.Time{}, true, true
			}
		}
	}
	for i := range b.Params {
		if p := &b.Params[i]; p.Why != "" && (rule == "" || rule == p.Template || rule == p.Name) {
			p.Why, p.Since, p.Allowed, took = "", time.Time{}, true, true
		}
	}
	for i := range b.Types {
		if t := &b.Types[i]; t.Why != "" && (rule == "" || rule == t.Ending) {
			t.Why, t.Since, t.Allowed, took = "", time.Time{}, true, true
		}
	}
	for i := range b.Missing {
		if m := &b.Missing[i]; m.Why != "" && (rule == "" || rule == m.Kind) {
			m.Why, m.Since, m.Allowed, took = "", time.Time{}, true, true
		}
	}
	for i := range b.Folders {
		if f := &b.Folders[i]; f.Why != "" && (rule == "" || rule == f.Path) {
			f.Why, f.Since, f.Held, f.Allowed, took = "", time.Time{}, 0, true, true
		}
	}
	for i := range b.Views {
		if v := &b.Views[i]; v.Why != "" && (rule == "" || rule == v.Name) {
			v.Why, v.Since, v.Allowed, took = "", time.Time{}, true, true
		}
	}
	for i := range b.Repeats {
		if r := &b.Repeats[i]; r.Why != "" && (rule == "" || rule == r.Family) {
			r.Why, r.Since, r.Allowed, took = "", time.Time{}, true, true
		}
	}
	for i := range b.Parts {
		if p := &b.Parts[i]; p.Why != "" && (rule == "" || rule == p.Name) {
			p.Why, p.Since, p.Allowed, took = "", time.Time{}, true, true
		}
	}
	took = b.Dead.allow(rule) || took
	took = b.Filters.allow(rule) || took
	for i := range b.Choices {
		if f := &b.Choices[i]; f.Why != "" && (rule == "" || rule == f.Name) {
			f.Why, f.Since, f.Allowed, took = "", time.Time{}, true, true
		}
	}
	b.Pending = b.Pending || took
	return took
}

// SawFilters records the first visit to a combination of filters, and reports whether there is something new to
// store.
func (b *Book) SawFilters(v FilterVisit, now time.Time) bool {
	news, revoked := b.Filters.saw(v, now)
	b.Pending = b.Pending || revoked
	return news
}

// SawDead records whether the first visit to a target found that there is no such page, and reports whether there is
// something new to store.
func (b *Book) SawDead(target string, missing bool, now time.Time) bool {
	return b.Dead.saw(target, missing, now)
}
