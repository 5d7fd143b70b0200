package wire_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/store"
)

// TestProblemOf checks that the kind of an error determines the status of its problem, with some
// exceptions.
func TestProblemOf(t *testing.T) {
	t.Parallel()
	away := func(p partition.Partition) error { // the address of a node is not for everybody
		return &aranea.Error{Op: "x", Kind: aranea.Denied, Err: &partition.Away{Partition: p, Why: errors.New("ask node 2 at http://10.0.0.2:7373")}}
	}
	for _, tt := range []struct {
		err    error
		status int
		kind   string
		detail string
	}{
		{&aranea.Error{Op: "x", Kind: aranea.Limit, Err: errors.New("too much")}, http.StatusServiceUnavailable, "limit", "too much"},
		{&aranea.Error{Op: "x", Kind: aranea.Transient, Err: store.ErrDiskFull}, http.StatusInsufficientStorage, "transient", store.ErrDiskFull.Error()},
		{errors.New("something"), http.StatusInternalServerError, "internal", "something"},
		{away(partition.Partition{Number: 2, Of: 3}), http.StatusServiceUnavailable, "denied", "partition 2 of 3 does not answer"},
		{away(partition.Partition{}), http.StatusServiceUnavailable, "denied", "no node of the cluster answers"},
	} {
		if p := wire.Of(tt.err); p.Status != tt.status || p.Kind != tt.kind || p.Detail != tt.detail {
			t.Errorf("%v: %+v", tt.err, p)
		}
	}
}
