package form

import (
	"strings"

	"github.com/aranea-search/aranea/extract/html/lexer"
)

// input reads an input element.
func (r *Reader) input(z *lexer.Lexer, excluded bool) {
	r.after = -1
	c := control{kind: typed, excluded: excluded}
	of := strings.ToLower(text(z, "type"))
	switch of {
	case "hidden":
		c.kind = fixed
	case "radio":
		c.kind = radio
	case "checkbox":
		c.kind = box
	case "password", "file":
		c.kind = secret
	case "submit":
		r.button(z, submit, excluded)
		return
	case "image":
		r.button(z, image, excluded)
		return
	case "reset", "button":
		return
	}
	c.setValue(z, of)
	i := r.add(z, c)
	if i < 0 || c.kind != radio && c.kind != box {
		return
	}
	r.after = i
	if r.label {
		r.inLabel, r.after = i, -1
	}
}

// startButton reads a button element, which submits unless its type says otherwise (HTML, the
// button element).
func (r *Reader) startButton(z *lexer.Lexer, excluded bool) {
	switch strings.ToLower(text(z, "type")) {
	case "reset", "button":
	default:
		r.button(z, submit, excluded)
	}
}

// button reads a submit button.
func (r *Reader) button(z *lexer.Lexer, kind kind, excluded bool) {
	r.after = -1
	c := control{kind: kind, excluded: excluded, action: text(z, "formaction"), sendsTo: has(z, "formaction"), post: isOther(text(z, "formmethod"))}
	v, _ := z.Lookup("value")
	c.value, c.long = kept(v)
	r.add(z, c)
}

// add adds a control with the attributes that all have, and returns its index. One that is not
// submitted is not added: the result is -1 (HTML, constructing the entry list).
func (r *Reader) add(z *lexer.Lexer, c control) int {
	if r.disabled > 0 || r.lists > 0 || len(r.controls) >= MaxControls || has(z, "disabled") {
		return -1
	}
	c.form, c.owner = r.open, text(z, "form")
	if r.over && c.owner == "" {
		return -1
	}
	c.id, c.name = text(z, "id"), text(z, "name")
	c.required, c.checked = has(z, "required"), has(z, "checked")
	r.controls = append(r.controls, c)
	return len(r.controls) - 1
}

// startSelect begins a select. Inside another one it ends that (HTML, the "in select" insertion
// mode).
func (r *Reader) startSelect(z *lexer.Lexer, excluded bool) {
	open := r.menu >= 0
	r.endSelect()
	if r.after = -1; open {
		return
	}
	c := control{kind: menu, excluded: excluded, multiple: has(z, "multiple"), from: len(r.options), to: len(r.options)}
	if c.script = text(z, "onchange"); c.script == "" {
		c.script = text(z, "onblur")
	}
	r.menu, r.groupOff = r.add(z, c), false
}

// endSelect ends the open select.
func (r *Reader) endSelect() {
	r.endOption()
	r.menu = -1
}

// startOption begins an option.
func (r *Reader) startOption(z *lexer.Lexer) {
	r.endOption()
	if r.menu < 0 {
		return
	}
	c := &r.controls[r.menu]
	value, valued := z.Lookup("value")
	v, long := kept(value)
	if long || c.to-c.from >= MaxOptions || len(r.options) >= MaxChoices {
		c.left++
		return
	}
	label, _ := z.Lookup("label")
	r.options = append(r.options, option{
		value: v, valued: valued, label: words(label), selected: has(z, "selected"), disabled: r.groupOff || has(z, "disabled"),
	})
	c.to = len(r.options)
	r.inOption, r.words = true, r.words[:0]
}

// endOption ends the open option. Its text is its label and its value if it has no others (HTML,
// the option element).
func (r *Reader) endOption() {
	if !r.inOption {
		return
	}
	o := &r.options[len(r.options)-1]
	said := strings.Join(strings.Fields(string(r.words)), " ")
	if !o.valued {
		o.value = said
	}
	if o.label == "" {
		o.label = words(r.words)
	}
	r.inOption, r.words = false, r.words[:0]
}
