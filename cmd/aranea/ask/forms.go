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
func formWay(verdict string) string {
	switch verdict {
	case aranea.FormAll.String():
		return "all combinations"
	case aranea.FormEach.String():
		return fmt.Sprintf("each choice once (more than %d combinations)", form.MaxProduct)
	}
	return "the URLs of its options"
}

// formRefusal says why a form is not filled in.
func formRefusal(verdict string) string {
	for v, why := range map[aranea.FormVerdict]string{
		aranea.FormMethod:   "its method is not GET",
		aranea.FormSecret:   "it asks for a password or a file",
		aranea.FormConsent:  "a box of it has to be checked",
		aranea.FormTyped:    "a text has to be typed",
		aranea.FormPlain:    "there is nothing to select",
		aranea.FormExcluded: "it is in a part of the page that its owner excludes",
		aranea.FormNoFollow: "the page or the form asks not to be followed",
		aranea.FormAnswer:   "this page is one of its answers",
		aranea.FormLimit:    "it is too large",
		aranea.FormAction:   "its action is no address of the web",
	} {
		if v.String() == verdict {
			return why
		}
	}
	return verdict
}
