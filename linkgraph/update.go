package linkgraph

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// A Standing says whether the words of links make a URL found.
type Standing uint8

// The standings.
const (
	Unlisted Standing = 0 // it is found by nothing
	Read     Standing = 1 // it is in the index, and found by the words of links as well
	Unread   Standing = 2 // it was never read, and is found by the words of links alone
)

// Uses is what an update asks of others.
type Uses struct {
	// Standing says how a URL stands.
	Standing func(weburl.URL) (Standing, error)
	// Kind names what a URL is that was never read, for example "image", or "".
	Kind func(weburl.URL) string
	// Apply brings documents of anchors into their index, durable when it returns.
	Apply func(context.Context, []aranea.IndexChange) error
}

// Updated counts what an update did.
type Updated struct {
	Targets int `json:"targets"` // URLs that links name with words
	Changed int `json:"changed"` // documents of anchors that were put or removed
}

// updateBatch is how many documents are brought into the index at once.
const updateBatch = 500

// An updater brings the index of anchors up to date in one walk through the links
// by target. Of each document it remembers a checksum, so that it writes those
// alone that changed.
type updater struct {
	g       *Graph
	use     Uses
	census  *Census
	old     *markList // what is remembered of documents, from the last target on
	changes []aranea.IndexChange
	marks   store.Batch
	done    Updated

	value []byte // of the last link by its target
	link  edge   // what it says: the pages of a site name a target alike

	opened     map[ref]map[ownPart][]string // pages that were read, and the URLs that they link to
	openedSize int                          // bytes of these
}

// UpdateAnchors brings the index of anchors up to date. One may run at a time.
func (c *Census) UpdateAnchors(ctx context.Context, use Uses) (Updated, error) {
	u := &updater{g: c.g, use: use, census: c, marks: c.g.kv.NewBatch(), opened: map[ref]map[ownPart][]string{}}
	u.old = newMarkList(u.g.kv)
	defer u.old.stop()
	if err := u.walk(ctx); err != nil {
		return u.done, err
	}
	return u.done, u.flush(ctx)
}

// walk brings the documents of all URLs that links name up to date, in one pass
// through the links by target.
func (u *updater) walk(ctx context.Context) error {
	var a *anchors
	for p, err := range u.g.kv.Scan([]byte{tableIn}, []byte{tableIn + 1}) {
		if err == nil {
			err = context.Cause(ctx)
		}
		if err == nil && len(p.Key) != inKeySize {
			err = corrupt(p.Key, errRecord)
		}
		if err != nil {
			return err
		}
		if target := ref(p.Key[1:]); a == nil || a.target != target {
			if err := u.target(ctx, a); err != nil {
				return err
			}
			a = newAnchors(target)
		}
		if err := u.addTo(a, p); err != nil {
			return err
		}
	}
	if err := u.target(ctx, a); err != nil {
		return err
	}
	return u.dropRest(ctx)
}

// ForgetAnchors makes the next update write every document anew.
func (g *Graph) ForgetAnchors() error {
	b := g.kv.NewBatch()
	b.DeleteRange([]byte{tableMark}, []byte{tableMark + 1})
	return b.Commit(true)
}

// HasAnchors reports whether an update has made a document of the words of the links to
// a URL.
func (g *Graph) HasAnchors(u weburl.URL) (bool, error) {
	_, err := g.kv.Get(markKey(refOf(u.ID())))
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// target brings the document of one URL up to date, whose links are gathered; nil is
// none.
func (u *updater) target(ctx context.Context, a *anchors) error {
	if a == nil {
		return nil
	}
	target := a.target
	before, err := u.before(ctx, target)
	if err != nil {
		return err
	}
	if err := u.follow(ctx, target, 0, a); err != nil {
		return err
	}
	if a.source == (ref{}) {
		return u.drop(ctx, target, before)
	}
	to, err := u.targetURL(a.source, target, before)
	if err != nil {
		return err
	}
	standing, err := u.use.Standing(to)
	if err != nil {
		return err
	}
	kind := u.use.Kind(to)
	c := a.change(to, standing == Unread || kind != "", kind)
	if standing == Unlisted || isNothing(&c) {
		return u.drop(ctx, target, before)
	}
	u.done.Targets++
	mark := markOf(&c)
	if bytes.Equal(mark, before) {
		return nil
	}
	u.marks.Put(markKey(target), mark)
	return u.add(ctx, c)
}

// drop removes the document of a URL by what is remembered of it; nil says that there
// is none.
func (u *updater) drop(ctx context.Context, target ref, mark []byte) error {
	if mark == nil {
		return nil
	}
	key := markKey(target)
	u.marks.Delete(key)
	to, err := weburl.Parse(string(mark[markSize:]))
	if err != nil {
		return corrupt(key, err)
	}
	return u.add(ctx, aranea.IndexChange{Action: aranea.IndexDelete, URL: to})
}

// add takes a change of a document.
func (u *updater) add(ctx context.Context, c aranea.IndexChange) error {
	u.done.Changed++
	if u.changes = append(u.changes, c); len(u.changes) < updateBatch {
		return nil
	}
	return u.flush(ctx)
}

// flush makes the documents durable first, then what is remembered of them: a
// crash between the two writes them again.
func (u *updater) flush(ctx context.Context) error {
	if len(u.changes) > 0 {
		if err := u.use.Apply(ctx, u.changes); err != nil {
			return err
		}
		u.changes = u.changes[:0]
	}
	err := u.marks.Commit(true)
	u.marks = u.g.kv.NewBatch()
	return err
}

// targetURL returns the URL of a target by what is remembered of it, or by a page
// that links to it.
func (u *updater) targetURL(source, target ref, mark []byte) (weburl.URL, error) {
	if mark != nil {
		return weburl.Parse(string(mark[markSize:]))
	}
	key := outKey(source)
	links, ok := u.opened[source]
	if !ok {
		var err error
		if links, err = u.open(source, key); err != nil {
			return weburl.URL{}, err
		}
	}
	// Of two origins one owner can make URLs whose own parts are alike.
	for _, link := range links[ownPart(target[originSize:])] {
		if to, err := weburl.Parse(link); err == nil && refOf(to.ID()) == target {
			return to, nil
		}
	}
	return weburl.URL{}, corrupt(key, errors.New("it lacks a link that is known by its target"))
}

// An ownPart is what a ref has of the URL itself, besides its origin.
type ownPart [refSize - originSize]byte

// maxOpened bounds the bytes of the links of the pages that stay open, each with
// linkBytes besides its URL; one page may have more.
const (
	maxOpened = 16 << 20
	linkBytes = 64
)

// open reads what a page links to. The pages of a site link to the same pages, and
// the identity of an origin is dear; so pages stay open, and links are told apart
// by their own part first.
func (u *updater) open(source ref, key []byte) (map[ownPart][]string, error) {
	record, err := u.g.kv.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		err = corrupt(key, errors.New("a link has no page"))
	}
	if err != nil {
		return nil, err
	}
	_, edges, err := decodePage(record)
	if err != nil {
		return nil, corrupt(key, err)
	}
	links, size := make(map[ownPart][]string, len(edges)), 0
	for i := range edges {
		size += len(edges[i].to) + linkBytes
		sum := sha256.Sum256([]byte(edges[i].to))
		own := ownPart(sum[:])
		links[own] = append(links[own], edges[i].to)
	}
	if u.openedSize += size; u.openedSize > maxOpened {
		clear(u.opened)
		u.openedSize = size
	}
	u.opened[source] = links
	return links, nil
}
