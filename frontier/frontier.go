package frontier

import (
	"container/list"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/budget"
	"github.com/aranea-search/aranea/frontier/clocks"
	"github.com/aranea-search/aranea/frontier/closedorigins"
	"github.com/aranea-search/aranea/frontier/dormant"
	"github.com/aranea-search/aranea/frontier/fingerprints"
	"github.com/aranea-search/aranea/frontier/idcache"
	"github.com/aranea-search/aranea/frontier/inlinks"
	"github.com/aranea-search/aranea/frontier/memory"
	"github.com/aranea-search/aranea/frontier/origins"
	"github.com/aranea-search/aranea/frontier/prefetch"
	"github.com/aranea-search/aranea/frontier/ratelimit"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/frontier/robotscopies"
	"github.com/aranea-search/aranea/frontier/scheduler"
	"github.com/aranea-search/aranea/frontier/seen"
	"github.com/aranea-search/aranea/frontier/target"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/schedule/hostdelay"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// Options limit what the frontier hands out and keeps.
type Options struct {
	// Delay is the delay of a host whose robots file was not read yet; 0 means
	// schedule.DefaultDelay, and schedule.NoDelay none. Afterwards the outcomes set the delay.
	Delay time.Duration
	// HostDelays are those of some hosts in place of Delay.
	HostDelays hostdelay.Delays
	// PerHost is the maximum number of leases of one host name at once while its delay is 0;
	// default 1. A name with a delay has one. Leases that have Arrived do not count.
	PerHost int
	// SendBudget is how long after its lease a request may be sent; default 5 seconds.
	SendBudget time.Duration
	// MaxPages ends the leasing of pages when that many were fetched, over all runs; 0 means no
	// limit.
	MaxPages uint64
	// MaxHostPages and MaxSitePages are the same for each host name and each registrable domain.
	MaxHostPages, MaxSitePages uint64
	// MaxSiteLinks is the number of URLs of a registrable domain that are only checked for the
	// links to them; 0 means budget.SiteLinks.
	MaxSiteLinks uint64
	// Addresses says that host names are looked up before anything is requested from them, so
	// that hosts at one address share its pace from the first request on. Without it an address
	// is learned from the answers.
	Addresses bool
	// OnDisk are the hosts that are answered for from disk: these have no address, and no delay but
	// one of HostDelays.
	OnDisk hostdelay.OnDisk
	// Order is the order in which queued URLs are visited.
	Order schedule.Order
	// Nodes is how many frontiers, each of a node with other sites, request hosts at the same
	// addresses; 0 counts as 1. See ratelimit.Among. Shared tells more of each address; nil if nobody does.
	Nodes  int
	Shared ratelimit.Shared
	// Memory limits what is kept, in bytes; default 512 MiB, which is enough for 20 million
	// known URLs of a million origins. An eighth holds origins with work, an eighth the first
	// entries of their queues and the known texts. Of the rest, the turns of all other origins
	// take what they need; then, with the order "best", counts of links to each URL take up to a
	// twelfth; then known URLs; and what these leave holds the records of origins and hosts;
	// others are read from the store. If there is no room for all known URLs, the store is read
	// for those that a cache does not contain.
	Memory int
}

// Defaults and limits of Options.
const (
	DefaultSendBudget = 5 * time.Second
	DefaultMemory     = 512 << 20
	MaxPerHost        = 256
)

// Validate reports all faults of o at once.
func (o Options) Validate() error {
	var faults []error
	if o.SendBudget < 0 {
		faults = append(faults, errors.New("durations must not be negative"))
	}
	if err := (schedule.Policy{Delay: o.Delay, HostDelays: o.HostDelays}).Validate(); err != nil {
		faults = append(faults, err)
	}
	if o.PerHost < 0 || o.PerHost > MaxPerHost {
		faults = append(faults, fmt.Errorf("%d leases for each host; it must lie between 1 and %d", o.PerHost, MaxPerHost))
	}
	if o.Nodes < 0 || o.Nodes > partition.Most {
		faults = append(faults, fmt.Errorf("%d nodes; there are at most %d", o.Nodes, partition.Most))
	}
	if o.Memory < 0 {
		faults = append(faults, fmt.Errorf("%d bytes for known URLs; they must not be negative", o.Memory))
	}
	if len(faults) == 0 {
		return nil
	}
	return &aranea.Error{Op: "frontier options", Kind: aranea.Invalid, Err: errors.Join(faults...)}
}

func (o Options) withDefaults() Options {
	o.Delay = schedule.Delay(o.Delay)
	if o.PerHost == 0 {
		o.PerHost = 1
	}
	if o.SendBudget == 0 {
		o.SendBudget = DefaultSendBudget
	}
	if o.Memory == 0 {
		o.Memory = DefaultMemory
	}
	return o
}

// A Frontier is safe for concurrent use.
type Frontier struct {
	kv    store.KV
	opt   Options
	share memory.Shares

	mu         sync.Mutex
	origins    map[weburl.OriginID]*originState
	hosts      map[string]*hostState
	clocks     *clocks.Table       // of all other hosts
	dormant    *origins.Table      // all other origins
	claims     map[*hostState]bool // hosts with a claim out
	demoted    int                 // number of pages that the last Lease demoted
	paces      *ratelimit.Table
	book       budget.Book // of sites and hosts
	texts      *fingerprints.Table
	identities idcache.Cache
	ready      dormant.Queue
	asleep     struct { // the last result of dormantTimeLeft
		at   record.Instant
		left time.Duration
	}
	recent    *list.List // of the origins in memory, most recently used first
	loadedMax int        // maximum number of origins in memory
	windows   prefetch.Windows
	leases    map[aranea.LeaseID]*leased
	held      map[string]record.Instant // host names that the operator holds, and since when
	expiry    record.Instant            // of the lease that expires first, 0 if none is out
	closed    closedorigins.Set         // origins all of whose documents are hidden
	limited   map[weburl.OriginID]bool  // origins that only the page limit prevents from being requested
	rules     atomic.Pointer[target.Set]
	seen      *seen.Set      // of all known URLs; nil until it is needed
	inlinks   *inlinks.Table // number of links to them; nil if the order does not need it
	// seenStored says that the stored set matches the known URLs.
	seenStored bool
	scratch    []candidate
	index      map[weburl.ID]int // indexes in scratch by ID
	moves      []move            // buffer for the moves of a change
	ids        []weburl.ID       // of the links of a page
	answers    []seen.Answer     // what is known of them
	buf        []byte

	epoch       uint64 // number of times it was opened
	nextLease   aranea.LeaseID
	clockNow    record.Instant // of the last lease or claim
	faults      int            // corrected instants; see boundAll
	sequence    uint64
	counts      aranea.HostCounts
	originCount int             // number of known origins
	asked       int             // number of origins that were requested
	unspent     map[siteID]bool // sites with a page that counted against a limit and was not fetched
	pages       uint64          // number of page leases out
	waiting     record.Instant  // the earliest due instant in the wait table, 0 if none
	waitFrom    record.Instant  // no key of the wait table is earlier
	broken      error           // set if a change failed: memory does not match the store
}

// leased is a lease that is out.
type leased struct {
	origin  *originState
	host    *hostState // the host that is requested
	entry   record.Entry
	queue   record.Queued
	lookUp  bool                // it is a look-up of the host's name
	found   *aranea.Discovery   // as a page, while it is only checked; nil for most
	arrived bool                // it was answered, and its host is free
	paced   []ratelimit.Spacing // what it reserved of the paces of address and site
	expires record.Instant      // when it ends by itself

	fetcher *scheduler.Hold
}

// epochShift leaves room below the epoch for the leases of one process.
const epochShift = 40

// originSize is the approximate size of an origin and its host in memory, in bytes.
const originSize = 2 << 10

// Open reads the frontier from kv. Leases of an earlier process are void; their
// entries are still queued. If it succeeds the Frontier owns kv; Close closes it.
func Open(ctx context.Context, kv store.KV, opt Options) (*Frontier, error) {
	if err := opt.Validate(); err != nil {
		return nil, err
	}
	opt = opt.withDefaults()
	share := memory.Of(opt.Memory)
	f := &Frontier{
		kv: kv, opt: opt, paces: ratelimit.New(kv, record.Micros(opt.SendBudget), maxAhead),
		origins: map[weburl.OriginID]*originState{}, hosts: map[string]*hostState{}, claims: map[*hostState]bool{}, book: budget.NewBook(),
		leases: map[aranea.LeaseID]*leased{}, closed: closedorigins.New(), limited: map[weburl.OriginID]bool{},
		index: map[weburl.ID]int{}, recent: list.New(), unspent: map[siteID]bool{},
		share: share, clocks: clocks.New(kv, share.Tables/4), dormant: origins.New(kv, share.Tables/4), windows: prefetch.NewWindows(share.Windows),
		loadedMax: min(max(share.Origins/originSize, 1), outlookMax),
	}
	f.paces.Share(opt.Nodes, opt.Shared)
	f.setDelays(opt.Delay, opt.HostDelays)
	f.setOrder(opt.Order)
	epoch, err := f.number(record.KeyEpoch)
	if err != nil {
		return nil, err
	}
	version, err := f.number(record.KeyFormat)
	if err == nil {
		err = record.CheckVersion(version, epoch == 0)
	}
	if err != nil {
		return nil, err
	}
	if f.sequence, err = f.number(record.KeySequence); err != nil {
		return nil, err
	}
	if err := f.enter(ctx, epoch+1, version); err != nil {
		return nil, fmt.Errorf("open frontier: %w", err)
	}
	f.nextLease = aranea.LeaseID(f.epoch << epochShift)
	rules, broken := target.Stored(kv)
	f.rules.Store(rules)
	if f.held, err = target.StoredHosts(kv); errors.Join(broken, err) != nil {
		return nil, fmt.Errorf("open frontier: %w", errors.Join(broken, err))
	}
	if err := f.loadOrigins(ctx); err != nil {
		return nil, err
	}
	if err := f.checkSummary(); err != nil {
		return nil, err
	}
	f.texts = fingerprints.New(kv, int(f.counts[aranea.CountIndexed]), share.Texts)
	if f.seenStored, err = seen.Stored(kv, epoch); err != nil {
		return nil, err
	}
	return f, f.loadWaiting()
}

// enter makes the store this frontier's, and brings it from a version to the current one.
func (f *Frontier) enter(ctx context.Context, epoch, version uint64) error {
	f.epoch = epoch
	refers := version == 0 || version >= record.RefVersion
	b := f.kv.NewBatch()
	b.Put([]byte(record.KeyEpoch), binary.BigEndian.AppendUint64(nil, epoch))
	if refers {
		b.Put([]byte(record.KeyFormat), binary.BigEndian.AppendUint64(nil, record.FormatVersion))
	}
	if err := b.Commit(true); err != nil || refers {
		return err
	}
	return robotscopies.Refer(ctx, f.kv, f.fence)
}

// setOrder sets the order, and starts to count links if it needs that.
func (f *Frontier) setOrder(o schedule.Order) {
	f.opt.Order = o
	switch {
	case o != schedule.BestFirst:
		f.inlinks = nil
	case f.inlinks == nil:
		f.inlinks = inlinks.New(f.share.Links)
	}
}

// number reads a counter, 0 if it was never written.
func (f *Frontier) number(name string) (uint64, error) {
	key := []byte(name)
	v, err := f.kv.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("open frontier: %w", err)
	}
	if len(v) != 8 {
		return 0, record.Corrupt(key, record.ErrRecord)
	}
	return binary.BigEndian.Uint64(v), nil
}

// adopt loads an origin into memory and links it to its place in the queue.
func (f *Frontier) adopt(r record.Origin, id weburl.OriginID, h *hostState) *originState {
	s := &originState{originRecord: r, id: id, host: h, place: f.ready.Place(id), keyed: r.Keyed()}
	s.answers = dormant.Duration(s.place.Item.Answers)
	s.place.Item = dormant.Seat{InMemory: true}
	s.used = f.recent.PushFront(s)
	h.enter(s)
	f.measure(h, 0)
	f.origins[id] = s
	return s
}

// origin returns the state of an origin, from memory, from the store, or new.
func (f *Frontier) origin(o weburl.Origin, id weburl.OriginID) (*originState, error) {
	if s, ok := f.origins[id]; ok {
		f.recent.MoveToFront(s.used)
		return s, nil
	}
	r, found, err := f.dormant.Of(id)
	if err != nil {
		return nil, err
	}
	if !found {
		r.Origin, r.Since = weburl.Origin(strings.Clone(string(o))), f.clockNow
		f.originCount++
		f.book.AddOrigin(budget.KeyOf(r.Origin.Site()))
	}
	return f.bring(r, id)
}

// bring loads an origin into memory whose record was read, or is new.
func (f *Frontier) bring(r record.Origin, id weburl.OriginID) (*originState, error) {
	h, err := f.hostOf(r.Origin, id)
	if err != nil {
		return nil, err
	}
	s := f.adopt(r, id, h)
	if r.Work() == 0 {
		s.window = prefetch.NewWindow()
	}
	f.boundRobots(s)
	return s, nil
}

func (f *Frontier) storedOrigin(id weburl.OriginID) (record.Origin, bool, error) {
	return origins.Stored(f.kv, id)
}

// view returns what is known of the origin and of its host.
func (s *originState) view() aranea.Host {
	v := s.originRecord.View(&s.host.Host, s.host.delay)
	v.Held = s.answers
	return v
}

// reschedule puts an origin with work into the heap and removes one without work.
func (f *Frontier) reschedule(s *originState) {
	asks := s.hop != nil || s.recheck || s.Work() > 0 && s.window.Pending()
	if !asks || s.robots || s.anew || s.stopped() || s.refusal != "" {
		f.unschedule(s)
		return
	}
	if f.isLimited(s) {
		f.limited[s.id] = true
		f.unschedule(s)
		return
	}
	s.place.At = s.free()
	f.takeTurn(s)
	f.ready.Put(s.place, s.standing())
}

// takeTurn updates the place of an origin among those that are free. An origin that is waiting
// already keeps the instant since when.
func (f *Frontier) takeTurn(s *originState) {
	p := s.place
	if p.Since == 0 {
		p.Since = f.clockNow
	}
	p.Since = max(p.Since, p.At)
	p.Seq = s.window.First(s.First).Seq
	p.After = f.after(s)
	p.Behind = dormant.Millis(schedule.Behind(s.Failures, &s.Counts))
}

// after returns the instant that orders the turn of an origin.
func (f *Frontier) after(s *originState) record.Instant {
	since := s.place.Since
	if s.run.Goes() && f.dormantCount() > 0 {
		since = s.run.Since(since)
	}
	return since + f.turn(s)
}

// turn returns how much later than others an origin takes its turn, as far as the first entry of
// its queue is known.
func (f *Frontier) turn(s *originState) record.Instant {
	rank, priority := s.window.First(s.First).Turn()
	return record.Micros(f.opt.Order.Turn(rank, priority, &s.Counts) + scheduler.Stray(s.Origin, s.Robots.Version, rank))
}

// stopped reports whether the operator holds the host name that would be requested next.
func (s *originState) stopped() bool {
	if s.hop != nil {
		return s.hop.host.stopped
	}
	return s.host.stopped
}

// free returns the instant before which nothing may be requested: from the host to which its
// robots file redirects, for that file if it is unavailable or was named, or for a page. A host
// that refuses everything is left alone for longer than its clock says.
func (s *originState) free() record.Instant {
	switch {
	case s.hop != nil:
		return s.hop.host.paced()
	case s.Blocked == record.BlockedByRobots, s.named:
		return max(s.host.paced(), record.InstantAfter(s.Robots.Expires))
	}
	return max(s.host.paced(), s.RefusedUntil)
}

// unschedule removes the origin from the heap.
func (f *Frontier) unschedule(s *originState) { f.ready.Remove(s.place) }

// idle reports whether nothing needs the origin in memory: it has no entries in the queue,
// leased ones included, and its robots file is neither under way nor to be requested.
func (s *originState) idle() bool {
	return s.Work() == 0 && !s.robots && !s.recheck && s.hop == nil
}

// forget removes an idle origin from memory; its host keeps the clock.
func (f *Frontier) forget(s *originState) {
	f.ready.Drop(s.place)
	f.windows.Drop(&s.window)
	f.recent.Remove(s.used)
	delete(f.origins, s.id)
	f.dormant.Put(s.id, &s.originRecord)
	delete(f.limited, s.id)
}

// loadWaiting finds the earliest due instant.
func (f *Frontier) loadWaiting() error {
	f.waiting = 0
	for p, err := range f.kv.Scan(record.WaitKey(f.waitFrom, weburl.ID{}), []byte{record.TableWait + 1}) {
		if err != nil {
			return fmt.Errorf("read waiting entries: %w", err)
		}
		if f.waiting, _, err = record.ParseDue(p.Key); err != nil || f.waiting != 0 {
			return err
		}
	}
	return nil
}

// fail marks the frontier as broken: memory may be ahead of the store.
func (f *Frontier) fail(err error) error {
	if f.broken == nil {
		f.broken = err
	}
	return err
}

// Close ends the frontier and closes its store. Leases that are out become void.
func (f *Frontier) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if errors.Is(f.broken, errClosed) {
		return nil
	}
	var err error
	if f.broken == nil {
		err = f.storeAtClose()
	}
	f.broken = &aranea.Error{Op: "frontier", Kind: aranea.Canceled, Err: errClosed}
	return errors.Join(err, f.kv.Close())
}

var errClosed = errors.New("it is closed")

// Failed returns the error after which no call succeeds any more, nil if there was none.
func (f *Frontier) Failed() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.broken
}

// usable returns an error if the frontier cannot be used.
func (f *Frontier) usable(ctx context.Context) error {
	if f.broken != nil {
		return f.broken
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}
