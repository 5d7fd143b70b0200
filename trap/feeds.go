package trap

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// openFeeds is how many feeds of a kind may lead to other pages for each openOf that do not.
const openFeeds, openOf = 1, 9

// FeedsOf returns the name of the kind of a feed that lies below the page which names it: "/*/*/feed/"
// for "/2026/post/feed/" of "/2026/post/", "/topic/*/feed/" for "/topic/post/feed/" of "/topic/post/".
// Posts and the lists of them mostly have paths of different lengths, or lie in different folders; folders
// that are numbers, such as years, are alike. It is "" for another feed; a start page's feed is that of its
// site.
func FeedsOf(page, feed string) string {
	if strings.Contains(page, "?") {
		return feedsWith(page, feed)
	}
	rest, below := strings.CutPrefix(feed, page)
	if !below || rest == "" || len(page) < 2 {
		return ""
	}
	folders := strings.Split(strings.Trim(page, "/"), "/")
	for i := range folders {
		if i == len(folders)-1 || strings.Trim(folders[i], "0123456789") == "" {
			folders[i] = "*"
		}
	}
	name := "/" + strings.Join(folders, "/")
	if strings.HasSuffix(page, "/") {
		name += "/"
	}
	if name += rest; len(name) > maxName {
		return ""
	}
	return name
}

// feedsWith returns the name of the kind of a feed that has the parameters of the page which names it.
func feedsWith(page, feed string) string {
	_, query, _ := strings.Cut(page, "?")
	path, with, _ := strings.Cut(feed, "?")
	own, params := parametersOf(query), parametersOf(with)
	if page == feed || !carries(page, feed) {
		return ""
	}
	for i, p := range params {
		if key, value, _ := strings.Cut(p, "="); value != "" && slices.Contains(own, p) {
			params[i] = key + "=*"
		}
	}
	name := path + "?" + strings.Join(params, "&")
	if !strings.Contains(name, "=*") || len(name) > maxName {
		return ""
	}
	return name
}

// AreFeeds reports whether a view is a kind of feeds. No other name has an asterisk for a segment or a value,
// unless the site itself has, but those of what shows the page that names it.
func (v *View) AreFeeds() bool {
	return strings.Contains(v.Name, "/*") && !strings.HasPrefix(v.Name, inFolders) || strings.Contains(v.Name, "=*")
}

// SawFeed records the first visit to a feed of a kind (FeedsOf), and whether it names nothing but the
// page that names it, as feeds of comments do. It reports whether there is something new to
// store.
func (b *Book) SawFeed(kind string, own bool, now time.Time) bool {
	few := func(v *View) bool { return v.Open*openOf <= v.Closed*openFeeds }
	return b.sawNamed(kind, own, now, few, aboutFeeds+kind+feedsEnd+" name nothing but the page that names them")
}

// sawNamed records the first visit to an address of a kind that the page which names it is part of, and whether it is
// closed: it brings nothing beside that page. few says when so few do that the rest of the kind is left out, what says why.
func (b *Book) sawNamed(kind string, closed bool, now time.Time, few func(*View) bool, what string) (news bool) {
	v := b.view(kind, closed)
	switch {
	case v == nil:
		return false
	case closed:
		v.Closed++
	default:
		v.Open++
	}
	switch {
	case v.Why != "" && !few(v):
		v.Why, v.Since, b.Pending = "", time.Time{}, true
	case v.Why == "" && few(v) && !v.Allowed && v.Closed >= needClosed:
		v.Why, v.Since = fmt.Sprint(v.Closed, what), now
	default:
		return (v.Closed+v.Open)%keepEvery == 0
	}
	return true
}

// What the evidence on a kind of feeds says around its name.
const (
	aboutFeeds = " of the feeds "
	feedsEnd   = " that were visited"
)

// feedsIn returns the kind of feeds that the evidence is about, or "".
func feedsIn(evidence string) string {
	_, behind, ok := strings.Cut(evidence, aboutFeeds)
	name, _, ends := strings.Cut(behind, feedsEnd)
	if !ok || !ends {
		return ""
	}
	return name
}

// AdviseFeed returns why a feed of a kind brings nothing, or "" if there is no evidence, or if it is
// one of the few that are visited all the same.
func (b *Book) AdviseFeed(kind, target string) string {
	if i := slices.IndexFunc(b.Views, func(v View) bool { return v.Name == kind }); i >= 0 && sum(target)%sampleOf != 0 && feedsIn(b.Views[i].Why) != "" {
		return b.Views[i].Why
	}
	return ""
}

// StandsOnFeeds reports whether evidence is about feeds, and still holds.
func (b *Book) StandsOnFeeds(evidence string) bool {
	kind := feedsIn(evidence)
	return kind != "" && slices.ContainsFunc(b.Views, func(v View) bool { return v.Name == kind && v.Why != "" })
}
