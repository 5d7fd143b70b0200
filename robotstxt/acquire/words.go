package acquire

import "fmt"

// sentence describes the event in words.
func (e Event) sentence() string {
	switch e {
	case EventFile:
		return "succeeded"
	case EventRefused:
		return "was refused with 401 or 403"
	case EventThrottled:
		return "was deferred with 429"
	case EventMissing:
		return "was answered that there is none"
	case EventRedirects:
		return "ended in redirects"
	case EventFailing:
		return "failed with an error of the server"
	case EventNoAnswer:
		return "got no whole answer"
	case EventStrange:
		return "was answered with a success other than 200"
	case EventWebPage:
		return "brought a web page in its place"
	case EventUnknown:
		// Nothing was requested, so there is nothing to say.
	}
	return e.String()
}

// sentence describes in words what applies in a stage of an outage.
func (s Stage) sentence() string {
	switch s {
	case StageHold:
		return "while an outage is new, all waits"
	case StageStale:
		return "in this outage the last good copy counts"
	case StageNoCopy:
		return "in this outage there is no good copy from before"
	case StageLate:
		return "the outage lasts too long for the last good copy"
	case StageNone:
		// There is no outage, so there is nothing to say.
	}
	return s.String()
}

// notes describes the copy of the file, if it is known.
func (b Basis) notes() []string {
	var out []string
	if b.Event != EventUnknown {
		s := "the last request for the file " + b.Event.sentence()
		if b.Stage != StageNone {
			s += "; " + b.Stage.sentence()
		}
		out = append(out, s)
	}
	if b.FileHash != [32]byte{} {
		out = append(out, fmt.Sprintf("file of %s UTC, SHA-256 %x", b.FetchedAt.UTC().Format("2006-01-02 15:04:05"), b.FileHash))
	}
	return out
}
