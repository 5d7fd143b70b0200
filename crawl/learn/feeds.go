package learn

import (
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
)

// sawFeed records whether the visited feed, which lies below the page that names it, names anything
// but that page.
func (l *Learner) sawFeed(v *Visit, known Known, now time.Time) error {
	e := v.Entry
	if e.Kind != aranea.KindSitemap || e.How != aranea.HowFeed || e.Reason != aranea.SitemapRead || e.Visits != 1 {
		return nil
	}
	from, ok, err := known(e.FoundOn)
	if err != nil || !ok {
		return err
	}
	kind := feedsOf(&from, e.URL)
	if kind == "" {
		return nil
	}
	own := true
	for i := range v.Links {
		own = own && isOwn(from.URL, v.Links[i].URL)
	}
	b, err := l.traps.open(e.URL.Origin())
	if err != nil {
		return err
	}
	l.traps.mu.Lock()
	defer l.traps.mu.Unlock()
	if b.SawFeed(kind, own, now) {
		l.keepTraps(b)
	}
	return nil
}

// commentPage begins the last segment of the further pages of a post's comments in WordPress.
const commentPage = "comment-page-"

// isOwn reports whether a feed that names a URL names the page itself, or a page of its comments.
func isOwn(page, u weburl.URL) bool {
	if page.Origin() == u.Origin() && trap.BelongsTo(page.Target(), u.Target()) {
		return true
	}
	rest, below := strings.CutPrefix(u.String(), page.String())
	return below && (rest == "" || strings.HasPrefix(strings.TrimPrefix(rest, "/"), commentPage))
}

// feedsOf returns the kind of a feed by the page which names it; "" for another one, and
// for that of a start page.
func feedsOf(page *aranea.Entry, feed weburl.URL) string {
	if page.Depth == 0 || page.URL.Origin() != feed.Origin() {
		return ""
	}
	return trap.FeedsOf(page.URL.Target(), feed.Target())
}

// AdviseFeed returns how to treat a feed that a page names.
func (l *Learner) AdviseFeed(page *aranea.Entry, feed weburl.URL) (Advice, error) {
	if l == nil {
		return Advice{}, nil
	}
	kind := feedsOf(page, feed)
	if kind == "" {
		return Advice{}, nil
	}
	b, err := l.traps.get(feed.Origin())
	if err != nil || b == nil {
		return Advice{}, err
	}
	l.traps.mu.Lock()
	defer l.traps.mu.Unlock()
	if why := b.AdviseFeed(kind, feed.Target()); why != "" {
		return Advice{Reason: aranea.ScopeTrap, Detail: why}, nil
	}
	return Advice{}, nil
}

// standsOnFeeds reports whether a feed was left out for its kind, and still has to be.
func (l *Learner) standsOnFeeds(e *aranea.Entry) (bool, error) {
	b, err := l.traps.get(e.URL.Origin())
	if err != nil || b == nil {
		return false, err
	}
	l.traps.mu.Lock()
	defer l.traps.mu.Unlock()
	return b.StandsOnFeeds(e.Detail), nil
}
