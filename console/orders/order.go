// Package orders carries out what operators order on the pages: to visit URLs, to stop, pause and
// resume crawls, to take pages out of the index, and to drop seeds.
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
	"github.com/aranea-search/aranea/internal/typedurl"
	"github.com/aranea-search/aranea/weburl"
)

// A Deed is what an Order is about.
type Deed string

// The deeds. Those of steering are about the host in the Target, or about all crawls without one;
// Visit is about URLs, Delete and Admit about a URL or, with a * at its end, about all that begin so,
// Drop about a seed, and Again about a URL of a host.
const (
	Visit  Deed = "visit"
	Due    Deed = "due"   // what is due is visited again
	All    Deed = "all"   // everything is visited again
	Again  Deed = "again" // everything of one host is visited again
	Stop   Deed = "stop"
	Pause  Deed = "pause"
	Resume Deed = "resume"
	Delete Deed = "delete"
	Admit  Deed = "admit" // takes back Delete
	Drop   Deed = "drop"  // a URL is a seed no longer
)

// Limits of an order.
const (
	MaxForm   = 256 << 10 // bytes of the form
	maxURLs   = 1000      // as many as a crawl visits before all others
	maxFaults = 20        // lines that are told as no URLs
	maxTarget = 2048      // bytes
)

// URLs is the name of the field of a form with URLs, one a line.
const URLs = "urls"

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
		var faults []string
		if o.URLs, faults = ReadURLs(form.Get(URLs)); len(faults) > 0 {
			err = &FormError{form.Get(URLs), faults}
		}
		o.Target = ""
	case Delete, Admit:
		_, err = weburl.Parse(strings.TrimSuffix(o.Target, "*")) // not everything, and no host
	case Drop, Again:
		var u weburl.URL
		if u, err = weburl.Parse(o.Target); err == nil {
			o.URLs, o.Target = []weburl.URL{u}, u.String()
		}
	case Stop, Pause, Resume:
		err = checkHost(o.Target)
	case Due, All:
		o.Target = ""
	default:
		err = errors.New("there is no such order")
	}
	return o, err
}

// checkHost returns an error for a text that is no host name; "" stands for all hosts.
func checkHost(text string) error {
	if u, err := weburl.Parse("http://" + text + "/"); text != "" && (err != nil || u.Host() != text || strings.Contains(text, "*")) {
		return errors.New("that is not the name of a host")
	}
	return nil
}

// A FormError says what is wrong with the URLs that were typed, and gives them back.
type FormError struct {
	Text   string // as typed
	Faults []string
}

// Error returns the faults.
func (e *FormError) Error() string { return strings.Join(e.Faults, "; ") }

// ReadURLs reads URLs, one a line; one without a scheme is one of https. It returns what is wrong, by
// line.
func ReadURLs(text string) (urls []weburl.URL, faults []string) {
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		line = typedurl.Complete(line)
		u, err := weburl.Parse(line)
		switch {
		case err != nil && len(faults) < maxFaults:
			faults = append(faults, fmt.Sprintf("line %d is not a URL: %s", n, show.Visible(show.Clip(line, maxTarget))))
		case err == nil:
			urls = append(urls, u)
		}
	}
	switch {
	case len(urls) > maxURLs:
		return nil, []string{fmt.Sprintf("these are more than %d URLs", maxURLs)}
	case len(urls)+len(faults) == 0:
		return nil, []string{"there is no URL"}
	}
	return urls, faults
}

// Question returns what an order does that must be confirmed, "" for one that need not be.
func (o *Order) Question() string {
	target := show.Visible(o.Target)
	switch {
	case o.Deed == All:
		return "Every page is visited again, robots files first. That takes as long as the crawl took."
	case o.Deed == Stop && o.Target == "":
		return "The crawl ends when what it is fetching has come, and none begins by itself until crawls are resumed. Searches are answered."
	case o.Deed == Again:
		return "Every page of " + show.Visible(o.URLs[0].Host()) + " is visited again, its robots file first. " + show.Visible(show.URL(o.First())) + " becomes a seed, unless one of the host is there."
	case o.Deed == Drop:
		return target + " is a seed no longer. What only it brought into the crawl leaves the crawl and the index at once. A crawl that names it brings all of that back, so take it out of the command line, or of the list, of what is started again."
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

// OfHost returns the orders for the host of an origin.
func OfHost(o weburl.Origin, held bool) []Button {
	first := Button{Deed: Pause, Target: o.Host(), Text: "Pause this host"}
	if held {
		first = Button{Deed: Resume, Target: o.Host(), Text: "Resume this host"}
	}
	root := o.Root().String()
	return []Button{first, {Deed: Again, Target: root, Text: "Visit all of it again"}, {Deed: Delete, Target: root + "*", Text: "Delete all its pages"}}
}

// OfSeed returns the orders for one of so many seeds; the only one cannot be dropped.
func OfSeed(u weburl.URL, of int) []Button {
	list := []Button{{Deed: Visit, URLs: u.String(), Text: "Visit it now"}}
	if of > 1 {
		list = append(list, Button{Deed: Drop, Target: u.String(), Text: "Drop it"})
	}
	return list
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
