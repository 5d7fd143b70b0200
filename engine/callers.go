package engine

import (
	"context"
	"net/http"
	"time"

	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/engine/wire"
)

// closePatience is how long calls in progress may go on when the folder is closed.
const closePatience = 5 * time.Second

// listen serves the control socket.
func (e *Engine) listen(ctx context.Context) (err error) {
	e.socket, err = api.Listen(ctx, e.folder, e.counted(api.Control(e, e.opt.Version)), e.opt.Logger)
	return err
}

// counted counts the calls in progress, and refuses new ones once the socket is closed.
func (e *Engine) counted(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !e.beginCall() {
			wire.Tell(w, notOpen("ask owner"))
			return
		}
		defer e.calls.Done()
		h.ServeHTTP(w, r)
	})
}

func (e *Engine) beginCall() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.deaf {
		e.calls.Add(1)
	}
	return !e.deaf
}

// Hold begins a call in this process. It keeps the folder open until end is called, and held ends
// when the folder must close. ok is false if no more calls may begin.
func (e *Engine) Hold(ctx context.Context) (held context.Context, end func(), ok bool) {
	if !e.beginCall() {
		return ctx, func() {}, false
	}
	held, cancel := context.WithCancelCause(ctx)
	unbind := context.AfterFunc(e.cut, func() { cancel(notOpen("ask owner")) })
	return held, func() {
		unbind()
		cancel(nil)
		e.calls.Done()
	}, true
}

// endCalls refuses new calls and waits for those in progress. Calls in this process that do not
// end in time are canceled, and still waited for: they read what is closed next.
func (e *Engine) endCalls(inTime context.Context) {
	e.mu.Lock()
	e.deaf = true
	e.mu.Unlock()
	defer context.AfterFunc(inTime, e.cutOff)()
	e.calls.Wait()
}

// shutDown waits for calls in progress and closes the socket, if it was opened.
func (e *Engine) shutDown() (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), e.patience)
	defer cancel()
	if e.socket != nil {
		err = e.socket.Shutdown(ctx)
	}
	e.endCalls(ctx)
	return err
}
