package api

import (
	"errors"
	"net/http"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/store"
)

// TestFullDiskOfTheOwner checks that a full disk at the owner is reported as such to its
// callers.
func TestFullDiskOfTheOwner(t *testing.T) {
	t.Parallel()
	at := &aranea.Error{Op: "backup", Kind: aranea.Transient, Obj: "/copies", Err: store.ErrDiskFull}
	if err := problemError(wire.Of(at)); !store.DiskFull(err) || err.Error() != at.Error() {
		t.Errorf("%v", err)
	}
	at.Err = errors.New("something else")
	if p := wire.Of(at); p.Status != http.StatusServiceUnavailable || store.DiskFull(problemError(p)) {
		t.Errorf("%+v", p)
	}
}

// TestRefusalOfOwner checks that a client distinguishes refused notices from errors of the
// owner.
func TestRefusalOfOwner(t *testing.T) {
	t.Parallel()
	_, refusal := indexnow.Read([]byte("no JSON"))
	err := problemError(wire.Of(refusal))
	if got, ok := errors.AsType[*indexnow.Refusal](err); !ok || aranea.KindOf(err) != aranea.Invalid || got.Error() != refusal.Error() {
		t.Errorf("%v became %v", refusal, err)
	}
	if _, ok := errors.AsType[*indexnow.Refusal](problemError(wire.Of(&aranea.Error{Op: "open", Kind: aranea.Invalid}))); ok {
		t.Error("a fault of the owner became a refusal")
	}
}
