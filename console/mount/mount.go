// Package mount serves pages below a path of a host that has other pages too, such as
// https://www.example.org/search/.
//
// Floor: 6 (faces), a part of console. Stability: engine. It makes addresses, and does not know
// which pages there are.
package mount

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

// A Point is the path below which pages are served, without the slash at its end; "" is the root
// of the host.
type Point string

// maxPoint is the maximum length of a Point in bytes.
const maxPoint = 200

// segments matches a path of characters that mean the same in every part of an address, and that
// no server, proxy or browser writes in another way.
var segments = regexp.MustCompile(`^(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$`)

// Parse reads a path such as /search/, with or without the slash at its end. "" and / are the root.
func Parse(text string) (Point, error) {
	path := strings.TrimSuffix(text, "/")
	switch {
	case path == "":
		return "", nil
	case len(path) > maxPoint:
		return "", fmt.Errorf("the path has %d bytes, over %d", len(path), maxPoint)
	case !segments.MatchString(path):
		return "", fmt.Errorf("%q is no path such as /search/, of letters, digits, and the characters - . _ ~", text)
	}
	return Point(path), nil
}

// Path returns the path of a page on the host. page is its path below p, which begins with a
// slash.
func (p Point) Path(page string) string { return string(p) + page }

// Base returns the address, as the client of a request knows it, to which the path of a page is
// appended.
func (p Point) Base(r *http.Request) string {
	if OverTLS(r) {
		return "https://" + r.Host + string(p)
	}
	return "http://" + r.Host + string(p)
}

// OverTLS reports whether the client uses https, to this server or to a proxy before it that says
// so. A client that sets the field itself changes only the addresses in its own responses, which
// no cache may share.
func OverTLS(r *http.Request) bool {
	proto, _, _ := strings.Cut(r.Header.Get("X-Forwarded-Proto"), ",")
	return r.TLS != nil || strings.EqualFold(strings.TrimSpace(proto), "https")
}

// HTML returns a page whose links to other pages of the server lead below p. page is from package
// html/template and has its attributes in double quotes, so what stands for an attribute here is
// one: in text, a quote is escaped.
func (p Point) HTML(page []byte) []byte {
	if p == "" {
		return page
	}
	var pairs []string
	for _, name := range []string{"href", "src", "action"} {
		begin := " " + name + `="/`
		pairs = append(pairs, begin+"/", begin+"/", begin, " "+name+`="`+string(p)+"/") // two slashes begin a host
	}
	return []byte(strings.NewReplacer(pairs...).Replace(string(page)))
}

// Handler passes requests for pages below p on to next, which sees their paths below p. It passes
// other requests on as they are: from a proxy that has taken p away already, and from monitoring
// on the machine. Redirects of next lead below p.
func (p Point) Handler(next http.Handler) http.Handler {
	if p == "" {
		return next
	}
	below := http.StripPrefix(string(p), next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mounted := &redirected{w, p}
		switch {
		case r.URL.Path == string(p) && (r.Method == http.MethodGet || r.Method == http.MethodHead):
			to := url.URL{Path: "/", RawQuery: r.URL.RawQuery}
			w.Header().Set("Location", p.Path(to.String()))
			w.WriteHeader(http.StatusPermanentRedirect)
		case strings.HasPrefix(r.URL.Path, p.Path("/")):
			below.ServeHTTP(mounted, r)
		default:
			next.ServeHTTP(mounted, r)
		}
	})
}

// redirected is a response whose redirects to other pages of the server lead below a Point.
type redirected struct {
	http.ResponseWriter
	at Point
}

// WriteHeader writes the head of the response.
func (w *redirected) WriteHeader(code int) {
	if to := w.Header().Get("Location"); strings.HasPrefix(to, "/") && !strings.HasPrefix(to, "//") {
		w.Header().Set("Location", w.at.Path(to))
	}
	w.ResponseWriter.WriteHeader(code)
}

// Unwrap supports http.ResponseController.
func (w *redirected) Unwrap() http.ResponseWriter { return w.ResponseWriter }
