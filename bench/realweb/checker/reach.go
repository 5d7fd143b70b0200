// Package checker computes which URLs of a laid-out web a robot may reach from
// its seeds under the rules, without a line of the crawler's code: pages are
// read by a tree parser, URLs by a WHATWG library, robots files by the port of
// Google's matcher.
//
// It asks package site for answers instead of a server, so that it says what
// is there to be found and not what was found.
//
// The rules: the hosts of the seeds, all of them together; links by a and area
// (not rel nofollow, ugc, sponsored), frame, iframe, meta refresh, Location,
// and the link relations of Options.Rels; base href; no links from pages with
// nofollow or none. What only strings in scripts of menus name is a class of its own. Robots: RFC 9309 (4xx means no rules, up to five redirects,
// 5xx closes the host).
package checker

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"sort"
	"strings"

	"github.com/jimsmart/grobotstxt"
	"golang.org/x/sync/errgroup"

	"github.com/aranea-search/aranea/bench/realweb/site"
)

// A Class says what a reachable URL turns out to be.
type Class string

// The classes of URLs.
const (
	HTML     Class = "html"     // status 200, text/html or application/xhtml+xml
	Text     Class = "text"     // status 200, text/plain
	Other    Class = "other"    // status 200, any other media type
	Redirect Class = "redirect" // status 3xx
	Missing  Class = "missing"  // status 4xx or 5xx
	Denied   Class = "denied"   // linked, but closed by robots.txt
	Script   Class = "script"   // a script of a menu, or what only such ones lead to: a robot may ask for it
)

// maxRobotsRedirects is how many redirects of a robots file are followed
// (RFC 9309 section 2.3.1.2).
const maxRobotsRedirects = 5

// Options are the rules of one run.
type Options struct {
	Seeds []string
	Agent string   // product token, for example "Aranea"
	Rels  []string // link relations that are followed
}

// An Item is one URL that the seeds lead to.
type Item struct {
	URL     string // canonical
	Class   Class
	Status  int // 0 for denied
	Lang    string
	NoIndex bool
	Title   string
	Found   string // the first page that leads here, or "seed"
}

type reacher struct {
	web    *site.Web
	o      Options
	follow Follow
	scope  map[string]bool
	robots map[string]string // host: rules in force; "" has none
	seen   map[string]bool
	menus  []string // scripts of menus of the pages so far, canonical, some of them several times
	items  []Item
}

// visit is what reading one URL gives.
type visit struct {
	item  Item
	links []string // canonical, in scope
	menus []string // scripts of menus, canonical
}

type task struct{ url, host, found string }

// Reach walks the web breadth first and returns every URL the seeds lead to,
// in the order of the URLs.
func Reach(ctx context.Context, web *site.Web, o Options) ([]Item, error) {
	r := &reacher{
		web: web, o: o, follow: Follow{Rels: map[string]bool{}},
		scope: map[string]bool{}, robots: map[string]string{}, seen: map[string]bool{},
	}
	for _, rel := range o.Rels {
		r.follow.Rels[rel] = true
	}
	var level []task
	for _, s := range o.Seeds {
		b, ok := NewBase(s)
		if !ok || b.HTTPHost() == "" {
			return nil, fmt.Errorf("seed %q is not an http URL on the default port", s)
		}
		r.scope[b.HTTPHost()] = true
		level = r.add(level, b, "seed")
	}
	if err := r.walk(ctx, level, ""); err != nil {
		return nil, err
	}
	for len(r.menus) > 0 {
		level = nil
		for _, m := range r.menus {
			if b, ok := NewBase(m); ok {
				level = r.add(level, b, "script")
			}
		}
		r.menus = nil
		if err := r.walk(ctx, level, Script); err != nil {
			return nil, err
		}
	}
	sort.Slice(r.items, func(i, j int) bool { return r.items[i].URL < r.items[j].URL })
	return r.items, nil
}

// walk visits a level and all that it leads to. as is the class of what is there, "" for what it turns out to be.
func (r *reacher) walk(ctx context.Context, level []task, as Class) error {
	for len(level) > 0 {
		visits, err := r.visitAll(ctx, level)
		if err != nil {
			return err
		}
		level = level[:0:0]
		for _, v := range visits {
			if as != "" {
				v.item.Class = as
			}
			r.items, r.menus = append(r.items, v.item), append(r.menus, v.menus...)
			for _, l := range v.links {
				if b, ok := NewBase(l); ok {
					level = r.add(level, b, v.item.URL)
				}
			}
		}
	}
	return nil
}

// add appends a URL to a level unless it is known or out of scope; a URL that
// robots.txt closes becomes an item at once.
func (r *reacher) add(level []task, b Base, found string) []task {
	host := b.HTTPHost()
	if !r.scope[host] {
		return level
	}
	u := b.String()
	if r.seen[u] {
		return level
	}
	r.seen[u] = true
	if !r.allowed(host, u) {
		r.items = append(r.items, Item{URL: u, Class: Denied, Found: found, Lang: r.lang(host)})
		return level
	}
	return append(level, task{u, host, found})
}

func (r *reacher) lang(host string) string {
	if h := r.web.Host(host); h != nil {
		return h.Lang
	}
	return ""
}

func (r *reacher) allowed(host, u string) bool {
	rules, ok := r.robots[host]
	if !ok {
		rules = r.rules(host)
		r.robots[host] = rules
	}
	return rules == "" || grobotstxt.AgentAllowed(rules, r.o.Agent, u)
}

// rules returns the robots file in force for a host.
func (r *reacher) rules(host string) string {
	b, ok := NewBase("http://" + host + "/robots.txt")
	for n := 0; ok && n <= maxRobotsRedirects; n++ {
		a := r.web.Respond(b.HTTPHost(), Target(b.String()))
		switch {
		case a.Status == 200:
			text, err := content(a)
			if err != nil {
				return "User-agent: *\nDisallow: /\n"
			}
			return string(text)
		case a.Status >= 500:
			return "User-agent: *\nDisallow: /\n"
		case a.Location == "":
			return ""
		}
		b, ok = b.Resolve(a.Location)
	}
	return ""
}

func (r *reacher) visitAll(ctx context.Context, level []task) ([]visit, error) {
	visits := make([]visit, len(level))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, t := range level {
		g.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			var err error
			visits[i], err = r.visit(t)
			return err
		})
	}
	return visits, g.Wait()
}

func (r *reacher) visit(t task) (visit, error) {
	a := r.web.Respond(t.host, Target(t.url))
	v := visit{item: Item{URL: t.url, Status: a.Status, Found: t.found, Lang: r.lang(t.host)}}
	base, ok := NewBase(t.url)
	if !ok {
		return v, fmt.Errorf("canonical URL %q does not parse", t.url)
	}
	mediaType, _, _ := strings.Cut(a.Type, ";")
	switch {
	case a.Status >= 300 && a.Status < 400:
		v.item.Class = Redirect
		v.resolve(base, []string{a.Location})
	case a.Status != 200:
		v.item.Class = Missing
	case mediaType == "text/html" || mediaType == "application/xhtml+xml":
		v.item.Class = HTML
		return v, r.read(&v, base, a)
	case mediaType == "text/plain":
		v.item.Class = Text
	case menuName.MatchString(t.url):
		v.item.Class = Other
		return v, v.named(base, a)
	default:
		v.item.Class = Other
	}
	return v, nil
}

// named takes the pages that strings in a script name.
func (v *visit) named(base Base, a site.Response) error {
	body, err := content(a)
	if err != nil {
		return err
	}
	var pages []string
	for _, m := range namedPage.FindAllSubmatch(body, -1) {
		pages = append(pages, string(m[1]))
	}
	v.resolve(base, pages)
	return nil
}

func (r *reacher) read(v *visit, base Base, a site.Response) error {
	body, err := content(a)
	if err != nil {
		return err
	}
	doc, err := Parse(body, a.Type, r.o.Agent, r.follow)
	if err != nil {
		return fmt.Errorf("parse %s: %w", v.item.URL, err)
	}
	v.item.Title, v.item.NoIndex = doc.Title, doc.NoIndex
	if doc.NoFollow {
		return nil
	}
	if doc.Base != "" {
		if b, ok := base.Resolve(doc.Base); ok {
			base = b
		}
	}
	v.resolve(base, doc.Links)
	v.menus = resolved(base, doc.Scripts)
	return nil
}

func (v *visit) resolve(base Base, refs []string) { v.links = append(v.links, resolved(base, refs)...) }

// resolved returns the canonical URLs of references that are http URLs on the default port.
func resolved(base Base, refs []string) (out []string) {
	for _, ref := range refs {
		if b, ok := base.Resolve(ref); ok && b.HTTPHost() != "" {
			out = append(out, b.String())
		}
	}
	return out
}

func content(a site.Response) ([]byte, error) {
	if a.File == "" {
		return []byte(a.Text), nil
	}
	b, err := os.ReadFile(a.File)
	if err != nil {
		return nil, fmt.Errorf("read page: %w", err)
	}
	return b, nil
}
