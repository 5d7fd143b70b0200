package frontier

import (
	"container/heap"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// Options bound what the frontier hands out.
type Options struct {
	// Delay is the pause of a host whose robots file was not read yet; 0 means
	// none, which is meant for the operator's own hosts.
	Delay time.Duration
	// PerHost is the number of leases of one host name at once while its delay
	// is 0; default 1. A host with a delay has one.
	PerHost int
	// SendBudget is how long after its lease a request may leave; default 5
	// seconds.
	SendBudget time.Duration
	// MaxPages ends the leasing of pages when so many were fetched; 0 means no
	// limit.
	MaxPages uint64
	// SeenSlots is the size of the seen-cache, in URLs of 21 bytes; default
	// 262144.
	SeenSlots int
}

// Defaults of Options.
const (
	DefaultSendBudget = 5 * time.Second
	DefaultSeenSlots  = 1 << 18
)

// Validate reports all faults of o at once.
func (o Options) Validate() error {
	var faults []error
	if o.Delay < 0 || o.SendBudget < 0 {
		faults = append(faults, errors.New("durations must not be negative"))
	}
	if o.PerHost < 0 || o.PerHost > 256 {
		faults = append(faults, fmt.Errorf("%d leases for each host; it must lie between 1 and 256", o.PerHost))
	}
	if o.SeenSlots < 0 {
		faults = append(faults, errors.New("the seen-cache has a negative size"))
	}
	if len(faults) == 0 {
		return nil
	}
	return &aranea.Error{Op: "frontier options", Kind: aranea.Invalid, Err: errors.Join(faults...)}
}

// A Frontier is safe for concurrent use.
type Frontier struct {
	mu     sync.Mutex
	kv     store.KV
	opt    Options
	hosts  map[weburl.Origin]*hostState
	clocks map[string]*clock
	ready  hostHeap
	leases map[aranea.LeaseID]*leased
	seen   seenCache

	nextLease aranea.LeaseID
	sequence  uint64
	counts    aranea.HostCounts
	hostCount int
	pages     uint64    // page leases out
	waiting   time.Time // the earliest due instant in the wait table, zero if none
	broken    error     // a failed commit: what memory holds is not what the store holds
}

// leased is a lease that is out.
type leased struct {
	host  *hostState
	clock *clock
	entry aranea.Entry
	queue queued
	prev  time.Time // the clock before the lease
}

// Open reads the frontier from kv. Leases of an earlier process are void; their
// entries are still queued.
func Open(ctx context.Context, kv store.KV, opt Options) (*Frontier, error) {
	if err := opt.Validate(); err != nil {
		return nil, err
	}
	if opt.PerHost == 0 {
		opt.PerHost = 1
	}
	if opt.SendBudget == 0 {
		opt.SendBudget = DefaultSendBudget
	}
	if opt.SeenSlots == 0 {
		opt.SeenSlots = DefaultSeenSlots
	}
	f := &Frontier{
		kv: kv, opt: opt, hosts: map[weburl.Origin]*hostState{}, clocks: map[string]*clock{},
		leases: map[aranea.LeaseID]*leased{}, seen: newSeenCache(opt.SeenSlots),
	}
	epoch, err := f.number(keyEpoch)
	if err != nil {
		return nil, err
	}
	if f.sequence, err = f.number(keySequence); err != nil {
		return nil, err
	}
	b := kv.NewBatch()
	b.Put(keyEpoch, binary.BigEndian.AppendUint64(nil, epoch+1))
	if err := b.Commit(true); err != nil {
		return nil, fmt.Errorf("open frontier: %w", err)
	}
	f.nextLease = aranea.LeaseID((epoch + 1) << 40)
	if err := f.loadHosts(ctx); err != nil {
		return nil, err
	}
	return f, f.loadWaiting()
}

// number reads a counter, 0 if it was never written.
func (f *Frontier) number(key []byte) (uint64, error) {
	v, err := f.kv.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("open frontier: %w", err)
	}
	if len(v) != 8 {
		return 0, corrupt(key, errRecord)
	}
	return binary.BigEndian.Uint64(v), nil
}

// loadHosts reads the host records: the sums, and into memory the hosts that
// have queued entries.
func (f *Frontier) loadHosts(ctx context.Context) error {
	for p, err := range f.kv.Scan([]byte{tableHost}, []byte{tableHost + 1}) {
		if err != nil {
			return fmt.Errorf("open frontier: %w", err)
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		h, err := decodeHost(p.Key, p.Value)
		if err != nil {
			return err
		}
		f.counts = f.counts.Add(h.Counts)
		f.hostCount++
		if h.Counts.Queued > 0 {
			s, err := f.adopt(h)
			if err != nil {
				return err
			}
			f.push(s)
		}
	}
	return nil
}

// adopt brings a host into memory.
func (f *Frontier) adopt(h aranea.Host) (*hostState, error) {
	c, err := f.clock(h.Origin.Host())
	if err != nil {
		return nil, err
	}
	s := &hostState{host: h, id: h.Origin.ID(), clock: c, index: -1}
	copy(s.edge[:], queueKey(s.id, 0, 0))
	c.users++
	f.hosts[h.Origin] = s
	return s, nil
}

// clock returns the clock of a host name.
func (f *Frontier) clock(name string) (*clock, error) {
	if c, ok := f.clocks[name]; ok {
		return c, nil
	}
	c := &clock{name: name}
	v, err := f.kv.Get(clockKey(name))
	switch {
	case errors.Is(err, store.ErrNotFound):
	case err != nil:
		return nil, fmt.Errorf("read clock of %s: %w", name, err)
	default:
		r := newReader(v)
		if c.next = r.time(); r.err != nil {
			return nil, corrupt(clockKey(name), r.err)
		}
	}
	f.clocks[name] = c
	return c, nil
}

// host returns the state of an origin, from memory, the store, or new.
func (f *Frontier) host(o weburl.Origin) (*hostState, error) {
	if s, ok := f.hosts[o]; ok {
		return s, nil
	}
	key := hostKey(o.ID())
	v, err := f.kv.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		s, err := f.adopt(aranea.Host{Origin: o, Delay: f.opt.Delay, DelayReason: "operator"})
		if err != nil {
			return nil, err
		}
		f.hostCount++
		s.dirty, s.whole = true, true
		return s, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read host %s: %w", o, err)
	}
	h, err := decodeHost(key, v)
	if err != nil {
		return nil, err
	}
	return f.adopt(h)
}

// push puts a host with work into the ready heap, or to its new place there.
func (f *Frontier) push(s *hostState) {
	at := s.clock.next
	if s.hop != nil {
		if c, ok := f.clocks[s.hop.url.Host()]; ok {
			at = c.next
		}
	}
	s.at = at
	if s.index >= 0 {
		heap.Fix(&f.ready, s.index)
		return
	}
	heap.Push(&f.ready, s)
}

func (f *Frontier) loadWaiting() error {
	f.waiting = time.Time{}
	for p, err := range f.kv.Scan([]byte{tableWait}, []byte{tableWait + 1}) {
		if err != nil {
			return fmt.Errorf("read waiting entries: %w", err)
		}
		if len(p.Key) != 1+8+idLen {
			return corrupt(p.Key, errRecord)
		}
		f.waiting = unstamp(int64(binary.BigEndian.Uint64(p.Key[1:])))
		return nil
	}
	return nil
}

// Counts returns the sums over all hosts and the number of hosts.
func (f *Frontier) Counts() (aranea.HostCounts, int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.counts, f.hostCount
}

// fail marks the frontier as broken: memory may be ahead of the store.
func (f *Frontier) fail(err error) error {
	f.broken = err
	return err
}
