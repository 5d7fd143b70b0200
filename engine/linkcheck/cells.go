package linkcheck

import "strconv"

// Columns returns the names of the cells of a Link.
func Columns() []string {
	return []string{"from", "to", "kind", "anchor", "zone", "pages", "more", "status", "reason", "detail", "leads_to", "permanent", "retry", "outside", "fragment", "redirects"}
}

// Cells returns the link as a row of a table. The texts are those of the site: who prints them
// for spreadsheets guards them.
func (l *Link) Cells() []string {
	return []string{
		l.From.String(), l.To.String(), l.Kind, l.Anchor, l.Zone, strconv.Itoa(l.Pages), strconv.FormatBool(l.More),
		strconv.Itoa(l.Status), l.Reason, l.Detail, l.LeadsTo, strconv.FormatBool(l.Permanent), strconv.FormatBool(l.Retry),
		strconv.FormatBool(l.Outside), l.Fragment, strconv.Itoa(l.Redirects),
	}
}
