// Package copies reads the robots copies that the frontier stores.
//
// Floor: 3 (state and input/output), inside frontier; it only reads: the frontier writes.
// Stability: engine. It keeps nothing, and is safe for concurrent use.
package copies

import (
	"errors"
	"fmt"
	"iter"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// Of returns a robots copy of an origin by its version, false if it is not kept.
func Of(kv store.KV, o weburl.OriginID, version uint32) (acquire.Copy, bool, error) {
	key := record.RobotsKey(o, version)
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
	body, err := kv.Get(record.BodyKey(c.Hash))
	if errors.Is(err, store.ErrNotFound) || err == nil && uint64(len(body)) != n {
		return c, false, record.Corrupt(record.BodyKey(c.Hash), errors.New("a robots body is missing or cut"))
	}
	if err != nil {
		return c, false, fmt.Errorf("read robots body: %w", err)
	}
	c.Body = body
	return c, true, nil
}

// All yields the robots copies of an origin from a version backwards, as far as they are kept.
func All(kv store.KV, o weburl.OriginID, newest uint32) iter.Seq2[acquire.Copy, error] {
	return func(yield func(acquire.Copy, error) bool) {
		for v := newest; v > 0; v-- {
			c, found, err := Of(kv, o, v)
			if err == nil && !found || !yield(c, err) || err != nil {
				return
			}
		}
	}
}
