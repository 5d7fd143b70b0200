// Package searches has the command that tells what was searched for.
//
// Floor: 7 (glue). Stability: engine; the texts are part of the user interface.
package searches

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/console/searchlog"
	"github.com/aranea-search/aranea/console/searchlog/tally"
	"github.com/aranea-search/aranea/internal/show"
)

// New returns the command searches.
func New() *cobra.Command {
	var days, limit int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "searches [flags] FILE",
		Short: "Tell what was searched for most often, and what was not found",
		Long: `Searches reads a log of searches, which serve and run write with --search-log FILE, and
the older files beside it that end in .1 to .9. It tells the queries that were searched
for most often, with how many pages match, and those for which no page has all the
words: candidates for a list of synonyms, or for a page that is missing.

Upper and lower case and whitespace make no difference. The further pages of a list of
results are no searches of their own. The number of pages is that of the last search.`,
		Example: `  aranea searches searches.jsonl
  aranea searches --days 7 --limit 50 searches.jsonl
  aranea searches --json searches.jsonl`,
		Args: command.Args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if days < 0 || limit < 1 {
				return command.Usage("--days must not be negative, and --limit is at least 1")
			}
			t := tally.Tally{}
			if days > 0 {
				t.Since = time.Now().AddDate(0, 0, -days)
			}
			if err := read(&t, args[0], cmd.InOrStdin()); err != nil {
				return command.Usage("%w", err)
			}
			r := t.Report(limit)
			if asJSON {
				return command.WriteJSON(cmd.OutOrStdout(), r)
			}
			return tell(cmd.OutOrStdout(), &r)
		},
	}
	f := cmd.Flags()
	f.IntVar(&days, "days", 0, "count only the searches of so many days; 0 is all")
	f.IntVar(&limit, "limit", 20, "at most so many queries in each list")
	f.BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// read counts the searches of a log and of the older files beside it, or those of standard input,
// named -.
func read(t *tally.Tally, name string, stdin io.Reader) error {
	if name == "-" {
		return t.Read(stdin)
	}
	for i := searchlog.KeptFiles; i >= 0; i-- {
		file := name
		if i > 0 {
			file = fmt.Sprintf("%s.%d", name, i)
		}
		if err := readFile(t, file); err != nil && (i == 0 || !errors.Is(err, fs.ErrNotExist)) {
			return err
		}
	}
	return nil
}

func readFile(t *tally.Tally, name string) error {
	f, err := os.Open(name) //nolint:gosec // the operator names it
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // it was only read
	return t.Read(f)
}

// tell prints a report for people.
func tell(w io.Writer, r *tally.Report) error {
	if r.Searches == 0 {
		fmt.Fprintln(w, "No searches.")
		return unread(w, r)
	}
	fmt.Fprintf(w, "%s from %s to %s, for %s.\n", show.Count(r.Searches, "search"), r.From.Format(time.DateOnly), r.To.Format(time.DateOnly), queries(r))
	if r.Unanswered > 0 {
		fmt.Fprintf(w, "For %s of them (%d %%), no page had all the words.\n", show.Number(r.Unanswered), r.Unanswered*100/r.Searches)
	}
	if err := unread(w, r); err != nil {
		return err
	}
	list(w, "Most often:", r.Often)
	list(w, "Without a page that has all the words:", r.Without)
	return nil
}

// unread tells how many lines are none of a log of searches.
func unread(w io.Writer, r *tally.Report) error {
	if r.Unread == 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "%s could not be read: is this a log that serve or run wrote with --search-log?\n", show.Count(r.Unread, "line"))
	return err
}

// queries tells how many different queries there were.
func queries(r *tally.Report) string {
	if r.Others == 0 {
		return show.Count(r.Queries, "query")
	}
	return fmt.Sprintf("more than %s queries; only these are in the lists", show.Number(r.Queries))
}

// list prints a list of queries, unless it is empty.
func list(w io.Writer, title string, all []tally.Query) {
	if len(all) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s\n", title)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for i := range all {
		q := &all[i]
		fmt.Fprintf(t, "%8s\t%s\t%s\n", show.Number(q.Searches), show.Line(q.Query), answer(q))
	}
	_ = t.Flush() // like all of the output
}

// answer tells what was found for a query.
func answer(q *tally.Query) string {
	text := "nothing"
	if q.Total > 0 {
		text = show.Found(q.Total, q.Some, q.More, false, "page")
	}
	if q.Meant != "" {
		text += "; suggested: " + show.Line(q.Meant)
	}
	return text
}
