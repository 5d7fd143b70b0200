package console

import (
	"net/http"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
)

type damageRow struct{ File, Text, State string }

func damageOf(f *service.Fault) damageRow {
	row := damageRow{File: show.Visible(f.File), Text: show.Visible(f.Text), State: "damaged"}
	if f.Offset > 0 {
		row.File += ", at byte " + show.Number(f.Offset)
	}
	if f.Repaired {
		row.State = "repaired"
	}
	return row
}

// What to do about damaged files.
const (
	wayOfIndex    = "The command aranea check --repair makes anew what can be made anew, and queues again what is missing."
	wayOfFrontier = "No repair makes the frontier anew, and without it nothing else is repaired. Put the whole folder back from a backup, or crawl its seeds, which options.json names, into a new folder. Until then searches are answered from the index alone."
)

// wayOut returns what to do about damaged files, or "" if everything is repaired.
func wayOut(faults []service.Fault) string {
	left := slices.DeleteFunc(slices.Clone(faults), func(f service.Fault) bool { return f.Repaired })
	switch {
	case len(left) == 0:
		return ""
	case slices.ContainsFunc(left, func(f service.Fault) bool { return f.OfFrontier() }):
		return wayOfFrontier
	}
	return wayOfIndex
}

// tellDamage responds with the damaged files and the remedy, and reports whether it did. It does
// not respond to errors of other kinds or without a known file.
func (s *Server) tellDamage(w http.ResponseWriter, r *http.Request, err error) bool {
	if aranea.KindOf(err) != aranea.Corrupt || s.searchOnly {
		return false
	}
	st, serr := s.status(r.Context())
	way := wayOut(st.Damage)
	if serr != nil || way == "" {
		return false
	}
	const heading = "error.damaged-folder"
	if isForPrograms(r) {
		problem(w, http.StatusServiceUnavailable, s.catalogue.English().Text(heading)+". "+way)
		return true
	}
	l := s.localeOf(r)
	p := errorPage{frame: s.reader(r, l, l.Text(heading), ""), Heading: l.Text(heading), Text: l.Text("error.damaged-text"), Way: way}
	for _, f := range st.Damage {
		p.Damage = append(p.Damage, damageOf(&f))
	}
	s.render(w, http.StatusServiceUnavailable, "error", p)
	return true
}
