package inspect

import (
	"slices"

	"github.com/aranea-search/aranea"
)

// A FormStep is a form of a page, and what filling it in leads to.
type FormStep struct {
	Action     string             `json:"action,omitempty"` // "" for a menu, and if that is no URL
	Menu       bool               `json:"menu,omitempty"`   // it is a menu whose options are URLs
	Verdict    aranea.FormVerdict `json:"verdict"`
	Filled     bool               `json:"filled"` // a crawl that fills in forms fills it in
	Selections []SelectionStep    `json:"selections,omitempty"`
	URLs       int                `json:"urls"`           // that it leads to
	Left       int                `json:"left,omitempty"` // further ones, beyond the limits
}

// A SelectionStep is a field whose values a form gives.
type SelectionStep struct {
	Name    string `json:"name,omitempty"`
	Choices int    `json:"choices"`
}

// formSteps returns the forms of a page.
func formSteps(forms []aranea.Form) []FormStep {
	var steps []FormStep
	for i := range forms {
		f := &forms[i]
		s := FormStep{Action: f.Action.String(), Menu: f.Menu, Verdict: f.Verdict, Filled: f.Verdict.Filled(), URLs: f.URLs, Left: f.Left}
		for _, x := range f.Selections {
			s.Selections = append(s.Selections, SelectionStep(x))
		}
		steps = append(steps, s)
	}
	return steps
}

// followed returns the links of a page that the crawl follows: a Look reads all forms.
func (o *LookOptions) followed(p *aranea.Page) []aranea.Link {
	if o.Forms {
		return p.Links
	}
	return slices.DeleteFunc(slices.Clone(p.Links), func(l aranea.Link) bool { return l.How == aranea.HowForm })
}
