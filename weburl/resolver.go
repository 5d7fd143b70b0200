package weburl

import (
	"strings"

	"golang.org/x/text/encoding"
)

// A Resolver resolves the references of one page after another like ResolveWith, from the bytes
// of the page. It remembers the URLs of a page, so that each is created once. It is not safe for
// concurrent use.
type Resolver struct {
	most  int
	base  URL
	dir   string // base up to the last "/" of its path
	self  int    // the number of base, -1 if it has none yet
	enc   encoding.Encoding
	known map[string]int
	urls  []URL
	buf   []byte
}

// NewResolver returns a Resolver that remembers at most the given number of URLs of a page.
func NewResolver(most int) *Resolver { return &Resolver{most: most, known: map[string]int{}} }

// keptURLs is the number of URLs of a page for which memory is kept for later pages: one page
// with more does not hold memory forever.
const keptURLs = 4096

// Reset starts a page with its base and encoding, as for ResolveWith.
func (r *Resolver) Reset(base URL, enc encoding.Encoding) {
	r.enc = enc
	r.Rebase(base)
	if len(r.urls) > keptURLs {
		r.known, r.urls = map[string]int{}, nil
		return
	}
	clear(r.known)
	clear(r.urls)
	r.urls = r.urls[:0]
}

// Rebase changes the base within a page.
func (r *Resolver) Rebase(base URL) {
	path := base.Path()
	r.base, r.dir, r.self = base, base.s[:int(base.path)+strings.LastIndexByte(path, '/')+1], -1
}

// Resolve resolves a reference. The URLs of a page are numbered from 0 in the order of their
// first references; the number is -1 for a URL that came after the limit was reached. The URL
// does not share memory with the page.
func (r *Resolver) Resolve(ref []byte) (u URL, place int, err error) {
	if r.self >= 0 && len(ref) > 0 && ref[0] == '#' {
		return r.base, r.self, nil
	}
	p, ok := r.below(ref)
	if !ok {
		p, ok = fastResolve(r.base, ref)
	}
	if !ok {
		if u, err = r.base.resolve(r.enc, string(ref)); err != nil {
			return URL{}, -1, err
		}
		p = parts[[]byte]{head: u.s, path: int(u.path)}
	}
	r.buf = p.appendTo(r.buf[:0])
	if place, ok := r.known[string(r.buf)]; ok {
		if r.urls[place] == r.base {
			r.self = place
		}
		return r.urls[place], place, nil
	}
	if u.IsZero() {
		u = URL{s: string(r.buf), path: uint16(p.path)}
	}
	if len(r.urls) >= r.most {
		return u, -1, nil
	}
	r.urls = append(r.urls, u)
	r.known[u.s] = len(r.urls) - 1
	return u, len(r.urls) - 1, nil
}

// below resolves a plain reference that begins with a letter or a digit and names something in
// the folder of the base or below it, which is the most frequent kind.
func (r *Resolver) below(ref []byte) (p parts[[]byte], ok bool) {
	if len(ref) == 0 || classes[ref[0]]&className == 0 || begins(ref, "http") || r.dir == "" {
		return p, false
	}
	t, ok := plainTarget(ref)
	if !ok || t.colon || len(r.dir)+t.end > MaxLength {
		return p, false
	}
	return parts[[]byte]{head: r.dir, tail: ref[:t.end], path: int(r.base.path)}, true
}
