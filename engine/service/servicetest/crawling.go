package servicetest

import (
	"sync"
	"testing"

	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/service"
)

// A Crawling is a crawl with a caller that waits for it.
type Crawling struct {
	Began chan struct{} // closed at the first progress

	report runreport.Report // valid when done is closed
	err    error
	done   chan struct{}
}

// Begin begins a crawl.
func Begin(t *testing.T, s service.Service, set service.Settings) *Crawling {
	t.Helper()
	c := &Crawling{Began: make(chan struct{}), done: make(chan struct{})}
	var once sync.Once
	go func() {
		defer close(c.done)
		c.report, c.err = s.Crawl(t.Context(), set, func(runreport.Progress) { once.Do(func() { close(c.Began) }) })
	}()
	return c
}

// Stopped waits for the end of a stopped crawl.
func (c *Crawling) Stopped(t *testing.T, who string) {
	t.Helper()
	<-c.done
	if c.err != nil || c.report.Ending != verdict.EndStopped {
		t.Errorf("%s: %+v, %v; want a crawl that was stopped", who, c.report, c.err)
	}
}
