package static

import (
	"errors"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/aranea-search/aranea/fetch/static/hosting"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

const (
	indexName   = "index.html"
	missingName = "404.html"
	pageEnding  = ".html"
	wellKnown   = ".well-known" // RFC 8615: the only name with a leading dot that is served
)

// A Host answers requests with one scheme for URLs below the bases of folders. It opens a folder anew
// for each request, because a build may replace it. It is safe for concurrent use.
type Host struct {
	scheme  string
	folders Folders
	rules   *cache
	shelf   *shelf
	readers bool // requests are of readers, and not of the robot
}

// NewHost returns a Host for a scheme, http or https.
func NewHost(scheme string, folders Folders) *Host {
	return &Host{scheme: scheme, folders: folders, rules: newCache(), shelf: newShelf()}
}

// WithScheme returns a Host of the same folders for another scheme. Both share what they know of them.
func (h *Host) WithScheme(scheme string) *Host {
	other := *h
	other.scheme = scheme
	return &other
}

// Send answers the request of a reader with what a folder has at a URL. It also says of texts in UTF-8 that
// they are: a browser takes a text that says nothing itself for one of another charset.
func (f Folders) Send(w http.ResponseWriter, r *http.Request, u weburl.URL) {
	at, err := url.Parse(u.String())
	if err != nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	asked := r.Clone(r.Context())
	asked.URL, asked.Host = at, at.Host
	h := NewHost(u.Origin().Scheme(), f)
	h.readers = true
	h.ServeHTTP(w, asked)
}

// ServeHTTP implements http.Handler.
func (h *Host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	u, err := weburl.Parse(h.scheme + "://" + r.Host + r.URL.EscapedPath())
	f, ok := h.folders.find(u)
	if err != nil || !ok {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	rest, below := strings.CutPrefix(u.Path(), f.Base.Path())
	if !below {
		redirect(w, r, f.Base.Path()) // it is the base without its slash
		return
	}
	root, err := os.OpenRoot(f.Dir)
	if err != nil { // that the folder is missing does not say that its pages are gone
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	defer func() { _ = root.Close() }() // nothing was written
	said, err := h.rules.of(root)
	if err != nil { // pages that it closes would be open
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	a := answer{root, w, r, u.Path(), f.Base.Path(), said, h.shelf, f.Files, h.readers}
	if a.files {
		a.ofFiles(rest)
		return
	}
	a.to(rest)
}

// find returns the folder that answers for a URL: the one with the longest base that contains it.
func (f Folders) find(u weburl.URL) (found Folder, ok bool) {
	for _, x := range f {
		if !u.IsZero() && scope.Below(x.Base, u) && (!ok || len(x.Base.Path()) > len(found.Base.Path())) {
			found, ok = x, true
		}
	}
	return found, ok
}

// redirect sends the permanent redirect to a path, with the query of the request.
func redirect(w http.ResponseWriter, r *http.Request, to string) {
	lead(w, r, to, http.StatusMovedPermanently)
}

// lead sends a redirect with a status. The query of the request goes on, unless the target has one.
func lead(w http.ResponseWriter, r *http.Request, to string, status int) {
	if r.URL.RawQuery != "" && !strings.Contains(to, "?") {
		before, part, found := strings.Cut(to, "#")
		if to = before + "?" + r.URL.RawQuery; found {
			to += "#" + part
		}
	}
	w.Header().Set("Location", to)
	w.WriteHeader(status)
}

// An answer is that to one request, from an open folder.
type answer struct {
	root  *os.Root
	w     http.ResponseWriter
	r     *http.Request
	path  string // of the request
	base  string // the path that the folder stands for
	rules rules
	shelf *shelf
	files bool // the folder is one of files
	reads bool // the request is of a reader, and not of the robot
}

// to answers for a path below the base: as a rule says, with the file of the name, the page that the
// name is short for, or a redirect to the start page of a folder. Where there is a file, only those
// rules hold that say so.
func (a answer) to(path string) {
	if res, ok := a.rules.redirects.Find(a.path, true); ok {
		a.follow(res)
		return
	}
	switch f, info, slash, err := a.find(path); {
	case err == nil && slash:
		_ = f.Close()
		redirect(a.w, a.r, a.r.URL.EscapedPath()+"/")
	case err == nil:
		a.send(f, info)
	case !errors.Is(err, fs.ErrNotExist):
		a.w.WriteHeader(status(err))
	default:
		if res, ok := a.rules.redirects.Find(a.path, false); ok {
			a.follow(res)
			return
		}
		a.missing()
	}
}

// find opens the file that answers for a path below the base. slash says that it is the start page of
// a folder whose name lacks its slash.
func (a answer) find(path string) (f *os.File, info fs.FileInfo, slash bool, err error) {
	name, err := url.PathUnescape(path)
	if err != nil || isSettings(name) {
		return nil, nil, false, fs.ErrNotExist
	}
	candidates := []string{name, name + pageEnding, name + "/" + indexName}
	if name == "" || strings.HasSuffix(name, "/") {
		candidates = []string{name + indexName}
	}
	for i, candidate := range candidates {
		if f, info, err = open(a.root, candidate); !errors.Is(err, fs.ErrNotExist) {
			return f, info, i == 2, err
		}
	}
	return nil, nil, false, err
}

// follow answers as a rule says.
func (a answer) follow(res hosting.Result) {
	if res.Redirects() {
		lead(a.w, a.r, res.Target, res.Status)
		return
	}
	u, err := weburl.Parse("http://host.invalid" + res.Target)
	rest, below := strings.CutPrefix(u.Path(), a.base)
	if err != nil || !below {
		a.missing()
		return
	}
	f, info, _, err := a.find(rest)
	switch {
	case err == nil && res.Status == http.StatusNotFound:
		a.sendMissing(f, info.Name())
	case err == nil:
		a.send(f, info)
	case errors.Is(err, fs.ErrNotExist):
		a.missing()
	default:
		a.w.WriteHeader(status(err))
	}
}

// send sends a file, unless the request has a copy of it.
func (a answer) send(f *os.File, info fs.FileInfo) {
	defer func() { _ = f.Close() }()
	kind := mediaType(info.Name())
	switch {
	case a.files && !a.reads:
		kind = typeToRead(f, kind)
	case a.files && kind == unknownType && typeByContent(f) == plainText:
		kind = plainText
	}
	if a.reads && strings.HasPrefix(kind, "text/") && isUTF8(f, kind) {
		kind += "; charset=utf-8"
	}
	fields := http.Header{"Content-Type": {kind}}
	a.rules.headers.AddTo(fields, a.path)
	tag, err := entityTag(f, info, fields, !a.files)
	if err != nil {
		a.w.WriteHeader(status(err))
		return
	}
	maps.Copy(a.w.Header(), fields)
	a.w.Header().Set("ETag", tag)
	http.ServeContent(a.w, a.r, "", info.ModTime(), f)
}

// missing says that there is nothing, in the words of the folder. An empty folder does not say so:
// many builds empty it before they write.
func (a answer) missing() {
	f, _, err := open(a.root, missingName)
	switch {
	case err != nil && isEmpty(a.root):
		a.w.WriteHeader(http.StatusServiceUnavailable)
		return
	case err != nil:
		a.w.WriteHeader(http.StatusNotFound)
		return
	}
	a.sendMissing(f, missingName)
}

// sendMissing says that there is nothing, with the text of a file.
func (a answer) sendMissing(f *os.File, name string) {
	defer func() { _ = f.Close() }()
	a.w.Header().Set("Content-Type", mediaType(name))
	a.w.WriteHeader(http.StatusNotFound)
	_, _ = io.Copy(a.w, f) // whoever asked has gone away
}
