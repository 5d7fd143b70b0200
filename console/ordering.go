package console

import (
	"net/http"
	"time"

	"github.com/aranea-search/aranea/console/curation"
	"github.com/aranea-search/aranea/console/listen"
	"github.com/aranea-search/aranea/console/orders"
	"github.com/aranea-search/aranea/console/setup"
)

// ordersPath is the address to which operators send orders.
const ordersPath = "/orders"

// orderTime is the maximum duration of an order, which may take many pages out of the index.
const orderTime = 2 * time.Minute

// ordered passes a request on that may take as long as an order, also when its client closes the
// connection.
func ordered(h http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := listen.Lasting(r.Context(), orderTime)
		defer cancel()
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(orderTime)) // not every writer can
		h.ServeHTTP(w, r.WithContext(ctx))
	}
}

// orderPages returns the pages that take orders, and settings of crawls.
func (s *Server) orderPages() (*orders.Page, *setup.Page) {
	p := operatorPages{s}
	return &orders.Page{Desk: s.orders, Pages: p, Log: s.journal.Log}, &setup.Page{Source: s.setup, Desk: s.orders, Pages: p, Log: s.journal.Log}
}

// curationPages returns the pages for what operators list for searches, and for what is searched for.
func (s *Server) curationPages() (lists []*curation.Page, searches *curation.Searches) {
	p := operatorPages{s}
	for _, l := range s.curation.Lists() {
		lists = append(lists, &curation.Page{List: l, Explain: s.service.Explain, Pages: p, Log: s.journal.Log})
	}
	return lists, &curation.Searches{Files: s.curation, Pages: p, Now: time.Now}
}

// operatorPages shows the pages of operators that are made elsewhere.
type operatorPages struct{ *Server }

type operatorPage struct {
	frame
	In any // what the template shows
}

// Show shows a page.
func (s operatorPages) Show(w http.ResponseWriter, r *http.Request, code int, template, title string, data any) {
	s.render(w, code, template, operatorPage{s.frame(r, title), data})
}

// Refuse responds with a sentence.
func (s operatorPages) Refuse(w http.ResponseWriter, r *http.Request, code int, text string) {
	s.refuseOperator(w, r, code, text)
}

// Fail responds to an error.
func (s operatorPages) Fail(w http.ResponseWriter, r *http.Request, err error) { s.fail(w, r, err) }

// Operator returns who gives an order.
func (s operatorPages) Operator(r *http.Request) string { return s.operator(r) }
