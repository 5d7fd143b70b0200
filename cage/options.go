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

// Options say how documents are read. The zero value of a field means its
// default.
type Options struct {
	// Command starts a worker: a program that calls Serve with the group that is
	// added as the last argument.
	Command []string
	// Workers is how many processes of a group run at once; default is half of
	// the processors, at least one.
	Workers int
	// Deadline is what the reading of one document may take of the processor, and how
	// long its reader may do nothing, 60 s by default; by the clock of the wall it may
	// take five times that. Where the processor's time is not known, it is that of the
	// wall. Start is how long a worker may take to begin, 5 min by default: compiling a
	// large module takes a minute on a machine with much else to do.
	Deadline, Start time.Duration
	// Documents is how many documents a worker reads before another takes its
	// place; default 500.
	Documents int
	// Idle is how long a worker waits for work before it ends; default 30 s.
	Idle time.Duration
	// Plugins read further formats, each in workers of its own.
	Plugins []Plugin
	// Kills is how many workers the documents of a host and format may end
	// before they are skipped for Rest; defaults 5 and 24 hours.
	Kills int
	Rest  time.Duration
}

// A Plugin is a program that reads formats which are not built in.
type Plugin struct {
	Hello frame.Hello // what it says of itself
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

// Validate reports all faults of o at once.
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
