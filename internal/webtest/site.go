package webtest

import (
	"fmt"
	"math/rand/v2"
	"net/netip"
	"slices"
	"strings"
	"time"
)

// A Site is one host name with its pages.
type Site struct {
	Host     string
	Address  netip.Addr
	Another  netip.Addr // second address of the name, which may be dead; zero for none
	Robots   []Robots   // ordered by instant
	Pages    map[string]*Page
	Paths    []string  // of the pages, home page first
	Zone     bool      // every subdomain is a host
	Troubles []Spell   // of the host, not including those of its machine
	MirrorOf string    // the host with the same pages, "" if none
	Splits   time.Time // when a mirror becomes a separate site; zero for never
	Then     *Site     // the site from then on
	Missing  missing   // how it answers for missing pages
	List     *listing  // its sitemap, nil if there is none
	Key      string    // for notices of its changes, "" if it sends none
	Named    []string  // paths of pages that are only named by notices
	Login    *Login    // for a part of its pages, nil if there is none
}

// A Robots is a robots file from an instant on.
type Robots struct {
	From   time.Time
	Status int      // 200, or a status without a file
	Deny   []string // prefixes of disallowed targets
	Delay  time.Duration
	To     string // URL of a redirect before the file
	Form   int    // the form in which it is written
}

// Closes reports whether the file disallows a target.
func (r *Robots) Closes(target string) bool {
	if target == "/robots.txt" {
		return false
	}
	for _, p := range r.Deny {
		if len(target) >= len(p) && target[:len(p)] == p {
			return true
		}
	}
	return false
}

// A Page is one URL of a site.
type Page struct {
	Path    string
	Kind    PageKind
	Links   []string    // as written
	To      string      // where a redirect or canonical link leads
	Title   string      // without its version
	Born    time.Time   // zero: it always existed
	Gone    time.Time   // zero: it never disappears
	Changes []time.Time // sorted
	Hides   []time.Time // when it starts or stops asking not to be indexed, in turn
}

// A PageKind is the kind of a page.
type PageKind uint8

// The kinds of pages.
const (
	Plain    PageKind = iota // text and links
	NoIndex                  // like Plain, not to be indexed
	NoFollow                 // like Plain, links not to be followed
	Redirect                 // leads to another URL
	Copy                     // has a canonical URL with another query
	Picture                  // declared as an image, and is one
	posing                   // declared as a page, but is an image
	Foreign                  // declares a wrong character set
	Bomb                     // decompresses to a thousand times its size
	Cut                      // breaks off
	Empty                    // has no text
	Endless                  // links to new pages, without end
	Nested                   // links into a folder of its own name
	broken                   // never available: always 503 or 500
)

// version returns the number of changes before an instant.
func (p *Page) version(at time.Time) int { return passed(p.Changes, at) }

// titleAt returns the title at an instant.
func (p *Page) titleAt(at time.Time) string {
	return fmt.Sprintf("%s version %d", p.Title, p.version(at))
}

// passed returns how many of some sorted instants have passed.
func passed(all []time.Time, at time.Time) int {
	n := 0
	for _, c := range all {
		if c.After(at) {
			break
		}
		n++
	}
	return n
}

// isHidden reports whether the page asks not to be indexed at an instant.
func (p *Page) isHidden(at time.Time) bool {
	return p.Kind == NoIndex || passed(p.Hides, at)%2 == 1
}

// there reports whether the page exists at an instant.
func (p *Page) there(at time.Time) bool {
	return !at.Before(p.Born) && (p.Gone.IsZero() || at.Before(p.Gone))
}

// Stable reports whether the site always gives the same answers, so that the result of a crawl
// is known.
func (w *Web) Stable(s *Site) bool {
	if len(s.Troubles) > 0 || len(s.Robots) > 1 || len(w.spell[s.Address]) > 0 || s.Zone || s.MirrorOf != "" || s.List != nil && !s.List.From.IsZero() || !s.Login.lasting(w.opt.Span) {
		return false
	}
	for _, p := range s.Pages {
		if len(p.Changes)+len(p.Hides) > 0 || !p.Born.IsZero() || !p.Gone.IsZero() {
			return false
		}
		switch p.Kind {
		case Cut, Bomb, Endless, Nested:
			return false
		}
	}
	for _, o := range w.sites {
		if o.MirrorOf == s.Host {
			return false
		}
	}
	return true
}

// grow adds the i-th site, and sometimes a mirror of it.
func (w *Web) grow(i int) {
	rnd := w.chance("site", i)
	s := &Site{Host: fmt.Sprintf("s%d.test", i), Pages: map[string]*Page{}}
	s.Address = netip.AddrFrom4([4]byte{93, 184, byte(i >> 8), byte(i)})
	if w.opt.Faults.has(Sharing) && rnd.IntN(3) == 0 {
		s.Address = netip.AddrFrom4([4]byte{93, 185, 0, byte(rnd.IntN(2))})
	}
	s.Zone = w.opt.Faults.has(Wildcard) && rnd.IntN(8) == 0
	n := 1 + rnd.IntN(w.opt.Pages)
	for k := range n {
		p := w.page(s, k, n, rnd)
		s.Pages[p.Path] = p
		s.Paths = append(s.Paths, p.Path)
	}
	s.Robots = w.robots(s, rnd)
	s.Troubles = w.spells(rnd, Resetting|Dripping|Failing|Throttling|Slow|Nameless|Rebinding)
	if _, known := w.spell[s.Address]; !known {
		w.spell[s.Address] = w.spells(rnd, Silent|Refusing|Storming)
	}
	s.Missing = w.drawMissing(w.chance("missing", i))
	w.list(s, w.chance("listing", i))
	w.double(s, i, w.chance("addresses", i))
	w.close(s, w.chance("login", i))
	w.named(s, w.chance("notices", i))
	w.add(s)
	if w.opt.Faults.has(Mirroring) && rnd.IntN(4) == 0 {
		m := *s
		m.Host, m.MirrorOf = "www."+s.Host, s.Host
		m.Troubles = w.spells(rnd, Failing|Throttling|Slow)
		w.split(&m, w.chance("splitting", i))
		w.add(&m)
	}
}

// split draws when a mirror becomes a separate site, with other texts at the same paths, and
// sometimes another robots file.
func (w *Web) split(m *Site, rnd *rand.Rand) {
	if !w.opt.Faults.has(Splitting) || rnd.IntN(2) == 0 {
		return
	}
	m.Splits = w.start.Add(24*time.Hour + time.Duration(rnd.Int64N(int64(w.opt.Span/6))))
	if rnd.IntN(2) == 0 {
		sold := Robots{From: m.Splits, Status: 200, Deny: []string{"/casino/"}}
		all := slices.DeleteFunc(slices.Clone(m.Robots), func(r Robots) bool { return r.From.After(m.Splits) })
		m.Robots = append(all, sold)
	}
	then := *m
	then.Pages = map[string]*Page{}
	for path, p := range m.Pages {
		own := *p
		own.Title = strings.Replace(p.Title, m.MirrorOf, m.Host, 1)
		then.Pages[path] = &own
	}
	m.Then = &then
}

// at returns the site at an instant.
func (s *Site) at(at time.Time) *Site {
	if s.Then != nil && !at.Before(s.Splits) {
		return s.Then
	}
	return s
}

// double gives a site a second address, which may not answer.
func (w *Web) double(s *Site, i int, rnd *rand.Rand) {
	if !w.opt.Faults.has(Several) || rnd.IntN(3) > 0 {
		return
	}
	s.Another = netip.AddrFrom4([4]byte{93, 186, byte(i >> 8), byte(i)})
	w.spell[s.Another] = nil
	if rnd.IntN(3) > 0 {
		dead := []Fault{Silent, Refusing}[rnd.IntN(2)]
		w.spell[s.Another] = []Spell{{w.start, w.start.Add(w.opt.Span * 2), dead, 0}}
	}
}

// pathOf returns the path of the k-th page of every site.
func pathOf(k int) string {
	switch {
	case k == 0:
		return "/"
	case k%3 == 0:
		return fmt.Sprintf("/a/%d", k)
	case k%3 == 1:
		return fmt.Sprintf("/b/%d", k)
	}
	return fmt.Sprintf("/c/%d.html", k)
}

// page generates the k-th of n pages.
func (w *Web) page(s *Site, k, n int, rnd *rand.Rand) *Page {
	p := &Page{Path: pathOf(k), Title: fmt.Sprintf("%s page %d", s.Host, k)}
	// A tree keeps all pages close to the first; other links make it a graph.
	for _, child := range []int{2*k + 1, 2*k + 2} {
		if child < n {
			p.Links = append(p.Links, pathOf(child))
		}
	}
	for range rnd.IntN(4) {
		p.Links = append(p.Links, pathOf(rnd.IntN(n)))
	}
	switch rnd.IntN(12) {
	case 0:
		p.Links = append(p.Links, fmt.Sprintf("http://s%d.test%s", rnd.IntN(w.opt.Sites), pathOf(rnd.IntN(w.opt.Pages))))
	case 1:
		p.Links = append(p.Links, "/missing/"+fmt.Sprint(k), "http://elsewhere.test/", "mailto:nobody@s0.test")
	case 2:
		p.Links = append(p.Links, "http://127.0.0.1/", "http://10.0.0.1:8080/x", "http://[::1]/", "http://0x7f.1/")
	}
	if s.Zone {
		p.Links = append(p.Links, fmt.Sprintf("http://n%d.%s/", rnd.IntN(1000), s.Host))
	}
	if k > 0 {
		w.kind(p, k, n, rnd)
		w.life(p, rnd)
		w.wishes(p, rnd)
	}
	return p
}

// kind draws the kind of a page.
func (w *Web) kind(p *Page, k, n int, rnd *rand.Rand) {
	switch d := rnd.IntN(40); {
	case d < 2:
		p.Kind = NoIndex
	case d == 2:
		p.Kind = NoFollow
	case d < 5:
		p.Kind, p.To = Redirect, pathOf(rnd.IntN(n))
	case d == 5:
		p.Kind, p.To = Copy, p.Path+"?print=1"
	case d < 14 && w.opt.Faults.has(Lying):
		p.Kind = [...]PageKind{Picture, posing, Foreign, Foreign, Bomb, Cut, Empty, Empty}[rnd.IntN(8)]
	case d < 16 && w.opt.Faults.has(Trapping):
		p.Kind = [...]PageKind{Nested, Endless}[rnd.IntN(8)/7]
	case d == 39 && w.opt.Faults.has(Ailing):
		p.Kind = broken
	}
}

// life draws when a page changes, appears and disappears.
func (w *Web) life(p *Page, rnd *rand.Rand) {
	if !w.opt.Faults.has(Changing) {
		return
	}
	within := func() time.Time { return w.start.Add(time.Duration(rnd.Int64N(int64(w.opt.Span)))) }
	switch rnd.IntN(12) {
	case 0:
		p.Gone = within()
	case 1:
		p.Born = within()
	case 2, 3, 4: // at a known rate: one change in this number of hours
		every := float64(6 * time.Hour << rnd.IntN(7))
		for at := w.start; ; p.Changes = append(p.Changes, at) {
			at = at.Add(time.Duration(rnd.ExpFloat64() * every))
			if at.Sub(w.start) > w.opt.Span || len(p.Changes) == 500 {
				return
			}
		}
	}
}

// wishes draws when a page asks not to be indexed.
func (w *Web) wishes(p *Page, rnd *rand.Rand) {
	if !w.opt.Faults.has(Wavering) || p.Kind != Plain || rnd.IntN(6) > 0 {
		return
	}
	at := w.start
	for range 1 + rnd.IntN(4) {
		at = at.Add(time.Hour + time.Duration(rnd.Int64N(int64(w.opt.Span/3))))
		p.Hides = append(p.Hides, at)
	}
}

// robots draws the robots files of a site.
func (w *Web) robots(s *Site, rnd *rand.Rand) []Robots {
	out := []Robots{w.robotsFile(s, rnd)}
	if !w.opt.Faults.has(Moving) || rnd.IntN(2) == 0 {
		return out
	}
	at := w.start
	for range 1 + rnd.IntN(5) {
		at = at.Add(time.Minute + time.Duration(rnd.Int64N(int64(w.opt.Span/3))))
		r := w.robotsFile(s, rnd)
		r.From = at
		switch rnd.IntN(6) {
		case 0:
			r.Status, r.Deny = 200, []string{"/"} // such as closed by mistake
		case 1:
			r.Status = 503
		}
		out = append(out, r)
	}
	return out
}

func (w *Web) robotsFile(s *Site, rnd *rand.Rand) Robots {
	r := Robots{Status: 200, Form: rnd.IntN(4)}
	switch rnd.IntN(8) {
	case 0:
		r.Status = 404
		return r
	case 1:
		r.To = "http://" + s.Host + "/rules/robots"
	}
	for _, p := range []string{"/a/", "/b/", "/c/1", "/missing"} {
		if rnd.IntN(5) == 0 {
			r.Deny = append(r.Deny, p)
		}
	}
	if rnd.IntN(5) == 0 {
		r.Delay = time.Duration(1+rnd.IntN(8)) * time.Second
	}
	return r
}

// robotsAt returns the robots file of the site at an instant.
func (s *Site) robotsAt(at time.Time) *Robots {
	r := &s.Robots[0]
	for i := range s.Robots {
		if !s.Robots[i].From.After(at) {
			r = &s.Robots[i]
		}
	}
	return r
}

// Governs reports whether an answer may be the robots file of a host: its own, or the target of
// a redirect from it.
func (w *Web) Governs(x *Exchange, host string) bool {
	if x.Host == host {
		return x.Answer.Origin != ""
	}
	s := w.resolve(host)
	for i := 0; s != nil && i < len(s.Robots); i++ {
		if s.Robots[i].To == "http://"+x.Host+x.Target {
			return true
		}
	}
	return false
}
