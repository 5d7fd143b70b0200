package main

import (
	"encoding/json"
	"encoding/pem"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/internal/demoweb"
)

// asCommand is the environment variable that makes the test binary the command.
const asCommand = "TEST_AS_ARANEA"

// raceOptions are the options of the race detector in the processes that the tests start: by
// default it delays the exit of each of the five hundred processes by a second.
const raceOptions = "GORACE"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	if err := os.Setenv(raceOptions, os.Getenv(raceOptions)+" atexit_sleep_ms=0"); err != nil {
		panic(err)
	}
	testscript.Main(m, map[string]func(){
		"aranea": func() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs scripts of commands on the sample web. The scripts are also documentation of
// the commands.
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
	first := httptest.NewServer(http.HandlerFunc(firstContact))
	t.Cleanup(first.Close)
	var root sync.Once
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			// The folder of the scripts' folders stays if only some of them run, and is empty then.
			root.Do(func() { t.Cleanup(func() { _ = os.Remove(filepath.Dir(e.WorkDir)) }) })
			e.Setenv(raceOptions, os.Getenv(raceOptions))
			// Every name resolves to the sample web.
			e.Setenv("ARANEA_RESOLVE", "*:*:"+addr)
			e.Setenv("ARANEA_ALLOW_NET", "127.0.0.0/8")
			e.Setenv("ARANEA_CONTACT", "test@example.org")
			e.Setenv("ADDR", addr)
			// FIRST serves sites that redirect, or need scripts or a login.
			e.Setenv("FIRST", strings.TrimPrefix(first.URL, "http://"))
			// FORBIDDING responds to every page with 403.
			e.Setenv("FORBIDDING", strings.TrimPrefix(forbidding.URL, "http://"))
			// OWN serves the folder "site" of the script, which may change it.
			own := httptest.NewServer(http.FileServer(http.Dir(filepath.Join(e.WorkDir, "site"))))
			e.Defer(own.Close)
			e.Setenv("OWN", strings.TrimPrefix(own.URL, "http://"))
			// SECURE serves it by https, and ca.pem is its certificate.
			secure := httptest.NewUnstartedServer(http.FileServer(http.Dir(filepath.Join(e.WorkDir, "site"))))
			secure.Config.ErrorLog = log.New(io.Discard, "", 0) // of refused handshakes
			secure.StartTLS()
			e.Defer(secure.Close)
			e.Setenv("SECURE", strings.TrimPrefix(secure.URL, "https://"))
			signed := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: secure.Certificate().Raw})
			if err := os.WriteFile(filepath.Join(e.WorkDir, "ca.pem"), signed, 0o600); err != nil {
				return err
			}
			return nil
		},
		RequireExplicitExec: true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "serves": serves, "proxy": proxy, "until": until, "cluster": writeCluster, "move": moveNode, "get": get, "warc": listWARC, "lines": joinLines, "unquote-bytes": unquoteBytes, "flip": flip},
	})
}

// TestWriteJSON checks that control characters are escaped, and that the output decodes to the
// same value.
func TestWriteJSON(t *testing.T) {
	t.Parallel()
	text := "plain тест 中文 <&>\u009b\u202e\u2066\u200f\u061c\u007f\ufeff\u2028\x1b\n"
	var b strings.Builder
	if err := command.WriteJSON(&b, map[string]string{"text": text}); err != nil {
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

// flip is the command "flip FOLDER ENDING": it changes a bit of the first file in a folder whose
// name has that ending.
func flip(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: flip FOLDER ENDING")
	}
	names, err := filepath.Glob(filepath.Join(ts.MkAbs(args[0]), "*"+args[1]))
	if err != nil || len(names) == 0 {
		ts.Fatalf("no file ends with %s: %v", args[1], err)
	}
	data, err := os.ReadFile(names[0])
	ts.Check(err)
	data[len(data)/2] ^= 1
	ts.Check(os.WriteFile(names[0], data, 0o600))
}

// unquoteBytes is the command "unquote-bytes FILE...": it replaces the Go strings in files, one
// per line, with their bytes.
func unquoteBytes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: unquote-bytes FILE...")
	}
	for _, name := range args {
		var body []byte
		for line := range strings.Lines(ts.ReadFile(name)) {
			part, err := strconv.Unquote(strings.TrimSpace(line))
			ts.Check(err)
			body = append(body, part...)
		}
		ts.Check(os.WriteFile(ts.MkAbs(name), body, 0o600))
	}
}

// exits is the command "exits CODE command args...": it runs a command like exec, and fails
// unless its exit code is CODE.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE command args...")
	}
	code := 0
	var ended *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &ended) {
		code = ended.ExitCode()
	} else {
		ts.Check(err)
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// TestExitCodesAreDocumented compares the page with the code.
func TestExitCodesAreDocumented(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/exit-codes.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[int]string{}
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 {
			continue
		}
		if code, err := strconv.Atoi(strings.TrimSpace(cells[1])); err == nil {
			rows[code] = cells[2]
		}
	}
	want := map[int]string{
		command.ExitOK: verdict.OK.String(), command.ExitInternal: "", command.ExitUsage: "", command.ExitPartial: verdict.Partial.String(),
		command.ExitBlocked: verdict.Blocked.String(), command.ExitEmpty: verdict.Empty.String(), command.ExitNotIn: "not-in", command.ExitUnknown: "unknown", command.ExitNoRoom: verdict.NoRoom.String(),
	}
	if len(rows) != len(want) {
		t.Errorf("the page has %d codes, the command %d", len(rows), len(want))
	}
	for code, name := range want {
		if row, ok := rows[code]; !ok || !strings.Contains(row, name) {
			t.Errorf("code %d: the row says %q, want %q", code, row, name)
		}
	}
}
