package linkgraph

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// Uses are the callbacks of an update.
type Uses struct {
	// Standing returns the standing of a URL that the census does not know.
	Standing func(weburl.URL) (Standing, error)
	// Kind returns what kind of file a URL is that was never read, for example "image", or "".
	Kind func(weburl.URL) string
	// Apply writes anchor documents to their index; they are durable when it returns.
	Apply func(context.Context, []aranea.IndexChange) error
}

// Updated counts the results of an update.
type Updated struct {
	Targets int `json:"targets"` // URLs named by links with words
	Changed int `json:"changed"` // anchor documents written or removed
}

// updateBatch is the number of documents written to the index at once.
const updateBatch = 500

// An updater updates the index of anchors in one scan of the links by target. It keeps a
// checksum of each document, so that only changed documents are written.
type updater struct {
	g       *Graph
	use     Uses
	census  *Census
	old     *markList  // the marks of documents, from the last target on
	known   *knownList // the known URLs, from the last target on
	changes []aranea.IndexChange
	marks   store.Batch
	done    Updated

	value []byte // the record of the last link
	link  edge   // value decoded: the pages of a site often use equal links
}

// UpdateAnchors updates the index of anchors. Only one may run at a time.
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

// walk updates the documents of all URLs named by links, in one scan of the links by target.
func (u *updater) walk(ctx context.Context) error {
	var a *anchors
	for p, err := range u.g.scan(ctx, []byte{tableIn}, []byte{tableIn + 1}) {
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

// ForgetAnchors makes the next update write every document again.
func (g *Graph) ForgetAnchors() error {
	b := g.kv.NewBatch()
	b.DeleteRange([]byte{tableMark}, []byte{tableMark + 1})
	return b.Commit(true)
}

// HasAnchors reports whether there is an anchor document for a URL.
func (g *Graph) HasAnchors(u weburl.URL) (bool, error) {
	_, err := g.kv.Get(markKey(refOf(u.ID())))
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// target updates the document of the URL whose links were collected in a; a may be nil.
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
	if errors.Is(err, errChanged) {
		return nil // the next update sees its present links
	}
	if err != nil {
		return err
	}
	kind := u.use.Kind(to)
	c := a.change(to, standing == Unread || kind != "", kind)
	made := standing == Unread && !a.named // a URL that only forms lead to, and that was never read
	if standing == Unlisted || made || isNothing(&c) {
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

// drop removes the document of a URL by its mark; mark is nil if there is none.
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

// add queues a change of a document.
func (u *updater) add(ctx context.Context, c aranea.IndexChange) error {
	u.done.Changed++
	if u.changes = append(u.changes, c); len(u.changes) < updateBatch {
		return nil
	}
	return u.flush(ctx)
}

// flush makes the documents durable first, then their marks: after a crash between the two they
// are written again.
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

// before returns the mark of a URL's document, nil for none. URLs must be passed in ascending
// order. The documents of skipped URLs are removed, because no link names them any more.
func (u *updater) before(ctx context.Context, target ref) ([]byte, error) {
	m := u.old
	if m == nil { // the update does not cover all documents
		mark, err := u.g.kv.Get(markKey(target))
		if errors.Is(err, store.ErrNotFound) {
			return nil, nil
		}
		return bytes.Clone(mark), err
	}
	for m.any && m.err == nil {
		switch c := bytes.Compare(m.head.Key[1:], target[:]); {
		case c > 0:
			return nil, nil
		case c == 0:
			mark := bytes.Clone(m.head.Value)
			m.advance()
			return mark, nil
		}
		if err := u.dropHead(ctx); err != nil {
			return nil, err
		}
	}
	return nil, m.err
}

// dropRest removes the documents of all remaining URLs.
func (u *updater) dropRest(ctx context.Context) error {
	for u.old.any && u.old.err == nil {
		if err := u.dropHead(ctx); err != nil {
			return err
		}
	}
	return u.old.err
}

// dropHead removes the document of a URL that no link names any more.
func (u *updater) dropHead(ctx context.Context) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if err := u.drop(ctx, ref(u.old.head.Key[1:]), u.old.head.Value); err != nil {
		return err
	}
	u.old.advance()
	return nil
}

// lookUp returns the URL of a target and its standing. If the list of known URLs does not have
// it at its place, the URL is read from a page that links to it.
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

// errChanged says that a page has lost a link since the update began.
var errChanged = errors.New("the link is gone")

// targetURL returns the URL of a target from a page that links to it.
func (u *updater) targetURL(source, target ref) (weburl.URL, error) {
	to, err := u.urlIn(source, target)
	if aranea.KindOf(err) != aranea.Corrupt {
		return to, err
	}
	if gone, failed := u.g.isGone(inKey(nil, target, source)); gone || failed != nil {
		return to, cmp.Or(failed, errChanged)
	}
	return u.urlIn(source, target) // the link may have come back in between
}

// urlIn is targetURL, in which a link that has just gone counts as damage.
func (u *updater) urlIn(source, target ref) (weburl.URL, error) {
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
		// The ID of an origin is expensive to compute, so the URL's own part is compared first.
		// An owner of two origins can make URLs whose own parts are equal.
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
