package console

import (
	"cmp"
	"html/template"
	"net/http"
	"path"
	"slices"

	"github.com/aranea-search/aranea/console/manual"
	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/docs"
)

type manualPage struct {
	frame
	Body template.HTML // made of a page of package docs
}

type manualList struct {
	frame
	Parts []manualPart
}

// A manualPart lists the pages of one folder of the documentation.
type manualPart struct {
	folder, Title string
	Docs          []results.Choice
}

// handleDocs lists the pages of the documentation by folder, sorted by title.
func (s *Server) handleDocs(w http.ResponseWriter, r *http.Request) {
	p := manualList{frame: s.frame(r, "Documentation")}
	p.Parts = []manualPart{{folder: ".", Title: "The robot and its search"}, {folder: "robots", Title: "Robots files"}, {folder: "format", Title: "Files and frames, byte by byte"}}
	for _, name := range docs.Pages() {
		page, _ := docs.Page(name)
		i := max(0, slices.IndexFunc(p.Parts, func(m manualPart) bool { return m.folder == path.Dir(name) }))
		p.Parts[i].Docs = append(p.Parts[i].Docs, results.Choice{Text: manual.Title(page), URL: docURL(name)})
	}
	for _, part := range p.Parts {
		slices.SortFunc(part.Docs, func(a, b results.Choice) int { return cmp.Compare(a.Text, b.Text) })
	}
	s.render(w, http.StatusOK, "docs", p)
}

// showDoc shows a page of the documentation.
func (s *Server) showDoc(w http.ResponseWriter, r *http.Request, name string) {
	page, ok := docs.Page(name)
	if !ok {
		s.handleNotFound(w, r)
		return
	}
	body, err := manual.Render(name, page, docURL)
	if err != nil {
		s.refuseOperator(w, r, http.StatusInternalServerError, "The page could not be made.")
		return
	}
	s.render(w, http.StatusOK, "doc", manualPage{s.frame(r, manual.Title(page)), body})
}
