// Command attack crawls good sites on the loopback twice, alone and beside hosts
// that try to take the robot for themselves, and prints how many pages of the
// good sites came in each minute, the largest resident size of the robot, what
// the attackers were asked, the least time between two requests to one host and to
// the one address of the zone (as the kernel received them), and how long good hosts that are no seeds waited for
// the visit of their first page after the page that links to them was sent.
//
//	attack [--minutes 3] [--good 40] [--mute 1000] [--drip 500] [--giant 64] [--zone=true] ARANEA
//
// A mute host accepts connections and never answers a handshake; a dripping one
// sends a robots file at once and 300 bytes a second of each page; a giant has
// pages of 16 MB, coded to a hundredth of that. The zone has as many names as are
// asked for, all at one address, and each page of it leads to 200 further ones.
// Every other host has a loopback address of its own, because hosts at one address
// share its pace; that needs a system on which all of 127.0.0.0/8 is the machine
// itself, such as Linux.
//
// Floor: none, it is no part of the robot. Stability: engine.
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

type settings struct {
	aranea                   string
	minutes                  int
	good, mute, drip, giants int
	zone, alone              bool
	linked                   bool
}

func main() {
	log.SetFlags(0)
	var s settings
	flag.IntVar(&s.minutes, "minutes", 3, "length of each of the two crawls")
	flag.IntVar(&s.good, "good", 40, "good sites")
	flag.IntVar(&s.mute, "mute", 1000, "hosts that never answer a handshake")
	flag.IntVar(&s.drip, "drip", 500, "hosts whose pages drip")
	flag.IntVar(&s.giants, "giant", 64, "hosts with pages of 16 MB")
	flag.BoolVar(&s.zone, "zone", true, "a zone of names without end at one address")
	flag.BoolVar(&s.linked, "linked", true, "a page of each good site leads to a good host that is no seed")
	flag.BoolVar(&s.alone, "alone", true, "crawl the good sites alone first")
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("attack: name the program to test, for example ./aranea")
	}
	s.aranea = flag.Arg(0)
	if err := run(s); err != nil {
		log.Fatal("attack: ", err)
	}
}

func run(s settings) error {
	fmt.Println("| run | good pages in each minute | largest resident size | mute connections | dripping answers | giant answers | names of the zone | least gap of a host | of the zone's address | linked hosts found, visited, median and longest wait |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|")
	alone := s
	alone.mute, alone.drip, alone.giants, alone.zone = 0, 0, 0, false
	for _, x := range []struct {
		name string
		s    settings
	}{{"alone", alone}, {"beside attackers", s}} {
		if x.name == "alone" && !s.alone {
			continue
		}
		row, err := crawl(x.s)
		if err != nil {
			return err
		}
		fmt.Printf("| %s | %s |\n", x.name, row)
	}
	return nil
}

// A web is the servers of one run.
type web struct {
	start      time.Time
	perMinute  []atomic.Int64 // pages of the good sites
	mute       atomic.Int64
	drip, huge atomic.Int64
	giant      []byte // a page, coded
	plain      []byte // a good page's text
	hosts      gaps   // between requests to one host
	address    stamps // of requests to the address of the zone
	linked     waits  // of good hosts that are no seeds
	settings   settings

	listeners []net.Listener
	serving   sync.WaitGroup
}

// crawl runs the robot against one web and returns a row of the table.
func crawl(s settings) (string, error) {
	w := &web{settings: s, start: time.Now(), perMinute: make([]atomic.Int64, s.minutes+2), giant: giantPage()}
	w.plain = []byte("<p>" + strings.Repeat("some words of a good page ", 80))
	defer w.close()
	l, err := w.address.listen()
	if err != nil {
		return "", err
	}
	zone := w.serve(l, w.http(w.answerZone))
	resolve := []string{"--resolve", fmt.Sprintf("*:*:127.9.0.1:%d", zone)} // every name that is not listed
	for i, kind := range []struct {
		name  string
		n     int
		serve func(net.Listener)
	}{
		{"good", s.good, w.http(w.answerGood)}, {"mute", s.mute, w.serveMute}, {"drip", s.drip, w.http(w.answerDrip)}, {"giant", s.giants, w.http(w.answerGiant)},
	} {
		port, err := w.listen(kind.serve)
		if err != nil {
			return "", err
		}
		for n := range kind.n {
			resolve = append(resolve, "--resolve", fmt.Sprintf("%s%d.test:*:127.%d.%d.%d:%d", kind.name, n, i+1, n/250, n%250+1, port))
			if kind.name == "good" && s.linked {
				resolve = append(resolve, "--resolve", fmt.Sprintf("%s%s%d.test:*:127.8.%d.%d:%d", linkedPrefix, kind.name, n, n/250, n%250+1, port))
			}
		}
	}
	dir, err := os.MkdirTemp("", "attack")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(dir) }() // a folder for temporary files
	seeds := filepath.Join(dir, "seeds.txt")
	if err := os.WriteFile(seeds, []byte(seedList(s)), 0o600); err != nil {
		return "", err
	}
	size, err := robot(s, append([]string{
		"crawl", "--data", filepath.Join(dir, "data"), "--allow-net", "127.0.0.0/8", "--seeds", seeds, "--quiet", "--contact", "attack@example.org", "--scope", "site",
	}, resolve...))
	if err != nil {
		return "", err
	}
	var minutes []string
	for i := range s.minutes {
		minutes = append(minutes, fmt.Sprint(w.perMinute[i].Load()))
	}
	names := 0
	for host := range w.hosts.last {
		if strings.HasSuffix(host, ".zone.test") {
			names++
		}
	}
	return fmt.Sprintf("%s | %d MB | %d | %d | %d | %d | %s | %s | %s", strings.Join(minutes, ", "), size>>20,
		w.mute.Load(), w.drip.Load(), w.huge.Load(), names, &w.hosts, &w.address, &w.linked), nil
}

// listen serves connections of this machine at all its addresses.
func (w *web) listen(serve func(net.Listener)) (port int, err error) {
	l, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp4", ":0")
	if err != nil {
		return 0, err
	}
	return w.serve(l, serve), nil
}

// serve serves the connections of a listener.
func (w *web) serve(l net.Listener, serve func(net.Listener)) (port int) {
	w.listeners = append(w.listeners, l)
	w.serving.Go(func() { serve(ownOnly{l}) })
	return l.Addr().(*net.TCPAddr).Port
}

// An ownOnly listener closes the connections of other machines.
type ownOnly struct{ net.Listener }

// Accept waits for a connection of this machine.
func (l ownOnly) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if peer, ok := c.RemoteAddr().(*net.TCPAddr); ok && peer.IP.IsLoopback() {
			return c, nil
		}
		_ = c.Close() // it is not for them
	}
}

// robot runs the program for so many minutes, interrupts it, and returns its
// largest resident size in bytes.
func robot(s settings, args []string) (int64, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(s.minutes)*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.aranea, args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 2 * time.Minute
	cmd.Stderr = os.Stderr
	err := cmd.Run()
	if early := ctx.Err() == nil; early && err == nil {
		return 0, errors.New("the crawl ended before its time")
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && !errors.Is(err, context.DeadlineExceeded) {
		return 0, err
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0, errors.New("this system does not tell the resident size")
	}
	return usage.Maxrss << 10, nil
}

// seedList mixes the hosts, so that no kind comes first.
func seedList(s settings) string {
	var b strings.Builder
	if s.zone {
		b.WriteString("http://name.zone.test/\n")
	}
	for i := range max(s.good, s.mute, s.drip, s.giants) {
		for _, kind := range []struct {
			n   int
			url string
		}{
			{s.mute, "https://mute%d.test/\n"}, {s.drip, "http://drip%d.test/\n"},
			{s.giants, "http://giant%d.test/\n"}, {s.good, "http://good%d.test/\n"},
		} {
			if i < kind.n {
				fmt.Fprintf(&b, kind.url, i)
			}
		}
	}
	return b.String()
}

func (w *web) close() {
	for _, l := range w.listeners {
		_ = l.Close() // nothing was written
	}
	w.serving.Wait()
}

// http serves a handler behind a listener, with an empty robots file.
func (w *web) http(h http.HandlerFunc) func(net.Listener) {
	return func(l net.Listener) {
		s := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
			w.hosts.note(r.Host)
			if r.URL.Path == "/robots.txt" {
				out.Header().Set("Content-Type", "text/plain")
				return
			}
			h(out, r)
		})}
		_ = s.Serve(l) // it ends when the listener is closed
		_ = s.Close()
	}
}

// answerGood has a page with links to the next ones.
func (w *web) answerGood(out http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.Host, linkedPrefix) {
		w.linked.visited(r.Host)
		out.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(out, "<title>%s</title><p>the page of %s", r.Host, r.Host)
		return
	}
	if i := int(time.Since(w.start) / time.Minute); i < len(w.perMinute) {
		w.perMinute[i].Add(1)
	}
	var n int
	_, _ = fmt.Sscanf(r.URL.Path, "/%d", &n) // the first page has no number
	out.Header().Set("Content-Type", "text/html")
	fmt.Fprintf(out, "<title>%s %d</title><a href=/%d>next</a><a href=/%d>one more</a><p>%s page %d", r.Host, n, 2*n+1, 2*n+2, r.Host, n)
	if w.settings.linked && n == linkingPage {
		fmt.Fprintf(out, "<p><a href=http://%s%s/>another host</a>", linkedPrefix, r.Host)
		w.linked.found(linkedPrefix + r.Host)
	}
	_, _ = out.Write(w.plain)
}

// linkedPrefix begins the names of the good hosts that are no seeds, and linkingPage
// is the number of the page that leads to one.
const (
	linkedPrefix = "new."
	linkingPage  = 3
)

// waits keeps how long hosts that were found waited for their first visit. It is safe
// for concurrent use.
type waits struct {
	mu          sync.Mutex
	since, till map[string]time.Time
}

func (v *waits) found(host string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.since == nil {
		v.since, v.till = map[string]time.Time{}, map[string]time.Time{}
	}
	if _, again := v.since[host]; !again {
		v.since[host] = time.Now()
	}
}

func (v *waits) visited(host string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if _, again := v.till[host]; !again && v.till != nil {
		v.till[host] = time.Now()
	}
}

// String returns how many hosts were found and visited and how long they waited, "-"
// if none was found. A host that was not visited waited until now.
func (v *waits) String() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	var all []time.Duration
	for host, since := range v.since {
		till, visited := v.till[host]
		if !visited {
			till = time.Now()
		}
		all = append(all, till.Sub(since).Round(time.Second))
	}
	if len(all) == 0 {
		return "-"
	}
	slices.Sort(all)
	return fmt.Sprintf("%d, %d, %s, %s", len(all), len(v.till), all[len(all)/2], all[len(all)-1])
}

// answerZone has a page with links to names that nobody has asked for before.
func (w *web) answerZone(out http.ResponseWriter, r *http.Request) {
	out.Header().Set("Content-Type", "text/html")
	fmt.Fprintf(out, "<title>%s</title><p>page of %s", r.Host, r.Host)
	name, _, _ := strings.Cut(r.Host, ".")
	for i := range 200 {
		fmt.Fprintf(out, "<a href=http://%s-%d.zone.test/>a name</a>", name[max(len(name)-40, 0):], i)
	}
}

// gaps keeps the least time between two requests of one kind. It is safe for
// concurrent use.
type gaps struct {
	mu    sync.Mutex
	last  map[string]time.Time
	least time.Duration // 0 while there is none
}

// note notes that a request came.
func (g *gaps) note(kind string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	if g.last == nil {
		g.last = map[string]time.Time{}
	}
	if before, ok := g.last[kind]; ok && (g.least == 0 || now.Sub(before) < g.least) {
		g.least = now.Sub(before)
	}
	g.last[kind] = now
}

// String returns the least time, "-" if there is none.
func (g *gaps) String() string {
	if g.least == 0 {
		return "-"
	}
	return g.least.Round(time.Millisecond).String()
}

// serveMute accepts and says nothing until the other side hangs up.
func (w *web) serveMute(l net.Listener) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		w.mute.Add(1)
		w.serving.Go(func() {
			defer func() { _ = c.Close() }()
			b := make([]byte, 1<<10)
			for {
				if _, err := c.Read(b); err != nil {
					return
				}
			}
		})
	}
}

// answerDrip sends a little of a page every second.
func (w *web) answerDrip(out http.ResponseWriter, r *http.Request) {
	w.drip.Add(1)
	out.Header().Set("Content-Type", "text/html")
	piece := []byte(strings.Repeat("drip ", 60))
	for i := range 600 {
		fmt.Fprintf(out, "<a href=/%d>", i)
		if _, err := out.Write(piece); err != nil {
			return
		}
		if err := http.NewResponseController(out).Flush(); err != nil {
			return
		}
		select {
		case <-time.After(time.Second):
		case <-r.Context().Done():
			return
		}
	}
}

// answerGiant sends a page that is small on the wire and large behind it.
func (w *web) answerGiant(out http.ResponseWriter, _ *http.Request) {
	w.huge.Add(1)
	out.Header().Set("Content-Type", "text/html")
	out.Header().Set("Content-Encoding", "gzip")
	_, _ = out.Write(w.giant)
}

// giantLinks is how many further giants the page of a giant leads to.
const giantLinks = 50

// giantPage is 16 MB of words in the coding gzip.
func giantPage() []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	for i := range giantLinks {
		_, _ = fmt.Fprintf(z, "<a href=/g%d>a link</a>", i) // memory takes every write
	}
	for i := 0; i < 16<<20; {
		n, err := fmt.Fprintf(z, "<p>%s", strings.Repeat(fmt.Sprintf("word%d ", i%9973), 20))
		if err != nil {
			log.Fatal("attack: ", err)
		}
		i += n
	}
	if err := z.Close(); err != nil {
		log.Fatal("attack: ", err)
	}
	return b.Bytes()
}
