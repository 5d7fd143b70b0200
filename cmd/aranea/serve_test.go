package main

import (
	"net"
	"net/http"
	"net/http/httptest"
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
