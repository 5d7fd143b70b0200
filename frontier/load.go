package frontier

import (
	"context"
	"errors"
	"fmt"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/dormant"
	"github.com/aranea-search/aranea/frontier/ratelimit"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/weburl"
)

// loadOrigins reads the records of origins and hosts, once and together, for the sums and for
// the places of the origins with queued entries. As many of these as fit are loaded into memory,
// with their hosts.
func (f *Frontier) loadOrigins(ctx context.Context) error {
	hosts, err := f.clocks.Read()
	if err != nil {
		return err
	}
	defer hosts.Close()
	for p, err := range f.kv.Scan([]byte{record.TableOrigin}, []byte{record.TableOrigin + 1}) {
		if err != nil {
			return fmt.Errorf("open frontier: %w", err)
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		r, err := record.DecodeOrigin(p.Key, p.Value)
		if err != nil {
			return err
		}
		if len(p.Key) != 1+record.OriginLen {
			return record.Corrupt(p.Key, record.ErrRecord)
		}
		id := weburl.OriginID(p.Key[1:])
		f.dormant.Load(id, p.Value)
		f.counts = f.counts.Add(r.Counts)
		f.closed.Note(r.Origin, &r.Counts)
		f.originCount++
		f.book.Load(r.Origin.Site(), r.Origin.Host(), record.Entries(&r.Counts), r.Pages, r.Links())
		if r.Counts[aranea.CountRequests] > 0 {
			f.asked++
		}
		if r.Work() == 0 {
			continue
		}
		host, err := hosts.Of(id, r.Origin.Host())
		if err != nil {
			return err
		}
		f.place(&r, id, &host)
	}
	if err := errors.Join(hosts.End(), f.loadPaces()); err != nil {
		return err
	}
	for _, s := range f.origins {
		f.reschedule(s)
	}
	return nil
}

// place loads an origin with work into memory, or makes it dormant.
func (f *Frontier) place(r *record.Origin, id weburl.OriginID, host *record.Host) {
	if _, stopped := f.held[r.Origin.Host()]; !stopped && len(f.origins) >= f.loadedMax {
		s := &originState{originRecord: *r, id: id, host: &hostState{Host: *host, name: r.Origin.Host()}}
		s.host.operator, _ = f.delays(s.host.name, host, r.IsForeign())
		kept := s.seat()
		if a := host.Address(); a.IsValid() {
			kept.Pace = ratelimit.KeyOf(ratelimit.OfAddress(a))
		}
		p := f.ready.Place(id)
		p.Item, p.At, p.Since, p.Seq = kept, s.free(), max(s.free(), r.Since), r.First.Seq
		p.After = p.Since + f.turn(s)
		p.Behind = dormant.Millis(schedule.Behind(r.Failures, &r.Counts))
		f.ready.Put(p, s.standing())
		return
	}
	h, ok := f.hosts[r.Origin.Host()]
	if !ok {
		h = f.newHost(r.Origin, id)
		f.set(h, *host)
	}
	f.adopt(*r, id, h).place.Since = r.Since
}

// loadPaces gives the hosts in memory the paces of their sites and addresses.
func (f *Frontier) loadPaces() error {
	for _, h := range f.hosts {
		f.measure(h, 0)
		if h.needsSite() {
			h.site = f.paces.Unread(ratelimit.OfSite(h.name))
		}
		if a := h.Address(); a.IsValid() {
			h.address = f.paces.Unread(ratelimit.OfAddress(a))
		}
	}
	if err := f.paces.Load(); err != nil {
		return fmt.Errorf("open frontier: %w", err)
	}
	return nil
}
