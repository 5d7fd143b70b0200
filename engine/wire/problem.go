package wire

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/openapi"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/search/admission"
	"github.com/aranea-search/aranea/store"
)

// A Problem is an error in the form sent to a caller (RFC 9457), with the content of an
// aranea.Error.
type Problem struct {
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
	Kind   string `json:"kind"`
	Op     string `json:"op,omitempty"`
	Object string `json:"object,omitempty"`
}

// statusOf maps kinds of errors to HTTP statuses.
var statusOf = map[aranea.Kind]int{
	aranea.Invalid: http.StatusBadRequest, aranea.Transient: http.StatusServiceUnavailable,
	aranea.Limit: http.StatusServiceUnavailable, aranea.NotFound: http.StatusNotFound,
	aranea.Denied: http.StatusConflict, aranea.Canceled: http.StatusServiceUnavailable,
}

// failures are what calls answer that fail, as far as programs may do something about it.
var failures = []openapi.Error{
	{Status: http.StatusBadRequest, About: "A parameter is missing, wrong or unknown; detail names it."},
	{Status: http.StatusNotFound, About: "What the parameters name is not known."},
	{Status: http.StatusUnprocessableEntity, About: "The search would cost too much at any time."},
	{Status: http.StatusTooManyRequests, About: "One reader has as many requests under way as one may have: ask again when some are answered.", Retry: true},
	{Status: http.StatusServiceUnavailable, About: "Busy, or the answer took too long: ask again later.", Retry: true},
}

// Of returns the problem for an error.
func Of(err error) Problem {
	p := Problem{Status: http.StatusInternalServerError, Detail: err.Error(), Kind: aranea.Internal.String()}
	var e *aranea.Error
	switch {
	case errors.As(err, &e):
		p.Kind, p.Op, p.Object = e.Kind.String(), e.Op, e.Obj
		p.Status = cmp.Or(statusOf[e.Kind], p.Status)
		if e.Err != nil {
			p.Detail = e.Err.Error()
		}
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		p.Kind, p.Status = aranea.Canceled.String(), http.StatusServiceUnavailable
	}
	if away, ok := errors.AsType[*partition.Away](err); ok {
		p.Status, p.Detail = http.StatusServiceUnavailable, away.Brief() // who asks a front is not told the addresses of its nodes
	}
	if errors.Is(err, admission.ErrDear) { // retrying does not help
		p.Status = http.StatusUnprocessableEntity
	}
	if store.DiskFull(err) {
		p.Status = http.StatusInsufficientStorage
	}
	p.Title = http.StatusText(p.Status)
	return p
}

// problemType is the media type of a problem.
const problemType = "application/problem+json"

// retryAfter is how many seconds callers are told to wait under overload.
const retryAfter = "2"

// Tell answers with an error in the form of RFC 9457.
func Tell(w http.ResponseWriter, err error) {
	p := Of(err)
	w.Header().Set("Content-Type", problemType)
	if p.Status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", retryAfter)
	}
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p) // a caller who disconnects loses the rest
}

// BadRequest returns the error of a call with wrong parameters.
func BadRequest(name string, err error) error {
	return &aranea.Error{Op: name, Kind: aranea.Invalid, Err: err}
}
