package handover

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
)

// How long Deliver waits.
const (
	Poll     = time.Second     // when nothing waits, and after a first fault
	MostWait = time.Minute     // after faults, and after a refusal
	Patience = 5 * time.Minute // for the answer to a batch
	Greeting = time.Minute     // from one answer of a node to which nothing is sent to the next
)

// MostIdle is how many answers in a row that a node takes nothing, and refuses nothing, are met at once by
// sending what it says it lacks. The next ones count as faults: a node that answers so for ever would be sent
// the same without a break.
const MostIdle = 1

// An Outbox is what has pages to hand over.
type Outbox interface {
	Outgoing(ctx context.Context, w Wish) (Outgoing, error)
	Delivered(ctx context.Context, r Receipt) error
}

// A Receiver is the node of another partition.
type Receiver interface {
	Receive(ctx context.Context, b Batch) (Received, error)
}

// Deliver hands over to the node of a partition what waits for it, batch after batch, until ctx
// ends, and returns why that ended. A batch is sent again until both the other node and the outbox
// have confirmed it; there is only one on its way, so a newer state of a page never arrives before
// an older one. Only one Deliver may run for a partition. A node that answers that it lacks batches
// which it has confirmed is handed over everything again; as long as nothing waits for it, it is asked
// with an empty batch now and then.
//
// A node that is away is tried again after times that double up to MostWait, one that refuses a
// batch after MostWait; one whose answers make no sense, as one that is away. The log says once that it is, and
// when it is over, and the outbox is told, for its status. One that refuses ranks only, or never has them, or only
// what pages name without linking to it, is handed over the rest meanwhile.
func Deliver(ctx context.Context, box Outbox, to int, peer Receiver, log *slog.Logger) error {
	d := deliverer{box: box, to: to, peer: peer, log: log}
	for {
		some, err := d.step(ctx)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		wait := d.note(ctx, err)
		if err == nil && some {
			continue
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return context.Cause(ctx)
		}
	}
}

// A deliverer is the state of Deliver.
type deliverer struct {
	box  Outbox
	to   int
	peer Receiver
	log  *slog.Logger

	told string        // the last fault that was logged, "" if the last batch arrived
	wait time.Duration // after the last fault, 0 if there was none
	met  time.Time     // when the node was last sent something
	held Held          // what it has of the ranks that it is told, as it said last

	idle int // answers in a row with which it took nothing

	refused string    // why it did not take ranks the last time, "" if it did
	retell  time.Time // it is sent none before

	unnamed string    // why it did not take what pages name the last time, "" if it did
	rename  time.Time // it is sent nothing of that before
}

// step hands over one batch and reports whether there was one.
func (d *deliverer) step(ctx context.Context) (some bool, err error) {
	out, err := d.box.Outgoing(ctx, Wish{To: d.to, Unnamed: time.Now().Before(d.rename)})
	if err != nil || out.Batch.From.IsWhole() {
		return false, err
	}
	if time.Now().Before(d.retell) {
		out.Batch.Ranks = nil
	}
	if out.IsEmpty() {
		return d.greet(ctx, out)
	}
	waiting, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	if len(out.Batch.Pages) > 0 || out.Batch.Ranks != nil {
		got, err := d.peer.Receive(waiting, out.Batch)
		if isRefusal(err) && len(out.Batch.Pages) == 0 {
			d.refuse(err)
			return false, nil // pages that come meanwhile do not wait for ranks
		}
		if isRefusal(err) && out.Batch.isNaming() {
			return true, d.refuseNames(ctx, err) // links do not wait for names: they go without them now
		}
		if err != nil {
			return true, err
		}
		d.met = time.Now()
		if got.Again {
			return true, d.again(ctx, got.Last)
		}
		if got.Pages != len(out.Batch.Pages) {
			return true, nonsense("it has taken %d pages of %d, as it says", got.Pages, len(out.Batch.Pages))
		}
		d.takeNames(&out.Batch)
		d.held, out.Receipt.Held = got.Held, got.Held
		if err := d.took(&out.Batch); err != nil {
			d.refuse(err)
			return false, d.delivered(ctx, out.Receipt)
		}
	}
	return true, d.delivered(ctx, out.Receipt)
}

// took notes what a node has taken of a batch. It is an error if it has taken nothing several times in a row.
func (d *deliverer) took(b *Batch) error {
	r := b.Ranks
	if r == nil || d.held.ID == r.ID && d.held.Bytes > r.At {
		d.take(r)
	} else if len(b.Pages) == 0 {
		return d.unmoved("it has %d bytes of ranks %x, as it says, each time when it is sent what is behind the first %d of %x", d.held.Bytes, d.held.ID, r.At, r.ID)
	}
	d.idle = 0
	return nil
}

// unmoved counts an answer with which a node took nothing, and returns it as an error if it is one too many.
func (d *deliverer) unmoved(format string, about ...any) error {
	if d.idle++; d.idle <= MostIdle {
		return nil
	}
	return nonsense(format, about...)
}

// nonsense returns an error about an answer that no node gives that is in order. It is tried again as one that is
// away: its answers may be better when it has been started again.
func nonsense(format string, about ...any) error {
	return &aranea.Error{Op: Op, Kind: aranea.Transient, Err: fmt.Errorf("the node of the partition gives an answer that makes no sense: "+format, about...)}
}

// refuse notes that a node did not take ranks, such as one of an earlier version.
func (d *deliverer) refuse(err error) {
	d.met = time.Now()
	d.retell = d.met.Add(MostWait)
	if text := err.Error(); text != d.refused {
		d.refused = text
		d.log.Warn("a node does not take what it is told of ranks; use the same version of the program on all machines", "partition", d.to, "error", err)
	}
}

// refuseNames notes that a node did not take what pages name without linking to it, such as one of an earlier version.
func (d *deliverer) refuseNames(ctx context.Context, err error) error {
	d.met = time.Now()
	d.rename = d.met.Add(MostWait)
	if text := err.Error(); text != d.unnamed {
		d.unnamed = text
		d.log.Warn("a node does not take what sitemaps, feeds and pages name without a link, which waits; use the same version of the program on all machines", "partition", d.to, "error", err)
	}
	return d.tellUnnamed(ctx)
}

// tellUnnamed tells the outbox why what pages name waits, if it does.
func (d *deliverer) tellUnnamed(ctx context.Context) error {
	if d.unnamed == "" {
		return nil
	}
	text := "what sitemaps, feeds and pages name without a link is not taken: " + d.unnamed
	return d.box.Delivered(ctx, Receipt{To: d.to, Fault: show.Clip(text, MaxFault)})
}

// delivered tells the outbox what has reached the node, and then what has not.
func (d *deliverer) delivered(ctx context.Context, r Receipt) error {
	if err := d.box.Delivered(ctx, r); err != nil {
		return err
	}
	return d.tellUnnamed(ctx)
}

// takeNames notes that a node has taken what pages name, if there is something of that in a batch.
func (d *deliverer) takeNames(sent *Batch) {
	if d.unnamed == "" || !sent.isNaming() {
		return
	}
	d.unnamed = ""
	d.log.Info("a node takes what sitemaps, feeds and pages name without a link again", "partition", d.to)
}

// take notes that a node has taken what it was sent of ranks, if it was sent some.
func (d *deliverer) take(sent *Ranks) {
	if sent == nil || d.refused == "" {
		return
	}
	d.refused = ""
	d.log.Info("a node takes what it is told of ranks again", "partition", d.to)
}

// greet sends a node the empty batch from time to time. If it does not answer, that is no fault as long as
// nothing waits.
func (d *deliverer) greet(ctx context.Context, out Outgoing) (some bool, err error) {
	if !d.met.IsZero() && time.Since(d.met) < Greeting {
		return false, nil
	}
	waiting, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	got, err := d.peer.Receive(waiting, out.Batch)
	switch d.met = time.Now(); {
	case err != nil:
		return false, nil //nolint:nilerr // see above
	case got.Again:
		return true, d.again(ctx, got.Last)
	case got.Held != d.held:
		d.idle, d.held = 0, got.Held
		return true, d.delivered(ctx, Receipt{To: d.to, Last: out.Batch.After, Held: got.Held})
	}
	d.idle = 0
	return false, nil
}

// again has all pages wait once more for a node that has only the batches up to a number.
func (d *deliverer) again(ctx context.Context, last uint64) error {
	strange := d.unmoved("each time it lacks what it was handed over since its batch %x", last)
	if strange == nil {
		d.log.Warn("a node lacks what it was handed over, and is handed over all of it again", "partition", d.to)
	}
	return cmp.Or(d.box.Delivered(ctx, Receipt{To: d.to, Last: last, Again: true}), strange)
}

// note logs a fault that is new, or the end of faults, tells the outbox of it, and returns how long to wait.
func (d *deliverer) note(ctx context.Context, err error) time.Duration {
	if err == nil {
		if d.told != "" {
			d.log.Info("pages are handed over to another node again", "partition", d.to)
		}
		d.told, d.wait = "", 0
		return Poll
	}
	if text := err.Error(); text != d.told {
		d.told = text
		d.log.Warn("pages wait to be handed over to another node; nothing is lost", "partition", d.to, "error", err)
	}
	_ = d.box.Delivered(ctx, Receipt{To: d.to, Fault: show.Clip(err.Error(), MaxFault)}) // only the status lacks it
	d.wait = min(max(2*d.wait, Poll), MostWait)
	if isRefusal(err) {
		d.wait = MostWait
	}
	return d.wait
}

// isRefusal reports whether a batch is refused again if it is sent again soon.
func isRefusal(err error) bool {
	switch aranea.KindOf(err) {
	case aranea.Invalid, aranea.Permanent, aranea.Corrupt, aranea.NotFound, aranea.Denied:
		return true
	}
	return false
}
