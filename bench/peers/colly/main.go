// Command colly crawls the hosts of a real web with Colly, for comparison: robots files
// obeyed, links only, or with --index also the text of each page brought into an index
// of bleve. It prints one JSON object.
//
// Two things that Colly 2.3.0 leaves to its users are done here, because without
// them it fetches most pages many times: fragments are cut off, since Colly
// takes a.html#x and a.html#y for two pages, and a set of URLs keeps two
// goroutines from asking for one page at once, since its own test and its own
// mark are two steps. Connections to the proxy are kept open as well.
//
// The product token begins with "aranea", so that Colly's robots library reads
// the groups for Aranea: both crawlers have the same pages to find.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/gocolly/colly/v2"
)

// Limits of the run.
const (
	maxBody = 16 << 20
	timeout = 60 * time.Second
)

const agent = "Aranea-peer-colly/2.3"

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "colly:", err)
		os.Exit(1)
	}
}

func run() error {
	seedsFile := flag.String("seeds", "", "file of seed URLs, one per line")
	proxy := flag.String("proxy", "", "forward proxy, for example http://127.0.0.1:8480")
	parallel := flag.Int("parallelism", 16, "requests at once")
	delay := flag.Duration("delay", 0, "between two requests to one host")
	index := flag.String("index", "", "folder of an index of bleve to make, none for links only")
	flag.Parse()
	seeds, hosts, err := readSeeds(*seedsFile)
	if err != nil {
		return err
	}
	through, err := url.Parse(*proxy)
	if err != nil || through.Host == "" {
		return fmt.Errorf("proxy %q is not a URL", *proxy)
	}
	p := &peer{seen: map[string]bool{}, pages: map[string]bool{}}
	c, err := p.collector(hosts, through, *parallel, *delay)
	if err != nil {
		return err
	}
	finish := func() error { return nil }
	if *index != "" {
		if finish, err = indexAll(c, *index); err != nil {
			return err
		}
	}
	start := time.Now()
	for _, s := range seeds {
		p.visit(s, c.Visit)
	}
	c.Wait()
	if err := finish(); err != nil {
		return err
	}
	return p.report(time.Since(start))
}

// A peer is one crawl.
type peer struct {
	mu        sync.Mutex
	seen      map[string]bool // URLs handed to Colly
	pages     map[string]bool // URLs that answered 200 with HTML
	responses int
}

func (p *peer) collector(hosts []string, proxy *url.URL, parallel int, delay time.Duration) (*colly.Collector, error) {
	c := colly.NewCollector(colly.Async(true), colly.AllowedDomains(hosts...), colly.UserAgent(agent), colly.MaxBodySize(maxBody))
	c.IgnoreRobotsTxt = false
	c.SetRequestTimeout(timeout)
	c.WithTransport(&http.Transport{Proxy: http.ProxyURL(proxy), MaxIdleConnsPerHost: parallel})
	limits := []*colly.LimitRule{{DomainGlob: "*", Parallelism: parallel}}
	if delay > 0 { // one rule stands for all hosts that it matches, and its requests wait for each other
		limits = limits[:0]
		for _, host := range hosts {
			limits = append(limits, &colly.LimitRule{DomainGlob: host, Parallelism: 1, Delay: delay})
		}
	}
	if err := c.Limits(limits); err != nil {
		return nil, fmt.Errorf("limit requests: %w", err)
	}
	follow := func(selector, attr string) {
		c.OnHTML(selector, func(e *colly.HTMLElement) {
			p.visit(e.Request.AbsoluteURL(e.Attr(attr)), e.Request.Visit)
		})
	}
	follow("a[href], area[href], link[rel=next][href], link[rel=prev][href], link[rel=canonical][href]", "href")
	follow("frame[src], iframe[src]", "src")
	c.OnHTML("meta[http-equiv]", func(e *colly.HTMLElement) {
		if strings.EqualFold(e.Attr("http-equiv"), "refresh") {
			if i := strings.Index(strings.ToLower(e.Attr("content")), "url="); i >= 0 {
				p.visit(e.Request.AbsoluteURL(strings.Trim(e.Attr("content")[i+4:], ` '"`)), e.Request.Visit)
			}
		}
	})
	c.OnResponse(p.answered)
	return c, nil
}

// visit hands a URL to Colly once.
func (p *peer) visit(u string, hand func(string) error) {
	u, _, _ = strings.Cut(u, "#")
	p.mu.Lock()
	known := p.seen[u]
	p.seen[u] = true
	p.mu.Unlock()
	if u != "" && !known {
		_ = hand(u) // errors say: out of scope, seen, denied
	}
}

func (p *peer) answered(r *colly.Response) {
	if !strings.HasPrefix(r.Headers.Get("Content-Type"), "text/html") {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.responses++
	p.pages[r.Request.URL.String()] = true
}

func readSeeds(name string) (seeds, hosts []string, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, fmt.Errorf("open seeds: %w", err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	for s.Scan() {
		line := strings.TrimSpace(s.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		u, err := url.Parse(line)
		if err != nil || u.Host == "" {
			return nil, nil, fmt.Errorf("seed %q is not a URL", line)
		}
		seeds, hosts = append(seeds, u.String()), append(hosts, u.Hostname())
	}
	return seeds, hosts, s.Err()
}

func (p *peer) report(wall time.Duration) error {
	var ru syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &ru); err != nil {
		return fmt.Errorf("read own resource use: %w", err)
	}
	cpu := time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
	return json.NewEncoder(os.Stdout).Encode(map[string]any{
		"pages": len(p.pages), "html_responses": p.responses, "seconds": wall.Seconds(),
		"cpu_seconds": cpu.Seconds(), "max_rss_kib": ru.Maxrss,
	})
}
