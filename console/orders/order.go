// Package orders carries out what operators order on the pages: to visit URLs, to stop, pause and
// resume crawls, and to take pages out of the index.
//
// Floor: 6 (faces), a part of console. Stability: engine. It asks the service for what the command
// line asks it for, and does not know who has signed in.
package orders

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/weburl"
)

// A Deed is what an Order is about.
type Deed string

// The deeds. Those of steering are about the host in the Target, or about all crawls without one;
// Visit is about URLs, Delete and Admit about a URL or, with a * at its end, about all that begin so.
const (
	Visit  Deed = "visit"
	Due    Deed = "due" // what is due is visited again
	All    Deed = "all" // everything is visited again
	Stop   Deed = "stop"
	Pause  Deed = "pause"
	Resume Deed = "resume"
	Delete Deed = "delete"
	Admit  Deed = "admit" // takes back Delete
)

// Limits of an order.
const (
	MaxForm   = 256 << 10 // bytes of the form
	maxURLs   = 1000      // as many as a crawl visits before all others
	maxTarget = 2048      // bytes
)

// An Order is what an operator wants.
type Order struct {
	Deed   Deed
	Target string
	URLs   []weburl.URL
}

// Read reads a form. Its errors are sentences for people.
func Read(form url.Values) (o Order, err error) {
	o = Order{Deed: Deed(form.Get("deed")), Target: strings.TrimSpace(form.Get("target"))}
	if len(o.Target) > maxTarget {
		return o, errors.New("this is too long")
	}
	switch o.Deed {
	case Visit:
		o.URLs, err = readURLs(form.Get("urls"))
		o.Target = ""
	case Delete, Admit:
		_, err = weburl.Parse(strings.TrimSuffix(o.Target, "*")) // not everything, and no host
	case Stop, Pause, Resume:
		err = checkHost(o.Target)
	case Due, All:
		o.Target = ""
	default:
		err = errors.New("there is no such order")
	}
	return o, err
}

// checkHost returns why a text is not the name of a host; "" is for all.
func checkHost(text string) error {
	if u, err := weburl.Parse("http://" + text + "/"); text != "" && (err != nil || u.Host() != text || strings.Contains(text, "*")) {
		return errors.New("that is not the name of a host")
	}
	return nil
}

// readURLs reads URLs, one a line, of which https is the default scheme.
func readURLs(text string) (urls []weburl.URL, err error) {
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if !strings.Contains(line, "://") {
			line = "https://" + line
		}
		u, err := weburl.Parse(line)
		switch {
		case err != nil:
			return nil, fmt.Errorf("line %d is not a URL: %s", n, show.Visible(show.Clip(line, maxTarget)))
		case len(urls) == maxURLs:
			return nil, fmt.Errorf("these are more than %d URLs", maxURLs)
		}
		urls = append(urls, u)
	}
	if len(urls) == 0 {
		return nil, errors.New("there is no URL")
	}
	return urls, nil
}

// Question returns what an order does that must be confirmed, "" for one that need not be.
func (o *Order) Question() string {
	target := show.Visible(o.Target)
	switch {
	case o.Deed == All:
		return "Every page is visited again, robots files first. That takes as long as the crawl took."
	case o.Deed == Stop && o.Target == "":
		return "The crawl ends when what it is fetching has come, and none begins by itself until crawls are resumed. Searches are answered."
	case o.Deed == Delete && strings.HasSuffix(o.Target, "*"):
		return "All pages whose address begins with " + strings.TrimSuffix(target, "*") + " leave the index at once. They are not visited any more, and what is found there later is left out too."
	case o.Deed == Delete:
		return target + " leaves the index at once. It is not visited any more, and left out when it is found again."
	}
	return ""
}

// First returns the first of the URLs, "" if there is none.
func (o *Order) First() string {
	if len(o.URLs) == 0 {
		return ""
	}
	return o.URLs[0].String()
}

// A Button is an order that a page offers.
type Button struct {
	Deed         Deed
	Target, Text string
	URLs         string // as in the form
}

// Button returns the order as a button that confirms it.
func (o *Order) Button() Button { return Button{Deed: o.Deed, Target: o.Target, Text: "Do it"} }

// OfCrawls returns the orders for all crawls that are useful now.
func OfCrawls(paused, stopped bool) []Button {
	list := []Button{{Deed: Due, Text: "Visit what is due"}, {Deed: All, Text: "Visit everything again"}}
	if paused || stopped {
		list = append(list, Button{Deed: Resume, Text: "Resume"})
	}
	if !paused {
		list = append(list, Button{Deed: Pause, Text: "Pause"})
	}
	if !stopped {
		list = append(list, Button{Deed: Stop, Text: "Stop"})
	}
	return list
}

// OfHost returns the orders for a host.
func OfHost(host string, held bool) []Button {
	if held {
		return []Button{{Deed: Resume, Target: host, Text: "Resume this host"}}
	}
	return []Button{{Deed: Pause, Target: host, Text: "Pause this host"}}
}

// OfURL returns the orders for a URL, which may be kept out.
func OfURL(u weburl.URL, out bool) []Button {
	text := u.String()
	if out {
		return []Button{{Deed: Admit, Target: text, Text: "Let it in again"}}
	}
	folder, _, _ := strings.Cut(text, "?")
	folder = folder[:strings.LastIndexByte(folder, '/')+1] + "*"
	return []Button{
		{Deed: Visit, URLs: text, Text: "Visit it now"}, {Deed: Delete, Target: text, Text: "Delete it"},
		{Deed: Delete, Target: folder, Text: "Delete all below " + show.Visible(show.URL(strings.TrimSuffix(folder, "*")))},
	}
}
