package demoweb

import (
	"net"
	"net/http"
	"strings"
)

// The hosts of the sample web, by their A-labels.
const (
	English    = "spiders.test"        // UTF-8, has most of the traps
	Russian    = "xn--80aqfsv.test"    // its robots section is in windows-1251
	Chinese    = "xn--zc2ave.test"     // its robots section is in gb18030
	Portuguese = "aranhas.test"        // a frame page
	Mirror     = "mirror.spiders.test" // copies of pages of the English host
	Closed     = "closed.test"         // its robots file disallows everything
	Extended   = "shop.test"           // its robots file has other lines besides rules
	Alias      = "www.shop.test"       // another name of Extended, which is the main one
	Moved      = "moved.test"          // its robots file redirects to that of Extended
	Wishes     = "wishes.test"         // each page has a different directive for robots
)

// A Web serves the sample web. It is safe for concurrent use.
type Web struct {
	hosts map[string]http.Handler
}

// New builds the sample web.
func New() (*Web, error) {
	w := &Web{hosts: map[string]http.Handler{}}
	for _, s := range sites {
		h, err := newSite(s)
		if err != nil {
			return nil, err
		}
		w.hosts[s.host] = h
	}
	en, err := loadArticles("en")
	if err != nil {
		return nil, err
	}
	w.hosts[Mirror] = mirrorSite(en)
	w.hosts[Closed] = closedSite()
	w.hosts[Extended] = extendedSite()
	w.hosts[Alias] = w.hosts[Extended]
	w.hosts[Moved] = &site{spec: siteSpec{host: Moved}, pages: map[string]answer{
		"/robots.txt": {status: http.StatusMovedPermanently, location: "http://" + Extended + "/robots.txt"},
	}}
	w.hosts[Wishes] = wishesSite()
	return w, nil
}

// Seeds returns the URLs at which to start. It excludes Extended, Alias and Wishes, whose
// results depend on the dialect.
func Seeds() []string {
	var out []string
	for _, h := range []string{English, Russian, Chinese, Portuguese, Mirror, Closed} {
		out = append(out, "http://"+h+"/")
	}
	return out
}

// ServeHTTP answers by the Host field; an unknown host gets 421.
func (w *Web) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	host := r.Host
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	if h, ok := w.hosts[strings.ToLower(host)]; ok {
		h.ServeHTTP(rw, r)
		return
	}
	http.Error(rw, "no such host here", http.StatusMisdirectedRequest)
}

var _ http.Handler = (*Web)(nil)
