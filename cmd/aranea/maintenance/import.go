package maintenance

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/imports"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
)

// NewImport returns the command import. with creates the data folder if there is none.
func NewImport(with Opener) *cobra.Command {
	return &cobra.Command{
		Use:   "import [flags] FILE...",
		Short: "Put pages into the index from files of JSON lines, without visiting them",
		Long: `Import reads one JSON object a line from files, or from standard input if one is -,
and puts each as a page into the index: url, title, lang, type, text (an element a
line) or blocks (kind, zone and text of each), description, published, modified. It
reads what aranea export --documents prints, and what a crawl writes with --documents,
where a line with removed takes its page out again. Such pages are found like others
and are not visited; they stay until they are deleted or imported again.
docs/import.md has the fields.

Lines that are wrong are left out, and the first ten of each fault are told with their
numbers, the others as how many; the exit code is 1 then.`,
		Example: `  aranea import pages.jsonl
  aranea import --data copy documents-*.jsonl
  aranea export --documents --data other | aranea import -`,
		Args: command.Args(1, command.NoLimit),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, name := range args { // before anything of the others is imported
				if _, err := os.Stat(name); err != nil && name != "-" {
					return command.Usage("%v", err)
				}
			}
			return with(cmd, func(ctx context.Context, s service.Service) error {
				i := importer{ctx: ctx, to: s, in: cmd.InOrStdin(), bad: cmd.ErrOrStderr()}
				err := i.files(args)
				if terr := i.tell(cmd.OutOrStdout()); err == nil {
					err = terr
				}
				return err
			})
		},
	}
}

// Limits of one batch.
const (
	batchDocuments = 256
	batchBytes     = 8 << 20
)

// An importer reads lines and passes them on in batches.
type importer struct {
	ctx   context.Context
	to    service.Keeping
	in    io.Reader // standard input
	bad   io.Writer // output for invalid lines
	from  string    // the file of the lines, if there are several
	batch imports.Batch
	lines []int     // line numbers of the batch
	leave int       // how many of them take pages out
	bytes int       // bytes of the batch
	bads  []refused // invalid lines that are reported with the batch
	done  int
	gone  int // that have left the index
	wrong int
	faults
}

// A refused is a line that is left out.
type refused struct {
	number   int
	of       string // its file, if there are several
	url, why string // url may be ""
}

// files imports all lines of files, one after another.
func (i *importer) files(names []string) error {
	for _, name := range names {
		if len(names) > 1 {
			i.from = name
		}
		if err := i.file(name); err != nil {
			return err
		}
	}
	return nil
}

func (i *importer) file(name string) error {
	if name == "-" {
		return i.all(i.in)
	}
	f, err := os.Open(name)
	if err != nil {
		return command.Usage("%v", err)
	}
	defer func() { _ = f.Close() }() // it was only read
	return i.all(f)
}

// all imports all lines.
func (i *importer) all(in io.Reader) error {
	r := bufio.NewReaderSize(in, 64<<10)
	for number := 1; ; number++ {
		line, long, err := readLine(r)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if text := bytes.TrimSpace(line); len(text) > 0 || long {
			if terr := i.line(number, text, long); terr != nil {
				return terr
			}
		}
		if err != nil {
			return i.flush()
		}
	}
}

// readLine reads a line of any length and keeps at most the length that may be imported. The
// error of the last line is io.EOF.
func readLine(r *bufio.Reader) (line []byte, long bool, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if room := imports.MaxLine + 1 - len(line); len(part) > room {
			part, long = part[:room], true
		}
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, long, err
		}
	}
}

// line imports one line.
func (i *importer) line(number int, text []byte, long bool) error {
	if long {
		return i.misread(number, fmt.Sprintf("it is longer than %s", show.Bytes(imports.MaxLine)))
	}
	d, err := imports.Parse(text)
	if err != nil && i.done == 0 && len(i.lines) == 0 && imports.IsListed(text) {
		return command.Usage("line %d%s: this is a list of URLs; aranea export --documents prints what import reads", number, of(i.from))
	}
	if err != nil {
		return i.misread(number, err.Error())
	}
	i.batch.Documents, i.lines = append(i.batch.Documents, d), append(i.lines, number)
	if d.Leaves() {
		i.leave++
	}
	if i.bytes += len(text); len(i.lines) == batchDocuments || i.bytes >= batchBytes {
		return i.flush()
	}
	return nil
}

// misread leaves out a line that is not a document. It is reported after the earlier lines of the
// batch; the number of such lines that wait for this is at most the number of documents in a
// batch.
func (i *importer) misread(number int, why string) error {
	i.refuse(number, "", why)
	if len(i.bads) >= batchDocuments {
		return i.flush()
	}
	return nil
}

// flush passes the batch on.
func (i *importer) flush() error {
	if len(i.lines) == 0 {
		i.tellBad()
		return nil
	}
	did, err := i.to.Import(i.ctx, i.batch)
	if err != nil {
		return err
	}
	i.gone += did.Removed
	i.done += len(i.lines) - i.leave // a line that a later one replaces is counted
	for _, r := range did.Refused {
		if r.Place < 0 || r.Place >= len(i.lines) {
			continue
		}
		if !i.batch.Documents[r.Place].Leaves() {
			i.done--
		}
		i.refuse(i.lines[r.Place], r.URL, r.Why)
	}
	i.tellBad()
	i.batch.Documents, i.lines, i.leave, i.bytes = i.batch.Documents[:0], i.lines[:0], 0, 0
	return nil
}

// refuse records why a line is left out.
func (i *importer) refuse(number int, url, why string) {
	i.bads = append(i.bads, refused{number, i.from, url, why})
	i.wrong++
}

// tellBad reports the lines that are left out, in their order.
func (i *importer) tellBad() {
	slices.SortFunc(i.bads, func(a, b refused) int { return cmp.Compare(a.number, b.number) })
	for _, r := range i.bads {
		i.tellOne(i.bad, &r)
	}
	i.bads = i.bads[:0]
}

// tell prints the result.
func (i *importer) tell(out io.Writer) error {
	i.tellBad()
	i.tellRest(i.bad)
	gone, wrong := "", ""
	if i.gone > 0 {
		gone = ", " + show.Count(i.gone, "page") + " removed"
	}
	if i.wrong > 0 {
		wrong = ", " + show.Count(i.wrong, "line") + " left out"
	}
	fmt.Fprintf(out, "%s imported%s%s.\n", show.Count(i.done, "page"), gone, wrong)
	if i.wrong > 0 {
		return &command.Error{Code: command.ExitInternal}
	}
	return nil
}
