package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/aranea-search/aranea/internal/demoweb"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"aranea": func() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs the command line on the sample web. The scripts double as
// documentation of the commands.
func TestScripts(t *testing.T) {
	t.Parallel()
	web, err := demoweb.New()
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(web)
	t.Cleanup(srv.Close)
	addr := strings.TrimPrefix(srv.URL, "http://")
	forbidding := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		http.Error(w, "not for robots", http.StatusForbidden)
	}))
	t.Cleanup(forbidding.Close)
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			// WEB are the flags that lead every name to the sample web.
			e.Setenv("ARANEA_RESOLVE", "*:*:"+addr)
			e.Setenv("ARANEA_ALLOW_NET", "127.0.0.0/8")
			e.Setenv("ARANEA_CONTACT", "test@example.org")
			e.Setenv("ADDR", addr)
			// FORBIDDING refuses every page with 403.
			e.Setenv("FORBIDDING", strings.TrimPrefix(forbidding.URL, "http://"))
			return nil
		},
		RequireExplicitExec: true,
	})
}

func TestSafe(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"plain тест 中文": "plain тест 中文", "a\x1b]52;c;x\x07b": `a\x1b]52;c;x\ab`, "a\rb": `a\rb`, "x\u202Ey": `x\u202ey`,
		"a\u2028b": `a\u2028b`, "a\x7fb": `a\x7fb`, "a\u009bb": `a\u009bb`,
	} {
		if got := safe(in); got != want {
			t.Errorf("safe(%q) = %q, want %q", in, got, want)
		}
	}
	if got := safeLine("a\nb\tc"); got != "a b c" {
		t.Errorf("safeLine: %q", got)
	}
}

// TestWriteJSON: what could steer a terminal is escaped, and reads back as it
// was.
func TestWriteJSON(t *testing.T) {
	t.Parallel()
	text := "plain тест 中文 <&>\u009b\u202e\u2066\u200f\u061c\u007f\ufeff\u2028\x1b\n"
	var b strings.Builder
	if err := writeJSON(&b, map[string]string{"text": text}); err != nil {
		t.Fatal(err)
	}
	want := `{"text":"plain тест 中文 <&>\u009b\u202e\u2066\u200f\u061c\u007f\ufeff\u2028\u001b\n"}` + "\n"
	if b.String() != want {
		t.Errorf("%q\nwant\n%q", b.String(), want)
	}
	var back map[string]string
	if err := json.Unmarshal([]byte(b.String()), &back); err != nil || back["text"] != text {
		t.Errorf("reads back as %q, %v", back["text"], err)
	}
}
