package results

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/internal/show"
)

// An AlternateRow is a fault of the alternates of a page in a list.
type AlternateRow struct {
	Fault, URL, Text, Lang string
	To, ToURL              string // the alternate, "" if the fault is that of none
	Status                 string
	Reason, ReasonURL      string // of an alternate that is not in the index
	Detail                 string // of other faults
	LeadsTo, By            string
}

// faultTexts say what the faults of alternates are.
var faultTexts = map[string]string{
	linkcheck.NotIndexed: "is not in the index", linkcheck.NoReturn: "does not name the page in return",
	linkcheck.OtherLanguage: "says that its language is another one", linkcheck.TwoTargets: "is the second one for its language",
	linkcheck.NoLanguage: "has a language that is none", linkcheck.NoDefault: "no version is x-default", linkcheck.NoSelf: "the page is not among them",
}

// AlternateRowOf returns a row for a fault, whose reason is explained at an address.
func AlternateRowOf(x *linkcheck.AlternateFault, reasonURL string) AlternateRow {
	row := AlternateRow{Fault: faultTexts[x.Fault], URL: WhyURL(x.URL.String()), Text: brief(x.URL.String()), Lang: show.Visible(x.Lang)}
	if x.To != "" {
		row.To, row.ToURL = brief(x.To), WhyURL(x.To)
	}
	if x.Status > 0 {
		row.Status = strconv.Itoa(x.Status)
	}
	if x.Reason != "" {
		row.Reason, row.ReasonURL = show.Visible(x.Reason), reasonURL
	} else {
		row.Detail = show.Visible(x.Detail)
	}
	if x.LeadsTo != "" {
		row.LeadsTo = "leads to " + brief(x.LeadsTo)
	}
	if x.By != "" {
		row.By = "named by " + brief(x.By)
	}
	return row
}

// AlternateChoices returns a choice for each fault of which there are some, at the address of the page
// that lists them, and one for all that are not for information.
func AlternateChoices(n *linkcheck.AlternateCounts, path string, f linkcheck.AlternateFilter) []Choice {
	of := func(text, fault string) Choice {
		q := linkcheck.AlternateFilter{Host: f.Host, Fault: fault}
		return Choice{Text: text, URL: strings.TrimSuffix(path+"?"+q.Query().Encode(), "?"), Current: fault == f.Fault}
	}
	choices := []Choice{of("All faults", "")}
	for _, fault := range linkcheck.Faults() {
		if n.Faults[fault] > 0 || fault == f.Fault {
			choices = append(choices, of(fault+" ("+show.Number(n.Faults[fault])+")", fault))
		}
	}
	return choices
}

// AlternateFilterOf returns what the parameters of the page of alternates select; a fault that there is not stands for
// all.
func AlternateFilterOf(v url.Values) linkcheck.AlternateFilter {
	f := linkcheck.AlternateFilter{Host: strings.TrimSpace(v.Get("host")), Fault: v.Get("fault")}
	if !linkcheck.IsFault(f.Fault) {
		f.Fault = ""
	}
	return f
}
