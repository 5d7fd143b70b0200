package engine

import (
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/engine/service/servicetest"
)

// TestAuthorities checks that a crawl goes on with the last good certificates while their file is
// missing, and that other certificates in the same file make the hosts due that they open.
func TestAuthorities(t *testing.T) {
	t.Parallel()
	page := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, "<html lang=en><title>Intranet</title><p>Words of the intranet.")
	})
	site := httptest.NewTLSServer(page)
	t.Cleanup(site.Close)
	file := filepath.Join(t.TempDir(), "ca.pem")
	write := func(text []byte) {
		t.Helper()
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	right := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: site.Certificate().Raw})
	wrong, err := os.ReadFile("testdata/other-ca.pem")
	if err != nil {
		t.Fatal(err)
	}
	s := servicetest.Settings(parsed(t, site.URL+"/"))
	s.CAFile = file
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	run := func() runreport.Report {
		t.Helper()
		r, err := e.Crawl(t.Context(), s, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if _, err := e.Crawl(t.Context(), s, nil); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("without a file at the start: %v", err)
	}
	write(wrong)
	if r := run(); r.Run[aranea.CountIndexed] != 0 || r.Troubled != 1 {
		t.Errorf("with another authority: %+v", r)
	}
	s.Seeds = nil // as run does
	if r := run(); r.Run[aranea.CountRequests] != 0 {
		t.Errorf("with the same authority as before: %d requests", r.Run[aranea.CountRequests])
	}
	write(right)
	if r := run(); r.Run[aranea.CountIndexed] != 1 {
		t.Errorf("with the right authority: %+v", r)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	s.Refresh = "all"
	if r := run(); r.Run[aranea.CountFetched] != 1 || r.Counts[aranea.CountIndexed] != 1 {
		t.Errorf("without the file: %+v", r)
	}
	if st, err := e.Status(t.Context()); err != nil || st.Authorities == "" {
		t.Errorf("status without the file: %q, %v", st.Authorities, err)
	}
	write(right)
	run()
	if st, err := e.Status(t.Context()); err != nil || st.Authorities != "" {
		t.Errorf("status with the file: %q, %v", st.Authorities, err)
	}
}
