package demoweb

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/simplifiedchinese"
)

// A siteSpec describes the host for one language.
type siteSpec struct {
	host, lang string
	name       string
	sections   map[string]string // heading by section
	home, more string
	legacy     encoding.Encoding // of the robots section, nil for UTF-8
	charset    string
	robots     string
}

const robotsCommon = "User-agent: *\nDisallow: /private/\nAllow: /private/open.html\nDisallow: /*?print=\n"

var sites = []siteSpec{
	{
		host: English, lang: "en", name: "The Spider Book", home: "Home", more: "See also",
		sections: map[string]string{"spiders": "Spiders", "robots": "Web robots"},
		robots:   robotsCommon + "\nUser-agent: BadBot\nDisallow: /\n\nSitemap: http://" + English + "/map.html\n",
	},
	{
		host: Russian, lang: "ru", name: "Книга о пауках", home: "Начало", more: "Смотрите также",
		sections: map[string]string{"spiders": "Пауки", "robots": "Поисковые роботы"},
		legacy:   charmap.Windows1251, charset: "windows-1251",
		robots: robotsCommon + "Host: " + Russian + "\n",
	},
	{
		host: Chinese, lang: "zh", name: "蜘蛛之书", home: "首页", more: "另见",
		sections: map[string]string{"spiders": "蜘蛛", "robots": "网络机器人"},
		legacy:   simplifiedchinese.GB18030, charset: "gb2312",
		robots: "User-agent: Aranea\nDisallow: /private/\n\nUser-agent: *\nDisallow: /\n",
	},
	{
		host: Portuguese, lang: "pt", name: "O livro das aranhas", home: "Início", more: "Veja também",
		sections: map[string]string{"spiders": "Aranhas", "robots": "Robôs da web"},
		robots:   robotsCommon + "Crawl-delay: 0.08\n",
	},
}

var pageTemplate = template.Must(template.New("page").Parse(`<!doctype html>
<html lang="{{.Lang}}"><head>
<meta charset="{{.Charset}}">
<title>{{.Title}} – {{.Site}}</title>
{{with .Robots}}<meta name="robots" content="{{.}}">
{{end}}{{with .Description}}<meta name="description" content="{{.}}">
{{end}}</head><body>
<header><p class="brand">{{.Site}}</p><nav><ul>{{range .Nav}}<li><a href="{{.URL}}">{{.Text}}</a></li>{{end}}</ul></nav></header>
<main><h1>{{.Title}}</h1>
{{range .Blocks}}{{if .Text}}<p>{{.Text}}</p>
{{end}}{{if .List}}<ul>{{range .List}}<li>{{.}}</li>{{end}}</ul>
{{end}}{{if .Rows}}<table>{{range .Rows}}<tr>{{range .}}<td>{{.}}</td>{{end}}</tr>{{end}}</table>
{{end}}{{end}}{{with .Image}}<p><img src="/pictures/{{.}}.png" alt="{{$.Title}}"></p>
{{end}}{{with .Links}}<h2>{{$.More}}</h2><ul>{{range .}}<li><a href="{{.URL}}"{{with .Rel}} rel="{{.}}"{{end}}>{{.Text}}</a></li>{{end}}</ul>
{{end}}</main><footer><p>{{.Site}}</p></footer></body></html>
`))

type link struct{ URL, Text, Rel string }

type pageData struct {
	Lang, Charset, Site, Title, Robots, Description, Image, More string
	Nav, Links                                                   []link
	Blocks                                                       []block
}

// A site is the host for one language: fixed pages by path, and rules for the others.
type site struct {
	spec     siteSpec
	articles []article
	pages    map[string]answer
}

// An answer is a fixed response.
type answer struct {
	status      int
	contentType string
	location    string
	header      map[string]string
	body        []byte
}

func newSite(spec siteSpec) (http.Handler, error) {
	articles, err := loadArticles(spec.lang)
	if err != nil {
		return nil, err
	}
	s := &site{spec: spec, articles: articles, pages: map[string]answer{}}
	s.pages["/robots.txt"] = answer{contentType: "text/plain; charset=utf-8", body: []byte(spec.robots)}
	if err := s.addPages(); err != nil {
		return nil, fmt.Errorf("build sample host %s: %w", spec.host, err)
	}
	return s, nil
}

func (s *site) data(title string) pageData {
	nav := []link{{URL: "/", Text: s.spec.home}}
	for _, sec := range []string{"spiders", "robots"} {
		nav = append(nav, link{URL: "/" + sec + "/", Text: s.spec.sections[sec]})
	}
	return pageData{Lang: s.spec.lang, Charset: "utf-8", Site: s.spec.name, Title: title, More: s.spec.more, Nav: nav}
}

// put renders a page under a path, in the host's legacy charset if requested.
func (s *site) put(path string, d pageData, legacy bool) error {
	enc := s.spec.legacy
	if !legacy || enc == nil {
		enc = nil
	} else {
		d.Charset = s.spec.charset
	}
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, d); err != nil {
		return fmt.Errorf("render %s: %w", path, err)
	}
	body := b.Bytes()
	if enc != nil {
		var err error
		if body, err = encoding.ReplaceUnsupported(enc.NewEncoder()).Bytes(body); err != nil {
			return fmt.Errorf("encode %s: %w", path, err)
		}
	}
	s.pages[path] = answer{contentType: "text/html", body: body}
	return nil
}

// addPages adds the articles, the section lists and the special pages.
func (s *site) addPages() error {
	for i, a := range s.articles {
		d := s.data(a.Title)
		d.Blocks, d.Image = a.Blocks, a.Slug
		if len(a.Blocks) > 0 {
			d.Description = a.Blocks[0].Text
		}
		for _, step := range []int{1, 2, 7} {
			o := s.articles[(i+step)%len(s.articles)]
			d.Links = append(d.Links, link{URL: articlePath(o), Text: o.Title})
		}
		d.Links = append(d.Links, link{URL: articlePath(a) + "?print=1", Text: "print"})
		if err := s.put(articlePath(a), d, a.Section == "robots"); err != nil {
			return err
		}
	}
	for sec, heading := range s.spec.sections {
		d := s.data(heading)
		for _, a := range s.articles {
			if a.Section == sec {
				d.Links = append(d.Links, link{URL: a.Slug + ".html", Text: a.Title})
			}
		}
		if err := s.put("/"+sec+"/", d, false); err != nil {
			return err
		}
	}
	return s.addSpecial()
}

func articlePath(a article) string { return "/" + a.Section + "/" + a.Slug + ".html" }

// addSpecial adds what is hard to crawl: directives, closed folders, redirects, duplicates,
// frames, traps and broken links.
func (s *site) addSpecial() error {
	home := s.data(s.spec.name)
	home.Links = []link{
		{URL: "/spiders/", Text: s.spec.sections["spiders"]},
		{URL: "/robots/", Text: s.spec.sections["robots"]},
		{URL: "/notes/draft.html", Text: "draft"},
		{URL: "/private/diary.html", Text: "diary"},
		{URL: "/private/open.html", Text: "open page"},
		{URL: "/old/silk.html", Text: "old address"},
		{URL: "/copy/silk.html", Text: "copy"},
		{URL: "/missing.html", Text: "missing"},
		{URL: "/frames.html", Text: "frames"},
		{URL: "/attic/", Text: "attic"},
		{URL: "/loop/a", Text: "loop"},
		{URL: "/calendar/?month=1", Text: "calendar", Rel: "nofollow"},
		{URL: "/readme.txt", Text: "readme"},
		{URL: "/pictures/spider.png", Text: "picture"},
		{URL: "http://elsewhere.test/", Text: "elsewhere"},
		{URL: "mailto:someone@example.org", Text: "mail"},
	}
	if err := s.put("/", home, false); err != nil {
		return err
	}
	draft := s.data("Draft")
	draft.Robots, draft.Blocks = "noindex", []block{{Text: "A page that asks not to be indexed, though its links count."}}
	draft.Links = []link{{URL: "/notes/found.html", Text: "found only here"}}
	if err := s.put("/notes/draft.html", draft, false); err != nil {
		return err
	}
	found := s.data("Found through a draft")
	found.Robots, found.Blocks = "nofollow", []block{{Text: "Only a page that is not in the index leads here on " + s.spec.host + "."}}
	found.Links = []link{{URL: "/notes/never.html", Text: "never followed"}}
	if err := s.put("/notes/found.html", found, false); err != nil {
		return err
	}
	open := s.data("An open page in a closed folder")
	open.Blocks = []block{{Text: "An allow rule longer than the disallow rule opens this page on " + s.spec.host + "."}}
	if err := s.put("/private/open.html", open, false); err != nil {
		return err
	}
	framed := s.data("Inside a frame")
	framed.Blocks = []block{{Text: "This text on " + s.spec.host + " is reached only through a frame."}}
	if err := s.put("/framed.html", framed, false); err != nil {
		return err
	}
	s.pages["/frames.html"] = answer{contentType: "text/html; charset=utf-8", body: []byte(
		"<html><head><title>Frames on " + s.spec.host + "</title></head><frameset cols=\"50%,50%\"><frame src=\"framed.html\"><frame src=\"http://elsewhere.test/framed\"><noframes>This page of " + s.spec.host + " needs frames.</noframes></frameset></html>")}
	s.pages["/copy/silk.html"] = s.pages["/spiders/silk.html"]
	s.pages["/old/silk.html"] = answer{status: http.StatusMovedPermanently, location: "/spiders/silk.html"}
	s.pages["/loop/a"] = answer{status: http.StatusFound, location: "/loop/b"}
	s.pages["/loop/b"] = answer{status: http.StatusFound, location: "/loop/a"}
	s.pages["/readme.txt"] = answer{contentType: "text/plain; charset=utf-8", body: []byte(
		"The sample host " + s.spec.host + "\n\nThis is a plain text file. Robots read it too.\n"),
		header: map[string]string{"X-Robots-Tag": "nosnippet"}}
	s.pages["/pictures/spider.png"] = answer{contentType: "image/png", body: []byte("\x89PNG\r\n\x1a\n")}
	return nil
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, "/attic/") {
		s.attic(w, r)
		return
	}
	if r.URL.Path == "/calendar/" {
		s.calendar(w, r)
		return
	}
	a, ok := s.pages[r.URL.Path]
	if !ok {
		http.Error(w, "not found", http.StatusNotFound)
		return
	}
	a.write(w)
}

func (a answer) write(w http.ResponseWriter) {
	for k, v := range a.header {
		w.Header().Set(k, v)
	}
	if a.contentType != "" {
		w.Header().Set("Content-Type", a.contentType)
	}
	if a.location != "" {
		w.Header().Set("Location", a.location)
	}
	if a.status != 0 {
		w.WriteHeader(a.status)
	}
	_, _ = w.Write(a.body) // a client that disconnects loses the rest
}

// attic serves a folder that contains itself.
func (s *site) attic(w http.ResponseWriter, r *http.Request) {
	depth := strings.Count(r.URL.Path, "attic")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(w, "<title>Attic %d of %s</title><p>Box number %d in the attic of %s.</p><a href=\"attic/\">another attic</a>", depth, s.spec.host, depth, s.spec.host)
}

// calendar always has a next month.
func (s *site) calendar(w http.ResponseWriter, r *http.Request) {
	month, err := strconv.Atoi(r.URL.Query().Get("month"))
	if err != nil {
		http.Error(w, "no such month", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(w, "<title>Month %d</title><p>Nothing happened in month %d.</p><a href=\"?month=%d\">next</a>", month, month, month+1)
}

// mirrorSite serves copies of the English pages about spiders, without a robots file.
func mirrorSite(en []article) http.Handler {
	s := &site{spec: sites[0], articles: en, pages: map[string]answer{}}
	var list bytes.Buffer
	list.WriteString("<!doctype html><html lang=\"en\"><title>A mirror of some pages</title><h1>Mirror</h1><ul>")
	for _, a := range en[:6] {
		d := s.data(a.Title)
		d.Blocks, d.Image = a.Blocks, a.Slug
		d.Description = a.Blocks[0].Text
		i := indexOf(en, a.Slug)
		for _, step := range []int{1, 2, 7} {
			o := en[(i+step)%len(en)]
			d.Links = append(d.Links, link{URL: articlePath(o), Text: o.Title})
		}
		d.Links = append(d.Links, link{URL: articlePath(a) + "?print=1", Text: "print", Rel: "nofollow"})
		if err := s.put(articlePath(a), d, false); err != nil {
			continue // the same page was rendered for the main host
		}
		fmt.Fprintf(&list, "<li><a href=%q>%s</a></li>", articlePath(a), template.HTMLEscapeString(a.Title))
	}
	list.WriteString("</ul></html>")
	s.pages["/"] = answer{contentType: "text/html; charset=utf-8", body: list.Bytes()}
	return s
}

func indexOf(all []article, slug string) int {
	for i, a := range all {
		if a.Slug == slug {
			return i
		}
	}
	return 0
}

func closedSite() http.Handler {
	return &site{spec: siteSpec{host: Closed}, pages: map[string]answer{
		"/robots.txt": {contentType: "text/plain", body: []byte("User-agent: *\nDisallow: /\n")},
		"/":           {contentType: "text/html", body: []byte("<title>Closed</title>")},
	}}
}

// extendedSite is a shop whose robots file has irrelevant parameters, pages not meant for
// search, a delay, the main host name, and a sitemap with a page to which nothing links.
func extendedSite() http.Handler {
	const html = "text/html; charset=utf-8"
	return &site{spec: siteSpec{host: Extended}, pages: map[string]answer{
		"/robots.txt": {contentType: "text/plain", body: []byte("User-agent: *\nDisallow: /basket\nRequest-rate: 20/1\nContent-Usage: /members/ search=n\n" +
			"Clean-param: session&from /goods/\nHost: " + Extended + "\nSitemap: http://" + Extended + "/sitemap.xml\n")},
		"/": {contentType: html, body: []byte("<title>A shop</title><p>Everything for spiders." +
			"<a href=\"/goods/web?session=17\">webs</a> <a href=\"/goods/web?colour=grey&amp;from=home\">grey webs</a> <a href=\"/members/offers\">offers</a> <a href=\"/basket\">basket</a>")},
		"/sitemap.xml": {contentType: "application/xml", body: []byte(`<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>http://` + Extended + `/sitemaps/goods.xml.gz</loc></sitemap>
<sitemap><loc>http://` + Extended + `/sitemaps/lost.xml</loc></sitemap>
</sitemapindex>
`)},
		"/sitemaps/goods.xml.gz": {contentType: "application/gzip", body: folded(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>http://` + Extended + `/goods/web</loc></url>
<url><loc>http://` + Extended + `/goods/thread</loc></url>
<url><loc>http://` + Extended + `/basket</loc></url>
<url><loc>http://elsewhere.test/</loc></url>
</urlset>
`)},
		"/goods/thread":   {contentType: html, body: []byte("<title>A thread</title><p>No page leads to it; the sitemap does.")},
		"/goods/web":      {contentType: html, body: []byte("<title>A web</title><p>Strong, light and barely used.")},
		"/members/offers": {contentType: html, body: []byte("<title>Offers</title><p>For members only.")},
	}}
}

// folded returns a text as a gzip file.
func folded(text string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(text)) // writing to memory cannot fail
	_ = z.Close()
	return b.Bytes()
}
