// Package addressturns spaces the requests of the nodes of a cluster at addresses that they have in common.
// Each address has a node, by its hash, that gives turns there to all nodes in the order in which they
// ask (Book); an Asker asks it, right before a request leaves.
//
// Floor: 5 (owner), inside engine. Stability: engine; the JSON of the values is spoken between nodes of
// one version of the program. It stores nothing: a node that begins anew gives no turn before those that
// it may have given earlier are over. Turns are told as times from now, so that clocks need not agree.
package addressturns

import (
	"errors"
	"fmt"
	"net/netip"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/scope/partition"
)

// Op is the operation of errors about turns.
const Op = "turns at addresses"

// Limits of turns.
const (
	MaxAsks   = 1000            // of a batch
	MaxApart  = 25 * time.Hour  // more than any delay that keeps others away
	MostAhead = 2 * time.Second // from the question to the beginning of a turn that is given
	Lately    = time.Minute     // how long a node that asked for a turn counts at an address
)

// An Ask asks for a turn at an address.
type Ask struct {
	Address netip.Addr    `json:"address"`
	Apart   time.Duration `json:"apart_ns"`  // how long the request keeps others away
	Within  time.Duration `json:"within_ns"` // until the turn must have begun, from when it is asked for; at most MostAhead counts
}

// A Batch is what one node asks another at once.
type Batch struct {
	From int   `json:"from"` // the number of the node that asks
	Asks []Ask `json:"asks"`
}

// A Turn is the answer to an Ask. A request may leave from the beginning of a turn that was given, and
// up to ratelimit.Leeway later.
type Turn struct {
	Given bool          `json:"given,omitempty"`
	Wait  time.Duration `json:"wait_ns,omitempty"` // until it begins; if none was given, until the address is free
	Nodes int           `json:"nodes,omitempty"`   // how many nodes have asked for turns there lately; 0 if it is not known
}

// Turns is the answer to a Batch: a turn for each question, in their order.
type Turns struct {
	Turns []Turn `json:"turns"`
}

// Check returns an error of kind Invalid if a node with a partition is asked what another one of the
// same cluster would not ask.
func (b *Batch) Check(own partition.Partition) error {
	err := b.fault(own)
	if err == nil {
		return nil
	}
	return &aranea.Error{Op: Op, Kind: aranea.Invalid, Err: err}
}

func (b *Batch) fault(own partition.Partition) error {
	switch {
	case b.From < 1 || b.From > own.Of || b.From == own.Number:
		return fmt.Errorf("%d is no other node of this cluster of %d; this one is %d", b.From, own.Of, own.Number)
	case len(b.Asks) == 0 || len(b.Asks) > MaxAsks:
		return fmt.Errorf("%d questions; there are from 1 to %d", len(b.Asks), MaxAsks)
	}
	for i := range b.Asks {
		switch a := &b.Asks[i]; {
		case !a.Address.IsValid() || a.Address != plain(a.Address):
			return errors.New("an address is missing, or is not in its shortest form")
		case partition.OfAddress(a.Address, own.Of) != own.Number:
			return fmt.Errorf("%s is an address of node %d; this one is %d", a.Address, partition.OfAddress(a.Address, own.Of), own.Number)
		case a.Apart <= 0 || a.Apart > MaxApart:
			return fmt.Errorf("%s is no distance of requests; the longest is %s", a.Apart, MaxApart)
		}
	}
	return nil
}

// plain returns the one form of an address in which it is asked for: without a zone, and IPv4 as such.
func plain(a netip.Addr) netip.Addr { return a.Unmap().WithZone("") }

// check returns an error if an answer to so many questions is none that a node of a cluster of so many
// nodes would give.
func (t *Turns) check(asks, nodes int) error {
	if len(t.Turns) != asks {
		return fmt.Errorf("%d turns for %d questions", len(t.Turns), asks)
	}
	for _, x := range t.Turns {
		if x.Wait < 0 || x.Wait > 2*MaxApart || x.Given && x.Wait > MostAhead || x.Nodes < 0 || x.Nodes > nodes {
			return fmt.Errorf("a turn in %s, with %d of %d nodes", x.Wait, x.Nodes, nodes)
		}
	}
	return nil
}
