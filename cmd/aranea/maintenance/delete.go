package maintenance

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/nodes"
	"github.com/aranea-search/aranea/engine/removal"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/store"
	"golang.org/x/term"
)

// NewDelete returns the command delete.
func NewDelete(with Opener) *cobra.Command {
	var undo, yes, list, asJSON, seed bool
	cmd := &cobra.Command{
		Use:   "delete [flags] URL|PREFIX*|HOST|*",
		Short: "Take a URL, a folder or a host out of the index, and keep it out",
		Long: `Delete takes pages out of the index at once and keeps them out: they are not
visited any more, and what is found below later is left out too. A URL names
itself, a URL that ends in * everything that begins so, a host name everything on
that host (each subdomain has its own name), and * alone everything; before that,
delete asks, unless --yes is given.

--undo takes it back: the pages are queued, and a crawl brings them in again.
--list tells what is kept out, and since when.

--seed takes back that a crawl was given the URL to start from (aranea status lists
these). What only that brought into the crawl is not visited any more and leaves the
index; the rest stays, and a crawl that is given the URL brings it in again. It works
while a crawl or run is under way.

With --cluster it takes pages out at the node of their site, and * at all nodes. If a
node does not answer, it is named, and the exit code is 1. --seed is for each node.`,
		Example: `  aranea delete https://example.org/old/page.html
  aranea delete 'https://example.org/old/*'
  aranea delete old.example.org
  aranea delete --undo old.example.org
  aranea delete --list
  aranea delete --seed https://old.example.org/`,
		Args: command.Args(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case list && (len(args) > 0 || undo || seed):
				return command.Usage("--list tells what is kept out, and takes nothing else")
			case asJSON && !list:
				return command.Usage("--json is the form of --list")
			case list:
				return with(cmd, func(ctx context.Context, s service.Service) error {
					return listRemovals(cmd.OutOrStdout(), s.Removals(ctx), asJSON)
				})
			case seed && len(args) == 1:
				return dropSeed(cmd, with, args[0], undo)
			case len(args) == 0:
				return command.Usage("name what is to be taken out: a URL, a URL that ends in *, a host, or *; --list tells what is kept out")
			}
			if args[0] == removal.Everything && !undo && !yes {
				if err := confirm(cmd, "Take every page out of the index?"); err != nil {
					return err
				}
			}
			return with(cmd, func(ctx context.Context, s service.Service) error {
				return tellRemoval(ctx, cmd, s, service.Removal{Target: args[0], Undo: undo})
			})
		},
	}
	cmd.Flags().BoolVar(&undo, "undo", false, "let it in again")
	cmd.Flags().BoolVar(&list, "list", false, "tell what is kept out, and since when")
	cmd.Flags().BoolVar(&seed, "seed", false, "drop a seed: what it alone brought into the crawl goes, and may come back")
	cmd.Flags().BoolVar(&asJSON, "json", false, "with --list, print one JSON object a line")
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask before everything is taken out")
	return cmd
}

// tellRemoval removes pages or allows them again, and prints what changed.
func tellRemoval(ctx context.Context, cmd *cobra.Command, s service.Service, r service.Removal) error {
	_, flag := nodes.AskedOf(cmd)
	text, err := remove(ctx, s, r, flag)
	if text != "" {
		_, werr := fmt.Fprintln(cmd.OutOrStdout(), text)
		err = errors.Join(err, werr)
	}
	return err
}

// countRemovals counts the removals.
func countRemovals(all iter.Seq2[service.KeptOut, error]) (n int, err error) {
	for _, err := range all {
		if err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// listRemovals prints the removals.
func listRemovals(out io.Writer, all iter.Seq2[service.KeptOut, error], asJSON bool) (err error) {
	w, told := bufio.NewWriter(out), false
	defer func() { err = errors.Join(err, w.Flush()) }()
	for k, err := range all {
		if err == nil && asJSON {
			err = command.WriteJSON(w, k)
		} else if err == nil {
			_, err = fmt.Fprintf(w, "%s  %s\n", command.Clock(k.Since), show.Line(show.Word(k.Target)))
		}
		if err != nil {
			return err
		}
		told = true
	}
	if told || asJSON {
		return nil
	}
	_, err = fmt.Fprintln(w, "Nothing is kept out.")
	return err
}

// remove removes pages or allows them again, and returns a text about the changes to the folder,
// or the cluster, which a flag names. What is kept out is counted only for what is allowed again: all nodes
// of a cluster have to answer for that.
func remove(ctx context.Context, s service.Service, r service.Removal, data string) (string, error) {
	before, uncounted := 0, error(nil)
	if r.Undo {
		before, uncounted = countRemovals(s.Removals(ctx))
	}
	done, err := s.Remove(ctx, r)
	if store.DiskFull(err) {
		return "", fmt.Errorf("%s could not be taken out or let in, because the disk is full; make room and run the same command again (%w)", show.Line(show.Word(r.Target)), err)
	}
	if aranea.KindOf(err) == aranea.Invalid {
		return "", command.SettingsFault(err)
	}
	if err != nil {
		return "", err
	}
	after := 0
	if r.Undo && uncounted == nil {
		after, uncounted = countRemovals(s.Removals(ctx))
	}
	if r.Undo && uncounted == nil && after == before && done.URLs == 0 && done.Still == "" {
		return fmt.Sprintf("%s was not kept out: nothing changed; aranea delete%s --list tells what is.%s", show.Line(show.Word(r.Target)), data, othersText(done, data)), nil
	}
	return removedText(r, done, data), nil
}

// removedText describes the effect of a removal, or of allowing something again, in the folder
// that a flag names.
func removedText(asked service.Removal, r service.Removed, data string) string {
	name := show.Line(show.Word(asked.Target))
	switch {
	case r.Still != "":
		return fmt.Sprintf("It is still left out, by %s; let that in: aranea delete%s --undo %[1]s", show.Line(show.Word(r.Still)), data)
	case asked.Undo && r.URLs == 0:
		return name + " is kept out no longer; no known URL was out for it." + othersText(r, data)
	case asked.Undo:
		return fmt.Sprintf("%s let in again; aranea crawl visits what it found itself, and what was imported has to be imported again.%s", show.Count(r.URLs, "URL"), othersText(r, data))
	case r.URLs == 0:
		return fmt.Sprintf("Nothing in the index or the queue is named by %s; what is found of it from now on is left out. To take that back: aranea delete%s --undo %[1]s", name, data)
	}
	return fmt.Sprintf("%s out of the index, %s left out from now on.", show.Count(r.Documents, "page"), show.Count(r.URLs, "known URL"))
}

// othersText describes other removals that still exclude some of what should be allowed again, or
// returns "".
func othersText(r service.Removed, data string) string {
	if r.OtherCount == 0 {
		return ""
	}
	text := "\nStill kept out there:"
	for _, t := range r.Others {
		text += " " + show.Line(show.Word(t))
	}
	if more := r.OtherCount - len(r.Others); more > 0 {
		text += " and " + show.Number(more) + " more"
	}
	return text + "; each is let in by itself: aranea delete" + data + " --undo"
}

// confirm asks a question to which only "yes" agrees. Without a terminal it returns an error.
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
