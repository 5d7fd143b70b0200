package maintenance

import (
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/store"
)

// A Checker returns the faults of the data folder of a command, repairing them if wanted, and a
// function that must be called at the end with a pointer to the command's error.
type Checker func(cmd *cobra.Command, repair bool) (faults iter.Seq2[service.Fault, error], done func(*error), err error)

// NewCheck returns the command check.
func NewCheck(open Checker) *cobra.Command {
	var repair, asJSON bool
	cmd := &cobra.Command{
		Use:   "check [flags]",
		Short: "Read every file of a data folder and tell what is wrong with it",
		Long: `Check reads every file of the data folder, while everything else goes on, and
names each fault with its file: damage, and pages that the queue calls indexed and
the index does not have. With --repair it rebuilds what can be rebuilt and queues
again what is missing; a crawl then brings it in. Pages with the same fault are told
behind the files, as one line with their number and a few examples; --json names all.
What repairs have put aside is named, too; nothing needs it.

The exit code is 0 if nothing is wrong or everything was repaired, 1 otherwise.`,
		Example: `  aranea check
  aranea check --repair`,
		Args: command.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			faults, done, err := open(cmd, repair)
			if err != nil {
				return err
			}
			defer done(&err)
			return runCheck(cmd.OutOrStdout(), faults, repair, asJSON, func() error {
				return tellCoverage(cmd.OutOrStdout(), command.DataOf(cmd))
			})
		},
	}
	cmd.Flags().BoolVar(&repair, "repair", false, "rebuild what can be rebuilt, and queue again what is missing")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object for each fault")
	return cmd
}

// runCheck prints the faults, the output of covered, and a summary.
func runCheck(w io.Writer, all iter.Seq2[service.Fault, error], repair, asJSON bool, covered func() error) error {
	faults, left, lost := 0, 0, false
	var pages pageFaults
	for f, err := range all {
		if err != nil {
			return err
		}
		if faults++; !f.Repaired {
			left++
		}
		lost = lost || f.OfFrontier()
		switch {
		case asJSON:
			err = command.WriteJSON(w, &f)
		case f.URL != "":
			pages.add(&f)
		default:
			_, err = fmt.Fprintln(w, faultText(&f))
		}
		if err != nil {
			return err
		}
	}
	if !asJSON {
		pages.tell(w)
		if err := covered(); err != nil {
			return err
		}
		fmt.Fprintln(w, checkSummary(faults, left, lost, repair))
	}
	if left > 0 {
		return &command.Error{Code: command.ExitInternal}
	}
	return nil
}

// tellCoverage prints which files were compared with their checksums, and which files in the
// folder are only for the operator.
func tellCoverage(w io.Writer, data string) error {
	c, err := store.Coverage(data)
	if err != nil {
		return err
	}
	others := ""
	if len(c.Others) > 0 {
		others = "; files without a checksum, which nothing reads: " + show.Line(strings.Join(c.Others, ", "))
	}
	fmt.Fprintf(w, "Checksums compared: %s, %s%s.\n", show.Count(c.Files, "file"), show.Bytes(c.Bytes), others)
	if len(c.Aside) > 0 {
		fmt.Fprintf(w, "Put aside by repairs, %s that nothing needs; remove them when you do not want to look into them: %s.\n",
			show.Bytes(c.AsideBytes), show.Line(strings.Join(c.Aside, ", ")))
	}
	return nil
}

func faultText(f *service.Fault) string {
	where := f.File
	if f.Offset > 0 {
		where = fmt.Sprintf("%s at byte %d", where, f.Offset)
	}
	return fmt.Sprintf("%s: %s%s", show.Line(where), show.Line(f.Text), repairedText(f.Repaired))
}

// checkSummary returns what to do. lost is true if the frontier is damaged: it cannot be rebuilt,
// and without it nothing else is repaired.
func checkSummary(faults, left int, lost, repair bool) string {
	switch {
	case lost:
		return show.Count(faults, "fault") + "; " + command.FrontierLost + "."
	case faults == 0:
		return "Nothing is wrong."
	case left == 0:
		return fmt.Sprintf("%s repaired; aranea crawl brings in again what is missing.", show.Count(faults, "fault"))
	case repair:
		return fmt.Sprintf("%s, of which %d cannot be repaired; put the folder back from a backup.", show.Count(faults, "fault"), left)
	}
	return fmt.Sprintf("%s; aranea check --repair repairs what can be repaired.", show.Count(faults, "fault"))
}
