package setup

import (
	"fmt"
	"net/mail"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/schedule/hostdelay"
	"github.com/aranea-search/aranea/scope"
)

// A reader is field.read.
type reader = func(s *service.Settings, text string, inForce *service.Settings) []string

// maxTyped is the number of characters of what was typed that a fault shows.
const maxTyped = 100

// typedText returns what was typed, for a fault.
func typedText(text string) string { return show.Shorten(show.Visible(text), maxTyped) }

// readContact reads an e-mail address or a URL. That there must be one is checked with the seeds.
func readContact(s *service.Settings, text string, _ *service.Settings) []string {
	s.Contact = text
	if text == "" {
		return nil
	}
	if a, err := mail.ParseAddress(text); err == nil && a.Address == text {
		return nil
	}
	if u, err := url.Parse(text); err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" {
		return nil
	}
	return []string{typedText(text) + " is neither an e-mail address nor a URL of http or https"}
}

// choice reads one of several values.
func choice(of func(*service.Settings) *string, values ...string) reader {
	return func(s *service.Settings, text string, _ *service.Settings) []string {
		if !slices.Contains(values, text) {
			return []string{typedText(text) + " is none of " + strings.Join(values, ", ")}
		}
		*of(s) = text
		return nil
	}
}

// tick reads yes or no.
func tick(of func(*service.Settings) *bool) reader {
	return func(s *service.Settings, text string, _ *service.Settings) []string {
		if text != "yes" && text != "no" {
			return []string{typedText(text) + " is neither yes nor no"}
		}
		*of(s) = text == "yes"
		return nil
	}
}

// number reads a number, where nothing is 0.
func number(of func(*service.Settings) *uint64) reader {
	return func(s *service.Settings, text string, _ *service.Settings) []string {
		if text == "" {
			text = "0"
		}
		n, err := strconv.ParseUint(text, 10, 63)
		if err != nil {
			return []string{typedText(text) + " is not a number of pages"}
		}
		*of(s) = n
		return nil
	}
}

// maxDepth is the largest depth that may be typed.
const maxDepth = 1 << 20

func readDepth(s *service.Settings, text string, _ *service.Settings) []string {
	if text == "" {
		text = "0"
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > maxDepth {
		return []string{typedText(text) + " is not a number of links"}
	}
	s.Depth = n
	return nil
}

// duration reads a time such as 2s; a number alone is one of seconds, and nothing is the default.
func duration(text string, standard time.Duration) (time.Duration, bool) {
	if text == "" {
		return standard, true
	}
	if n, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(n) * time.Second, true
	}
	d, err := time.ParseDuration(text)
	return d, err == nil && d >= 0
}

func readDelay(s *service.Settings, text string, _ *service.Settings) []string {
	standard := service.DefaultSettings()
	d, ok := duration(text, standard.Delay)
	if !ok {
		return []string{typedText(text) + " is not a time such as 2s or 1m30s"}
	}
	s.Delay = d
	return tooFast(d)
}

// tooFast returns what is wrong with a delay.
func tooFast(d time.Duration) []string {
	switch {
	case d < LeastDelay:
		return []string{fmt.Sprintf("%s is shorter than %s; a shorter delay, for your own hosts, is set with aranea crawl", d, LeastDelay)}
	case d > hostdelay.MaxDelay:
		return []string{d.String() + " is longer than a day"}
	}
	return nil
}

// readHostDelays reads one delay of a host a line. Those in force may be shorter than LeastDelay.
func readHostDelays(s *service.Settings, text string, inForce *service.Settings) (faults []string) {
	items := lines(text)
	all := hostdelay.Delays{}
	if len(items) > hostdelay.Max {
		return []string{fmt.Sprintf("%d delays are more than the %d that are read", len(items), hostdelay.Max)}
	}
	for _, x := range items {
		one, err := hostdelay.Parse([]string{x.text})
		if err != nil {
			faults = append(faults, x.fault(err.Error()))
			continue
		}
		for host, d := range one {
			was, had := inForce.HostDelays[host]
			_, twice := all[host]
			switch wrong := tooFast(d); {
			case twice:
				faults = append(faults, x.fault("the delay of "+host+" is given twice"))
			case len(wrong) > 0 && (!had || d != was):
				faults = append(faults, x.fault(wrong[0]))
			}
			all[host] = d
		}
	}
	s.HostDelays = all
	if len(all) == 0 {
		s.HostDelays = nil
	}
	return faults
}

func readRevisit(s *service.Settings, text string, _ *service.Settings) []string {
	d, ok := duration(text, 0)
	switch {
	case !ok:
		return []string{typedText(text) + " is not a time such as 24h or 90m"}
	case d != 0 && d < service.LeastRevisit:
		return []string{fmt.Sprintf("%s is shorter than %s", d, service.LeastRevisit)}
	}
	s.RevisitWithin = d
	return nil
}

func readForms(s *service.Settings, text string, _ *service.Settings) []string {
	on, err := extract.ParseForms(text)
	if err != nil {
		return []string{typedText(text) + " is none of " + strings.Join(extract.FormModes(), ", ")}
	}
	if s.Forms = ""; on {
		s.Forms = text
	}
	return nil
}

func readMedia(s *service.Settings, text string, _ *service.Settings) (faults []string) {
	s.Media = nil
	for kind := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ' ' || r == '\n' }) {
		switch {
		case !slices.Contains(extract.MediaKinds(), kind):
			faults = append(faults, typedText(kind)+" is none of "+strings.Join(extract.MediaKinds(), ", "))
		case !slices.Contains(s.Media, kind):
			s.Media = append(s.Media, kind)
		}
	}
	return faults
}

// A line is what was typed in one line, with its number.
type line struct {
	n    int
	text string
}

func (l line) fault(text string) string { return fmt.Sprintf("line %d: %s", l.n, show.Visible(text)) }

// lines returns the lines that are not empty.
func lines(text string) (all []line) {
	n := 0
	for s := range strings.Lines(text) {
		n++
		if s = strings.TrimSpace(s); s != "" {
			all = append(all, line{n, s})
		}
	}
	return all
}

// patterns reads one pattern a line.
func patterns(of func(*service.Settings) *[]string) reader {
	return func(s *service.Settings, text string, _ *service.Settings) (faults []string) {
		var list []string
		for _, x := range lines(text) {
			one := scope.Patterns{Include: []string{x.text}}
			for _, err := range one.Check() {
				faults = append(faults, x.fault(err.Error()))
			}
			list = append(list, x.text)
		}
		*of(s) = list
		return faults
	}
}

// readDomains reads one domain a line.
func readDomains(s *service.Settings, text string, _ *service.Settings) (faults []string) {
	var list []string
	for _, x := range lines(text) {
		d, err := scope.ParseDomain(x.text)
		if err != nil {
			faults = append(faults, x.fault(err.Error()))
			continue
		}
		list = append(list, d)
	}
	slices.Sort(list)
	s.Domains = slices.Compact(list)
	return faults
}
