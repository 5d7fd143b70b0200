package maintenance

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/ranking"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/upkeep"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/internal/terminal"
)

// NewIndex returns the command index.
func NewIndex(with Opener) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "index",
		Short: "Work on the index of a data folder",
		Args:  command.Subcommand,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newStat(with), newVerify(with), newMerge(with), newRank(with), newRebuild(with))
	return cmd
}

// asked returns a command without arguments that asks the folder one question and prints the
// answer, optionally as JSON: one object, or those that lines prints if it is not nil.
func asked[Out any](with Opener, cmd *cobra.Command, ask func(context.Context, service.Service) (Out, error), tell, lines func(io.Writer, Out) error) *cobra.Command {
	usage := "print one JSON object"
	if lines != nil {
		usage = "print one JSON object for each index"
	} else {
		lines = func(w io.Writer, out Out) error { return command.WriteJSON(w, out) }
	}
	var asJSON bool
	cmd.Args = command.Args(0, 0)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return with(cmd, func(ctx context.Context, s service.Service) error {
			out, err := ask(ctx, s)
			if err != nil {
				return err
			}
			if asJSON {
				return lines(cmd.OutOrStdout(), out)
			}
			return tell(terminal.Fitted(cmd.OutOrStdout()), out)
		})
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, usage)
	return cmd
}

func newRank(with Opener) *cobra.Command {
	return asked(with, &cobra.Command{
		Use:   "rank [flags]",
		Short: "Bring up to date what follows from links",
		Long: `Rank reads the links between pages and brings up to date what follows from them: by
which words of links each page is found, and how much links recommend each page
(its static rank). A crawl does so at its end and every half hour. docs/ranking.md
tells how links count.`,
		Example: "  aranea index rank",
	}, func(ctx context.Context, s service.Service) (ranking.Ranked, error) { return s.Rank(ctx) }, printRanked, nil)
}

func newRebuild(with Opener) *cobra.Command {
	return asked(with, &cobra.Command{
		Use:   "rebuild-rank [flags]",
		Short: "Make anew what follows from links, whatever is there",
		Long: `Rebuild-rank forgets what rank has made of the links between pages and makes all of it
anew. Until it is done, links recommend no page; the words of links find pages all the
while. Damage is no reason to call it: aranea check --repair does so itself.`,
		Example: "  aranea index rebuild-rank",
	}, func(ctx context.Context, s service.Service) (ranking.Ranked, error) { return s.Rerank(ctx) }, printRanked, nil)
}

func printRanked(out io.Writer, r ranking.Ranked) error {
	pages := fmt.Sprintf("%s of %s ranked by %s", show.Count(r.Pages.Pages, "page"), show.Count(r.Pages.Sites, "site"), show.Count(r.Pages.Links, "link"))
	if r.Pages.Same {
		pages = show.Count(r.Pages.Pages, "page") + " ranked; no link has changed"
	}
	_, err := fmt.Fprintf(out, "%s found by the words of links; %s changed.\n%s.\n",
		show.Count(r.Anchors.Targets, "URL"), show.Number(r.Anchors.Changed), pages)
	return err
}

func newStat(with Opener) *cobra.Command {
	return asked(with, &cobra.Command{
		Use:   "stat [flags]",
		Short: "Tell what the indexes of a data folder are made of",
		Long: `Stat tells of each index of the data folder (that of the pages, and that of the words
of links) how many documents it has, and hidden and deleted ones, its words, what
waits in memory, its languages, its bytes by part and its segments. docs/format/index.md
says what the parts are.`,
		Example: "  aranea index stat",
	}, func(ctx context.Context, s service.Service) ([]upkeep.Stat, error) { return s.IndexStats(ctx) }, printStats, writeStats)
}

func writeStats(w io.Writer, all []upkeep.Stat) error {
	for i := range all {
		if err := command.WriteJSON(w, &all[i]); err != nil {
			return err
		}
	}
	return nil
}

// maxLangs is the maximum number of languages in the output of stat.
const maxLangs = 12

func printStats(out io.Writer, all []upkeep.Stat) error {
	for i, st := range all {
		if i > 0 {
			fmt.Fprintln(out)
		}
		var total int64
		for _, n := range st.Bytes {
			total += n
		}
		fmt.Fprintf(out, "%s: %s, %s hidden, %s deleted; %s in %s\n", st.Dir, show.Count(st.Docs, "document"), show.Number(st.Hidden), show.Number(st.Deleted),
			show.Bytes(total), show.Count(len(st.List), "segment"))
		fmt.Fprintf(out, "  words      %s at their places, %s in the dictionaries; %s cut at the limit\n", show.Number(st.Words), show.Number(st.Terms), show.Count(st.Limited, "document"))
		fmt.Fprintf(out, "  in memory  %s, %s\n", show.Count(st.Waiting, "document"), show.Bytes(st.WaitingBytes))
		fmt.Fprintf(out, "  languages  %s\n", largest(st.Langs, maxLangs, func(n uint64) string { return show.Number(n) }))
		if st.Protected > 0 {
			fmt.Fprintf(out, "  secrets    %s read with one\n", show.Count(st.Protected, "document"))
		}
		fmt.Fprintf(out, "  parts      %s\n", largest(st.Bytes, len(st.Bytes), func(n int64) string { return show.Bytes(n) }))
		for _, s := range st.List {
			fmt.Fprintf(out, "  %s  %s, %s deleted, %s, merged %s\n", s.Name, show.Count(s.Docs, "document"), show.Number(s.Deleted), show.Bytes(s.Bytes), show.Count(s.Level, "time"))
		}
		for _, f := range st.Faults {
			fmt.Fprintf(out, "  damaged    %s\n", show.Line(f.String()))
		}
	}
	return nil
}

// largest formats the largest of some numbers, and how many more there are.
func largest[N int64 | uint64](of map[string]N, most int, text func(N) string) string {
	names := slices.SortedFunc(maps.Keys(of), func(a, b string) int { return cmp.Or(cmp.Compare(of[b], of[a]), cmp.Compare(a, b)) })
	var parts []string
	for _, name := range names[:min(most, len(names))] {
		parts = append(parts, name+" "+text(of[name]))
	}
	if more := len(names) - most; more > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", more))
	}
	return cmp.Or(strings.Join(parts, ", "), "none")
}

func newVerify(with Opener) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "verify [flags]",
		Short: "Read every block of the indexes and compare it with its checksum",
		Long: `Verify reads every block of every file of the indexes, while everything else goes on,
and tells each segment when it was read, and each damaged file with the place. It
changes nothing; aranea check looks at the rest of the folder as well, and
aranea check --repair makes anew what is damaged.

The exit code is 0 if nothing is wrong, 1 otherwise.`,
		Example: "  aranea index verify",
		Args:    command.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return with(cmd, func(ctx context.Context, s service.Service) error {
				return runVerify(terminal.Output(cmd.OutOrStdout(), asJSON), s.Verify(ctx), asJSON)
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object for each segment and each fault")
	return cmd
}

func runVerify(w io.Writer, all iter.Seq2[upkeep.Verified, error], asJSON bool) error {
	faults, segments, bytes := 0, 0, int64(0)
	for v, err := range all {
		if err != nil {
			return err
		}
		bytes = v.Bytes
		if v.Segment == "" {
			faults++
		} else {
			segments++
		}
		if err := tellVerified(w, &v, asJSON); err != nil {
			return err
		}
	}
	if !asJSON {
		verdict := "nothing is wrong"
		if faults > 0 {
			verdict = show.Count(faults, "fault") + "; aranea check --repair makes anew what can be made anew"
		}
		fmt.Fprintf(w, "%s of %s read: %s.\n", show.Bytes(bytes), show.Count(segments, "segment"), verdict)
	}
	if faults > 0 {
		return &command.Error{Code: command.ExitInternal}
	}
	return nil
}

func tellVerified(w io.Writer, v *upkeep.Verified, asJSON bool) (err error) {
	switch {
	case asJSON:
		return command.WriteJSON(w, v)
	case v.Segment == "":
		_, err = fmt.Fprintln(w, faultText(&service.Fault{File: v.File, Offset: v.Offset, Text: v.Text}))
	default:
		_, err = fmt.Fprintf(w, "%3d %%  %s\n", 100*v.Bytes/max(v.Of, 1), show.Line(v.Segment))
	}
	return err
}

func newMerge(with Opener) *cobra.Command {
	m := upkeep.Merge{}
	cmd := asked(with, &cobra.Command{
		Use:   "merge [flags]",
		Short: "Merge the segments of the indexes until so many are left",
		Long: `Merge merges the segments of each index, the smallest first, while everything else
goes on, until at most so many are left. What was deleted before, or has a newer
version, leaves the files, for which a segment that has any of it is written anew.
Each query pays for each segment, so a folder that is searched much and crawled
seldom gains by it; a crawl and its owner merge by themselves else.`,
		Example: "  aranea index merge --segments 1",
	}, func(ctx context.Context, s service.Service) (upkeep.Merged, error) { return s.Merge(ctx, m) }, printMerged, nil)
	cmd.Flags().IntVar(&m.Segments, "segments", 1, "how many segments of each index are left at most")
	return cmd
}

func printMerged(out io.Writer, m upkeep.Merged) error {
	freed := show.Bytes(m.Freed) + " freed"
	if m.Freed <= 0 {
		freed = "nothing freed"
	}
	if m.After > m.Most {
		freed += fmt.Sprintf("; more than were asked for, because segments of more than %s are not merged, or others came meanwhile", show.Count(m.Docs/2, "document"))
	}
	_, err := fmt.Fprintf(out, "%s of all indexes, %s before; %s, %s.\n", show.Count(m.After, "segment"), show.Number(m.Before), show.Bytes(m.Bytes), freed)
	return err
}
