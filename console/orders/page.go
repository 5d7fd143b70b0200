package orders

import (
	"errors"
	"log/slog"
	"net/http"
)

// Pages shows pages of operators in the frame of all pages.
type Pages interface {
	// Show shows a template with its data and a title.
	Show(w http.ResponseWriter, r *http.Request, code int, template, title string, data any)
	// Refuse responds with a sentence, and Fail to an error, without what an operator must not see of it.
	Refuse(w http.ResponseWriter, r *http.Request, code int, text string)
	Fail(w http.ResponseWriter, r *http.Request, err error)
	// Operator returns the name of who has signed in.
	Operator(r *http.Request) string
}

// A Page takes the forms of orders. All fields are required.
type Page struct {
	Desk  *Desk
	Pages Pages
	Log   *slog.Logger
}

// A Result is what a page says of an order.
type Result struct {
	Text string
	Sure bool // the orders confirm the text
	Next []Button
}

// ServeHTTP carries out an order, or asks whether it is meant.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		http.Redirect(w, r, "/status", http.StatusSeeOther)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, MaxForm)
	if err := r.ParseForm(); err != nil {
		p.Pages.Refuse(w, r, http.StatusBadRequest, "The form cannot be read, or is too long.")
		return
	}
	o, err := Read(r.PostForm)
	if e, ok := errors.AsType[*FormError](err); ok {
		p.Pages.Show(w, r, http.StatusBadRequest, "add", "Add URLs to crawl", e)
		return
	}
	if err != nil {
		p.Pages.Refuse(w, r, http.StatusBadRequest, "Nothing was done: "+err.Error()+".")
		return
	}
	if text := o.Question(); text != "" && !r.PostForm.Has("sure") {
		p.Pages.Show(w, r, http.StatusOK, "order", "Are you sure?", Result{text, true, []Button{o.Button()}})
		return
	}
	text, next, err := p.Desk.Do(r.Context(), &o)
	p.Log.InfoContext(r.Context(), "order of an operator", "operator", p.Pages.Operator(r), "order", o.Deed, "target", o.Target, "urls", len(o.URLs), "first", o.First(), "error", err)
	switch why := Refusal(err); {
	case err == nil:
		p.Pages.Show(w, r, http.StatusOK, "order", "Done", Result{text, false, next})
	case o.Deed == Visit && why != "":
		p.Pages.Show(w, r, http.StatusConflict, "add", "Add URLs to crawl", &FormError{r.PostForm.Get(URLs), []string{why}})
	case why != "":
		p.Pages.Refuse(w, r, http.StatusConflict, "Nothing was done: "+why+".")
	default:
		p.Pages.Fail(w, r, err)
	}
}
