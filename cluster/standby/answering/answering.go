// Package answering answers from the newest copy that a standby keeps of the folder of a node, in the place of
// the node while that is away.
//
// Floor: 5 (owner), a part of cluster. Stability: engine. A copy is only read. While a new one takes the place of
// the one before, both are open: each may take half of the memory of the options. It asks no site and changes
// nothing; everything that does is refused with a sentence.
package answering

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cluster/standby"
	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/engine/memory"
)

// Op is the operation of errors of a standby that is asked.
const Op = "ask standby"

// errReads refuses what a standby does not do, errNone everything before its first copy.
var (
	errReads = &aranea.Error{Op: Op, Kind: aranea.Denied, Err: errors.New("a standby only reads a copy, and changes nothing: wait until the node is there again, or make the copy the node (docs/cluster.md)")}
	errNone  = &aranea.Error{Op: Op, Kind: aranea.Transient, Err: errors.New("this standby has no copy yet: ask again when it has fetched one")}
)

// Least is the minimum memory of a Desk in bytes.
const Least = 2 * memory.Least

// A Desk answers as the node of which a standby keeps copies. It is safe for concurrent use; Show and Close are
// called by one goroutine at a time.
type Desk struct {
	node    api.NodeOptions
	opt     engine.Options
	without http.Handler // before the first copy

	mu  sync.Mutex
	now *look
}

// A look is a copy that is open.
type look struct {
	*engine.Looker
	http.Handler
}

// New returns a Desk without a copy. node says who it is, opt how copies are opened; its memory, at least Least,
// is that of the Desk.
func New(node api.NodeOptions, opt engine.Options) *Desk {
	full := opt.WithDefaults()
	opt.Memory, opt.Logger = full.Memory/2, full.Logger
	return &Desk{node: node, opt: opt, without: api.Node(api.Refusing(errNone), node)}
}

// Show answers from a copy from now on, and closes the one before when its last request has ended. After an error
// the one before is shown as it was.
func (d *Desk) Show(ctx context.Context, c *standby.Copy) error {
	opt := d.opt
	opt.Lists = opt.Lists.OrIn(c.Dir, opt.Logger)
	l, err := engine.Look(ctx, c.Dir, opt, errReads)
	if err != nil {
		return &aranea.Error{Op: Op, Kind: aranea.KindOf(err), Obj: c.Dir, Err: fmt.Errorf("the copy cannot be opened: %w", withoutCause(err))}
	}
	node := d.node
	node.Copied = c.At
	return d.swap(&look{l, api.Node(copied{l, c.At, node.Partition}, node)})
}

// withoutCause returns why a copy cannot be opened, without the cause for which it is only read.
func withoutCause(err error) error {
	many, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return errors.New("another process has it, or its files cannot be read")
	}
	return errors.Join(slices.DeleteFunc(slices.Clone(many.Unwrap()), func(e error) bool { return errors.Is(e, errReads) })...)
}

// swap puts a look in the place of the one before, and closes that.
func (d *Desk) swap(l *look) error {
	d.mu.Lock()
	before := d.now
	d.now = l
	d.mu.Unlock()
	if before == nil {
		return nil
	}
	return before.Close()
}

// Close ends all answers.
func (d *Desk) Close() error { return d.swap(nil) }

func (d *Desk) current() *look {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.now
}

// ServeHTTP implements http.Handler.
func (d *Desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for l := d.current(); l != nil; l = d.current() {
		ctx, end, ok := l.Hold(r.Context())
		if !ok { // another one has taken its place meanwhile
			continue
		}
		defer end()
		l.ServeHTTP(w, r.WithContext(ctx))
		return
	}
	d.without.ServeHTTP(w, r)
}
