package page

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/console"
	"github.com/aranea-search/aranea/console/searchlog"
	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/answer"
)

// TestOptions checks that the pages get the options of the command line, and that a name that
// cannot be displayed is refused before anything is opened.
func TestOptions(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, args, want string }{
		{"nothing", "", ""},
		{"a name", "--site-name|Поиск по библиотеке|--host|search.test|--copies|--search-only|--path|/search/", ""},
		{"a name too long", "--site-name|" + strings.Repeat("ш", 49), "--site-name: the name of the search has 49 characters, over 48"},
		{"a name that begins with a space", "--site-name| x", "begins or ends with a space"},
		{"a name that turns the text around", "--site-name|x\u202ey", "cannot be seen"},
		{"a path that is an address", "--path|https://www.example.org/search/", "--path: \"https://www.example.org/search/\" is no path such as /search/"},
		{"an address for a host", "--host|https://www.example.org/search/", "--host: \"https://www.example.org/search/\" is not the name of a host"},
		{"a path behind a host", "--host|www.example.org/search", "is not the name of a host"},
		{"a name of two lines", "--site-name|x\ny", "cannot be seen"},
	} {
		var flags Flags
		f := pflag.NewFlagSet("", pflag.ContinueOnError)
		flags.Bind(f)
		if err := f.Parse(strings.Split(tt.args, "|")); err != nil {
			t.Fatal(err)
		}
		opt, err := flags.Options("data")
		switch e, usage := errors.AsType[*command.Error](err); {
		case tt.want == "" && err != nil, tt.want != "" && (!usage || e.Code != command.ExitUsage || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		case err == nil && tt.args != "" && (opt.SiteName != "Поиск по библиотеке" || !opt.Copies || !opt.SearchOnly || len(opt.Hosts) != 1 || opt.Path != "/search/"):
			t.Errorf("%s: %+v", tt.name, opt)
		}
		if flags.listen != DefaultListen || flags.metrics != "" {
			t.Errorf("%s: listens on %s and %q", tt.name, flags.listen, flags.metrics)
		}
	}
}

// TestOpenFiles checks that files are opened only if that is asked for, and not for a cluster.
func TestOpenFiles(t *testing.T) {
	t.Parallel()
	if opt, err := new(Flags).Options("data"); err != nil || opt.Folders != nil {
		t.Errorf("files are opened without the flag: %v", err)
	}
	flags := Flags{files: true}
	if opt, err := flags.Options(t.TempDir()); err != nil || opt.Folders == nil || len(opt.Folders()) > 0 {
		t.Errorf("a data folder without folders on disk: %v", err)
	}
	if _, err := flags.Options(""); err == nil || !strings.Contains(err.Error(), "serve the files from there") {
		t.Errorf("a cluster: %v", err)
	}
}

// TestListen checks that there is a listener for monitoring only if it is asked for, and that an
// address that is taken is refused with its flag, and then nothing stays open.
func TestListen(t *testing.T) {
	t.Parallel()
	l, err := (&Flags{listen: "127.0.0.1:0"}).Listen(t.Context())
	if err != nil || l.Monitoring != nil {
		t.Fatalf("%+v, %v", l, err)
	}
	defer l.close()
	both, err := (&Flags{listen: "127.0.0.1:0", metrics: "127.0.0.1:0"}).Listen(t.Context())
	if err != nil || both.Monitoring == nil {
		t.Fatalf("%+v, %v", both, err)
	}
	both.close()
	taken := l.Pages.Addr().String()
	for flag, f := range map[string]Flags{"--listen": {listen: taken, metrics: "127.0.0.1:0"}, "--metrics": {listen: both.Pages.Addr().String(), metrics: taken}} {
		_, err := f.Listen(t.Context())
		if e, usage := errors.AsType[*command.Error](err); !usage || e.Code != command.ExitUsage || !strings.Contains(err.Error(), "choose another with "+flag+" ") {
			t.Errorf("%s: %v", flag, err)
		}
	}
	again, err := (&Flags{listen: both.Pages.Addr().String()}).Listen(t.Context())
	if err != nil {
		t.Fatalf("the first listener stayed open: %v", err)
	}
	again.close()
}

// TestNowhere checks that a command may go without a page, also beside one for monitoring, and that nobody is promised
// what only a page has.
func TestNowhere(t *testing.T) {
	t.Parallel()
	l, err := (&Flags{listen: "none", metrics: "127.0.0.1:0"}).Listen(t.Context())
	if err != nil || l.Pages != nil || l.Monitoring == nil {
		t.Fatalf("%+v, %v", l, err)
	}
	var out strings.Builder
	ctx, cancel := context.WithCancel(t.Context())
	var served sync.WaitGroup
	served.Go(func() {
		if err := Serve(ctx, &out, struct{ service.Service }{}, l, Options{}); err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+l.Monitoring.Addr().String()+"/", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := resp.Body.Close(); err != nil || resp.StatusCode != http.StatusNotFound {
		t.Errorf("a page is served: %d, %v", resp.StatusCode, err)
	}
	cancel()
	served.Wait()
	if !strings.Contains(out.String(), "There is no search page (--listen none)") || strings.Contains(out.String(), "The search page is at") {
		t.Errorf("%s", &out)
	}
	for _, f := range []Flags{{operators: "x"}, {Notices: true}, {searches: "x"}} {
		f.listen = "none"
		if _, err := f.Options("data"); err == nil || !strings.Contains(err.Error(), "there is no page then") {
			t.Errorf("%+v: %v", f, err)
		}
	}
	l, err = (&Flags{listen: "none"}).Listen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := Serve(t.Context(), &out, struct{ service.Service }{}, l, Options{}); err != nil {
		t.Error(err)
	}
}

// TestNameless checks that no URL of a site without results is named.
func TestNameless(t *testing.T) {
	t.Parallel()
	if got := nameless(nil); got != nil {
		t.Errorf("something is told of a site that was not asked for: %+v", got)
	}
	got := nameless(&answer.Absent{Name: "a.test", Known: 7, More: true, Told: []string{"http://a.test/secret: closed"}, URL: "http://a.test/secret", Reason: "ROBOTS.DENIED", Evidence: "line 3"})
	if want := (answer.Absent{Name: "a.test", Known: 7, More: true, Told: []string{}}); !reflect.DeepEqual(*got, want) {
		t.Errorf("told: %+v, want %+v", *got, want)
	}
}

// A fixed service answers every search alike.
type fixed struct{ service.Service }

func (fixed) Search(context.Context, search.Request) (search.Response, error) {
	return search.Response{Total: 3, Results: []search.Result{}, Absent: &answer.Absent{Name: "a.test", Known: 2, Told: []string{"http://a.test/secret: closed"}}}, nil
}

// TestNoting checks that searches by the API are noted, and that a log that cannot be opened is
// refused.
func TestNoting(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "searches.jsonl")
	var opt Options
	if err := (&Flags{searches: name}).Complete(new(cobra.Command), &opt, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	log := opt.Searches
	w := httptest.NewRecorder()
	api.Reading(noted{fixed{}, log, searchlog.API}).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/v1/search?q=spider", nil))
	if err := log.Close(); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%d, %v: %s", w.Code, err, w.Body)
	}
	text, err := os.ReadFile(name)
	if err != nil || !strings.Contains(string(text), `"via":"api","query":"spider","shown":0,"total":3,`) {
		t.Errorf("%v: %s", err, text)
	}
	var none Options
	if err := new(Flags).Complete(new(cobra.Command), &none, nil); none.Searches != nil || none.Operators != nil || err != nil {
		t.Errorf("without a file: %v, %v", none.Searches, err)
	}
	err = (&Flags{searches: filepath.Join(t.TempDir(), "none", "x")}).Complete(new(cobra.Command), &none, nil)
	if e, usage := errors.AsType[*command.Error](err); !usage || e.Code != command.ExitUsage {
		t.Errorf("a folder that is not there: %v", err)
	}
}

// TestAssistants checks that assistants get what the pages are for, that their searches are noted, and that
// the tool for searchers names nothing that is closed.
func TestAssistants(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, tools, absent string
		searchOnly          bool
	}{
		{"all", "explain links robots search status", `["a.test: 2 URLs known","http://a.test/secret: closed"]`, false},
		{"searchers", "search", `["a.test: 2 URLs known"]`, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			name := filepath.Join(t.TempDir(), "searches.jsonl")
			opt := Options{Version: "1.2.3", Options: console.Options{SearchOnly: tt.searchOnly, SiteName: "Example search"}}
			if err := (&Flags{searches: name}).Complete(&cobra.Command{Version: "1.2.3"}, &opt, slog.New(slog.DiscardHandler)); err != nil {
				t.Fatal(err)
			}
			l, err := Listen(t.Context(), "127.0.0.1:0", "listen")
			if err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			served := make(chan error, 1)
			go func() { served <- Serve(ctx, io.Discard, fixed{}, Listeners{Pages: l}, opt) }()
			tools, absent := asked(t, "http://"+l.Addr().String()+"/mcp")
			if tools != tt.tools || absent != tt.absent {
				t.Errorf("tools %s, absent %s", tools, absent)
			}
			stop()
			if err := <-served; err != nil {
				t.Error(err)
			}
			if text, err := os.ReadFile(name); err != nil || !strings.Contains(string(text), `"via":"mcp","query":"silk site:a.test","shown":0,"total":3,`) {
				t.Errorf("%v: %s", err, text)
			}
		})
	}
}

// asked returns the names of the tools at an address, and what a search by them tells of a site of which
// nothing is found.
func asked(t *testing.T, address string) (tools, absent string) {
	t.Helper()
	c, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: address}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if info := c.InitializeResult().ServerInfo; info.Version != "1.2.3" || info.Title != "Example search" {
		t.Errorf("%+v", info)
	}
	list, err := c.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	r, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "search", Arguments: map[string]any{"query": "silk site:a.test"}})
	if err != nil || r.IsError {
		t.Fatalf("%v, %+v", err, r)
	}
	text, err := json.Marshal(r.StructuredContent.(map[string]any)["absent"])
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(names, " "), string(text)
}
