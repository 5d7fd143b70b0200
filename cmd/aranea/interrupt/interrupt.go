// Package interrupt ends the program in an orderly way when somebody asks for that.
//
// Floor: 7 (glue), inside cmd/aranea. Stability: engine. What ends, and how, is up to who gets the
// context.
package interrupt

import (
	"context"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/term"
)

// Texts for the first interrupt, and when a second one counts. Each text starts by clearing the
// line, which may show progress.
const (
	clearLine = "\r\x1b[K"
	stopping  = clearLine + "Stopping: what is under way ends first.\n"
	again     = clearLine + "Interrupt again to end at once.\n"
)

// sameInterrupt is how long further interrupts count as the first one: timeout(1) and other
// programs signal a process and its group, and mean one interrupt.
const sameInterrupt = time.Second

// Context returns a context that ends at the first interrupt, and prints a message unless
// quiet is set. The next interrupt that counts ends the process immediately. The caller calls
// done.
func Context(stderr *os.File, quiet *atomic.Bool) (ctx context.Context, done func()) {
	ctx, cancel := context.WithCancel(context.Background())
	signals, ended := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, Signals()...)
	say := func(text string) {
		if !term.IsTerminal(int(stderr.Fd())) {
			text = strings.TrimPrefix(text, clearLine)
		}
		if !quiet.Load() {
			_, _ = io.WriteString(stderr, text)
		}
	}
	go heed(signals, ended, func() { say(stopping); cancel() }, func() { signal.Stop(signals); say(again) })
	return ctx, func() { close(ended); signal.Stop(signals); cancel() }
}

// Signals returns the signals that ask the program to end: an interrupt, that of a service
// manager, and the hang-up of its terminal, unless whoever started it (nohup) wants that ignored.
func Signals() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if signal.Ignored(syscall.SIGHUP) {
		return all
	}
	return append(all, syscall.SIGHUP)
}

// heed calls first at the first signal. It ignores signals that follow soon after; then it calls
// release, after which signals have their default effect. It ends when ended is closed.
func heed(signals <-chan os.Signal, ended <-chan struct{}, first, release func()) {
	select {
	case <-signals:
	case <-ended:
		return
	}
	first()
	select {
	case <-time.After(sameInterrupt):
		release()
	case <-ended:
	}
}
