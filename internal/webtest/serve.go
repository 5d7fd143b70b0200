package webtest

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// answer returns the answer of the web to a request.
func (w *Web) answer(x Exchange) Answer {
	if x.Name() != x.Host {
		return bare(x)
	}
	s := w.resolve(x.Host)
	if s == nil {
		return pageAnswer(http.StatusMisdirectedRequest, Drop, "text/plain", []byte("no such host here"))
	}
	s = s.at(x.At)
	rnd := w.chance("answer", x.Host, x.Target, x.At.UnixNano())
	// In nanoseconds, because events at the same instant may be replayed in another order.
	usual := 5*time.Millisecond + time.Duration(rnd.Int64N(int64(200*time.Millisecond)))
	if a, troubled := w.trouble(s, x); troubled {
		a.wait += usual
		return a
	}
	var a Answer
	switch x.Target {
	case "/robots.txt":
		a = s.robotsAnswer(x, true)
	case "/rules/robots":
		a = s.robotsAnswer(x, false)
	default:
		a = w.pageOf(s, x)
	}
	a.wait += usual
	if sp, on := under(s.Troubles, x.At, Resetting|Dripping|Slow); on && (x.At.UnixNano()/1000+int64(sp.Strength))%2 == 0 {
		a.spoil(sp)
	}
	return a
}

// bare answers at ports other than 80, where there is nothing.
func bare(x Exchange) Answer {
	a := pageAnswer(http.StatusNotFound, Drop, "text/plain", []byte("nothing here"))
	if x.Target == "/robots.txt" {
		a.Origin, a.Rules, a.Effect = x.Host, &Robots{Status: http.StatusNotFound}, Keep
	}
	return a
}

// trouble returns the answer of a host that fails as a whole.
func (w *Web) trouble(s *Site, x Exchange) (Answer, bool) {
	sp, on := under(s.Troubles, x.At, Failing|Throttling)
	if !on {
		if sp, on = under(w.spell[x.Address], x.At, Storming); !on {
			return Answer{}, false
		}
	}
	a := pageAnswer(500+sp.Strength%5, Unsure, "text/html", []byte("<title>Trouble</title><p>Something is wrong with this host."))
	a.Why, a.Origin = sp.Fault.String(), robotsOrigin(x)
	if sp.Fault != Failing {
		a.Status = []int{429, 503}[sp.Strength%2]
		switch sp.Strength % 5 {
		case 0:
			a.header = append(a.header, "Retry-After: soon")
		case 1:
			a.header = append(a.header, "Retry-After: 99999999999")
			a.Rest = 24 * time.Hour
		case 2: // as a date, which has whole seconds
			a.Rest = time.Duration(1+sp.Strength) * 10 * time.Second
			until := x.At.Add(a.Rest + time.Second).Truncate(time.Second)
			a.header = append(a.header, "Retry-After: "+until.UTC().Format(http.TimeFormat))
		default:
			a.Rest = time.Duration(1+sp.Strength) * 10 * time.Second
			a.header = append(a.header, fmt.Sprintf("Retry-After: %d", a.Rest/time.Second))
		}
	}
	return a, true
}

// robotsOrigin returns the host whose robots file is requested.
func robotsOrigin(x Exchange) string {
	if x.Target == "/robots.txt" || x.Target == "/rules/robots" {
		return x.Host
	}
	return ""
}

// spoil makes an answer fail or arrive late.
func (a *Answer) spoil(s Spell) {
	a.Why = s.Fault.String()
	switch s.Fault {
	case Resetting:
		a.cut = s.Strength * 5
	case Dripping:
		a.drip = time.Millisecond * time.Duration(1+s.Strength%20)
	case Slow:
		a.wait = time.Duration(s.Strength) * 300 * time.Millisecond
		a.silence = s.Strength > 80
	}
}

// robotsAnswer returns the robots file, or the redirect to it.
func (s *Site) robotsAnswer(x Exchange, first bool) Answer {
	r := s.robotsAt(x.At)
	if first && r.To != "" {
		a := pageAnswer(http.StatusFound, Keep, "text/plain", nil)
		a.header = append(a.header, "Location: "+r.To)
		return a
	}
	text := r.text()
	if s.List != nil {
		text += "\nSitemap: http://" + x.Host + listPath + "\n"
	}
	a := pageAnswer(r.Status, Keep, "text/plain", []byte(text))
	a.Origin = s.Host
	if r.Status < 500 {
		a.Rules = r
	}
	return a
}

// text writes the file in one of several equivalent forms.
func (r *Robots) text() string {
	if r.Status != http.StatusOK {
		return "no file"
	}
	var b strings.Builder
	end := "\n"
	switch r.Form {
	case 0:
		b.WriteString("User-agent: *\n")
	case 1:
		b.WriteString("# for all\nUser-Agent:*\nDisallow:\n\nUser-agent: otherbot\nDisallow: /\n\nuser-agent: aranea\n")
	case 2:
		end = "\r\n"
		b.WriteString("\ufeffUser-agent: aranea\r\nuser-agent: *\r\n")
	case 3:
		b.WriteString("User-agent: *\nDisallow: /\n\nUser-agent: ARANEA/1.0\nAllow: /never/asked\n")
	}
	for _, d := range r.Deny {
		b.WriteString("Disallow: " + d + end)
	}
	if r.Delay > 0 {
		b.WriteString(fmt.Sprintf("Crawl-delay: %d%s", r.Delay/time.Second, end))
	}
	return b.String()
}

// pageOf returns the answer at a target of a site.
func (w *Web) pageOf(s *Site, x Exchange) Answer {
	path, query, _ := strings.Cut(x.Target, "?")
	p, h := s.Pages[path], x.Header
	if a, shut := s.Login.answer(s, &x); shut {
		return a
	}
	if a, found := s.List.answer(s, x, x.Header); found {
		return a
	}
	switch {
	case strings.HasPrefix(path, "/endless/"):
		return endless(s, path)
	case strings.Contains(path, "/nest/"):
		return nested(s, path)
	case s.Key != "" && x.Target == "/"+s.Key+".txt":
		return s.keyAnswer()
	case p == nil || !p.there(x.At):
		return s.missing(x.Target)
	}
	etag := fmt.Sprintf(`"%s-%d-%d-%t"`, strings.ReplaceAll(p.Title, " ", "-"), len(path), p.version(x.At), p.isHidden(x.At))
	if p.Kind == Plain && h.Get("If-None-Match") == etag {
		a := Answer{Status: http.StatusNotModified, Effect: Put, Title: p.titleAt(x.At), header: []string{"ETag: " + etag}, cut: -1}
		if p.isHidden(x.At) {
			a.Effect = Drop
		}
		return a
	}
	a := w.kindOf(s, p, x.At, query)
	a.header = append(a.header, "ETag: "+etag)
	return a
}

// kindOf returns the answer of an existing page.
func (w *Web) kindOf(s *Site, p *Page, at time.Time, query string) Answer {
	title, head := p.titleAt(at), ""
	effect, mediaType := Put, "text/html; charset=utf-8"
	if p.isHidden(at) {
		head, effect = `<meta name="robots" content="noindex">`, Drop
	}
	switch p.Kind {
	case NoFollow:
		head = `<meta name="robots" content="nofollow">`
	case Redirect:
		a := pageAnswer(http.StatusMovedPermanently, Drop, "text/html", nil)
		a.header = append(a.header, "Location: "+p.To)
		return a
	case broken:
		return pageAnswer([...]int{503, 500}[len(s.Host+p.Path)%2], Keep, mediaType, []byte("<title>Trouble</title><p>Something is wrong with this page."))
	case Copy:
		if query == "" {
			head, effect = `<link rel="canonical" href="`+p.To+`">`, Unsure
		}
	case Picture:
		return pageAnswer(http.StatusOK, Drop, "image/png", picture())
	case posing:
		return pageAnswer(http.StatusOK, Unsure, mediaType, picture())
	case Foreign:
		mediaType = "text/html; charset=shift_jis"
		effect = Unsure
	case Empty:
		return pageAnswer(http.StatusOK, Drop, mediaType, []byte("<html><body></body></html>"))
	case Bomb:
		a := pageAnswer(http.StatusOK, Unsure, mediaType, bomb())
		a.header = append(a.header, "Content-Encoding: gzip")
		return a
	}
	a := pageAnswer(http.StatusOK, effect, mediaType, p.html(title, head))
	a.Title = title
	if p.Kind == Cut {
		a.cut, a.Effect = len(a.body), Unsure
	}
	return a
}

// html writes the page.
func (p *Page) html(title, head string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "<!doctype html><html lang=en><head><title>%s</title>%s</head><body><h1>%s</h1>\n", title, head, title)
	fmt.Fprintf(&b, "<p>The words of %s, which are long enough to be told from those of any other page.</p>\n<ul>\n", title)
	for _, l := range p.Links {
		fmt.Fprintf(&b, "<li><a href=\"%s\">Go to %s</a></li>\n", l, l)
	}
	switch p.Kind {
	case Endless:
		b.WriteString(`<li><a href="/endless/1">More</a></li>`)
	case Nested:
		b.WriteString(`<li><a href="/nest/nest/">Deeper</a></li>`)
	}
	b.WriteString("</ul>\n</body></html>\n")
	return b.Bytes()
}

// endless returns a page of an infinite space.
func endless(s *Site, path string) Answer {
	n, _ := strconv.ParseUint(path[len("/endless/"):], 10, 62) // any number is fine
	title := fmt.Sprintf("%s endless %d", s.Host, n)
	body := fmt.Sprintf("<title>%s</title><p>Another page of many, whose number is %d.<a href=/endless/%d>Next</a><a href=/endless/%d>After that</a>", title, n, n+1, n+2)
	a := pageAnswer(http.StatusOK, Put, "text/html", []byte(body))
	a.Title = title
	return a
}

// nested returns a page whose relative link leads one folder deeper.
func nested(s *Site, path string) Answer {
	title := fmt.Sprintf("%s nested %d", s.Host, strings.Count(path, "/"))
	a := pageAnswer(http.StatusOK, Put, "text/html", []byte("<title>"+title+"</title><p>The same page again, a folder deeper than before.<a href=nest/>Deeper</a>"))
	a.Title = title
	return a
}

func picture() []byte {
	return append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), bytes.Repeat([]byte{0, 1, 0xff}, 300)...)
}

// bomb returns a kilobyte that decompresses to a megabyte.
func bomb() []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte("<title>Bomb</title><p>Boom"))
	_, _ = z.Write(bytes.Repeat([]byte{' '}, 1<<20)) // writing to a buffer cannot fail
	_ = z.Close()
	return b.Bytes()
}
