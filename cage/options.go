package cage

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/extract/frame"
)

// Options configure how documents are read. The zero value of a field means its default.
type Options struct {
	// Command starts a worker: a program that calls Serve with its last argument, the group,
	// which is appended.
	Command []string
	// Workers is how many processes of a group run concurrently; the default is half the number
	// of processors, at least one.
	Workers int
	// Deadline is the maximum processor time for one document, and the maximum time for which its
	// reader may be inactive; the default is 60 s. The maximum wall-clock time is five times as
	// long. Where processor time is not available, wall-clock time counts instead. Start is the
	// maximum time for a worker to start; the default is 5 min, because compiling a large module
	// takes a minute on a loaded machine.
	Deadline, Start time.Duration
	// Documents is how many documents a worker reads before it is replaced; the default is 500.
	Documents int
	// Idle is how long a worker waits for work before it ends; the default is 30 s.
	Idle time.Duration
	// Plugins read additional formats, each in workers of its own.
	Plugins []Plugin
	// Kills is how many workers may be killed because of documents of one host and format before
	// such documents are skipped for Rest; the defaults are 5 and 24 hours.
	Kills int
	Rest  time.Duration
}

// A Plugin is a program that reads formats that are not built in.
type Plugin struct {
	Hello frame.Hello // its description of itself
	Path  string      // of its file: a WebAssembly module, or a program of this system
}

// Defaults of Options.
const (
	DefaultDeadline  = 60 * time.Second
	DefaultStart     = 5 * time.Minute
	DefaultDocuments = 500
	DefaultIdle      = 30 * time.Second
	DefaultKills     = 5
	DefaultRest      = 24 * time.Hour
)

// Validate returns all faults of o at once.
func (o Options) Validate() error {
	var faults []error
	if len(o.Command) == 0 {
		faults = append(faults, errors.New("no command that starts a worker"))
	}
	if o.Workers < 0 || o.Deadline < 0 || o.Start < 0 || o.Documents < 0 || o.Idle < 0 || o.Kills < 0 || o.Rest < 0 {
		faults = append(faults, errors.New("numbers and durations must not be negative"))
	}
	var formats extract.Formats
	for _, p := range o.Plugins {
		more, err := formats.With(p.Hello)
		if err == nil && strings.HasPrefix(p.Path, "-") || p.Path == "" {
			err = fmt.Errorf("the plugin %s has no file", p.Hello.Name)
		}
		formats, faults = more, append(faults, err)
	}
	if errors.Join(faults...) == nil {
		return nil
	}
	return &aranea.Error{Op: "cage options", Kind: aranea.Invalid, Err: errors.Join(faults...)}
}

// markdownDeadline is the maximum processor time for a document in Markdown. The 2 MiB that are read take less than 2 s;
// with brackets or quotes inside one another the time of the parser grows with the square of their number, so that
// 128 KiB, a kilobyte on the wire, take half a minute. Notebooks have Markdown in their
// cells, and descriptions of interfaces what they say of each operation.
const markdownDeadline = 10 * time.Second

// deadlineOf returns the maximum processor time for a document of a format.
func (o Options) deadlineOf(format string) time.Duration {
	switch format {
	case "markdown", "notebook", "openapi":
		return min(o.Deadline, markdownDeadline)
	}
	return o.Deadline
}

func (o Options) withDefaults() Options {
	o.Workers = cmp.Or(o.Workers, max(runtime.GOMAXPROCS(0)/2, 1))
	o.Deadline = cmp.Or(o.Deadline, DefaultDeadline)
	o.Start = cmp.Or(o.Start, DefaultStart)
	o.Documents = cmp.Or(o.Documents, DefaultDocuments)
	o.Idle = cmp.Or(o.Idle, DefaultIdle)
	o.Kills = cmp.Or(o.Kills, DefaultKills)
	o.Rest = cmp.Or(o.Rest, DefaultRest)
	return o
}
