// Package failure says why a command failed: the exit code of an error, and sentences with
// the way out, for people or as JSON.
//
// Floor: 7 (glue). Stability: engine; the exit codes are stable, the sentences are not. Of a
// command it knows only whether that prints JSON.
package failure

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/control"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/store"
)

// mostFaults is how many joined errors are printed, such as those of the seeds of a long list.
const mostFaults = 20

// Tell prints the texts for an error: each in a line that begins with the name of the program, or,
// for programs, in a JSON object.
func Tell(w io.Writer, err error, asJSON bool) {
	texts, kind := Texts(err), kinds[Code(err)]
	if more := len(texts) - mostFaults; more > 0 {
		texts = append(texts[:mostFaults:mostFaults], "and "+show.Count(more, "more error"))
	}
	for _, text := range texts {
		if asJSON {
			_ = command.WriteJSON(w, line{message{text, kind}}) // nobody is left to tell
			continue
		}
		fmt.Fprintf(w, "aranea: %s\n", show.Text(text))
	}
}

// A line is an error as JSON.
type line struct {
	Error message `json:"error"`
}

type message struct {
	Message string `json:"message"`
	Kind    string `json:"kind"`
}

// kinds are the names of the exit codes of errors.
var kinds = map[int]string{
	command.ExitInternal: "internal", command.ExitUsage: "usage", command.ExitPartial: "partial", command.ExitBlocked: "blocked-by-site",
	command.ExitEmpty: "empty", command.ExitNotIn: "not-in", command.ExitUnknown: "unknown", command.ExitNoRoom: "no-room",
}

// WantsJSON reports whether a command, the last that was found in a command line, was to print JSON. A
// command line that was not read to its end is searched for the flag.
func WantsJSON(ran *cobra.Command, args []string) bool {
	if f := ran.Flags().Lookup("json"); f != nil && f.Value.String() == "true" {
		return true
	}
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	return slices.Contains(args, "--json")
}

// Texts returns the texts for an error: one for each joined error, without duplicates.
func Texts(err error) (out []string) {
	told := map[string]bool{}
	for _, fault := range faultsOf(err) {
		if _, text := explain(fault); text != "" && !told[text] {
			told[text] = true
			out = append(out, text)
		}
	}
	return out
}

// faultsOf returns the errors that were joined, so that each can be printed in a line of its own.
// Other errors are returned unchanged.
func faultsOf(err error) []error {
	inner := err
	if ee := (*command.Error)(nil); errors.As(err, &ee) && ee.Error() == err.Error() {
		inner = ee.Err
	}
	joined, ok := inner.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var out []error
	var texts []string
	for _, e := range joined.Unwrap() {
		texts = append(texts, e.Error())
		out = append(out, faultsOf(e)...)
	}
	if strings.Join(texts, "\n") != inner.Error() {
		return []error{err} // a sentence that contains several errors
	}
	return out
}

// Code returns the exit code of an error, that for success if there is none.
func Code(err error) int {
	code, _ := explain(err)
	return code
}

// explain returns the exit code of an error and its text, "" for none.
func explain(err error) (code int, text string) {
	var ee *command.Error
	var ours *aranea.Error
	var refused *control.Refused
	switch {
	case err == nil:
		return command.ExitOK, ""
	case errors.As(err, &refused):
		return command.ExitUsage, refused.Error()
	case errors.As(err, &ee) && ee.Err == nil:
		return ee.Code, ""
	case errors.As(err, &ee):
		return ee.Code, err.Error()
	case !errors.As(err, &ours):
		return command.ExitInternal, err.Error()
	}
	text = err.Error()
	var fault *store.FolderError
	if errors.As(err, &fault) {
		text = folderText(ours.Obj, fault)
	} else if ours.Kind == aranea.Corrupt {
		text = damageText(err)
	}
	switch ours.Kind {
	case aranea.Invalid, aranea.NotFound, aranea.Denied:
		return command.ExitUsage, text // the operator can change it
	}
	return command.ExitInternal, text
}
