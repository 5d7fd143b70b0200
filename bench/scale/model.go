package main

import (
	"encoding/binary"
	"log"
	"math/rand/v2"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

const (
	linksOfPage = 48
	foreign     = 13 // of 100 links, those to other hosts
	newLinks    = 5  // of 100 links, those to URLs that are new
	zipf        = 1.1
)

// A model is a web that is computed and not stored.
type model struct {
	rnd   *rand.Rand
	draw  *rand.Zipf
	sizes []int // URLs of each host that are known
	texts uint64
	links []aranea.Discovery // room for those of a batch, and
	text  []byte             // for a URL: garbage of the model would count as the frontier's
	fresh int                // number of the next new URL, if the model goes on; else 0: those of a host go on
}

// resume makes a model whose first so many pages were visited in another run go on with
// other texts and new URLs than those.
func (m *model) resume(visited uint64) {
	m.texts = visited
	m.fresh = 1_000_000_000 + linksOfPage*int(visited)
}

// newModel returns a web of so many URLs; every host has one at least.
func newModel(hosts, urls int) *model {
	m := &model{rnd: rand.New(rand.NewPCG(1, 9)), sizes: make([]int, hosts)}
	m.draw = rand.NewZipf(m.rnd, zipf, 20, uint64(hosts-1))
	for h := range m.sizes {
		m.sizes[h] = 1
	}
	for range urls - hosts {
		m.sizes[m.draw.Uint64()]++
	}
	return m
}

// url returns a URL of a host.
func (m *model) url(host, n int) weburl.URL {
	m.text = append(m.text[:0], "https://www.name-"...)
	for tens := 1_000_000; tens > max(host, 1); tens /= 10 {
		m.text = append(m.text, '0')
	}
	m.text = strconv.AppendInt(m.text, int64(host), 10)
	m.text = strconv.AppendInt(append(m.text, ".com/section-"...), int64(n%97), 10)
	m.text = strconv.AppendInt(append(m.text, "/articles/a-page-with-a-usual-name-"...), int64(n), 10)
	u, err := weburl.Parse(string(append(m.text, ".html"...)))
	if err != nil {
		log.Fatal("scale: ", err)
	}
	return u
}

// hostOf returns the number of a host.
func (m *model) hostOf(u weburl.URL) int {
	name, _, _ := strings.Cut(strings.TrimPrefix(u.Host(), "www.name-"), ".")
	n, err := strconv.Atoi(name)
	if err != nil {
		log.Fatal("scale: ", err)
	}
	return n
}

// addresses returns where a host is; eight hosts share one.
func (m *model) addresses(host int) []netip.Addr {
	var b [4]byte
	binary.BigEndian.PutUint32(b[:], 0x0b000000+uint32(host/8))
	return []netip.Addr{netip.AddrFrom4(b)}
}

// answer makes o the outcome of a page that came.
func (m *model) answer(now time.Time, host int, o *aranea.Outcome) {
	e := &o.Entry
	e.State, e.Reason, e.Status, e.Indexed = aranea.StateDone, aranea.IndexAdded, 200, true
	e.Visits, e.VisitedAt, e.Due = e.Visits+1, now, now.Add(30*24*time.Hour)
	e.Validators.ETag = `"` + strconv.FormatUint(m.texts, 36) + `-5f1a0c"`
	m.texts++
	binary.BigEndian.PutUint64(e.Fingerprint[:], m.texts)
	binary.BigEndian.PutUint64(e.Fingerprint[8:], m.rnd.Uint64())
	o.Events = []aranea.Event{
		{At: now, Reason: aranea.HTTPOK, Detail: "status 200, 45000 bytes, text/html"},
		{At: now, Reason: aranea.IndexAdded, Detail: "120 elements, 48 links"},
	}
	page, first := e.URL.ID(), len(m.links)
	for range linksOfPage {
		h := host
		if m.rnd.IntN(100) < foreign {
			h = int(m.draw.Uint64())
		}
		n := m.sizes[h]
		if m.rnd.IntN(100) < newLinks {
			if m.sizes[h]++; m.fresh > 0 {
				n, m.fresh = m.fresh, m.fresh+1
			}
		} else {
			x := m.rnd.Float64()
			n = int(x * x * x * float64(n))
		}
		m.links = append(m.links, aranea.Discovery{URL: m.url(h, n), Depth: e.Depth + 1, Reason: aranea.ScheduleQueued, How: aranea.HowAnchor, FoundOn: page})
	}
	o.Links = slices.Clip(m.links[first:])
}

// quantile returns a quantile of durations.
func quantile(d []time.Duration, q float64) time.Duration {
	if len(d) == 0 {
		return 0
	}
	slices.Sort(d)
	return d[int(q*float64(len(d)-1))].Round(10 * time.Microsecond)
}
