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
	// Standing says how a URL stands that is not among those that the census knows.
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
	old     *markList  // what is remembered of documents, from the last target on
	known   *knownList // the URLs that are known, from the last target on
	changes []aranea.IndexChange
	marks   store.Batch
	done    Updated

	value []byte // of the last link by its target
	link  edge   // what it says: the pages of a site name a target alike
}

// UpdateAnchors brings the index of anchors up to date. One may run at a time.
func (c *Census) UpdateAnchors(ctx context.Context, use Uses) (Updated, error) {
	u := &updater{g: c.g, use: use, census: c, marks: c.g.kv.NewBatch()}
	u.old = newMarkList(u.g.kv)
	defer u.old.stop()
	u.known = newKnownList(ctx, c.known)
	defer u.known.stop()
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
	to, standing, err := u.lookUp(a.source, target)
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

// lookUp returns the URL of a target and how it stands. One that is not among the known
// ones at its turn is told by a page that links to it.
func (u *updater) lookUp(source, target ref) (weburl.URL, Standing, error) {
	k, ok, err := u.known.find(target)
	if ok || err != nil {
		return k.URL, k.Standing, err
	}
	to, err := u.targetURL(source, target)
	if err != nil {
		return to, Unlisted, err
	}
	standing, err := u.use.Standing(to)
	return to, standing, err
}

// targetURL returns the URL of a target by a page that links to it.
func (u *updater) targetURL(source, target ref) (weburl.URL, error) {
	key := outKey(source)
	record, err := u.g.kv.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		err = corrupt(key, errors.New("a link has no page"))
	}
	if err != nil {
		return weburl.URL{}, err
	}
	_, edges, err := decodePage(record)
	if err != nil {
		return weburl.URL{}, corrupt(key, err)
	}
	own := target[originSize:]
	for i := range edges {
		// The identity of an origin is dear, so links are told apart by their own part
		// first. Of two origins one owner can make URLs whose own parts are alike.
		sum := sha256.Sum256([]byte(edges[i].to))
		if !bytes.Equal(sum[:len(own)], own) {
			continue
		}
		if to, err := weburl.Parse(edges[i].to); err == nil && refOf(to.ID()) == target {
			return to, nil
		}
	}
	return weburl.URL{}, corrupt(key, errors.New("it lacks a link that is known by its target"))
}
