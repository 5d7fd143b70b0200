package linkcheck

import (
	"context"
	"iter"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/secrecy"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/internal/hreflang"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/weburl"
)

// The faults of the alternates of a page. The last two are for information.
const (
	NotIndexed    = "not-indexed"    // the alternate is not in the index
	NoReturn      = "no-return"      // the alternate does not name the page
	OtherLanguage = "other-language" // the alternate says that its language is another one
	TwoTargets    = "two-targets"    // a language has two alternates
	NoLanguage    = "no-language"    // what stands for the language is none
	NoDefault     = "no-default"     // no alternate is for readers of all other languages
	NoSelf        = "no-self"        // the page is not among its alternates
)

// maxHeld is the number of alternates of pages that are held; beyond it they are looked up again.
const maxHeld = 100_000

// An alternate is one of a page.
type alternate struct {
	lang, by string
	to       weburl.URL
}

// alternates are all of a page, those that it names itself before those of sitemaps.
type alternates struct {
	all []alternate
	cut bool // there are more
}

// has reports whether a page is among the alternates.
func (a *alternates) has(u weburl.URL) bool {
	return slices.ContainsFunc(a.all, func(x alternate) bool { return x.to == u })
}

// languages returns the languages, other than x-default and what is none, under which a page is among
// the alternates.
func (a *alternates) languages(u weburl.URL) (langs []string) {
	for _, x := range a.all {
		if x.to == u && hreflang.Key(x.lang) != hreflang.Default && hreflang.Fault(x.lang) == "" {
			langs = append(langs, x.lang)
		}
	}
	return langs
}

// An alternateCheck checks the alternates of pages one after another.
type alternateCheck struct {
	c      *Checker
	host   string
	sets   map[weburl.URL]*alternates
	held   int // alternates in sets
	secret *secrecy.Secrecy
	counts FaultCounts
	tell   func(Fault)
}

// checkAlternates checks the alternates of all pages of a host, "" for all, and yields the counts so
// far behind each page, and at the end.
func (c *Checker) checkAlternates(ctx context.Context, host string, tell func(Fault)) iter.Seq2[*FaultCounts, error] {
	return func(yield func(*FaultCounts, error) bool) {
		x := &alternateCheck{c: c, sets: map[weburl.URL]*alternates{}, counts: FaultCounts{Faults: map[string]int{}}, tell: tell}
		var err error
		if x.host, err = c.hostOf(ctx, host); err != nil {
			yield(nil, err)
			return
		}
		if x.secret, err = secrecy.Of(ctx, c.pages); err != nil {
			yield(nil, err)
			return
		}
		defer x.secret.Close()
		if x.counts.Older, err = c.isOlder(ctx); err != nil {
			yield(nil, err)
			return
		}
		site := weburl.Origin("")
		if x.host != "" {
			site = weburl.Origin("http://" + x.host)
		}
		for u, err := range c.graph.WithAlternates(ctx, site) {
			if err == nil && (x.host == "" || u.Host() == x.host) {
				err = x.check(ctx, u)
			}
			if !yield(&x.counts, err) || err != nil {
				return
			}
		}
		yield(&x.counts, nil)
	}
}

// isOlder reports whether the last visit of a page, or of a sitemap, was that of a version which kept no
// alternates.
func (c *Checker) isOlder(ctx context.Context) (bool, error) {
	since, ok, err := c.graph.SetsSince()
	if err != nil || !ok || since.IsZero() {
		return !ok, err
	}
	for e, err := range c.entries.Select(ctx, frontier.Filter{}) {
		if err != nil {
			return false, err
		}
		read := isVersion(&e) && !e.Imported || e.Reason == aranea.SitemapRead
		if read && e.VisitedAt.Before(since) {
			return true, nil
		}
	}
	return false, nil
}

// check checks the alternates of one page, if it is in the index.
func (x *alternateCheck) check(ctx context.Context, u weburl.URL) error {
	e, known, err := x.c.entries.Entry(u)
	if err != nil || !known || !isVersion(&e) {
		return err
	}
	set, err := x.of(ctx, u)
	if err != nil || len(set.all) == 0 {
		return err
	}
	x.counts.Pages++
	first, told := map[string]alternate{}, map[weburl.URL]bool{u: true}
	for _, a := range set.all {
		key := hreflang.Key(a.lang)
		before, again := first[key]
		switch fault := hreflang.Fault(a.lang); {
		case again && before.to != a.to:
			x.add(u, &a, Fault{Fault: TwoTargets, Detail: "also " + before.to.String()})
		case again:
		default:
			first[key] = a
			if fault != "" {
				x.add(u, &a, Fault{Fault: NoLanguage, Detail: fault})
			}
		}
		if told[a.to] {
			continue
		}
		told[a.to] = true
		if err := x.target(ctx, u, set, &a); err != nil {
			return err
		}
	}
	if _, has := first[hreflang.Default]; !has {
		x.add(u, nil, Fault{Fault: NoDefault})
	}
	if !set.has(u) && !set.cut {
		x.add(u, nil, Fault{Fault: NoSelf})
	}
	return nil
}

// target checks one alternate of those of a page.
func (x *alternateCheck) target(ctx context.Context, u weburl.URL, all *alternates, a *alternate) error {
	e, known, err := x.c.known(a.to)
	if err != nil {
		return err
	}
	v, t := judge(&e)
	switch {
	case known && isVersion(&e):
	case !known, v == unchecked && !isDenied(e.Reason), v == fine && e.Kind == aranea.KindLink:
		x.counts.Unchecked++
		return nil
	default:
		x.add(u, a, Fault{Fault: NotIndexed, Status: t.Status, Reason: t.Reason, Detail: t.Detail, LeadsTo: e.Target})
		return nil
	}
	set, err := x.of(ctx, a.to)
	switch {
	case err != nil:
		return err
	case set.has(u):
		x.language(u, all, a, set)
	case set.cut, e.Imported, x.secret.Covers(a.to.ID()), len(set.all) == 0 && x.counts.Older:
		x.counts.Unchecked++
	default:
		x.add(u, a, Fault{Fault: NoReturn})
	}
	return nil
}

// language compares the languages of an alternate, under any of which a page may name it, with those that
// it says itself.
func (x *alternateCheck) language(u weburl.URL, all *alternates, a *alternate, set *alternates) {
	named, own := all.languages(a.to), set.languages(a.to)
	if len(named) == 0 || len(own) == 0 {
		return
	}
	for _, lang := range named {
		if slices.ContainsFunc(own, func(o string) bool { return hreflang.Key(o) == hreflang.Key(lang) }) {
			return
		}
	}
	said := *a
	said.lang = named[0]
	x.add(u, &said, Fault{Fault: OtherLanguage, Detail: "it says " + strings.Join(own, ", ")})
}

// add counts a fault of a page, and of one of its alternates.
func (x *alternateCheck) add(u weburl.URL, a *alternate, f Fault) {
	x.counts.Faults[f.Fault]++
	f.URL = u
	if a != nil {
		f.Lang, f.To, f.By = a.lang, a.to.String(), a.by
	}
	x.tell(f)
}

// of returns the alternates of a page.
func (x *alternateCheck) of(ctx context.Context, u weburl.URL) (*alternates, error) {
	if set := x.sets[u]; set != nil {
		return set, nil
	}
	sets, err := x.c.graph.AlternatesOf(ctx, u)
	if err != nil {
		return nil, err
	}
	out := &alternates{}
	for _, own := range []bool{true, false} {
		for _, s := range sets {
			if (s.By == u) != own {
				continue
			}
			out.cut = out.cut || s.Cut
			for _, a := range s.All {
				to, err := weburl.Parse(a.URL)
				if err != nil {
					return nil, &aranea.Error{Op: "read alternates", Kind: aranea.Corrupt, Obj: u.String(), Err: err}
				}
				next := alternate{lang: a.Lang, to: to}
				if !own {
					next.by = s.By.String()
				}
				out.all = append(out.all, next)
			}
		}
	}
	if x.held += len(out.all) + 1; x.held > maxHeld {
		clear(x.sets)
		x.held = len(out.all) + 1
	}
	x.sets[u] = out
	return out, nil
}

// isVersion reports whether a page can be an alternate: it is in the index and was not given up, or
// it is a copy of a page that is, since versions for two regions may have one text, or the operator
// alone left it out.
func isVersion(e *aranea.Entry) bool {
	return e.Kind == aranea.KindPage && e.State != aranea.StateGone && (e.Found() || e.State == aranea.StateDone && (e.Reason == aranea.DupExact || e.Reason == aranea.ScopeNoIndex))
}

// ofAlternates describes what is known beside the faults of alternates.
func (n *FaultCounts) ofAlternates() string {
	if n.Pages == 0 && !n.Older {
		return "No page of the index names alternates."
	}
	text := show.Count(n.Pages, "page") + " of the index with alternates."
	text += n.notes(Alternates, map[string]string{NoDefault: " without x-default", NoSelf: " not among the page's own alternates"})
	if n.Unchecked > 0 {
		text += "\nNot checked: " + show.Count(n.Unchecked, "alternate") + ", out of scope or not read."
	}
	if n.Older {
		text += "\nNot complete: an earlier version, which kept no alternates, was the last to visit some pages; aranea crawl --refresh all visits them again."
	}
	return text
}
