// Command colly crawls the virtual hosts of realweb with Colly, for comparison:
// links only, robots files obeyed, no text work. It prints one JSON object.
//
// Floor: 6 (glue). Stability: engine.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/gocolly/colly/v2"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "colly:", err)
		os.Exit(1)
	}
}

func run() error {
	seedsFile := flag.String("seeds", "", "file of seed URLs")
	proxy := flag.String("proxy", "", "forward proxy")
	parallel := flag.Int("parallelism", 2, "requests at once")
	flag.Parse()
	seeds, hosts, err := readSeeds(*seedsFile)
	if err != nil {
		return err
	}
	c := colly.NewCollector(colly.Async(true), colly.AllowedDomains(hosts...), colly.UserAgent("PeerColly/2.3"), colly.MaxBodySize(16<<20))
	c.IgnoreRobotsTxt = false
	if err := c.Limit(&colly.LimitRule{DomainGlob: "*", Parallelism: *parallel}); err != nil {
		return err
	}
	if err := c.SetProxy(*proxy); err != nil {
		return err
	}
	var pages atomic.Int64
	c.OnHTML("a[href], area[href]", func(e *colly.HTMLElement) {
		_ = e.Request.Visit(e.Attr("href")) // errors say: out of scope, seen, denied
	})
	c.OnHTML("frame[src], iframe[src]", func(e *colly.HTMLElement) {
		_ = e.Request.Visit(e.Attr("src")) // as above
	})
	c.OnResponse(func(r *colly.Response) {
		if strings.HasPrefix(r.Headers.Get("Content-Type"), "text/html") {
			pages.Add(1)
		}
	})
	start := time.Now()
	for _, s := range seeds {
		_ = c.Visit(s) // as above
	}
	c.Wait()
	return report(pages.Load(), time.Since(start))
}

func readSeeds(name string) (seeds, hosts []string, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	for s.Scan() {
		u, err := url.Parse(strings.TrimSpace(s.Text()))
		if err != nil || u.Host == "" {
			continue
		}
		seeds, hosts = append(seeds, u.String()), append(hosts, u.Hostname())
	}
	return seeds, hosts, s.Err()
}

func report(pages int64, wall time.Duration) error {
	var ru syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &ru); err != nil {
		return err
	}
	cpu := time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
	return json.NewEncoder(os.Stdout).Encode(map[string]any{
		"html_responses": pages, "seconds": wall.Seconds(), "cpu_seconds": cpu.Seconds(), "max_rss_kib": ru.Maxrss,
	})
}
