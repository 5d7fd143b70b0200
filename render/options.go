package render

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"os/exec"
	"runtime"
	"time"

	"github.com/aranea-search/aranea"
)

// Options configure rendering and its limits. The zero value of every field but Browser means the
// default.
type Options struct {
	// Browser is "chromium" for an installed browser, the path of its program, or the ws:// or
	// wss:// URL of the DevTools of a running browser.
	Browser string
	// UserAgent is the user agent that scripts of the page see.
	UserAgent string
	// Tabs is how many pages are rendered concurrently, each by a browser of its own; the default
	// is half the number of processors, at least one.
	Tabs int
	// Time is how long a page may take until its result is taken.
	Time time.Duration
	// Quiet is how long nothing may happen before a page counts as finished.
	Quiet time.Duration
	// Requests is the maximum number of requests of a page that are passed on, and Bytes the
	// maximum total size of the responses.
	Requests int
	Bytes    int64
	// HTML is the maximum size of the resulting HTML in bytes.
	HTML int64
	// Memory is the maximum memory in bytes of a browser that this package started.
	Memory int64
	// Pages is how many pages a browser renders before it is replaced.
	Pages int
}

// Defaults of Options.
const (
	DefaultTime     = 20 * time.Second
	DefaultQuiet    = 500 * time.Millisecond
	DefaultRequests = 50
	DefaultBytes    = 16 << 20
	DefaultHTML     = 8 << 20
	DefaultMemory   = 1 << 30
	DefaultPages    = 200

	// MaxTabs is the maximum of Options.Tabs, and thereby of processes and memory.
	MaxTabs = 16
	// startLimit is the maximum time to start a browser.
	startLimit = 30 * time.Second
	// lastLimit is the maximum time to take the page and close it when its time is over.
	lastLimit = 5 * time.Second
	// atOnce is the maximum number of concurrent requests of a page.
	atOnce = 6
	// watchEvery is how often the memory of a browser is checked.
	watchEvery = 250 * time.Millisecond
)

// programs are the program names by which a browser is searched for.
var programs = [...]string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "headless_shell"}

// Validate returns all faults of o, including that there is no such browser.
func (o Options) Validate() error {
	var faults []error
	if _, err := o.find(); err != nil {
		faults = append(faults, err)
	}
	if o.Tabs < 0 || o.Tabs > MaxTabs {
		faults = append(faults, fmt.Errorf("%d pages at once; it must lie between 1 and %d", o.Tabs, MaxTabs))
	}
	if o.Time < 0 || o.Quiet < 0 || o.Requests < 0 || o.Bytes < 0 || o.HTML < 0 || o.Memory < 0 || o.Pages < 0 {
		faults = append(faults, errors.New("limits must not be negative"))
	}
	if len(faults) == 0 {
		return nil
	}
	return &aranea.Error{Op: "render options", Kind: aranea.Invalid, Err: errors.Join(faults...)}
}

func (o Options) withDefaults() Options {
	o.Tabs = cmp.Or(o.Tabs, max(runtime.GOMAXPROCS(0)/2, 1))
	o.Time = cmp.Or(o.Time, DefaultTime)
	o.Quiet = cmp.Or(o.Quiet, DefaultQuiet)
	o.Requests = cmp.Or(o.Requests, DefaultRequests)
	o.Bytes = cmp.Or(o.Bytes, DefaultBytes)
	o.HTML = cmp.Or(o.HTML, DefaultHTML)
	o.Memory = cmp.Or(o.Memory, DefaultMemory)
	o.Pages = cmp.Or(o.Pages, DefaultPages)
	return o
}

// find returns the path of the browser's program, or "" if Browser is a URL.
func (o Options) find() (string, error) {
	if u, err := url.Parse(o.Browser); err == nil && (u.Scheme == "ws" || u.Scheme == "wss") && u.Host != "" {
		return "", nil
	}
	switch o.Browser {
	case "":
		return "", errors.New("there is no browser to render with")
	case "chromium":
	default:
		path, err := exec.LookPath(o.Browser)
		if err != nil {
			return "", fmt.Errorf("the browser %.200q is neither \"chromium\", nor a program, nor a URL of the form ws://host:port/path", o.Browser)
		}
		return path, nil
	}
	for _, name := range programs {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("there is no Chromium on this machine; install one (Debian: apt install chromium), or name its program or its ws:// URL")
}
