package trap

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"github.com/aranea-search/aranea/weburl"
)

// Limits of a Book. With the samples, which are not stored, one takes at most
// about 200 KB of memory.
const (
	MaxTemplates = 64
	MaxParams    = 32
	maxSamples   = 64  // URLs that a parameter is compared by
	maxShapes    = 64  // texts without numbers that a template is compared by
	maxNumbers   = 256 // of the last pages of a template
	maxPrints    = 8   // different texts among those that a parameter did not change
)

// What a verdict asks for.
const (
	needSame  = 8  // pairs of URLs that differ in a parameter only and have one text,
	needTexts = 3  // of so many different texts,
	differOne = 32 // and at most one in so many pairs with different texts

	window    = 64  // visits of a template that are looked at, at least; twice as many at most
	knownPart = 0.9 // of them had a text that was known, or none

	// Pages that differ in numbers only may be a real archive: so many must have
	// been visited, nearly all of the last ones like others but for numbers that say
	// nothing new, and nearly all name further URLs of the template.
	needAlike = 500
	alikePart = 0.97
)

// A Book is what visits showed of the URLs of one origin.
type Book struct {
	Origin    weburl.Origin `json:"origin"`
	Templates []Entry       `json:"templates,omitempty"` // at most MaxTemplates
	Params    []Param       `json:"parameters,omitempty"`
	Types     []Type        `json:"types,omitempty"`   // at most MaxTypes
	Missing   []Missing     `json:"missing,omitempty"` // at most MaxMissing
	Folders   []Folder      `json:"folders,omitempty"` // at most MaxFolders
	// AnyShape says that URLs of any shape are visited, and ReadChallenges that what looks
	// like a challenge to browsers is read as it comes; both by the operator.
	AnyShape       bool `json:"any_shape,omitempty"`
	ReadChallenges bool `json:"read_challenges,omitempty"`
	// Pending says that URLs which were left out are to be looked at again.
	Pending bool `json:"pending,omitempty"`
}

// An Entry is what is known of a template.
type Entry struct {
	Template string `json:"template"`
	Visits   uint32 `json:"visits"` // all
	// Last, Known, Alike and Grew count the last visits: how many there were, had a
	// text that was known or none, were like another but for numbers, and named
	// further URLs of the template.
	Last  uint32 `json:"last"`
	Known uint32 `json:"known,omitempty"`
	Alike uint32 `json:"alike,omitempty"`
	Grew  uint32 `json:"grew,omitempty"`
	// Why is the evidence that it is a trap, "" if it is none; Since since when.
	Why     string    `json:"why,omitempty"`
	Since   time.Time `json:"since,omitzero"`
	Allowed bool      `json:"allowed,omitempty"` // by the operator, for good

	shapes  []uint64
	numbers []uint32 // of the last pages
}

// A Param is what is known of a parameter of one template.
type Param struct {
	Template string    `json:"template"`
	Name     string    `json:"name"`
	Same     uint32    `json:"same"`   // pairs that differ in it only and have one text
	Differ   uint32    `json:"differ"` // pairs that have not
	Texts    []uint32  `json:"texts,omitempty"`
	Why      string    `json:"why,omitempty"` // the evidence that it changes nothing
	Since    time.Time `json:"since,omitzero"`
	Allowed  bool      `json:"allowed,omitempty"`

	samples []sample
}

// A sample is one URL of a template: its target without the parameter, the value
// of that, and the text.
type sample struct{ rest, value, text uint64 }

// Decode reads an encoded Book.
func Decode(data []byte) (Book, error) {
	var b Book
	if err := json.Unmarshal(data, &b); err != nil {
		return b, fmt.Errorf("book of traps: %w", err)
	}
	if o, err := weburl.ParseOrigin(string(b.Origin)); err != nil || o != b.Origin {
		return b, errors.New("book of traps: its origin is none")
	}
	if len(b.Templates) > MaxTemplates || len(b.Params) > MaxParams || len(b.Types) > MaxTypes || len(b.Missing) > MaxMissing || len(b.Folders) > MaxFolders || slices.ContainsFunc(b.Missing, Missing.tooLarge) {
		return b, errors.New("book of traps: a list is too long")
	}
	return b, nil
}

// Encode returns the book as it is stored: one JSON object.
func (b *Book) Encode() ([]byte, error) { return json.Marshal(b) }

// Clone returns a copy of what is stored of the book.
func (b *Book) Clone() Book {
	c := *b
	c.Templates, c.Params, c.Types = slices.Clone(b.Templates), slices.Clone(b.Params), slices.Clone(b.Types)
	for i := range c.Params {
		c.Params[i].Texts = slices.Clone(c.Params[i].Texts)
	}
	c.Missing, c.Folders = slices.Clone(b.Missing), slices.Clone(b.Folders)
	for i := range c.Missing {
		c.Missing[i].Words, c.Missing[i].Suspects = slices.Clone(c.Missing[i].Words), slices.Clone(c.Missing[i].Suspects)
	}
	return c
}

// A Visit is what one visit showed.
type Visit struct {
	Target string // path and query
	Text   uint64 // of the page; 0 if it is too short to say anything
	Shape  uint64 // of the page's words without numbers
	Known  bool   // another page has the text, or the page has none
	// Numbers returns what stands for its words with a digit, but for those that stand in
	// its URL; nil for a page without. Few visits need them.
	Numbers func() []uint32
	Grew    bool // it named further URLs of its template
}

// Saw takes in a visit, and reports whether there is something new to store: a
// verdict, or a good number of visits.
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
	e := b.entry(s.template)
	e.saw(v)
	return e.judge(now) || news || e.Visits%window == 0
}

// entry returns the entry of a template, a new one if there is none, in the place
// of the one with the fewest visits if there are too many. What the operator allowed makes
// no room: where nothing else does, the entry is not of the book.
func (b *Book) entry(template string) *Entry {
	i := slices.IndexFunc(b.Templates, func(e Entry) bool { return e.Template == template })
	if i >= 0 {
		return &b.Templates[i]
	}
	if len(b.Templates) == MaxTemplates {
		least, kept := leastOf(b.Templates, func(e *Entry) uint32 { return weight(e.Visits, e.Why, e.Allowed) })
		if kept == forGood {
			return &Entry{Template: template}
		}
		b.Templates = slices.Delete(b.Templates, least, least+1)
	}
	b.Templates = append(b.Templates, Entry{Template: template})
	return &b.Templates[len(b.Templates)-1]
}

// How entries hold their place in a full list, beside by how often they were seen.
const (
	byVerdict = 1 << 30
	forGood   = 1 << 31
)

// weight says how an entry holds its place.
func weight(seen uint32, why string, allowed bool) uint32 {
	switch {
	case allowed:
		return forGood
	case why != "":
		return byVerdict
	}
	return min(seen, byVerdict-1)
}

// leastOf returns the place of the first of the least ones, and its weight.
func leastOf[E any](all []E, weight func(*E) uint32) (least int, of uint32) {
	of = weight(&all[0])
	for i := range all {
		if w := weight(&all[i]); w < of {
			least, of = i, w
		}
	}
	return least, of
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
	switch {
	case v.Known || slices.Contains(e.shapes, v.Shape):
		if v.Known || v.Numbers == nil || !e.isFresh(v.Numbers()) {
			e.Alike++
		}
	case len(e.shapes) < maxShapes:
		e.shapes = append(e.shapes, v.Shape)
	default:
		e.shapes[int(e.Visits)%maxShapes] = v.Shape
	}
}

// isFresh reports whether most numbers of a page stood on none of the last pages: a
// table says something new in numbers alone, where a calendar counts on.
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

// judge gives a template that is a trap its verdict, and reports whether it did.
func (e *Entry) judge(now time.Time) bool {
	if e.Why != "" || e.Allowed || e.Last < window {
		return false
	}
	last := float64(e.Last)
	switch {
	case float64(e.Known) >= knownPart*last:
		e.Why = fmt.Sprintf("of the last %d pages of %s, %d had a text that was known, or none; %d were visited", e.Last, e.Template, e.Known, e.Visits)
	case e.Visits >= needAlike && float64(e.Alike) >= alikePart*last && float64(e.Grew) >= alikePart*last:
		e.Why = fmt.Sprintf("of the last %d pages of %s, %d were like others but for numbers that others have or their URLs say, and %d named further ones; %d were visited", e.Last, e.Template, e.Alike, e.Grew, e.Visits)
	default:
		return false
	}
	e.Since = now
	return true
}

// sawParam compares a URL with one that differs in a parameter only, and reports
// whether the parameter is known to change nothing now and was not before.
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
		if x.Why != "" && x.Differ*differOne > x.Same { // it was wrong
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

// param returns what is known of a parameter, as entry does.
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

func sum(s string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(s)) // a hash never fails to write
	return h.Sum64()
}

// Advise says what becomes of a target: the target without the parameters that
// change nothing, and why; or why it is in a trap. Both are empty if there is
// nothing to say.
func (b *Book) Advise(target string) (clean, cleanWhy, trapWhy string) {
	if !b.judges() { // most do not, and are asked about each link
		return "", "", ""
	}
	s := shapeOf(target)
	if s.template == "" {
		return "", "", ""
	}
	drop := func(name string) bool {
		for i := range b.Params {
			if p := &b.Params[i]; p.Name == name && p.Why != "" && p.Template == s.template {
				cleanWhy = cmp.Or(cleanWhy, p.Why)
				return true
			}
		}
		return false
	}
	if other := without(target, drop); cleanWhy != "" {
		return other, cleanWhy, ""
	}
	for i := range b.Templates {
		if e := &b.Templates[i]; e.Template == s.template {
			return "", "", e.Why
		}
	}
	return "", "", ""
}

// judges reports whether there is a verdict on a template or a parameter.
func (b *Book) judges() bool {
	for i := range b.Templates {
		if b.Templates[i].Why != "" {
			return true
		}
	}
	for i := range b.Params {
		if b.Params[i].Why != "" {
			return true
		}
	}
	return false
}

// Rules of an Order that are about all URLs of an origin.
const (
	RuleShape     = "shape"     // the verdicts on the shape of URLs (see scope.Shape)
	RuleChallenge = "challenge" // those on answers that look like challenges to browsers
)

// Allow takes the verdicts on a template back, those on its parameters included,
// or with a parameter's name, an ending, a kind of path or a folder those on that; with "" all that
// were learned. RuleShape and RuleChallenge take back what is no verdict of the book. None
// of them is given again. It reports whether there was one.
func (b *Book) Allow(rule string) bool {
	took := false
	switch {
	case rule == RuleShape && !b.AnyShape:
		b.AnyShape, took = true, true
	case rule == RuleChallenge && !b.ReadChallenges:
		b.ReadChallenges, took = true, true
	}
	for i := range b.Templates {
		if e := &b.Templates[i]; e.Why != "" && (rule == "" || rule == e.Template) {
			e.Why, e.Since, e.Allowed, took = "", time.Time{}, true, true
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
	b.Pending = b.Pending || took
	return took
}
