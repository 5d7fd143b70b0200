package wire_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/store"
)

// TestProblemOf checks that the kind of an error determines the status of its problem, with some
// exceptions.
func TestProblemOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		err    error
		status int
		kind   string
	}{
		{&aranea.Error{Op: "x", Kind: aranea.Limit, Err: errors.New("too much")}, http.StatusServiceUnavailable, "limit"},
		{&aranea.Error{Op: "x", Kind: aranea.Transient, Err: store.ErrDiskFull}, http.StatusInsufficientStorage, "transient"},
		{errors.New("something"), http.StatusInternalServerError, "internal"},
	} {
		if p := wire.Of(tt.err); p.Status != tt.status || p.Kind != tt.kind {
			t.Errorf("%v: %+v", tt.err, p)
		}
	}
}
