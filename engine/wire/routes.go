package wire

import (
	"cmp"
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"reflect"
	"slices"

	"github.com/aranea-search/aranea/internal/openapi"
)

// A Description is the part of the description of a call that its types do not contain.
type Description struct {
	About string
	Query []openapi.Param
	// Errors are the statuses of its answers when it fails, besides those that all calls have.
	Errors []int
}

// Routes are the calls of an API. They handle requests and can be described.
type Routes struct {
	mux   *http.ServeMux
	root  string // prefix of all paths
	about map[string]Description
	calls []openapi.Route
}

// NewRoutes returns an API without calls. about describes them by name, which is the path after
// root, preceded by the method if that is not GET.
func NewRoutes(root string, about map[string]Description) *Routes {
	return &Routes{mux: http.NewServeMux(), root: root, about: about}
}

// ServeHTTP implements http.Handler.
func (r *Routes) ServeHTTP(w http.ResponseWriter, q *http.Request) { r.mux.ServeHTTP(w, q) }

// Add adds a call that reads a body of one type, nil for none, and answers with a value of
// another type, or with lines of such values.
func (r *Routes) Add(method, name string, body, answer reflect.Type, lines bool, answers http.HandlerFunc) {
	key := name
	if method != http.MethodGet {
		key = method + " " + name
	}
	d, described := r.about[key]
	if described {
		answers = onlyKnown(name, d.Query, answers)
	}
	r.calls = append(r.calls, openapi.Route{
		Method: method, Path: r.root + name, About: d.About, Query: d.Query, Body: body, Answer: answer, Lines: lines,
		Errors: append([]int{http.StatusBadRequest, http.StatusTooManyRequests, http.StatusServiceUnavailable}, d.Errors...),
	})
	r.mux.HandleFunc(method+" "+r.root+name, answers)
}

// Serve handles requests that are not calls, such as the one for the description.
func (r *Routes) Serve(method, name string, answers http.HandlerFunc) {
	r.mux.HandleFunc(method+" "+r.root+name, answers)
}

// Describe returns the OpenAPI description of the calls for which keep returns true.
func (r *Routes) Describe(info openapi.Info, keep func(name string) bool) ([]byte, error) {
	var calls []openapi.Route
	for _, c := range r.calls {
		if keep(c.Path[len(r.root):]) {
			calls = append(calls, c)
		}
	}
	slices.SortStableFunc(calls, func(a, b openapi.Route) int { return cmp.Compare(a.Path, b.Path) })
	info.Errors = failures
	return openapi.Describe(info, calls)
}

// An Input parses the parameters of one question.
type Input[In any] func(r *http.Request) (In, error)

// bodyOf returns the type of the body of a call, or nil if its parameters are in the query.
func bodyOf[In any](method string) reflect.Type {
	if method == http.MethodGet {
		return nil
	}
	return reflect.TypeFor[In]()
}

// One adds a call with one answer.
func One[In, Out any](r *Routes, method, name string, in Input[In], answer func(context.Context, In) (Out, error)) {
	r.Add(method, name, bodyOf[In](method), reflect.TypeFor[Out](), false, func(w http.ResponseWriter, r *http.Request) {
		arg, err := in(r)
		if err != nil {
			Tell(w, BadRequest(name, err))
			return
		}
		out, err := answer(r.Context(), arg)
		if err != nil {
			Tell(w, err)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(out) // a caller who disconnects loses the rest
	})
}

// List adds a question with any number of answers: one JSON value per line, and a last line
// {"end":true}, or one with the problem that ended the list early. GET also answers with one object for
// a page of the list, if it has the parameter after or prefers application/json.
func List[In, Out any](r *Routes, method, name string, in Input[In], answers func(context.Context, In) iter.Seq2[Out, error]) {
	known := r.about[name].Query
	r.Add(method, name, bodyOf[In](method), reflect.TypeFor[Out](), true, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Vary", "Accept")
		p, err := listRequestOf(name, known, r)
		if err != nil {
			Tell(w, BadRequest(name, err))
			return
		}
		arg, err := in(p.Request)
		if err != nil {
			Tell(w, BadRequest(name, err))
			return
		}
		all := Part(name, p.skip, p.most, answers(r.Context(), arg))
		if p.paged {
			writePage(w, &p, all)
			return
		}
		writeLines(w, all)
	})
}
