package inflight

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestEnd: calls in progress are waited for, and canceled when time is up; later ones are refused.
func TestEnd(t *testing.T) {
	t.Parallel()
	closed := errors.New("closing")
	c := New(closed)
	held, end, ok := c.Hold(t.Context())
	if !ok || held.Err() != nil || c.Cut.Err() != nil {
		t.Fatalf("a first call: %t, %v", ok, held.Err())
	}
	quick, endQuick, _ := c.Hold(t.Context())
	endQuick()
	if !errors.Is(context.Cause(quick), context.Canceled) {
		t.Errorf("a call that has ended: %v", context.Cause(quick))
	}
	go func() {
		<-held.Done()
		end()
	}()
	inTime, expire := context.WithCancel(t.Context())
	expire()
	c.End(inTime)
	if !errors.Is(context.Cause(held), closed) || c.Cut.Err() == nil {
		t.Errorf("a call that was canceled: %v", context.Cause(held))
	}
	if _, _, ok := c.Hold(t.Context()); ok {
		t.Error("a call begins although it is closed")
	}
	w := httptest.NewRecorder()
	c.Counted(http.NotFoundHandler()).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", http.NoBody))
	if w.Code == http.StatusNotFound {
		t.Error("a request is answered although it is closed")
	}
}
