package ask

import (
	"fmt"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/form"
	"github.com/aranea-search/aranea/inspect"
	"github.com/aranea-search/aranea/internal/show"
)

// maxFormsShown is the maximum number of forms of a page that are printed for people, and of the
// selections of one.
const maxFormsShown = 20

// printForms prints the forms of a page for people.
func printForms(b *strings.Builder, p *inspect.PageStep) {
	filled := false
	for i := range p.Forms[:min(len(p.Forms), maxFormsShown)] {
		f := &p.Forms[i]
		filled = filled || f.Filled
		fmt.Fprintf(b, "  form       %s\n", show.Line(formLine(f)))
	}
	if more := len(p.Forms) - maxFormsShown; more > 0 {
		fmt.Fprintf(b, "  form       and %s more\n", show.Count(more, "form"))
	}
	if filled && !p.FillsForms {
		b.WriteString("  forms      are not filled in without --forms menus\n")
	}
}

// formLine describes a form in one line.
func formLine(f *inspect.FormStep) string {
	what := "without an address"
	switch {
	case f.Menu:
		what = "menu of addresses"
	case f.Action != "":
		what = show.URL(f.Action)
	}
	var fields []string
	for _, s := range f.Selections[:min(len(f.Selections), maxFormsShown)] {
		fields = append(fields, fmt.Sprintf("%s (%d)", s.Name, s.Choices))
	}
	if len(fields) > 0 {
		what += ", " + strings.TrimSpace(strings.Join(fields, ", "))
	}
	if !f.Filled {
		return fmt.Sprintf("%s: not filled in, %s", what, formRefusal(f.Verdict))
	}
	what += fmt.Sprintf(": leads to %s, %s", show.Count(f.URLs, "URL"), formWay(f.Verdict))
	if f.Left > 0 {
		what += fmt.Sprintf("; %d more exceed the limits", f.Left)
	}
	return what
}

// formWay says how a form is filled in.
func formWay(v aranea.FormVerdict) string {
	switch v {
	case aranea.FormAll:
		return "all combinations"
	case aranea.FormEach:
		return fmt.Sprintf("each choice once (more than %d combinations)", form.MaxProduct)
	}
	return "the URLs of its options"
}

// formRefusal says why a form is not filled in.
func formRefusal(v aranea.FormVerdict) string {
	switch v {
	case aranea.FormMethod:
		return "its method is not GET"
	case aranea.FormSecret:
		return "it asks for a password or a file"
	case aranea.FormConsent:
		return "a box of it has to be checked"
	case aranea.FormTyped:
		return "a text has to be typed"
	case aranea.FormPlain:
		return "there is nothing to select, or only the order of a list"
	case aranea.FormNoChoice:
		return "something has to be selected, and the page has nothing for it"
	case aranea.FormExcluded:
		return "it is in a part of the page that its owner excludes"
	case aranea.FormNoFollow:
		return "the page or the form asks not to be followed"
	case aranea.FormAnswer:
		return "this page is one of its answers"
	case aranea.FormLimit:
		return "it is too large"
	case aranea.FormAction:
		return "its action is no address of the web"
	}
	return v.String()
}
