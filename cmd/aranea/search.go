package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/nodes"
	"github.com/aranea-search/aranea/cmd/aranea/results"
	"github.com/aranea-search/aranea/engine/readonly"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/session"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/internal/settings"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/search"
)

func newSearch() *cobra.Command {
	c := new(searchFlags)
	cmd := &cobra.Command{
		Use:   "search [flags] QUERY",
		Short: "Search the pages that were crawled",
		Long: `Search prints the pages that answer the query best. It can run while a crawl
is going on: what was fetched is found at once.

  spider silk             pages about these words; those with all come first
  "spider silk"           with these words, in these forms, one after another
  "silk spider"~5         near each other, in any order
  spid* pakcage~          words that begin so; words that are spelled alike
  -- spider -house        without a word; -- or quotes keep it from being a flag
  silk OR thread          with either
  site:example.org silk   on a site; host:, lang:, filetype:, intitle:,
                          inheading:, inbody:, inurl:, inanchor: alike
  after:2026-03           published or changed from then on, or if neither page
                          nor server says, visited; before: alike
  facet:price=10..20      with a number in a range as facet; facet:name=value
  link:example.org/page   with a link to a page; related: like a page

A result whose passage stands further down a long page names the section, with the
URL that leads there.

With --json each result is one line, in which total is the number of pages that
match (at least so many if more is true); what is to be said beside them goes to
standard error. With --batch each line of standard input is a query.

A list of any length is read page by page with --after start, and then --after
with the cursor that stands in the last line of each page that has more behind it.
No page comes twice, and none is lost, also while a crawl goes on.

The exit code is 0 if something was found, 5 if nothing was (with --why if the
page lacks something; with --batch it is 0 when all queries were answered), 2 for
a wrong call or data folder.`,
		Example: `  aranea search spider silk
  aranea search --limit 20 --sort date 'site:example.org "spider silk"'
  aranea search --json --after start spider
  aranea search --why https://example.org/page.html spider silk`,
		Args: cobra.ArbitraryArgs,
		RunE: c.run,
	}
	f := cmd.Flags()
	f.IntVarP(&c.limit, "limit", "n", 10, "at most so many results")
	settings.FormerName(f, "number", "limit")
	f.IntVar(&c.offset, "offset", 0, fmt.Sprintf("results to skip, at most %d", search.MaxOffset))
	f.StringVar(&c.after, "after", "", "results behind a page that ended with this cursor; 'start' for the first page")
	f.BoolVar(&c.json, "json", false, "print one JSON object for each result")
	f.IntVar(&c.perSite, "per-site", 0, "results of one site before those of others that are nearly as good; 0 is no limit")
	f.BoolVar(&c.copies, "copies", false, "show pages whose text is nearly that of a better result, older versions of it, its translations, and other pages of a list, too")
	f.StringVar(&c.sort, "sort", "", "date: by the date of the page, the newest first; NAME: by the numbers or dates of a facet, the lowest first, -NAME: the highest first")
	f.BoolVar(&c.facets, "facets", false, "count the pages by site, language, type, year and your own facets")
	f.BoolVar(&c.explain, "explain", false, "show how each score came about")
	f.StringSliceVar(&c.access, "access", nil, "labels of secrets whose pages may be shown, or all")
	f.StringSliceVar(&c.langs, "lang", nil, "languages whose pages come first, the most preferred first, such as pt,en (default those of your locale; none with --json)")
	f.BoolVar(&c.complete, "complete", false, "print how the query may go on, as the search field offers it")
	f.StringVar(&c.why, "why", "", "tell how the page with this URL answers the query, found or not")
	f.BoolVar(&c.batch, "batch", false, "read queries from standard input, one a line; needs --json")
	return nodes.BindFile(cmd)
}

// searchFlags are the flags of a search.
type searchFlags struct {
	limit, offset, perSite int
	json, explain, batch   bool
	copies                 bool
	facets, complete       bool
	sort                   string
	access, langs          []string
	why, after             string
}

// openSearching opens a data folder for searching. A read-only folder is searched as it is.
func openSearching(cmd *cobra.Command) (service.Searching, func(*error), error) {
	s, done, err := openAsked(cmd, session.Options{Searching: true})
	if err == nil {
		return s, done, nil
	}
	if !session.Unwritable(err) {
		return nil, nil, err
	}
	r, rerr := readonly.Open(command.DataOf(cmd))
	if rerr != nil {
		return nil, nil, rerr
	}
	return r, func(err *error) { *err = errors.Join(*err, r.Close()) }, nil
}

// check returns an error for flags that exclude each other.
func (c *searchFlags) check(q string) error {
	switch {
	case c.complete && (c.batch || c.why != ""):
		return command.Usage("--complete goes neither with --batch nor with --why")
	case c.batch && c.why != "":
		return command.Usage("--batch and --why do not go together")
	case c.facets && c.json:
		return command.Usage("--facets and --json do not go together; the HTTP API tells facets in JSON")
	case c.perSite < 0 || c.perSite > search.MaxLimit:
		return command.Usage("--per-site %d: it must be from 0 to %d", c.perSite, search.MaxLimit)
	case c.complete && c.limit > search.MaxCompleted:
		return command.Usage("--limit %d: ask for 1 to %d completions", c.limit, search.MaxCompleted)
	case c.batch && (!c.json || q != ""):
		return command.Usage("--batch reads queries from standard input and needs --json")
	case !c.batch && strings.TrimSpace(q) == "":
		return command.Usage("no query; try 'aranea search some words'")
	case c.limit < 1 || c.limit > search.MaxLimit:
		return command.Usage("--limit %d: ask for 1 to %d results", c.limit, search.MaxLimit)
	case c.after != "" && (c.batch || c.offset != 0):
		return command.Usage("--after goes neither with --batch nor with --offset")
	case c.offset < 0 || c.offset > search.MaxOffset:
		return command.Usage("--offset %d: it must be from 0 to %d", c.offset, search.MaxOffset)
	}
	return nil
}

func (c *searchFlags) run(cmd *cobra.Command, args []string) (err error) {
	q := strings.Join(args, " ")
	if err := c.check(q); err != nil {
		return err
	}
	langs, err := command.Langs("--lang", c.langs)
	if err != nil {
		return err
	}
	if !c.json && !cmd.Flags().Changed("lang") {
		langs = command.LocaleLangs(os.Getenv)
	}
	s, done, err := openSearching(cmd)
	if err != nil {
		return err
	}
	defer done(&err)
	if err := command.TellLabels(cmd.Context(), cmd.ErrOrStderr(), s, c.access); err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	request := search.Request{After: c.after, Query: q, Offset: c.offset, Limit: c.limit, Langs: langs, Explain: c.explain, MaxPerSite: c.perSite, Access: c.access, Copies: c.copies, Sort: c.sort, Facets: c.facets}
	switch {
	case c.complete:
		return c.runComplete(cmd, s, request)
	case c.batch:
		return c.runBatch(cmd, s, request)
	case c.why != "":
		return runWhy(cmd, s, request, c.why, c.json)
	}
	answer := searchText
	if c.json {
		answer = searchJSON
	}
	resp, err := answer(cmd, s, out, request)
	if err == nil && cmd.Flags().Changed("after") && resp.Next != "" {
		err = c.tellNext(out, resp.Next)
	}
	switch {
	case err != nil:
		return err
	case len(resp.Results) > 0 || resp.Next != "":
		if len(resp.Damage) > 0 {
			command.TellDamage(cmd, lost(resp.Damage))
		}
		return nil
	case len(resp.Damage) > 0:
		command.TellDamage(cmd, lost(resp.Damage))
		return &command.Error{Code: command.ExitEmpty}
	}
	return errors.Join(c.foundNothing(cmd, s), results.TellAbsent(cmd, resp.Absent))
}

// lost reports whether faults concern the frontier, which cannot be repaired.
func lost(faults []index.Fault) bool {
	return slices.ContainsFunc(faults, func(f index.Fault) bool { return (&service.Fault{File: f.File}).OfFrontier() })
}

// tellNext prints the cursor of the next page of results.
func (c *searchFlags) tellNext(w io.Writer, next string) error {
	if c.json {
		return command.WriteJSON(w, map[string]string{"next": next})
	}
	_, err := fmt.Fprintln(w, "more: --after "+next)
	return err
}

// runComplete prints completions of a query.
func (c *searchFlags) runComplete(cmd *cobra.Command, s service.Searching, r search.Request) error {
	found, err := s.Complete(cmd.Context(), r)
	if err != nil {
		return err
	}
	for _, x := range found.Completions {
		if c.json {
			err = errors.Join(err, command.WriteJSON(cmd.OutOrStdout(), x))
		} else {
			fmt.Fprintln(cmd.OutOrStdout(), show.Line(x.Text))
		}
	}
	if len(found.Completions) == 0 {
		return c.foundNothing(cmd, s)
	}
	return err
}

// foundNothing ends a search without results. It prints a message if nothing can be found at all.
func (c *searchFlags) foundNothing(cmd *cobra.Command, s service.Searching) error {
	n, err := s.Docs(cmd.Context())
	if err == nil && n == 0 {
		name, flag := nodes.AskedOf(cmd)
		fmt.Fprintf(cmd.ErrOrStderr(), "No page in %s can be found now; aranea status%s says what it holds.\n", name, flag)
	}
	return errors.Join(&command.Error{Code: command.ExitEmpty}, err)
}

// runBatch answers each line of standard input.
func (c *searchFlags) runBatch(cmd *cobra.Command, s service.Searching, r search.Request) error {
	lines, err := readQueries(cmd.InOrStdin())
	if err != nil {
		return err
	}
	for _, line := range lines {
		r.Query = line
		if _, err := searchJSON(cmd, s, cmd.OutOrStdout(), r); err != nil {
			return err
		}
	}
	return nil
}

// searchText prints the results of one query for people and returns them.
func searchText(cmd *cobra.Command, s service.Searching, w io.Writer, r search.Request) (search.Response, error) {
	resp, err := s.Search(cmd.Context(), r)
	if err != nil {
		return resp, err
	}
	results.Print(w, &resp)
	return resp, nil
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
	Total int    `json:"total"`           // pages that match, as in the API
	More  bool   `json:"more,omitempty"`  // Total is a lower bound
	Some  int    `json:"some,omitempty"`  // pages among Total with only some of the words
	Apart bool   `json:"apart,omitempty"` // or with all of them, but apart, as in the API
	search.Result
}

// searchJSON prints the results of one query, one per line, and returns them.
func searchJSON(cmd *cobra.Command, s service.Searching, w io.Writer, r search.Request) (search.Response, error) {
	resp, err := s.Search(cmd.Context(), r)
	if err != nil {
		return resp, err
	}
	tellBeside(cmd.ErrOrStderr(), &resp, r.Query)
	for i, res := range resp.Results {
		row := resultJSON{Query: r.Query, Rank: resp.First + i, Total: resp.Total, More: resp.More, Some: resp.Some, Apart: resp.Apart, Result: res}
		if err := command.WriteJSON(w, row); err != nil {
			return resp, err
		}
	}
	return resp, nil
}

// tellBeside prints information that does not fit in lines of results.
func tellBeside(w io.Writer, r *search.Response, query string) {
	hints := r.Hints
	if r.Suggestion != nil {
		hints = append(slices.Clone(hints), results.Meant(r.Suggestion))
	}
	for _, h := range hints {
		fmt.Fprintf(w, "aranea: %s: %s\n", show.Line(query), show.Line(h))
	}
}

// refuseExclusion detects "aranea search spider -house", which the flag parser would interpret as
// the flags -h, -o, -u and so on, or even as a request for help.
func refuseExclusion(args []string) error {
	at := slices.IndexFunc(args, func(a string) bool { return a == "search" })
	if at < 0 || at > 0 && !strings.HasPrefix(args[0], "-") {
		return nil // another command
	}
	for i, a := range args[at+1:] {
		if a == "--" {
			return nil
		}
		word := strings.TrimPrefix(a, "-")
		if len(word) == len(a) || utf8.RuneCountInString(word) < 2 || word[0] == '-' || args[at+i] == "--sort" {
			continue
		}
		if value, ok := strings.CutPrefix(word, "n"); ok && strings.Trim(value, "0123456789=-") == "" {
			continue // -n5
		}
		return command.Usage("%q looks like a flag; to leave a word out, put -- before the query or quotes around it:\n  aranea search -- spider -house\n  aranea search 'spider -house'", a)
	}
	return nil
}
