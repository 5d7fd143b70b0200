package form

import (
	"bytes"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea/extract/html/lexer"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/weburl"
)

// A Reader reads the forms of one page after another. It is used by one goroutine.
type Reader struct {
	forms    []form
	controls []control
	options  []option
	ids      map[string]int    // forms by id
	labels   map[string]string // by the id of their control

	open     int  // the open form, -1 for none
	over     bool // a form is open that is not read
	lists    int  // number of open datalists, whose controls are not submitted
	sets     int  // number of open fieldsets
	disabled int  // the depth of the outermost disabled fieldset, 0 for none
	menu     int  // the open select, -1 for none
	groupOff bool // its open group of options is disabled
	inOption bool
	area     int // the open textarea, -1 for none

	label    bool   // a label is open
	words    []byte // of the open label or option
	labelFor string // the id that the open label is for
	inLabel  int    // the control in the open label, -1 for none
	after    int    // the radio button or checkbox whose words may follow, -1 for none
}

// A form is a form as written.
type form struct {
	action, charset string
	excluded        bool // in a part of the page that its owner excludes
	noFollow        bool
	post            bool
}

// A kind is a kind of control.
type kind uint8

const (
	fixed  kind = iota // its value is submitted as it is
	typed              // the same, and a visitor would type it
	menu               // a select
	radio              // a radio button
	box                // a checkbox
	submit             // a submit button
	image              // an image button
	secret             // a password or a file
)

// A control is a field or button of a form that is not disabled.
type control struct {
	kind               kind
	form               int    // its index, -1 outside of forms
	owner              string // the id of its form if it names one
	id, name, value    string
	label              string
	from, to           int // its options
	left               int // number of options beyond the limit
	checked, multiple  bool
	required, excluded bool
	long               bool   // its value is too long for a URL
	script             string // what changes of a select do
	jump               jump   // whether they lead to another page; determined when all is read
	action             string // of a submit button
	sendsTo, post      bool   // a submit button has an action, another method than GET
}

// An option is one of a select.
type option struct {
	value, label       string
	valued             bool // it has a value besides its text
	selected, disabled bool
}

// keptOptions is the number of options whose memory is kept for the next page.
const keptOptions = 1_000

// Reset begins a page, and releases what was read of the one before.
func (r *Reader) Reset() {
	clear(r.forms)
	clear(r.controls)
	clear(r.options)
	if cap(r.options) > keptOptions {
		r.options = nil
	}
	clear(r.ids)
	clear(r.labels)
	if r.ids == nil {
		r.ids, r.labels = map[string]int{}, map[string]string{}
	}
	*r = Reader{
		forms: r.forms[:0], controls: r.controls[:0], options: r.options[:0], ids: r.ids, labels: r.labels, words: r.words[:0],
		open: -1, menu: -1, area: -1, inLabel: -1, after: -1,
	}
}

// Start reads a start tag. excluded says that it is in a part of the page that its owner excludes.
func (r *Reader) Start(tag atom.Atom, z *lexer.Lexer, excluded bool) {
	switch tag {
	case atom.Form:
		r.startForm(z, excluded)
	case atom.Fieldset:
		r.startFieldset(z)
	case atom.Datalist:
		r.lists++
	case atom.Label:
		r.endLabel()
		r.label, r.labelFor = true, text(z, "for")
	case atom.Input:
		r.endSelect()
		r.input(z, excluded)
	case atom.Button:
		r.startButton(z, excluded)
	case atom.Textarea:
		r.endSelect()
		r.after = -1
		r.area = r.add(z, control{kind: typed, excluded: excluded})
	case atom.Select:
		r.startSelect(z, excluded)
	case atom.Optgroup:
		r.endOption()
		r.groupOff = has(z, "disabled")
	case atom.Option:
		r.startOption(z)
	}
}

// End reads an end tag.
func (r *Reader) End(tag atom.Atom) {
	switch tag {
	case atom.Form:
		r.open, r.over = -1, false
	case atom.Fieldset:
		if r.sets == r.disabled {
			r.disabled = 0
		}
		r.sets = max(r.sets-1, 0)
	case atom.Datalist:
		r.lists = max(r.lists-1, 0)
	case atom.Label:
		r.endLabel()
	case atom.Textarea:
		r.area = -1
	case atom.Select:
		r.endSelect()
	case atom.Optgroup:
		r.endOption()
		r.groupOff = false
	case atom.Option:
		r.endOption()
	}
}

// Listens reports whether the text here belongs to a form.
func (r *Reader) Listens() bool {
	return r.inOption || r.area >= 0 || r.menu < 0 && (r.label || r.after >= 0)
}

// Text reads a text, if the reader listens.
func (r *Reader) Text(s []byte) {
	switch {
	case r.inOption, r.menu < 0 && r.area < 0 && r.label:
		if room := weburl.MaxLength - len(r.words); room > 0 {
			r.words = append(r.words, s[:min(len(s), room)]...)
		}
	case r.area >= 0:
		c := &r.controls[r.area]
		s = bytes.TrimPrefix(s, []byte("\n")) // HTML, the textarea element
		c.value, c.long = kept(s)
		r.area = -1
	case r.after >= 0 && len(bytes.TrimSpace(s)) > 0:
		r.controls[r.after].label = words(s)
		r.after = -1
	}
}

// startForm begins a form. Inside another one it is ignored (HTML, the "in body" insertion mode).
func (r *Reader) startForm(z *lexer.Lexer, excluded bool) {
	if r.open >= 0 || r.over {
		return
	}
	r.after = -1
	if len(r.forms) >= MaxForms {
		r.over = true
		return
	}
	f := form{charset: text(z, "accept-charset"), excluded: excluded, post: isOther(text(z, "method"))}
	f.action, f.noFollow = text(z, "action"), robotsmeta.ParseRel(text(z, "rel")).NoFollow()
	r.open = len(r.forms)
	if id := text(z, "id"); id != "" {
		if _, taken := r.ids[id]; !taken {
			r.ids[id] = r.open
		}
	}
	r.forms = append(r.forms, f)
}

// isOther reports whether a method is another than GET, which is the default (HTML, the method
// attribute).
func isOther(method string) bool {
	return strings.EqualFold(method, "post") || strings.EqualFold(method, "dialog")
}

func (r *Reader) startFieldset(z *lexer.Lexer) {
	if r.sets < maxDepth {
		r.sets++
	}
	if r.disabled == 0 && has(z, "disabled") {
		r.disabled = r.sets
	}
}

// endLabel gives the words of the open label to its control (HTML, the label element).
func (r *Reader) endLabel() {
	if !r.label {
		return
	}
	said := words(r.words)
	switch {
	case said == "":
	case r.labelFor != "":
		if _, known := r.labels[r.labelFor]; !known && len(r.labels) < MaxControls {
			r.labels[r.labelFor] = said
		}
	case r.inLabel >= 0:
		r.controls[r.inLabel].label = said
	}
	r.label, r.labelFor, r.inLabel, r.words = false, "", -1, r.words[:0]
}

// text returns the value of an attribute, "" if the tag does not have it.
func text(z *lexer.Lexer, name string) string {
	v, _ := z.Lookup(name)
	return string(v[:min(len(v), weburl.MaxLength)])
}

func has(z *lexer.Lexer, name string) bool {
	_, ok := z.Lookup(name)
	return ok
}

// kept returns a value, and whether it is too long for a URL; then it is not kept.
func kept(s []byte) (value string, long bool) {
	if len(s) > weburl.MaxLength {
		return "", true
	}
	return string(s), false
}

// words returns a text as words with single spaces.
func words(s []byte) string {
	return show.Clip(strings.Join(strings.Fields(string(s)), " "), maxLabel)
}
