package main

import (
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// serves is the command "serves FOLDER": from now on every name resolves to a server whose sites
// are the subfolders of FOLDER, named after their hosts.
func serves(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: serves FOLDER")
	}
	root := ts.MkAbs(args[0])
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = r.Host
		}
		http.FileServer(http.Dir(filepath.Join(root, filepath.Base(host)))).ServeHTTP(w, r)
	}))
	ts.Defer(srv.Close)
	ts.Setenv("ARANEA_RESOLVE", "*:*:"+strings.TrimPrefix(srv.URL, "http://"))
}

// proxy is the command "proxy NAME [USER [GROUPS]]": it sets NAME to the URL of a proxy before $PAGE, which
// is a free address unless it is set. The proxy has signed USER in, and says so as sign-on files in scripts
// ask for, whatever its clients say.
func proxy(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 3 {
		ts.Fatalf("usage: proxy NAME [USER [GROUPS]]")
	}
	if ts.Getenv("PAGE") == "" {
		ts.Setenv("PAGE", freeAddress(ts))
	}
	page := &url.URL{Scheme: "http", Host: ts.Getenv("PAGE")}
	srv := httptest.NewServer(&httputil.ReverseProxy{ErrorLog: log.New(io.Discard, "", 0), Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(page)
		for i, name := range []string{"Remote-User", "Remote-Groups"} {
			if r.Out.Header.Del(name); i+1 < len(args) {
				r.Out.Header.Set(name, args[i+1])
			}
		}
		r.Out.Header.Set("X-Proxy-Key", strings.Repeat("0123456789abcdef", 2))
	}})
	ts.Defer(srv.Close)
	ts.Setenv(args[0], srv.URL)
}

// until is the command "until TEXT COMMAND...": it repeats the command until its output contains
// the text.
func until(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: until TEXT COMMAND...")
	}
	for deadline := time.Now().Add(patience); ; {
		if err := ts.Exec(args[1], args[2:]...); err == nil && strings.Contains(ts.ReadFile("stdout"), args[0]) {
			return
		}
		if time.Now().After(deadline) {
			ts.Fatalf("not within %v: %v prints %q", patience, args[1:], args[0])
		}
	}
}
