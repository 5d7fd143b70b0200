// Package metrics keeps what a server tells Prometheus of itself and of its data folder.
//
// Floor: 6 (faces), inside console. Stability: engine. What the numbers mean is documented in
// docs/operating.md. It asks the owner of the folder each time that it is asked.
package metrics

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/rendering"
	"github.com/aranea-search/aranea/engine/service"
)

// Metrics are those of one server. They are safe for concurrent use.
type Metrics struct {
	requests *prometheus.CounterVec // by route and status
	searches prometheus.Histogram   // seconds
	handler  http.Handler
}

// New returns metrics in which nothing has happened. status asks the owner of the folder, and is called
// for up to most answers at a time.
func New(status func() (service.Status, error), most int) (*Metrics, error) {
	m := &Metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "aranea_http_requests_total", Help: "Requests answered, by route and status.",
		}, []string{"route", "status"}),
		searches: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "aranea_search_seconds", Help: "How long searches took.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}),
	}
	r := prometheus.NewRegistry()
	for _, c := range []prometheus.Collector{m.requests, m.searches, collectors.NewGoCollector(), folder{status}} {
		if err := r.Register(c); err != nil {
			return nil, err
		}
	}
	m.handler = promhttp.HandlerFor(r, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError, MaxRequestsInFlight: most})
	return m, nil
}

// Handler responds with the metrics in the text format of Prometheus.
func (m *Metrics) Handler() http.Handler { return m.handler }

// Request counts a request to a route that was answered with a status.
func (m *Metrics) Request(route string, status int) {
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Inc()
}

// Search notes how long a search took.
func (m *Metrics) Search(took time.Duration) { m.searches.Observe(took.Seconds()) }

// folder collects the metrics that the owner of the data folder reports.
type folder struct {
	status func() (service.Status, error)
}

// Metrics of the folder. Gauges have numbers of URLs by state; the counters of requests, pages
// and bytes only grow.
var (
	descUp       = prometheus.NewDesc("aranea_folder_up", "1 if the owner of the data folder answers.", nil, nil)
	descURLs     = prometheus.NewDesc("aranea_urls", "URLs by where they stand.", []string{"state"}, nil)
	descRequests = prometheus.NewDesc("aranea_crawl_requests_total", "Requests sent to sites over all crawls of the folder.", nil, nil)
	descPages    = prometheus.NewDesc("aranea_crawl_pages_total", "Times that a page came to be fetched, over all crawls of the folder.", nil, nil)
	descBytes    = prometheus.NewDesc("aranea_crawl_received_bytes_total", "Bytes received from sites over all crawls of the folder.", nil, nil)
	descRendered = prometheus.NewDesc("aranea_rendered_pages_total", "Pages that a browser was asked to render over all crawls of the folder, by whether it did.", []string{"failed"}, nil)
	descTook     = prometheus.NewDesc("aranea_rendering_seconds_total", "Time of browsers over all crawls of the folder.", nil, nil)
	descCPU      = prometheus.NewDesc("aranea_rendering_cpu_seconds_total", "Processor time of browsers of this machine over all crawls of the folder.", nil, nil)
	descAsked    = prometheus.NewDesc("aranea_rendering_requests_total", "Requests sent for rendered pages over all crawls of the folder.", nil, nil)
	descCame     = prometheus.NewDesc("aranea_rendering_received_bytes_total", "Bytes received for rendered pages over all crawls of the folder.", nil, nil)
	descDocs     = prometheus.NewDesc("aranea_documents", "Pages that can be found.", nil, nil)
	descHosts    = prometheus.NewDesc("aranea_hosts", "Hosts that were asked for something, and hosts that are merely known.", []string{"asked"}, nil)
	descTrouble  = prometheus.NewDesc("aranea_hosts_in_trouble", "Hosts whose URLs are not visited now.", nil, nil)
	descHeld     = prometheus.NewDesc("aranea_hosts_held", "Hosts that the operator paused.", nil, nil)
	descMemory   = prometheus.NewDesc("aranea_memory_bytes", "Memory of the owner's process.", nil, nil)
	descDisk     = prometheus.NewDesc("aranea_disk_bytes", "Size of the data folder.", nil, nil)
	descFree     = prometheus.NewDesc("aranea_disk_free_bytes", "Free bytes on the disk of the data folder.", nil, nil)
	descDamage   = prometheus.NewDesc("aranea_damaged_files", "Files of the data folder that were found damaged.", nil, nil)
	descCrawl    = prometheus.NewDesc("aranea_crawl_running", "1 if a crawl is under way.", nil, nil)
	descPaused   = prometheus.NewDesc("aranea_crawl_paused", "1 if the operator paused all crawls.", nil, nil)
	descStopped  = prometheus.NewDesc("aranea_crawl_stopped", "1 if the operator stopped all crawls.", nil, nil)
	descRate     = prometheus.NewDesc("aranea_crawl_requests_per_second", "Requests a second of the crawl under way.", nil, nil)
	descVisits   = prometheus.NewDesc("aranea_crawl_visits_running", "Visits of the crawl that are under way.", nil, nil)
	descCopied   = prometheus.NewDesc("aranea_standby_copy_timestamp_seconds", "When the copy of a standby was made, by the partition of its node.", []string{"partition"}, nil)
	descErrors   = prometheus.NewDesc("aranea_crawl_errors", "Exchanges of the crawl under way that failed.", nil, nil)
)

// Describe sends the descriptions of the metrics of Collect.
func (f folder) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		descUp, descURLs, descRequests, descPages, descBytes, descRendered, descTook, descCPU, descAsked, descCame, descDocs, descHosts, descTrouble, descHeld,
		descMemory, descDisk, descFree, descDamage, descCrawl, descPaused, descStopped, descRate, descVisits, descErrors, descCopied,
	} {
		to <- d
	}
}

// Collect gets the metrics from the owner.
func (f folder) Collect(to chan<- prometheus.Metric) {
	st, err := f.status()
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	gauge(descUp, oneIf(err == nil))
	if err != nil {
		return
	}
	for i, n := range st.Counts {
		switch c := aranea.Counter(i); c {
		case aranea.CountRequests:
			to <- prometheus.MustNewConstMetric(descRequests, prometheus.CounterValue, float64(n))
		case aranea.CountNew:
			to <- prometheus.MustNewConstMetric(descPages, prometheus.CounterValue, float64(n))
		case aranea.CountBytes:
			to <- prometheus.MustNewConstMetric(descBytes, prometheus.CounterValue, float64(n))
		default:
			gauge(descURLs, float64(n), c.String())
		}
	}
	rendered(to, &st.Rendering)
	gauge(descDocs, float64(st.Docs))
	gauge(descHosts, float64(st.Asked), "yes")
	gauge(descHosts, float64(st.Known), "no")
	gauge(descTrouble, float64(st.Troubled))
	gauge(descHeld, float64(len(st.Held)))
	gauge(descMemory, float64(st.Memory))
	gauge(descDisk, float64(st.Disk))
	if st.DiskFree != nil {
		gauge(descFree, float64(*st.DiskFree))
	}
	gauge(descDamage, float64(len(st.Damage)))
	for i := range st.Nodes {
		if n := &st.Nodes[i]; n.Standby != nil && n.Standby.Away == "" {
			gauge(descCopied, float64(n.Standby.Copied.Unix()), strconv.Itoa(n.Partition.Number))
		}
	}
	crawl := st.Crawl
	gauge(descCrawl, oneIf(crawl != nil))
	if crawl == nil {
		crawl = &service.CrawlStatus{}
	}
	gauge(descPaused, oneIf(!st.Paused.IsZero()))
	gauge(descStopped, oneIf(!st.Stopped.IsZero()))
	gauge(descRate, crawl.Rate)
	gauge(descVisits, float64(crawl.Progress.Outstanding))
	gauge(descErrors, float64(crawl.Progress.Errors))
}

// rendered sends the metrics about the cost of rendering.
func rendered(to chan<- prometheus.Metric, c *rendering.Cost) {
	count := func(d *prometheus.Desc, v float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, v, labels...)
	}
	count(descRendered, float64(c.Pages), "no")
	count(descRendered, float64(c.Failed), "yes")
	count(descTook, c.Took.Seconds())
	count(descCPU, c.CPU.Seconds())
	count(descAsked, float64(c.Requests))
	count(descCame, float64(c.Bytes))
}

func oneIf(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
