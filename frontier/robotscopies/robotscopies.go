// Package robotscopies stores the robots copies of origins, and the bodies of these, which they share.
//
// Each body is stored once, under its hash, with a reference for each origin that has a copy with
// it. The change that deletes the last of these copies deletes the body as well. What an origin
// keeps is bounded by MaxCopies and MaxBytes, so a host gains nothing by changing its file.
//
// Floor: 3 (state and input/output), inside frontier, whose changes it adds to. Stability: engine.
// It keeps nothing in memory but a Change, which is for one goroutine; all else is safe for
// concurrent use, also beside changes.
package robotscopies

import (
	"errors"
	"fmt"
	"iter"

	"github.com/aranea-search/aranea/frontier/origins"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// Of returns a robots copy of an origin by its version, false if it is not kept.
func Of(kv store.KV, o weburl.OriginID, version uint32) (acquire.Copy, bool, error) {
	key := robotsKey(o, version)
	v, err := kv.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		return acquire.Copy{}, false, nil
	}
	if err != nil {
		return acquire.Copy{}, false, fmt.Errorf("read robots copy: %w", err)
	}
	c, n, err := record.DecodeCopy(key, v)
	if err != nil || n == 0 {
		return c, err == nil, err
	}
	body, err := kv.Get(bodyKey(c.Hash))
	if errors.Is(err, store.ErrNotFound) {
		if _, err := kv.Get(key); errors.Is(err, store.ErrNotFound) {
			return acquire.Copy{}, false, nil // both were deleted meanwhile
		}
	}
	if errors.Is(err, store.ErrNotFound) || err == nil && uint64(len(body)) != n {
		return c, false, record.Corrupt(bodyKey(c.Hash), errors.New("a robots body is missing or cut"))
	}
	if err != nil {
		return c, false, fmt.Errorf("read robots body: %w", err)
	}
	c.Body = body
	return c, true, nil
}

// Newest returns the newest robots copy of an origin and its version, false if there is none.
func Newest(kv store.KV, o weburl.OriginID) (c acquire.Copy, version uint32, found bool, err error) {
	for {
		r, known, err := origins.Stored(kv, o)
		if err != nil || !known || r.Robots.Version == 0 {
			return acquire.Copy{}, 0, false, err
		}
		c, found, err := Of(kv, o, r.Robots.Version)
		if err != nil || found || r.Robots.Version == version {
			return c, r.Robots.Version, found, err
		}
		version = r.Robots.Version // and again, because a newer one may have replaced it meanwhile
	}
}

// All yields the robots copies of an origin, the newest first, as far as they are kept.
func All(kv store.KV, o weburl.OriginID) iter.Seq2[acquire.Copy, error] {
	return func(yield func(acquire.Copy, error) bool) {
		c, v, found, err := Newest(kv, o)
		for (found || err != nil) && yield(c, err) && err == nil && v > 1 {
			v--
			c, found, err = Of(kv, o, v)
		}
	}
}
