package hostdelay

import "time"

// Paced is the source of the longer delay that a host has which refused requests.
const Paced = "after refusals"

const (
	// firstPace is the delay that a host without one is taken to have, if it asks for rest.
	firstPace = 125 * time.Millisecond
	// paceDoublings limits how often a delay is doubled: usual limits are of one request in one to six seconds, and what
	// rests for longer does so by its back-off.
	paceDoublings = 3
	// mostPaced limits the delay after 429, as a Crawl-delay is limited, and mostBusy after 503 and failures: these may
	// be of single URLs, and say less of how often we ask.
	mostPaced = 5 * time.Minute
	mostBusy  = 500 * time.Millisecond
)

// Paced returns the delay in force of a host whose delay is d, with what its refusals ask for; backoff and throttled
// are as in aranea.Host. The rest alone would not do where a site admits so many requests a minute: behind it the host
// would be asked as often as before and refuse again, until it rests for an hour. So each doubling of the rest doubles
// the delay as well, and ends with it: after 429 only time takes doublings back, after 503 good answers do.
func (d Delay) Paced(backoff uint8, throttled bool) Delay {
	if backoff == 0 || d.Source == Folder || d.Source == Archive {
		return d
	}
	most := mostBusy
	if throttled {
		most = mostPaced
	}
	return d.AtLeast(Delay{Length: min(max(d.Length, firstPace)<<min(backoff, paceDoublings), most), Source: Paced})
}
