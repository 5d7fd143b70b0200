// Command flips flips one bit at a time in copies of a data folder, and says what
// the robot makes of each copy: it refuses it or warns, its check names a fault, or
// nothing is said. A copy of which nothing is said must give the same answers as the
// folder: the searches of --queries, every URL, every document, every link. Answers
// that differ although nothing was said are wrong ones, and the exit code is 1.
// Answers before a check that names a fault are counted apart if they differ.
//
//	flips [--each 2] [--random 200] [--seed 1] [--in PREFIX] --queries FILE ARANEA DIR
//
// It flips --each bits in each file, and --random more at places drawn by size over
// all files, or those whose names begin with --in. It counts as well how many of the
// results of the searches are left where damage was told. Before the check it asks the searches, as a user would: what they say
// must be right, or be a refusal or a warning. No process may have DIR open; it is
// only read.
//
// Floor: none, it is no part of the robot. Stability: engine.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	log.SetFlags(0)
	each := flag.Int("each", 2, "bits to flip in each file")
	random := flag.Int("random", 200, "bits to flip at places drawn by size over all files")
	seed := flag.Uint64("seed", 1, "seed of the places")
	in := flag.String("in", "", "what the names of the files begin with, for example index/")
	queries := flag.String("queries", "", "file with one query per line")
	flag.Parse()
	if flag.NArg() != 2 {
		log.Fatal("flips: name the program and the data folder")
	}
	if err := run(context.Background(), flag.Arg(0), flag.Arg(1), *queries, *in, *each, *random, *seed); err != nil {
		log.Fatalf("flips: %v", err)
	}
}

// A file is one of the folder, with where its first byte is among all bytes.
type file struct {
	name        string
	start, size int64
}

func run(ctx context.Context, aranea, dir, queries, in string, each, random int, seed uint64) error {
	words, err := lines(queries)
	if err != nil {
		return err
	}
	list, total, err := filesOf(dir, in)
	if err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "flips-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(scratch) }() // its content is a copy
	t := &trials{ctx: ctx, aranea: aranea, dir: dir, copied: filepath.Join(scratch, "data"), queries: words, rnd: rand.New(rand.NewPCG(seed, 0)), found: map[string]int{}}
	if err := t.whole(); err != nil {
		return err
	}
	for _, f := range list {
		for range each {
			if err := t.flip(f, t.rnd.Int64N(f.size)); err != nil {
				return err
			}
		}
	}
	for range random {
		at := t.rnd.Int64N(total)
		i, exact := slices.BinarySearchFunc(list, at, func(f file, at int64) int { return cmp.Compare(f.start, at) })
		if !exact {
			i--
		}
		if err := t.flip(list[i], at-list[i].start); err != nil {
			return err
		}
	}
	fmt.Printf("%d files, %d bytes, %d flips\n", len(list), total, t.flips)
	for _, end := range []string{refused, warned, checked, late, nothing, wrong} {
		fmt.Printf("%6d %s\n", t.found[end], end)
	}
	for i, n := range t.left {
		fmt.Printf("%6d told with %s of the %d results\n", n, shares[i], t.rows)
	}
	if t.found[wrong] > 0 {
		os.Exit(1)
	}
	return nil
}

// The ends of a flip.
const (
	refused = "refused or told when the folder was opened or searched"
	warned  = "searches answered right beside a warning"
	checked = "named by the check, after right answers"
	late    = "named by the check, after answers that lacked something"
	nothing = "not named; every answer is that of the whole folder"
	wrong   = "WRONG answers without a word"
)

// shares are what may be left of the results of the searches.
var shares = [...]string{"all", "nine tenths or more", "half or more", "some", "none"}

// shareOf returns the share that so many results are.
func shareOf(rows, of int) int {
	switch {
	case rows >= of:
		return 0
	case 10*rows >= 9*of:
		return 1
	case 2*rows >= of:
		return 2
	case rows > 0:
		return 3
	}
	return 4
}

// trials are the flips of one folder.
type trials struct {
	ctx                 context.Context //nolint:containedctx // it is the program's
	aranea, dir, copied string
	queries             []string
	rnd                 *rand.Rand
	hits                [sha256.Size]byte // of the searches in the whole folder
	hints               string            // what they told
	rows                int               // their results
	left                [len(shares)]int  // flips that were told with answers, by what is left of the results
	all                 [sha256.Size]byte // of its lists
	flips               int
	found               map[string]int
}

// whole asks a copy of the whole folder, which must be in order.
func (t *trials) whole() error {
	if err := t.copy(); err != nil {
		return err
	}
	hits, rows, hints, err := t.search()
	if err != nil {
		return err
	}
	out, code, err := t.ask("check")
	if err != nil || code != 0 {
		return fmt.Errorf("the check of the folder itself: code %d, %w\n%s", code, err, out)
	}
	t.hits, t.rows, t.hints = hits, rows, hints
	t.all, err = t.lists()
	return err
}

// flip flips one bit of a copy and says what came of it.
func (t *trials) flip(f file, at int64) error {
	if err := t.copy(); err != nil {
		return err
	}
	path := filepath.Join(t.copied, f.name)
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	bit := t.rnd.IntN(8)
	data[at] ^= 1 << bit
	if err := os.WriteFile(path, data, 0o600); err != nil { //nolint:gosec // a file of the copy
		return err
	}
	end, told, err := t.judge()
	if err != nil {
		return err
	}
	t.flips++
	t.found[end]++
	fmt.Printf("%s\t%d of %d, bit %d\t%s\t%.160s\n", f.name, at, f.size, bit, end, strings.ReplaceAll(told, "\n", " "))
	return nil
}

// judge asks the copy as a user would, and then checks it.
func (t *trials) judge() (end, told string, err error) {
	hits, rows, told, err := t.search()
	if err != nil {
		return "", "", err
	}
	isTold := told != t.hints
	if isTold {
		t.left[shareOf(rows, t.rows)]++
	}
	switch {
	case hits != t.hits && isTold:
		return refused, told, nil
	case hits == t.hits && isTold:
		return warned, told, nil
	}
	out, code, err := t.ask("check")
	if err != nil {
		return "", "", err
	}
	switch {
	case code != 0 && hits != t.hits:
		return late, out, nil
	case code != 0:
		return checked, out, nil
	case hits != t.hits:
		return wrong, "searches", nil
	}
	all, err := t.lists()
	if err != nil {
		return "", "", err
	}
	if all != t.all {
		return wrong, "lists", nil
	}
	return nothing, "", nil
}

// search asks all queries; rows is how many results there are. What was told is what a
// refusal or a warning says.
func (t *trials) search() (hits [sha256.Size]byte, rows int, told string, err error) {
	sum := sha256.New()
	for _, q := range t.queries {
		cmd := exec.CommandContext(t.ctx, t.aranea, "search", "--data", t.copied, "--json", "-n", "50", "--", q) //nolint:gosec // the operator named the program
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		if err := ended(cmd.Run()); err != nil {
			return hits, 0, "", err
		}
		rows += bytes.Count(out.Bytes(), []byte("\n"))
		_, _ = sum.Write(out.Bytes()) // a hash never fails
		told += errs.String()
		if err := panicked(errs.String()); err != nil {
			return hits, 0, "", err
		}
	}
	return [sha256.Size]byte(sum.Sum(nil)), rows, told, nil
}

// lists returns a sum over everything that the copy can list.
func (t *trials) lists() (all [sha256.Size]byte, err error) {
	sum := sha256.New()
	for _, args := range [][]string{{"urls", "--json"}, {"export", "--documents"}, {"export", "--links"}, {"mirrors", "--json"}, {"traps", "--json"}} {
		out, code, err := t.ask(args...)
		if err != nil {
			return all, err
		}
		_, _ = fmt.Fprintf(sum, "%s %d\n", args, code) // a hash never fails
		rows := strings.Split(out, "\n")
		slices.Sort(rows)
		for _, row := range rows {
			_, _ = fmt.Fprintln(sum, row)
		}
	}
	return [sha256.Size]byte(sum.Sum(nil)), nil
}

// ask runs one command on the copy and returns what it printed.
func (t *trials) ask(args ...string) (out string, code int, err error) {
	cmd := exec.CommandContext(t.ctx, t.aranea, append(args, "--data", t.copied)...) //nolint:gosec // the operator named the program
	var all, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &all, &errs
	if err := ended(cmd.Run()); err != nil {
		return "", 0, err
	}
	all.Write(errs.Bytes())
	return all.String(), cmd.ProcessState.ExitCode(), panicked(errs.String())
}

// panicked is an error if a command ended with the trace of a panic.
func panicked(told string) error {
	if !strings.Contains(told, "\ngoroutine ") {
		return nil
	}
	return fmt.Errorf("a panic: %s", told)
}

// ended passes over an exit code.
func ended(err error) error {
	if _, coded := err.(*exec.ExitError); coded { //nolint:errorlint // os/exec does not wrap it
		return nil
	}
	return err
}

func (t *trials) copy() error {
	if err := os.RemoveAll(t.copied); err != nil {
		return err
	}
	return os.CopyFS(t.copied, files{os.DirFS(t.dir)})
}

// files is a folder without what is neither file nor folder: the socket of a killed
// owner.
type files struct{ fs.FS }

// ReadDir is part of fs.ReadDirFS.
func (f files) ReadDir(name string) ([]fs.DirEntry, error) {
	all, err := fs.ReadDir(f.FS, name)
	return slices.DeleteFunc(all, func(d fs.DirEntry) bool { return !d.IsDir() && !d.Type().IsRegular() }), err
}

// filesOf returns the files of a folder that hold something and whose names begin with
// in, but for the lock.
func filesOf(dir, in string) (list []file, total int64, err error) {
	err = fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || d.Name() == "LOCK" || !strings.HasPrefix(filepath.ToSlash(path), in) {
			return err
		}
		info, err := d.Info()
		if err != nil || info.Size() == 0 {
			return err
		}
		list = append(list, file{path, total, info.Size()})
		total += info.Size()
		return nil
	})
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("%s holds no files", dir)
	}
	return list, total, err
}

func lines(path string) (out []string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it is only read
	scan := bufio.NewScanner(f)
	for scan.Scan() {
		if text := strings.TrimSpace(scan.Text()); text != "" {
			out = append(out, text)
		}
	}
	return out, scan.Err()
}
