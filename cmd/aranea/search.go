package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/store"
)

func newSearch() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "search [flags] QUERY",
		Short: "Search the pages that were crawled",
		Long: `Search prints the pages that answer the query best. It can run while a crawl
is going on: what was fetched a second ago is found.

  spider silk             pages about these words; those with all come first
  "spider silk"           with exactly these words one after another
  -- spider -house        without a word; -- or quotes keep it from being a flag
  silk OR thread          with either
  site:example.org silk   on a site; host:, lang:, intitle:, inurl: alike

With --json each result is one line; with --batch each line of standard input is
a query.

The exit code is 0 if something was found, 5 if nothing was (with --why if the
page lacks something; with --batch it is 0 when all queries were answered), 2 for
a wrong call or data folder.`,
		Args: cobra.ArbitraryArgs,
		RunE: runSearch,
	}
	f := cmd.Flags()
	f.IntP("number", "n", 10, "results")
	f.Bool("json", false, "print one JSON object for each result")
	f.Int("per-site", 0, "results of one site before those of other sites; 0 is no limit")
	f.Bool("explain", false, "show how each score came about")
	f.String("why", "", "tell how the page with this URL answers the query, found or not")
	f.Bool("batch", false, "read queries from standard input, one a line; needs --json")
	return cmd
}

// openSearcher opens the index of a data folder for reading.
func openSearcher(data string) (*search.Searcher, func(), error) {
	folder, err := store.OpenFolderReadOnly(data)
	if err != nil {
		return nil, nil, err
	}
	r, err := index.OpenReader(folder.IndexDir())
	if err != nil {
		return nil, nil, err
	}
	return search.New(r, time.Now, search.Options{}), r.Close, nil
}

func runSearch(cmd *cobra.Command, args []string) error {
	data, _ := cmd.Flags().GetString("data")
	n, _ := cmd.Flags().GetInt("number")
	asJSON, _ := cmd.Flags().GetBool("json")
	explain, _ := cmd.Flags().GetBool("explain")
	batch, _ := cmd.Flags().GetBool("batch")
	perSite, _ := cmd.Flags().GetInt("per-site")
	why, _ := cmd.Flags().GetString("why")
	q := strings.Join(args, " ")
	switch {
	case batch && why != "":
		return usage("--batch and --why do not go together")
	case perSite < 0:
		return usage("--per-site %d: it must not be negative", perSite)
	case batch && (!asJSON || q != ""):
		return usage("--batch reads queries from standard input and needs --json")
	case !batch && strings.TrimSpace(q) == "":
		return usage("no query; try 'aranea search some words'")
	case n < 1 || n > search.MaxLimit:
		return usage("-n %d: ask for 1 to %d results", n, search.MaxLimit)
	}
	s, done, err := openSearcher(data)
	if err != nil {
		return err
	}
	defer done()
	out := cmd.OutOrStdout()
	request := search.Request{Query: q, Limit: n, Explain: explain, MaxPerSite: perSite}
	if batch {
		lines, err := readQueries(cmd.InOrStdin())
		if err != nil {
			return err
		}
		for _, line := range lines {
			request.Query = line
			if _, err := searchJSON(cmd, s, out, request); err != nil {
				return err
			}
		}
		return nil
	}
	if why != "" {
		return runWhy(cmd, s, q, why, asJSON)
	}
	answer := searchText
	if asJSON {
		answer = searchJSON
	}
	found, err := answer(cmd, s, out, request)
	if err == nil && found == 0 {
		return &exitError{code: exitEmpty}
	}
	return err
}

// searchText prints the results of one query for people and returns how many
// there are.
func searchText(cmd *cobra.Command, s *search.Searcher, w io.Writer, r search.Request) (int, error) {
	resp, err := s.Search(cmd.Context(), r)
	if err != nil {
		return 0, err
	}
	printResults(w, resp, styled(w))
	return len(resp.Results), nil
}

func readQueries(r io.Reader) ([]string, error) {
	data, err := io.ReadAll(io.LimitReader(r, 16<<20))
	if err != nil {
		return nil, fmt.Errorf("read queries: %w", err)
	}
	var out []string
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return out, nil
}

// A resultJSON is one line of "aranea search --json". Fields are only added,
// never renamed.
type resultJSON struct {
	Query string `json:"query"`
	Rank  int    `json:"rank"`
	search.Result
}

// searchJSON prints the results of one query and returns how many there are.
func searchJSON(cmd *cobra.Command, s *search.Searcher, w io.Writer, r search.Request) (int, error) {
	resp, err := s.Search(cmd.Context(), r)
	if err != nil {
		return 0, err
	}
	for i, res := range resp.Results {
		row := resultJSON{Query: r.Query, Rank: i + 1, Result: res}
		if err := writeJSON(w, row); err != nil {
			return 0, err
		}
	}
	return len(resp.Results), nil
}

// styled reports whether the output is a terminal that wants bold text.
func styled(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

func printResults(w io.Writer, r search.Response, style bool) {
	bold := func(s string) string {
		if style {
			return "\x1b[1m" + s + "\x1b[0m"
		}
		return s
	}
	for _, h := range r.Hints {
		fmt.Fprintln(w, show.Line(h))
	}
	if len(r.Results) == 0 {
		fmt.Fprintln(w, "Nothing found.")
		return
	}
	for i, res := range r.Results {
		fmt.Fprintf(w, "%2d. %s\n    %s\n", i+1, bold(show.Line(res.Title)), show.Line(show.URL(res.URL.String())))
		if len(res.Spans) > 0 {
			fmt.Fprint(w, "    ")
			for _, s := range res.Spans {
				if s.Marked {
					fmt.Fprint(w, bold(show.Line(s.Text)))
				} else {
					fmt.Fprint(w, show.Line(s.Text))
				}
			}
			fmt.Fprintln(w)
		}
		for _, p := range res.Why {
			fmt.Fprintf(w, "    %8.3f  %s\n", p.Value, show.Line(p.Name))
		}
	}
	fmt.Fprintf(w, "%s in %d ms\n", countText(r), r.Elapsed.Milliseconds())
}

func countText(r search.Response) string {
	more := ""
	if r.More {
		more = "more than "
	}
	if r.Total == 1 {
		return "1 page"
	}
	return fmt.Sprintf("%s%d pages", more, r.Total)
}

// refuseExclusion catches "aranea search spider -house", which the flag parser
// would take for the flags -h, -o, -u and so on, or worse for a call for help.
func refuseExclusion(args []string) error {
	at := slices.IndexFunc(args, func(a string) bool { return a == "search" })
	if at < 0 || at > 0 && !strings.HasPrefix(args[0], "-") {
		return nil // another command
	}
	for _, a := range args[at+1:] {
		if a == "--" {
			return nil
		}
		word := strings.TrimPrefix(a, "-")
		if len(word) == len(a) || utf8.RuneCountInString(word) < 2 || word[0] == '-' {
			continue
		}
		if value, ok := strings.CutPrefix(word, "n"); ok && strings.Trim(value, "0123456789=-") == "" {
			continue // -n5
		}
		return usage("%q looks like a flag; to leave a word out, put -- before the query or quotes around it:\n  aranea search -- spider -house\n  aranea search 'spider -house'", a)
	}
	return nil
}
