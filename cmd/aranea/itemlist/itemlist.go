package itemlist

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/console/csvexport"
	"github.com/aranea-search/aranea/internal/pageitem"
	"github.com/aranea-search/aranea/internal/show"
)

// help is the help of the command items.
const help = `Items prints the records of pages, such as the products of a list, that a crawl with
--item has written into the lines of --documents: of files, or of all files in a folder.
Of a page that was visited several times the last line counts, and of one that has left
the index none, nor one that its owner lets be found up to a time that is past
(unavailable_after). Each item is a line of JSON with its page, kind and fields, or with
--csv a row of a table, whose first line names the fields. In a row the values of a list
have "; " between them, and what a spreadsheet would take for a formula begins with an
apostrophe.`

// between stands between the values of a list in a row.
const between = "; "

// New returns the command items.
func New() *cobra.Command {
	var kind string
	var asCSV bool
	cmd := &cobra.Command{
		Use:   "items [flags] FILE|FOLDER...",
		Short: "Print the records of pages that a crawl has written, as JSON lines or CSV",
		Long:  help,
		Example: `  aranea crawl --contact you@example.org --documents pages --item quote=css:.quote --item quote.by=css:.author https://example.org/
  aranea items pages
  aranea items --kind quote --csv pages > quotes.csv`,
		Args: command.Args(1, command.NoLimit),
		RunE: func(cmd *cobra.Command, args []string) error {
			r := &listing{kind: kind, now: time.Now()}
			var err error
			if r.files, err = filesOf(args); err != nil {
				return &command.Error{Code: command.ExitUsage, Err: err}
			}
			out := bufio.NewWriter(cmd.OutOrStdout())
			if err := errors.Join(r.print(out, asCSV), out.Flush()); err != nil {
				return err
			}
			r.tell(cmd.ErrOrStderr())
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&kind, "kind", "", "only items of this kind")
	f.BoolVar(&asCSV, "csv", false, "print a table as CSV")
	return cmd
}

// print prints the items.
func (r *listing) print(out io.Writer, asCSV bool) error {
	if err := r.survey(); err != nil {
		return err
	}
	if asCSV {
		return r.printCSV(csv.NewWriter(out))
	}
	return r.eachItem(func(l *line, it *pageitem.Item) error {
		return command.WriteJSON(out, struct {
			Page string `json:"page"`
			*pageitem.Item
			MaxSnippet uint32    `json:"max_snippet,omitempty"`
			Expires    time.Time `json:"expires,omitzero"`
		}{l.URL, it, l.MaxSnippet, l.Expires})
	})
}

// eachItem passes all items to a function that prints them.
func (r *listing) eachItem(see func(l *line, it *pageitem.Item) error) error {
	return r.each(func(l *line) error {
		if l.expired {
			r.past++
		}
		if l.ItemsCut {
			r.cut++
		}
		for i := range l.Items {
			r.items++
			if err := see(l, &l.Items[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// columns returns the fields of all items, in the order in which they come first.
func (r *listing) columns() (all []string, err error) {
	err = r.each(func(l *line) error {
		for _, it := range l.Items {
			for _, f := range it.Fields {
				if !slices.Contains(all, f.Name) {
					all = append(all, f.Name)
				}
			}
		}
		return nil
	})
	return all, err
}

// printCSV prints a row of each item below the names of the columns.
func (r *listing) printCSV(out *csv.Writer) error {
	columns, err := r.columns()
	if err != nil {
		return err
	}
	head := []string{"page"}
	if r.kind == "" {
		head = append(head, "kind")
	}
	before := len(head)
	if err := out.Write(csvexport.Cells(append(head, columns...))); err != nil {
		return err
	}
	err = r.eachItem(func(l *line, it *pageitem.Item) error {
		row := make([]string, before+len(columns))
		row[0] = l.URL
		if before > 1 {
			row[1] = it.Kind
		}
		for _, f := range it.Fields {
			row[before+slices.Index(columns, f.Name)] = strings.Join(f.Values, between)
		}
		return out.Write(csvexport.Cells(row))
	})
	out.Flush()
	return errors.Join(err, out.Error())
}

// tell tells what is missing.
func (r *listing) tell(w io.Writer) {
	switch {
	case r.items > 0:
	case len(r.kinds) > 0:
		fmt.Fprintf(w, "No page has items of the kind %s; there are items of %s.\n", show.Line(r.kind), show.Line(strings.Join(r.kinds, ", ")))
	default:
		fmt.Fprintln(w, "No page has items; a crawl reads what --item and --documents say, and aranea inspect --item shows it for one page.")
	}
	if r.past > 0 {
		fmt.Fprintf(w, "%s items that are left out: the time up to which such a page may be found (expires) is past.\n", show.CountVerb(r.past, "page", "has", "have"))
	}
	if r.cut > 0 {
		fmt.Fprintf(w, "%s more items or longer values than a line takes; the rest is left out (items_cut).\n", show.CountVerb(r.cut, "page", "has", "have"))
	}
}
