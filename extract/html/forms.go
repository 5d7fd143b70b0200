package html

import (
	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/form"
)

// FillForms says whether the forms of the next pages are read, and what they lead to is added to
// the links. Those of embedded documents never are.
func (p *Parser) FillForms(on bool) {
	switch {
	case !on:
		p.forms = nil
	case p.forms == nil:
		p.forms = new(form.Reader)
	}
}

// readsForms reports whether what is here may belong to a form: the content of a template does
// not, nor does what a raw text element without an end has swallowed.
func (p *Parser) readsForms() bool { return p.forms != nil && p.inert == 0 && !p.again }

// formText passes a text to the forms, which is raw only in a text area.
func (p *Parser) formText() {
	if p.readsForms() && (p.raw == 0 || p.raw == atom.Textarea) && p.forms.Listens() {
		p.forms.Text(p.z.Text())
	}
}

// fillForms adds the forms of the page, and what they lead to.
func (p *Parser) fillForms() {
	if p.forms == nil {
		return
	}
	forms, urls := p.forms.Fill(form.Page{URL: p.page.URL, Base: p.page.Base, Encoding: p.enc})
	p.page.Forms, p.again = forms, false
	for _, s := range urls {
		if i := p.addLink([]byte(s.URL.String()), aranea.HowForm, nil); i >= 0 {
			p.links[i].Label = s.Label
		}
	}
	p.forms.Reset()
}
