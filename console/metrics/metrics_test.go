package metrics

import (
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/service"
)

// TestMetrics: what was counted is told, and what the owner of the folder answers, if it does.
func TestMetrics(t *testing.T) {
	t.Parallel()
	var fault error
	st := service.Status{Docs: 7, Crawl: &service.CrawlStatus{Rate: 2.5}}
	st.Counts[aranea.CountRequests], st.Counts[aranea.CountQueued] = 11, 3
	m, err := New(func() (service.Status, error) { return st, fault }, 2)
	if err != nil {
		t.Fatal(err)
	}
	m.Request("/status", 200)
	m.Request("/status", 200)
	m.Search(3 * time.Millisecond)
	told := func() string {
		w := httptest.NewRecorder()
		m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
		return w.Body.String()
	}
	text := told()
	for _, want := range []string{
		`aranea_http_requests_total{route="/status",status="200"} 2`, `aranea_search_seconds_bucket{le="0.005"} 1`, `aranea_search_seconds_bucket{le="0.0025"} 0`,
		"aranea_folder_up 1", "aranea_crawl_requests_total 11", `aranea_urls{state="queued"} 3`, "aranea_documents 7", "aranea_crawl_running 1", "aranea_crawl_requests_per_second 2.5",
	} {
		if !strings.Contains(text, "\n"+want+"\n") {
			t.Errorf("%s is not told in\n%s", want, text)
		}
	}
	if strings.Contains(text, "aranea_disk_free_bytes") {
		t.Error("free bytes are told that nobody knows")
	}
	fault = errors.New("gone")
	if text = told(); !strings.Contains(text, "\naranea_folder_up 0\n") || strings.Contains(text, "aranea_documents") {
		t.Errorf("without an owner:\n%s", text)
	}
}
