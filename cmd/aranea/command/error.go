package command

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
)

// Exit codes. They are part of the user interface: docs/exit-codes.md describes them, and a test
// compares that page with this list.
const (
	ExitOK       = 0
	ExitInternal = 1 // also the "no" of the checks of "aranea robots"
	ExitUsage    = 2
	ExitPartial  = 3
	ExitBlocked  = 4
	ExitEmpty    = 5
	ExitNotIn    = 6 // "aranea explain": known and not in the index
	ExitUnknown  = 7 // "aranea explain": not known
	ExitNoRoom   = 8
)

// An Error carries an exit code up to main. A nil Err prints nothing, because the command has
// already printed everything.
type Error struct {
	Code int
	Err  error
}

// Error implements error.
func (e *Error) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("exit code %d", e.Code)
	}
	return e.Err.Error()
}

// Unwrap returns the underlying error, or nil.
func (e *Error) Unwrap() error { return e.Err }

// Usage returns an error about incorrect usage of the command.
func Usage(format string, args ...any) error {
	return &Error{Code: ExitUsage, Err: fmt.Errorf(format, args...)}
}

// SettingsFault converts an error about settings to a usage error, without its operation unless
// that is on a file, which is named.
func SettingsFault(err error) error {
	var e *aranea.Error
	if errors.As(err, &e) && e.Kind == aranea.Invalid && e.Err != nil && e.Obj == "" {
		err = e.Err
	}
	return &Error{Code: ExitUsage, Err: err}
}

// FrontierLost describes what to do when the frontier is damaged.
const FrontierLost = "the frontier cannot be rebuilt, and without it nothing is repaired: put the whole folder back from a backup, or crawl its seeds (options.json names them) into a new folder; " +
	"meanwhile 'aranea search' still searches what can be read of the index, and 'aranea export --documents' writes its pages out, for 'aranea import' to read into another folder"

// TellDamage prints how to get more information after a search of a folder with a damaged part.
// lost is true if the frontier is damaged, which cannot be repaired.
func TellDamage(cmd *cobra.Command, lost bool) {
	text := "What is damaged is named by: aranea check --data " + show.Word(DataOf(cmd))
	if !lost {
		text += " (--repair makes anew what can be made anew)"
	}
	fmt.Fprintln(cmd.ErrOrStderr(), text)
}
