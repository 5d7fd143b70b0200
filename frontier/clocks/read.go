package clocks

import (
	"bytes"
	"fmt"
	"iter"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// A Reader reads the records of hosts into a table, in the order of their sites, which is also
// that of origins.
type Reader struct {
	table *Table
	full  bool // the table has no room for a record
	next  func() (store.Pair, error, bool)
	stop  func()

	at    store.Pair // the last one read; without a key at the end
	host  record.Host
	bad   error // why it cannot be decoded
	site  []byte
	hosts map[string]record.Host // of the site
}

// Read starts to read what is stored into an empty table. The Reader must be closed.
func (t *Table) Read() (*Reader, error) {
	next, stop := iter.Pull2(t.kv.Scan([]byte{record.TableHost}, []byte{record.TableHost + 1}))
	r := &Reader{table: t, next: next, stop: stop, hosts: map[string]record.Host{}}
	if err := r.step(); err != nil {
		stop()
		return nil, err
	}
	return r, nil
}

// Of returns what is stored of the host of an origin, zero if nothing is. It must be called for
// origins in the order of their IDs.
func (r *Reader) Of(id weburl.OriginID, name string) (record.Host, error) {
	if site := id[:record.SiteLen]; !bytes.Equal(site, r.site) {
		r.site = site
		clear(r.hosts)
	}
	for len(r.at.Key) > 0 {
		order := bytes.Compare(r.at.Key[1:1+record.SiteLen], r.site)
		if order > 0 {
			break
		}
		if order == 0 && r.bad != nil {
			return record.Host{}, r.bad
		}
		if order == 0 {
			r.hosts[r.name()] = r.host
		}
		if err := r.step(); err != nil {
			return record.Host{}, err
		}
	}
	return r.hosts[name], nil
}

// End reads the rest. From then on the table is whole, if there was room for all.
func (r *Reader) End() error {
	for len(r.at.Key) > 0 {
		if err := r.step(); err != nil {
			return err
		}
	}
	r.table.whole = !r.full
	return nil
}

// Close ends the reading.
func (r *Reader) Close() { r.stop() }

// name returns the name of the host read last.
func (r *Reader) name() string { return string(r.at.Key[1+record.SiteLen:]) }

// step reads the next record. One that cannot be decoded is reported when it is needed.
func (r *Reader) step() error {
	at, err, more := r.next()
	switch r.at = at; { // zero at the end
	case err != nil:
		return fmt.Errorf("open frontier: %w", err)
	case !more:
		return nil
	case len(at.Key) < 1+record.SiteLen:
		return record.Corrupt(at.Key, record.ErrRecord)
	}
	kept := at.Value
	if r.host, r.bad = record.DecodeHost(at.Key, at.Value); r.bad != nil {
		kept = nil
	}
	if name := r.name(); keeps(name) && !r.table.rows.Put([]byte(name), kept) {
		r.full = true
	}
	return nil
}
