package console

import (
	"net/http"
	"time"

	"github.com/aranea-search/aranea/console/orders"
)

// ordersPath is the address to which operators send orders.
const ordersPath = "/orders"

// orderTime is the maximum duration of an order, which may take many pages out of the index.
const orderTime = 2 * time.Minute

type orderPage struct {
	frame
	Text string
	Sure bool // the orders confirm the text
	Next []orders.Button
}

// handleOrder carries out an order, or asks whether it is meant.
func (s *Server) handleOrder(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		http.Redirect(w, r, "/status", http.StatusSeeOther)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, orders.MaxForm)
	if err := r.ParseForm(); err != nil {
		s.refuseOperator(w, r, http.StatusBadRequest, "The form cannot be read, or is too long.")
		return
	}
	o, err := orders.Read(r.PostForm)
	if err != nil {
		s.refuseOperator(w, r, http.StatusBadRequest, "Nothing was done: "+err.Error()+".")
		return
	}
	if text := o.Question(); text != "" && !r.PostForm.Has("sure") {
		s.render(w, http.StatusOK, "order", orderPage{s.frame(r, "Are you sure?"), text, true, []orders.Button{o.Button()}})
		return
	}
	ctx, cancel := lasting(r.Context(), orderTime)
	defer cancel()
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(orderTime)) // not every writer can
	text, next, err := s.orders.Do(ctx, &o)
	s.journal.Log.InfoContext(ctx, "order of an operator", "operator", s.desk.Of(r), "order", o.Deed, "target", o.Target, "urls", len(o.URLs), "first", o.First(), "error", err)
	switch why := orders.Refusal(err); {
	case err == nil:
		s.render(w, http.StatusOK, "order", orderPage{s.frame(r, "Done"), text, false, next})
	case why != "":
		s.refuseOperator(w, r, http.StatusConflict, "Nothing was done: "+why+".")
	default:
		s.fail(w, r, err)
	}
}
