package control

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
)

// A Teller prints the orders for all crawls of a folder to those who crawl.
type Teller struct {
	Out io.Writer
	// Ordered returns the orders, as known to the owner of the folder.
	Ordered func(context.Context) (halt.State, error)
	Data    string // flag of the folder

	paused time.Time // the last printed pause
}

// lookEvery is how often a stopped run checks whether it was resumed, and a crawl that waits for
// another one checks whether that has ended.
const lookEvery = time.Second

// Begin prints the orders that a new crawl finds, and returns the wish for it.
func (t *Teller) Begin(ctx context.Context) (halt.Wish, error) {
	s, err := t.Ordered(ctx)
	if err == nil && !s.Stopped.IsZero() {
		fmt.Fprintf(t.Out, "Crawls of this folder were stopped on %s; this one begins, and aranea run may go on.\n", command.Clock(s.Stopped))
	}
	t.tellPause(s)
	return s.Wish(), err
}

// Await waits until crawls are not stopped, and returns the wish for the next one. If the last
// one was stopped, it waits in any case, because the process that stopped it may know of an order
// that others do not know yet.
func (t *Teller) Await(ctx context.Context, stopped bool) (halt.Wish, error) {
	told := false
	for {
		s, err := t.Ordered(ctx)
		if err != nil || s.Stopped.IsZero() && !stopped {
			t.tellPause(s)
			return s.Wish(), err
		}
		if stopped = false; !told && !s.Stopped.IsZero() {
			fmt.Fprintf(t.Out, "Crawls of this folder were stopped on %s; none begins here until aranea resume%s. Searches are answered.\n",
				command.Clock(s.Stopped), command.DataFlag(t.Data))
			told = true
		}
		select {
		case <-time.After(lookEvery):
		case <-ctx.Done():
			return s.Wish(), context.Cause(ctx)
		}
	}
}

// InTurn calls crawl when no crawl with other settings is running. Until then it waits, and
// prints this once. It returns the error of crawl, or one of kind Canceled when ctx ends.
func (t *Teller) InTurn(ctx context.Context, crawl func() error) error {
	for told := false; ; told = true {
		err := crawl()
		if !service.IsOtherCrawl(err) {
			return err
		}
		if !told {
			fmt.Fprintf(t.Out, "This crawl waits: %s. What is under way: aranea status%s\n", show.Line(errors.Unwrap(err).Error()), command.DataFlag(t.Data))
		}
		select {
		case <-time.After(lookEvery):
		case <-ctx.Done():
			return &aranea.Error{Op: "wait for another crawl", Kind: aranea.Canceled, Err: context.Cause(ctx)}
		}
	}
}

// tellPause prints once that crawls are paused.
func (t *Teller) tellPause(s halt.State) {
	if s.Paused.Equal(t.paused) {
		return
	}
	if t.paused = s.Paused; !s.Paused.IsZero() {
		fmt.Fprintf(t.Out, "Crawls of this folder are paused since %s; no request leaves until aranea resume%s.\n",
			command.Clock(s.Paused), command.DataFlag(t.Data))
	}
}

// Status prints the orders for all crawls of the folder of data.
func Status(w io.Writer, s *service.Status, data string) {
	flag := command.DataFlag(data)
	if !s.Stopped.IsZero() {
		fmt.Fprintf(w, "Stopped: since %[1]s; aranea run begins no crawl until aranea resume%[2]s, aranea crawl%[2]s does\n", command.Clock(s.Stopped), flag)
	}
	if !s.Paused.IsZero() {
		fmt.Fprintf(w, "Paused:  since %s; no request leaves until aranea resume%s\n", command.Clock(s.Paused), flag)
	}
}
