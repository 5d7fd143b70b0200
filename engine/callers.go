package engine

import (
	"context"
	"time"

	"github.com/aranea-search/aranea/engine/api"
)

// closePatience is how long calls in progress may go on when the folder is closed.
const closePatience = 5 * time.Second

// listen serves the control socket.
func (e *Engine) listen(ctx context.Context) (err error) {
	e.socket, err = api.Listen(ctx, e.folder, e.calls.Counted(api.Control(e, e.opt.Version)), e.opt.Logger)
	return err
}

// Hold begins a call in this process. It keeps the folder open until end is called, and held ends
// when the folder must close. ok is false if no more calls may begin.
func (e *Engine) Hold(ctx context.Context) (held context.Context, end func(), ok bool) {
	return e.calls.Hold(ctx)
}

// shutDown waits for calls in progress and closes the socket, if it was opened.
func (e *Engine) shutDown() (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), e.patience)
	defer cancel()
	if e.socket != nil {
		err = e.socket.Shutdown(ctx)
	}
	e.calls.End(ctx)
	return err
}
