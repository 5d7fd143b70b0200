package trap

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// MaxViews is the maximum number of views of an origin in a Book.
const MaxViews = 64

// Requirements for a verdict on a view.
const (
	needClosed = 24 // pages of it that are closed, and none that is open
	maxNames   = 16 // of one target that are considered
)

// A View is what is known of one way in which a site shows its pages: the editor, the history or
// an old version of each. Its URLs have a path and the value of a parameter in common, as in
// "/index.php?action=edit", or a parameter that is a number, as in "/index.php?oldid", or no other than
// one, as in "/Upload.jsp?page", or they lie in one folder, as in "/wiki/Special:WhatLinksHere/", or differ in numbers that are folders, as in
// "/comment/{n}/publish/". Or it is a kind of feeds (FeedsOf), or a path with any query without "=", as in
// "/index.html?*", or paths with one last segment, as in "/**/about/".
type View struct {
	Name string `json:"view"`
	// Closed counts the pages of it that ask neither to be indexed nor to be followed, or redirect to a
	// URL that is left out as a trap, or are copies of a login form, or the feeds that name nothing but their page, or the copies of the
	// page without the query, or in other folders, and Open all others
	// since the first of them.
	Closed uint32 `json:"closed"`
	Open   uint32 `json:"open,omitempty"`
	// Common are the sums of the names of the views that all its closed pages were of, its own among
	// them. Of pages with "?id=7&print=1" nobody knows which of the two closes them.
	Common []uint64 `json:"common,omitempty"`
	// Text and Sketch are those of the first page of a view by the last segment of its paths (SawEcho).
	Text   uint64 `json:"text,omitempty"`
	Sketch uint64 `json:"sketch,omitempty"`
	// Why is the evidence that its pages bring nothing, or ""; Since is the time of the verdict.
	Why     string    `json:"why,omitempty"`
	Since   time.Time `json:"since,omitzero"`
	Allowed bool      `json:"allowed,omitempty"` // by the operator, permanently
}

// viewsOf returns the names of the views that a target may be one of: one for each parameter of
// its query, without its value if that is a number, and one without the value of the only parameter; or
// the folder that it lies in and its path with "{n}" for the numbers among its folders. No path has a brace
// in a URL.
func viewsOf(target string) []string {
	path, query, asks := strings.Cut(target, "?")
	if !asks {
		return viewsOfPath(path)
	}
	var names []string
	for p := range strings.SplitSeq(query, "&") {
		if key, value, _ := strings.Cut(p, "="); isNumber(value) {
			p = key
		}
		if name := path + "?" + p; p != "" && len(name) <= maxName && len(names) < maxNames && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if key, value, _ := strings.Cut(query, "="); value != "" && !isNumber(value) && !strings.Contains(query, "&") && len(path)+1+len(key) <= maxName {
		names = append(names, path+"?"+key)
	}
	return names
}

func viewsOfPath(path string) (names []string) {
	if slash := strings.LastIndexByte(path, '/'); slash > 0 && slash < len(path)-1 && slash < maxName {
		names = append(names, path[:slash+1])
	}
	parts := strings.Split(strings.TrimSuffix(path, "/"), "/")
	numbers := false
	for i, part := range parts[:len(parts)-1] {
		if isNumber(part) {
			parts[i], numbers = "{n}", true
		}
	}
	if name := strings.Join(parts, "/") + path[len(strings.TrimSuffix(path, "/")):]; numbers && len(name) <= maxName {
		names = append(names, name)
	}
	return names
}

func isNumber(value string) bool { return value != "" && strings.Trim(value, "0123456789") == "" }

// SawView records whether a page is closed, which is to ask neither to be indexed nor to be
// followed, or to redirect to a URL that is left out as a trap, and reports whether there is something new to store. An open page ends the verdicts
// on all views that it is one of.
func (b *Book) SawView(target string, closed bool, now time.Time) bool {
	if !closed && len(b.Views) == 0 {
		return false
	}
	names := viewsOf(target)
	news, sums := false, sumsOf(names)
	for _, name := range names {
		v := b.view(name, closed)
		switch {
		case v == nil:
		case closed:
			v.Closed++
			v.meet(sums)
			news = v.judge(now) || news || v.Closed%keepEvery == 0
		default:
			v.Open++
			took := v.Why != ""
			v.Why, v.Since, b.Pending = "", time.Time{}, b.Pending || took
			news = news || took || v.Open == 1
		}
	}
	return news
}

func sumsOf(names []string) (sums []uint64) {
	for _, name := range names {
		sums = append(sums, sum(name))
	}
	return sums
}

// meet keeps of what all closed pages had in common what another one has as well.
func (v *View) meet(sums []uint64) {
	if v.Closed == 1 {
		v.Common = slices.Clone(sums)
		return
	}
	v.Common = slices.DeleteFunc(v.Common, func(s uint64) bool { return !slices.Contains(sums, s) })
}

// covers reports whether a page has all that the closed pages of a view have in common.
func (v *View) covers(sums []uint64) bool {
	return !slices.ContainsFunc(v.Common, func(s uint64) bool { return !slices.Contains(sums, s) })
}

// tooLarge reports whether a view has more than is ever kept.
func (v View) tooLarge() bool { return len(v.Common) > maxNames }

// view returns what is known of a view, nil if nothing is or there is no place for it. With add,
// an unknown one takes the place of that with the fewest closed pages.
func (b *Book) view(name string, add bool) *View {
	i := slices.IndexFunc(b.Views, func(v View) bool { return v.Name == name })
	if i >= 0 {
		return &b.Views[i]
	}
	if !add {
		return nil
	}
	if len(b.Views) == MaxViews {
		least, kept := leastOf(b.Views, func(v *View) uint32 { return weight(v.Closed, v.Why, v.Allowed) })
		if kept >= byVerdict {
			return nil
		}
		b.Views = slices.Delete(b.Views, least, least+1)
	}
	b.Views = append(b.Views, View{Name: name})
	return &b.Views[len(b.Views)-1]
}

// judge sets the verdict on a view of which enough pages were closed and none open, and reports
// whether it did.
func (v *View) judge(now time.Time) bool {
	if v.Why != "" || v.Allowed || v.Open > 0 || v.Closed < needClosed {
		return false
	}
	v.Why, v.Since = fmt.Sprintf("all %d pages%s neither to be indexed nor to be followed, or redirect to what is left out, or are copies of one form to log in", v.Closed, aboutView(v.Name)), now
	return true
}

// aboutView returns what the evidence on a view says of which one it is about.
func aboutView(name string) string { return " of the view " + name + " that were visited ask" }

// AdviseView returns why a target is one of a view whose pages bring nothing, or "" if there is
// no evidence, if the operator wants a view that it is one of, or if the target is one of the few
// that are visited all the same.
func (b *Book) AdviseView(target string) string {
	if !slices.ContainsFunc(b.Views, func(v View) bool { return v.Why != "" }) || sum(target)%sampleOf == 0 {
		return ""
	}
	names := viewsOf(target)
	why, sums := "", sumsOf(names)
	for _, name := range names {
		v := b.view(name, false)
		switch {
		case v == nil:
		case v.Allowed:
			return ""
		case why == "" && v.covers(sums):
			why = v.Why
		}
	}
	return why
}
