// Package entries reads the table of entries: the record of one URL, and parts of what a filter
// selects, site by site.
//
// Floor: 3 (state and input/output), inside frontier. Stability: engine. It takes no lock and does not
// write. What is in memory only, such as why a host is not visited now, is added by the frontier.
package entries

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/frontier/target"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// Stored returns the entry with an ID as it is stored, false if it is not known.
func Stored(kv store.KV, id weburl.ID) (e record.Entry, known bool, err error) {
	v, err := get(kv, id)
	if v == nil || err != nil {
		return e, false, err
	}
	e, err = record.DecodeEntry(record.EntryKey(id), v)
	return e, err == nil, err
}

// Reason returns the reason of the entry with an ID as it is stored, none if it is not known. It costs
// less than the whole entry.
func Reason(kv store.KV, id weburl.ID) (aranea.Reason, error) {
	v, err := get(kv, id)
	if v == nil || err != nil {
		return aranea.ReasonNone, err
	}
	e, err := record.PeekEntry(record.EntryKey(id), v)
	return e.Reason, err
}

// get returns the record of an entry, nil if it is not known.
func get(kv store.KV, id weburl.ID) ([]byte, error) {
	v, err := kv.Get(record.EntryKey(id))
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("read entry %s: %w", id, err)
	}
	return v, nil
}

// All yields every entry as it is stored, site by site.
func All(kv store.KV) iter.Seq2[aranea.Entry, error] { return under(kv, []byte{record.TableEntry}) }

// Of yields the entries of an origin as they are stored.
func Of(kv store.KV, origin weburl.OriginID) iter.Seq2[aranea.Entry, error] {
	return under(kv, keysOf(origin))
}

func under(kv store.KV, prefix []byte) iter.Seq2[aranea.Entry, error] {
	return func(yield func(aranea.Entry, error) bool) {
		for p, err := range kv.Scan(prefix, store.AfterPrefix(prefix)) {
			var e record.Entry
			if err == nil {
				e, err = record.DecodeEntry(p.Key, p.Value)
			}
			if !yield(e.Entry, err) || err != nil {
				return
			}
		}
	}
}

// keysOf returns the prefix of the keys of an origin's entries.
func keysOf(origin weburl.OriginID) []byte { return append([]byte{record.TableEntry}, origin[:]...) }

// A Range is a part of the table that is still to be read.
type Range struct{ lo, hi []byte }

// Ranges returns the ranges that contain what x may select, in order and without what is empty.
func Ranges(kv store.KV, x *target.Filter) ([]Range, error) {
	all, err := ranges(kv, x)
	after := append(record.EntryKey(x.After), 0)
	var out []Range
	for _, r := range all {
		if !x.After.IsZero() && bytes.Compare(r.lo, after) < 0 {
			r.lo = after
		}
		if bytes.Compare(r.lo, r.hi) < 0 {
			out = append(out, r)
		}
	}
	return out, err
}

func ranges(kv store.KV, x *target.Filter) ([]Range, error) {
	of := func(id weburl.OriginID) Range { return Range{keysOf(id), store.AfterPrefix(keysOf(id))} }
	origin, host := x.Origin, x.Host
	if x.Target.Origin() != "" {
		origin = x.Target.Origin()
	}
	if x.Target.Host() != "" {
		host = x.Target.Host()
	}
	if origin != "" {
		return []Range{of(origin.ID())}, nil
	}
	if host == "" {
		lo, hi := record.SiteKeys(record.TableEntry, x.InSite())
		return []Range{{lo, hi}}, nil
	}
	origins, err := originsOf(kv, host)
	out := make([]Range, 0, len(origins))
	for _, id := range origins {
		out = append(out, of(id))
	}
	return out, err
}

// originsOf returns the IDs of the known origins of a host name, in order. They are adjacent,
// because they are of one site.
func originsOf(kv store.KV, host string) ([]weburl.OriginID, error) {
	lo, hi := record.SiteKeys(record.TableOrigin, weburl.Origin("http://"+host))
	var ids []weburl.OriginID
	for p, err := range kv.Scan(lo, hi) {
		if err != nil {
			return nil, fmt.Errorf("list the origins of %s: %w", host, err)
		}
		h, err := record.DecodeOrigin(p.Key, p.Value)
		if err != nil {
			return nil, err
		}
		if h.Origin.Host() == host {
			ids = append(ids, weburl.OriginID(p.Key[1:]))
		}
	}
	return ids, nil
}

// Part reads from the range until max of its entries are picked, and moves it past them. It reports
// whether there may be more. pick may change an entry before it is returned.
func (r *Range) Part(ctx context.Context, kv store.KV, max int, pick func(weburl.ID, *aranea.Entry) (bool, error)) (part []aranea.Entry, more bool, err error) {
	for p, err := range kv.Scan(r.lo, r.hi) {
		if err != nil {
			return nil, false, fmt.Errorf("read entries: %w", err)
		}
		if ctx.Err() != nil {
			return nil, false, context.Cause(ctx)
		}
		e, err := record.DecodeEntry(p.Key, p.Value)
		if err != nil {
			return nil, false, err
		}
		picked, err := pick(weburl.ID(p.Key[1:]), &e.Entry)
		if err != nil {
			return nil, false, err
		}
		if !picked {
			continue
		}
		if part = append(part, e.Entry); len(part) == max {
			r.lo = append(bytes.Clone(p.Key), 0)
			return part, true, nil
		}
	}
	return part, false, nil
}
