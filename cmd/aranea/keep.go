package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/store"
)

func newDelete() *cobra.Command {
	var undo, yes bool
	cmd := &cobra.Command{
		Use:   "delete [flags] URL|PREFIX*|HOST|*",
		Short: "Take a URL, a folder or a host out of the index, and keep it out",
		Long: `Delete takes pages out of the index at once and keeps them out: they are not
visited any more, and what is found below later is left out too. A URL names
itself, a URL that ends in * everything that begins so, a host name everything on
that host, and * alone everything; before that, delete asks, unless --yes is given.

--undo takes it back: the pages are queued, and a crawl brings them in again.`,
		Example: `  aranea delete https://example.org/old/page.html
  aranea delete 'https://example.org/old/*'
  aranea delete old.example.org
  aranea delete --undo old.example.org`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if args[0] == engine.Everything && !undo && !yes {
				if err := confirm(cmd, "Take every page out of the index?"); err != nil {
					return err
				}
			}
			return withSession(cmd, func(ctx context.Context, s *engine.Session) error {
				r, err := s.Remove(ctx, engine.Removal{Target: args[0], Undo: undo})
				if err != nil {
					return err
				}
				return printRemoved(cmd.OutOrStdout(), r, undo)
			})
		},
	}
	cmd.Flags().BoolVar(&undo, "undo", false, "let it in again")
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask before everything is taken out")
	return cmd
}

func printRemoved(w io.Writer, r engine.Removed, undo bool) error {
	text := fmt.Sprintf("%s out of the index, %s left out from now on.", show.Count(r.Documents, "page"), show.Count(r.URLs, "known URL"))
	if undo {
		text = fmt.Sprintf("%s queued; aranea crawl visits them.", show.Count(r.URLs, "URL"))
	}
	_, err := fmt.Fprintln(w, text)
	return err
}

// confirm asks a question that only "yes" answers. Without a terminal nobody can
// be asked.
func confirm(cmd *cobra.Command, question string) error {
	if f, ok := cmd.InOrStdin().(*os.File); !ok || !term.IsTerminal(int(f.Fd())) {
		return command.Usage("%s Say so with --yes", question)
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%s Type yes to go on: ", question)
	answer, err := bufio.NewReader(cmd.InOrStdin()).ReadString('\n')
	if strings.TrimSpace(answer) != "yes" {
		return errors.Join(command.Usage("nothing was changed"), ignoreEOF(err))
	}
	return nil
}

func ignoreEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

func newCheck() *cobra.Command {
	var repair, asJSON bool
	cmd := &cobra.Command{
		Use:   "check [flags]",
		Short: "Read every file of a data folder and tell what is wrong with it",
		Long: `Check reads every file of the data folder, while everything else goes on, and
names each fault with its file: damage, and pages that the queue calls indexed and
the index does not have. With --repair it rebuilds what can be rebuilt and queues
again what is missing; a crawl then brings it in.

The exit code is 0 if nothing is wrong or everything was repaired, 1 otherwise.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			faults, done, err := openCheck(cmd, repair)
			if err != nil {
				return err
			}
			defer done()
			if err := runCheck(cmd.OutOrStdout(), faults, repair, asJSON); err != nil || asJSON {
				return err
			}
			return tellCoverage(cmd.OutOrStdout(), command.DataOf(cmd))
		},
	}
	cmd.Flags().BoolVar(&repair, "repair", false, "rebuild what can be rebuilt, and queue again what is missing")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object for each fault")
	return cmd
}

// openCheck returns the faults of the folder: told by its owner, or if it is too
// broken to be opened, found part by part.
func openCheck(cmd *cobra.Command, repair bool) (faults iter.Seq2[engine.Fault, error], done func(), err error) {
	s, done, err := joinSession(cmd, engine.Options{Repair: repair})
	switch {
	case err == nil:
		return s.Check(cmd.Context(), repair), done, nil
	case aranea.KindOf(err) != aranea.Corrupt:
		return nil, nil, err
	}
	opt := engine.Options{Version: version, Command: cmd.CommandPath()}
	return engine.CheckBroken(cmd.Context(), command.DataOf(cmd), opt, repair), func() {}, nil
}

func runCheck(w io.Writer, all iter.Seq2[engine.Fault, error], repair, asJSON bool) error {
	faults, left := 0, 0
	for f, err := range all {
		if err != nil {
			return err
		}
		if faults++; !f.Repaired {
			left++
		}
		if asJSON {
			err = command.WriteJSON(w, &f)
		} else {
			_, err = fmt.Fprintln(w, faultText(&f))
		}
		if err != nil {
			return err
		}
	}
	if !asJSON {
		fmt.Fprintln(w, checkSummary(faults, left, repair))
	}
	if left > 0 {
		return &command.Error{Code: command.ExitInternal}
	}
	return nil
}

// tellCoverage says which files were compared with their checksums.
func tellCoverage(w io.Writer, data string) error {
	c, err := store.Coverage(data)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "Compared with their checksums: %s, %s.\n", show.Count(c.Files, "file"), show.Bytes(c.Bytes))
	if len(c.Others) > 0 {
		fmt.Fprintf(w, "Not compared, for nothing in them is needed: %s.\n", show.Line(strings.Join(c.Others, ", ")))
	}
	return nil
}

func faultText(f *engine.Fault) string {
	where := f.File
	if f.Offset > 0 {
		where = fmt.Sprintf("%s at byte %d", where, f.Offset)
	}
	done := ""
	if f.Repaired {
		done = " (repaired)"
	}
	return fmt.Sprintf("%s: %s%s", show.Line(where), show.Line(f.Text), done)
}

func checkSummary(faults, left int, repair bool) string {
	switch {
	case faults == 0:
		return "Nothing is wrong."
	case left == 0:
		return fmt.Sprintf("%s repaired; aranea crawl brings in again what is missing.", show.Count(faults, "fault"))
	case repair:
		return fmt.Sprintf("%s, of which %d cannot be repaired; put the named files back from a backup.", show.Count(faults, "fault"), left)
	}
	return fmt.Sprintf("%s; aranea check --repair repairs what can be repaired.", show.Count(faults, "fault"))
}

func newBackup() *cobra.Command {
	return &cobra.Command{
		Use:   "backup DIR",
		Short: "Copy a data folder while everything goes on",
		Long: `Backup writes a consistent copy of the data folder into DIR, which must be empty
or new, while crawling, searching and serving go on. The copy is a data folder
itself: use it with --data, or copy it to where the old one was.`,
		Example: `  aranea backup /backups/aranea-2026-11-21
  aranea search --data /backups/aranea-2026-11-21 "some words"`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withSession(cmd, func(ctx context.Context, s *engine.Session) error {
				dir, err := filepath.Abs(args[0])
				if err != nil {
					return err
				}
				n, err := s.Backup(ctx, dir)
				if store.DiskFull(err) {
					return &command.Error{Code: command.ExitInternal, Err: fmt.Errorf("the disk of %s is full, and nothing was left there; make room, or name a folder on another disk (%w)", show.Line(dir), err)}
				}
				if err != nil {
					return err
				}
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s, %s, copied to %s.\n", show.Count(n.Files, "file"), show.Bytes(n.Bytes), show.Line(dir))
				return err
			})
		},
	}
}
