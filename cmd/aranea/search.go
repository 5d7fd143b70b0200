package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/aranea-search/aranea/index"
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
  spider -house           without a word
  silk OR thread          with either
  site:example.org silk   on a site; host:, lang:, intitle:, inurl: alike

With --json each result is one line; with --batch each line of standard input is
a query.`,
		Args: cobra.ArbitraryArgs,
		RunE: runSearch,
	}
	f := cmd.Flags()
	f.IntP("number", "n", 10, "results")
	f.Bool("json", false, "print one JSON object for each result")
	f.Bool("explain", false, "show how each score came about")
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
	return search.New(r, time.Now), r.Close, nil
}

func runSearch(cmd *cobra.Command, args []string) error {
	data, _ := cmd.Flags().GetString("data")
	n, _ := cmd.Flags().GetInt("number")
	asJSON, _ := cmd.Flags().GetBool("json")
	explain, _ := cmd.Flags().GetBool("explain")
	batch, _ := cmd.Flags().GetBool("batch")
	q := strings.Join(args, " ")
	switch {
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
	if batch {
		lines, err := readQueries(cmd.InOrStdin())
		if err != nil {
			return err
		}
		for _, line := range lines {
			if err := searchJSON(cmd, s, out, search.Request{Query: line, Limit: n}); err != nil {
				return err
			}
		}
		return nil
	}
	if asJSON {
		return searchJSON(cmd, s, out, search.Request{Query: q, Limit: n, Explain: explain})
	}
	resp, err := s.Search(cmd.Context(), search.Request{Query: q, Limit: n, Explain: explain})
	if err != nil {
		return err
	}
	printResults(out, resp, styled(out))
	return nil
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
	Query   string             `json:"query"`
	Rank    int                `json:"rank"`
	URL     string             `json:"url"`
	Title   string             `json:"title"`
	Snippet string             `json:"snippet"`
	Score   float64            `json:"score"`
	Lang    string             `json:"lang"`
	Fetched string             `json:"fetched"`
	Why     map[string]float64 `json:"why,omitempty"`
}

func searchJSON(cmd *cobra.Command, s *search.Searcher, w io.Writer, r search.Request) error {
	resp, err := s.Search(cmd.Context(), r)
	if err != nil {
		return err
	}
	for i, res := range resp.Results {
		row := resultJSON{
			Query: r.Query, Rank: i + 1, URL: res.URL.String(), Title: res.Title, Snippet: plainSnippet(res.Snippet),
			Score: res.Score, Lang: res.Lang, Fetched: res.FetchedAt.UTC().Format(time.RFC3339),
		}
		if r.Explain {
			row.Why = map[string]float64{}
			for _, p := range res.Why {
				row.Why[p.Name] += p.Value
			}
		}
		if err := writeJSON(w, row); err != nil {
			return err
		}
	}
	return nil
}

func plainSnippet(spans []search.Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
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
		fmt.Fprintln(w, safeLine(h))
	}
	if len(r.Results) == 0 {
		fmt.Fprintln(w, "Nothing found.")
		return
	}
	for i, res := range r.Results {
		fmt.Fprintf(w, "%2d. %s\n    %s\n", i+1, bold(safeLine(res.Title)), safeLine(shown(res.URL.String())))
		if len(res.Snippet) > 0 {
			fmt.Fprint(w, "    ")
			for _, s := range res.Snippet {
				if s.Marked {
					fmt.Fprint(w, bold(safeLine(s.Text)))
				} else {
					fmt.Fprint(w, safeLine(s.Text))
				}
			}
			fmt.Fprintln(w)
		}
		for _, p := range res.Why {
			fmt.Fprintf(w, "    %8.3f  %s\n", p.Value, safeLine(p.Name))
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
