// Package handover is what a node of a cluster tells another one of its pages: those that link
// into the other's partition, with these links and their words, so that they count there and the
// URLs are visited; and what its pages pass on to the other's of their rank.
//
// Floor: 5 (owner), inside engine. Stability: engine; the JSON of the values is spoken between
// nodes, which may be of different versions of the program. Memory: one batch, at most MaxBytes of
// JSON. It stores nothing: which pages wait is in the link graph (docs/format/linkgraph.md).
package handover

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of a batch, which both sides keep.
const (
	MaxPages = 500
	MaxBytes = 4 << 20            // of its JSON
	MaxLinks = linkgraph.MaxLinks // of a page
	MaxMarks = 2 * MaxPages       // of a receipt, also of pages that are not sent
	MaxRanks = 2 << 20            // bytes of ranks, which are a third longer in JSON
)

// A Link is a link of a page, as an aranea.Edge.
type Link struct {
	To       weburl.URL     `json:"to"`
	How      aranea.How     `json:"how,omitempty"`
	Rel      robotsmeta.Rel `json:"rel,omitempty"`
	NoFollow bool           `json:"nofollow,omitempty"`
	Anchor   string         `json:"anchor,omitempty"`
	Zone     uint8          `json:"zone,omitempty"` // of the words, plus one; 0 if there is none
}

// LinkOf returns the Link for an edge.
func LinkOf(e *aranea.Edge) Link {
	words := show.Clip(strings.ToValidUTF8(e.Anchor, ""), linkgraph.MaxAnchor)
	l := Link{To: e.Target, How: e.How, Rel: e.Rel, NoFollow: e.NoFollow, Anchor: words}
	if e.HasZone {
		l.Zone = uint8(e.Zone) + 1
	}
	return l
}

// Edge returns the edge of a checked link.
func (l *Link) Edge() aranea.Edge {
	e := aranea.Edge{Target: l.To, How: l.How, Rel: l.Rel, NoFollow: l.NoFollow, Anchor: l.Anchor}
	if l.Zone > 0 {
		e.Zone, e.HasZone = aranea.Zone(l.Zone-1), true
	}
	return e
}

// A Page is a page with all its links into one partition: none if it has none any more.
type Page struct {
	URL   weburl.URL `json:"url"`
	Depth uint16     `json:"depth,omitempty"` // links away from a seed
	Hops  uint8      `json:"hops,omitempty"`  // redirects in a row that led to it
	Links []Link     `json:"links,omitempty"`
	// Naming is a part of what it names without linking to it. Its links are told apart from that: there are
	// none here, and those that were told before stay.
	Naming *Naming `json:"naming,omitempty"`
}

// Edges returns those links of a checked page that lead into a partition.
func (p *Page) Edges(into partition.Partition) []aranea.Edge {
	var edges []aranea.Edge
	for i := range p.Links {
		if into.Holds(p.Links[i].To.Origin()) {
			edges = append(edges, p.Links[i].Edge())
		}
	}
	return edges
}

// A Batch is what one node tells another at once.
type Batch struct {
	From partition.Partition `json:"from"` // whose pages they are
	// Number is another one for each batch, and After that of the last batch that the receiver has
	// confirmed.
	Number uint64 `json:"number,string,omitempty"`
	After  uint64 `json:"after,string,omitempty"`
	Pages  []Page `json:"pages"`
	// Ranks is a piece of what the pages of the sender pass on to those of the receiver.
	Ranks *Ranks `json:"ranks,omitempty"`
}

// Ranks is a piece of the file with the ranks that one node tells another (docs/format/rank.md). The file is told
// piece by piece, each behind the ones that the receiver says it has.
type Ranks struct {
	ID   uint64 `json:"id,string"` // of the file
	Size int64  `json:"size"`      // of the whole file, in bytes
	At   int64  `json:"at"`        // where the piece begins in it
	Data []byte `json:"data"`
}

// check returns why a piece is not taken.
func (r *Ranks) check() error {
	switch n := int64(len(r.Data)); {
	case r.ID == 0 || n == 0 || n > MaxRanks:
		return fmt.Errorf("a piece of ranks has %d bytes: at least 1 and at most %d are taken at once", n, MaxRanks)
	case r.Size > rank.MaxTold:
		return fmt.Errorf("its ranks have %d bytes: at most %d are taken", r.Size, rank.MaxTold)
	case r.At < 0 || r.At > r.Size-n:
		return fmt.Errorf("a piece of ranks is at %d of %d", r.At, r.Size)
	}
	return nil
}

// Held says what a node has of the ranks that another one tells it: the first bytes of a file, all of them if it is
// the last one that it has as a whole.
type Held struct {
	ID    uint64 `json:"id,string"` // of the file; 0 if there is none
	Bytes int64  `json:"bytes"`
}

// UnmarshalJSON decodes a batch of at most MaxBytes. Fields that it does not know are an error: what
// a newer program says with them would be lost.
func (b *Batch) UnmarshalJSON(data []byte) error {
	if len(data) > MaxBytes {
		return fmt.Errorf("a batch of %d bytes is too large: at most %d are read", len(data), MaxBytes)
	}
	type plain Batch
	var read plain
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&read); err != nil {
		return err
	}
	*b = Batch(read)
	return nil
}

// Check returns an error of kind Invalid, which says why, if the node of a partition must not take
// the batch. Nothing of such a batch is taken.
func (b *Batch) Check(own partition.Partition) error {
	if err := b.check(own); err != nil {
		return &aranea.Error{Op: Op, Kind: aranea.Invalid, Err: err}
	}
	return nil
}

// Op is the operation of the errors of handovers.
const Op = "hand over"

func (b *Batch) check(own partition.Partition) error {
	switch from := b.From; {
	case own.IsWhole():
		return errors.New("this folder is of no cluster: it has the whole web")
	case from.IsWhole() || from.Validate() != nil:
		return fmt.Errorf("it is from partition %d of %d, which cannot be", from.Number, from.Of)
	case from.Of != own.Of:
		return fmt.Errorf("it is from a cluster of %d partitions, and this is one of %d", from.Of, own.Of)
	case from == own:
		return fmt.Errorf("it is from partition %d, which is the own one", own.Number)
	case len(b.Pages) > MaxPages:
		return fmt.Errorf("it has %d pages: at most %d are taken at once", len(b.Pages), MaxPages)
	}
	for i := range b.Pages {
		if err := b.Pages[i].check(b.From); err != nil {
			return fmt.Errorf("page %d: %w", i+1, err)
		}
	}
	if b.Ranks != nil {
		return b.Ranks.check()
	}
	return nil
}

// check returns why a page of a partition is not taken.
func (p *Page) check(from partition.Partition) error {
	switch {
	case p.URL.IsZero():
		return errors.New("it has no URL")
	case !from.Holds(p.URL.Origin()):
		return fmt.Errorf("%s is not on a site of partition %d of %d; use the same version of the program on all machines", p.URL, from.Number, from.Of)
	case len(p.Links) > MaxLinks:
		return fmt.Errorf("%s has %d links: at most %d of a page are taken", p.URL, len(p.Links), MaxLinks)
	case p.Naming != nil && len(p.Links) > 0:
		return fmt.Errorf("%s has links beside what it names", p.URL)
	case p.Naming != nil:
		return p.Naming.check(p.URL)
	}
	for i := range p.Links {
		if why := p.Links[i].fault(); why != "" {
			return fmt.Errorf("link %d of %s %s", i+1, p.URL, why)
		}
	}
	return nil
}

// fault returns what is wrong with a link, "" if nothing is.
func (l *Link) fault() string {
	switch {
	case l.To.IsZero():
		return "has no URL"
	case strings.HasPrefix(l.How.String(), "how("):
		return "is of an unknown kind"
	case len(l.Anchor) > linkgraph.MaxAnchor:
		return fmt.Sprintf("has words of more than %d bytes", linkgraph.MaxAnchor)
	case !utf8.ValidString(l.Anchor):
		return "has words that are not UTF-8"
	case l.Zone > aranea.Zones:
		return "is in an unknown zone"
	}
	return ""
}

// A Mark says that a page waits to be handed over, or was handed over as it was then.
type Mark struct {
	Page    weburl.URL `json:"page"`
	Version uint64     `json:"version"`          // another one after each change
	Naming  int        `json:"naming,omitempty"` // 0: its links; n: part n, from 1, of what it names
}

// A Receipt says what has reached the node of a partition.
type Receipt struct {
	To    int    `json:"to"` // the number of the partition
	Marks []Mark `json:"marks"`
	// Last is the number of the last batch that the node has.
	Last uint64 `json:"last,string,omitempty"`
	// Again says that the node lacks what it has confirmed: all pages with links to it wait again.
	Again bool `json:"again,omitempty"`
	// Held is what the node has of the ranks that it is told.
	Held Held `json:"held,omitzero"`
	// Fault says that nothing has reached the node, and why, at most MaxFault bytes. The rest but To is empty then.
	Fault string `json:"fault,omitempty"`
}

// MaxFault is the length of a fault in bytes, beyond which it is cut.
const MaxFault = 300

// A Wish says what is to be handed over next.
type Wish struct {
	To int `json:"to"` // the number of the partition
	// Unnamed leaves out what pages name without linking to it.
	Unnamed bool `json:"unnamed,omitempty"`
}

// Outgoing is what waits for the node of a partition, a part of it if it is much.
type Outgoing struct {
	Batch   Batch   `json:"batch"`
	Receipt Receipt `json:"receipt"` // what to report when the batch has arrived
}

// Follows reports whether a batch follows the last one that a node has taken, or the one before: then the
// sender does not know that the last one has arrived, and sends all that it had once more.
func (b *Batch) Follows(last, before uint64) bool { return b.After == last || b.After == before }

// isNaming reports whether there is something in a batch that pages name without linking to it.
func (b *Batch) isNaming() bool {
	return slices.ContainsFunc(b.Pages, func(p Page) bool { return p.Naming != nil })
}

// IsEmpty reports whether nothing waits.
func (o *Outgoing) IsEmpty() bool { return len(o.Receipt.Marks) == 0 && o.Batch.Ranks == nil }

// Received is what a node took of a batch.
type Received struct {
	Pages  int `json:"pages"`
	Links  int `json:"links"`  // into its partition
	Queued int `json:"queued"` // URLs that were not known, and will be visited
	// Again says that nothing was taken, because the node lacks what it once confirmed: its folder is
	// another one, or an older state of it. Last is the number of the last batch that it has.
	Again bool   `json:"again,omitempty"`
	Last  uint64 `json:"last,string,omitempty"`
	// Held is what the node has of the ranks that it is told.
	Held Held `json:"held,omitzero"`
}

// Due reports whether there is something to visit.
func (r Received) Due() bool { return r.Queued > 0 }

// Waiting counts the pages that wait to be handed over to the node of a partition.
type Waiting struct {
	To    int  `json:"to"`
	Pages int  `json:"pages"`
	More  bool `json:"more,omitempty"` // there are more than were counted
	// Fault is why the last batch has not reached the node, "" if it has.
	Fault string `json:"fault,omitempty"`
}

// String returns the count in words, such as "at least 100,000 pages for partition 2", and the fault.
func (w Waiting) String() string {
	text := fmt.Sprintf("%s for partition %d", show.Count(w.Pages, "page"), w.To)
	if w.More {
		text = "at least " + text
	}
	if w.Fault != "" {
		text += ": " + show.Line(w.Fault)
	}
	return text
}

// Faults keeps why nothing reaches the nodes of partitions. The zero value has none. It is safe for concurrent use.
type Faults struct {
	mu  sync.Mutex
	all map[int]string
}

// Note notes what a receipt says.
func (f *Faults) Note(r *Receipt) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if r.Fault == "" {
		delete(f.all, r.To)
		return
	}
	if f.all == nil {
		f.all = map[int]string{}
	}
	f.all[r.To] = show.Clip(r.Fault, MaxFault)
}

// Tell adds the faults to what waits.
func (f *Faults) Tell(all []Waiting) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range all {
		all[i].Fault = f.all[all[i].To]
	}
}

// sizeOf returns an upper bound of the JSON of a value: with escaped markup it is longer.
func sizeOf(v any) int {
	data, err := json.Marshal(v)
	if err != nil {
		return MaxBytes // it cannot be sent
	}
	return len(data) + 1 // a comma
}

// envelope is the room that is left in a batch for what is not pages.
const envelope = 1 << 10

// A Pack collects pages up to the limits of a batch. The zero Pack is empty.
type Pack struct {
	Pages []Page
	size  int
}

// Add adds a page and reports whether there was room. A page that is too large for any batch loses
// its last links, or the last URLs that it names.
func (k *Pack) Add(p Page) bool {
	if len(k.Pages) == MaxPages {
		return false
	}
	size := sizeOf(&p)
	for most := MaxBytes - envelope; size > most; size = sizeOf(&p) {
		if p.Naming != nil {
			p.Naming = p.Naming.first(len(p.Naming.URLs) * 9 / 10)
		} else {
			p.Links = p.Links[:len(p.Links)*9/10]
		}
	}
	if k.size+size > MaxBytes-envelope {
		return false
	}
	k.size += size
	k.Pages = append(k.Pages, p)
	return true
}
