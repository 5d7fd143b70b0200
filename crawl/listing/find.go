package listing

import (
	"errors"
	"path"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/calendar"
	"github.com/aranea-search/aranea/sitemap"
	"github.com/aranea-search/aranea/weburl"
)

// Find returns what the answer for a page lists, if by its content it is a sitemap, a sitemap
// index, a feed, a plain list of URLs, or a calendar whose events all have pages; nil otherwise. A
// feed, plain list or calendar counts only if it names pages of its own site: others are texts
// about other sites.
func Find(f *aranea.Fetched) *List {
	if calendar.Sniff(f.Body) {
		return findCalendar(f)
	}
	form := sitemap.Detect(f.Body)
	if form == sitemap.None {
		return nil
	}
	l := Read(f)
	if (form == sitemap.News || form == sitemap.Listed) && !l.namesOwn(f.URL.Origin().Site()) {
		return nil
	}
	return l
}

// namesOwn reports whether a page of the site is listed.
func (l *List) namesOwn(site string) bool {
	for i := range l.Pages {
		if l.Pages[i].URL.Origin().Site() == site {
			return true
		}
	}
	return false
}

// IsWebPage reports whether what was requested as a list at the URL is a web page to visit as one,
// such as a site map for people. If its name promises a list, the server has sent an error page
// or its home page instead, and the list is broken.
func (l *List) IsWebPage(u weburl.URL) bool {
	switch strings.ToLower(path.Ext(u.Path())) {
	case ".xml", ".gz", ".rss", ".rdf", ".atom", ".txt", ".json":
		return false
	}
	return errors.Is(l.Ended, sitemap.ErrWebPage)
}

// maxSteps is the number of entries that DepthAsPage looks up at most: more than redirects in a row
// are followed.
const maxSteps = 20

// DepthAsPage returns the depth that a web page has which was requested as a list: its own, if a
// robots file, the operator or a list names it. One that a page names is a link of that page, so
// that pages which name each other as sitemaps do not get around the depth limit. entry looks up
// what leads to it.
func DepthAsPage(e aranea.Entry, entry func(weburl.ID) (aranea.Entry, bool, error)) (uint16, error) {
	for range maxSteps {
		if e.Kind != aranea.KindSitemap || e.How == aranea.HowRobots || e.How == aranea.HowSeed || e.How == aranea.HowSitemap {
			break
		}
		from, known, err := entry(e.FoundOn)
		if err != nil {
			return 0, err
		}
		if !known {
			break
		}
		if from.Kind != aranea.KindSitemap {
			return from.Depth + 1, nil
		}
		e = from
	}
	return e.Depth, nil
}

// IsPacked reports whether a URL has the name of a gzipped sitemap: by its extension alone it
// would be an archive, which no crawl requests.
func IsPacked(u weburl.URL) bool {
	name := strings.ToLower(path.Base(u.Path()))
	return strings.HasSuffix(name, ".gz") && strings.Contains(name, "sitemap")
}

// A web page whose name or title says that it is a site map needs at least leastLinks links, and
// at least linkPart of its text in them.
const (
	leastLinks = 10
	linkPart   = 0.5
)

// IsSiteMap reports whether a web page is a site map: its name or title says so, and most of its
// text is in links.
func IsSiteMap(p *aranea.Page) bool {
	if p.Format != "html" || len(p.Links) < leastLinks || !saysSiteMap(p) {
		return false
	}
	linked := 0
	for _, e := range p.Elements {
		if e.Kind == aranea.ElementAnchor {
			linked += int(e.End - e.Start)
		}
	}
	return float64(linked) >= linkPart*float64(len(p.Text))
}

// saysSiteMap reports whether the name or the title of a page calls it a site map.
func saysSiteMap(p *aranea.Page) bool {
	file := path.Base(strings.TrimSuffix(p.URL.Path(), "/"))
	return isNamed(strings.TrimSuffix(file, path.Ext(file))) || isNamed(p.Title())
}

// isNamed reports whether a text contains a name for site maps in one of the supported
// languages, ignoring whitespace and punctuation.
func isNamed(text string) bool {
	text = strings.Map(func(r rune) rune {
		if strings.ContainsRune(" -_.\u00a0'’", r) {
			return -1
		}
		return r
	}, strings.ToLower(text))
	for _, name := range []string{
		"sitemap", "siteindex", "картасайта", "kartasayta", "kartasajta", "网站地图", "網站地圖", "站点地图",
		"mapadosite", "mapadosítio", "mapadelsitio", "mapadelweb", "plandusite", "mappadelsito", "サイトマップ",
	} {
		if strings.Contains(text, name) {
			return true
		}
	}
	return false
}
