package robotscopies

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"iter"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// referStep is how many keys one batch of Refer writes.
const referStep = 4096

// Refer gives the bodies of a store that was written before record.RefVersion their references,
// deletes those that no copy has, and then raises the version of the store. If it is interrupted,
// the version stays, and another call begins anew. Nobody else may write meanwhile: fence returns
// an error if the store has another owner.
func Refer(ctx context.Context, kv store.KV, fence func() error) error {
	w := writer{kv: kv, fence: fence, b: kv.NewBatch()}
	w.b.DeleteRange([]byte{record.TableRef}, []byte{record.TableRef + 1})
	var last digest // most copies have the body of the one before
	var of weburl.OriginID
	for x, err := range stored(ctx, kv) {
		if err != nil {
			return err
		}
		if x.length == 0 || x.hash == last && x.origin == of {
			continue
		}
		last, of = x.hash, x.origin
		w.b.Put(refKey(x.hash, x.origin), nil)
		if err := w.wrote(); err != nil {
			return err
		}
	}
	if err := w.commit(false); err != nil { // so that they are read
		return err
	}
	for hash, err := range unreferred(ctx, kv) {
		if err != nil {
			return err
		}
		w.b.Delete(bodyKey(hash))
		if err := w.wrote(); err != nil {
			return err
		}
	}
	w.b.Put([]byte(record.KeyFormat), binary.BigEndian.AppendUint64(nil, record.FormatVersion))
	return w.commit(true)
}

// A writer writes many keys in batches, which become durable with the last one.
type writer struct {
	kv    store.KV
	fence func() error
	b     store.Batch
	n     int // keys in the batch
}

func (w *writer) wrote() error {
	if w.n++; w.n < referStep {
		return nil
	}
	return w.commit(false)
}

func (w *writer) commit(sync bool) error {
	err := w.fence()
	if err == nil {
		err = w.b.Commit(sync)
	}
	if err != nil {
		return fmt.Errorf("write references of robots bodies: %w", err)
	}
	w.b, w.n = w.kv.NewBatch(), 0
	return nil
}

// A placed is one stored copy of any origin.
type placed struct {
	origin weburl.OriginID
	held
}

// stored yields all copies.
func stored(ctx context.Context, kv store.KV) iter.Seq2[placed, error] {
	return func(yield func(placed, error) bool) {
		for p, err := range kv.Scan([]byte{record.TableRobots}, []byte{record.TableRobots + 1}) {
			if err != nil {
				yield(placed{}, fmt.Errorf("read robots copies: %w", err))
				return
			}
			if ctx.Err() != nil {
				yield(placed{}, context.Cause(ctx))
				return
			}
			x := placed{}
			if x.origin, x.version, err = parseRobots(p.Key); err == nil {
				c, n, bad := record.DecodeCopy(p.Key, p.Value)
				x.hash, x.length, err = c.Hash, n, bad
			}
			if !yield(x, err) || err != nil {
				return
			}
		}
	}
}

// unreferred yields the bodies to which no origin refers. Both tables are in the order of hashes.
func unreferred(ctx context.Context, kv store.KV) iter.Seq2[digest, error] {
	return func(yield func(digest, error) bool) {
		next, stop := iter.Pull2(referred(kv))
		defer stop()
		ref, err, more := next()
		for p, bad := range kv.Scan([]byte{record.TableBody}, []byte{record.TableBody + 1}) {
			hash, wrong := parseBody(p.Key)
			if bad == nil {
				bad = cmp.Or(context.Cause(ctx), wrong)
			}
			for more && bad == nil && err == nil && bytes.Compare(ref[:], hash[:]) < 0 {
				ref, err, more = next()
			}
			if bad = cmp.Or(bad, err); bad != nil {
				yield(hash, fmt.Errorf("read robots bodies: %w", bad))
				return
			}
			if (!more || ref != hash) && !yield(hash, nil) {
				return
			}
		}
	}
}

// referred yields the body of each reference.
func referred(kv store.KV) iter.Seq2[digest, error] {
	return func(yield func(digest, error) bool) {
		for p, err := range kv.Scan([]byte{record.TableRef}, []byte{record.TableRef + 1}) {
			var hash digest
			if err == nil {
				hash, _, err = parseRef(p.Key)
			}
			if !yield(hash, err) || err != nil {
				return
			}
		}
	}
}
