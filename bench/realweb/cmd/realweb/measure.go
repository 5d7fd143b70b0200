package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/aranea-search/aranea/bench/realweb/checker"
	"github.com/aranea-search/aranea/bench/realweb/compare"
)

// head is the head of the table whose rows measure prints.
const head = "| crawler | pages | requests | seconds | pages/s | CPU s | pages/CPU-s | peak MiB | index bytes/page | set |\n" +
	"|---|---|---|---|---|---|---|---|---|---|\n"

// lull is how long measure waits for the server to write its last lines; the
// log is flushed every 100 ms.
const lull = 500 * time.Millisecond

// A usage is what one command cost, its waited-for children included.
type usage struct {
	wall, cpu time.Duration
	rssKiB    int64 // of its largest process
}

// measure runs a crawler, compares what the server saw with the set, and
// prints one row of Markdown.
func measure(args []string) error {
	fs := flag.NewFlagSet("measure", flag.ContinueOnError)
	name := fs.String("name", "", "name for the row")
	log := fs.String("log", "", "access log of the server, for this run alone")
	set := fs.String("set", "", "set file written by check")
	index := fs.String("index", "", "folder of the index whose size is divided by the pages")
	output := fs.String("output", os.DevNull, "file for what the command prints")
	onlyHead := fs.Bool("head", false, "print the head of the table and nothing else")
	o := compare.Options{}
	fs.StringVar(&o.Agent, "agent", "Aranea/", "prefix of the user agent")
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	if *onlyHead {
		fmt.Print(head)
		return nil
	}
	if *log == "" || *set == "" || fs.NArg() == 0 {
		return fmt.Errorf("%w: --log, --set and a command are needed", errUsage)
	}
	u, err := runCommand(fs.Args(), *output)
	if err != nil {
		return err
	}
	time.Sleep(lull)
	rep, err := judge(strings.Split(*log, ","), *set, o)
	if err != nil {
		return err
	}
	perPage, err := indexShare(*index, rep)
	if err != nil {
		return err
	}
	printRow(*name, u, rep, perPage)
	return nil
}

func runCommand(args []string, output string) (usage, error) {
	out, err := os.Create(output)
	if err != nil {
		return usage{}, fmt.Errorf("create output file: %w", err)
	}
	defer out.Close()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdout, cmd.Stderr = out, out
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return usage{}, fmt.Errorf("run %s (see %s): %w", args[0], output, err)
	}
	u := usage{wall: time.Since(start), cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if ru, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		u.rssKiB = ru.Maxrss
	}
	return u, nil
}

func pages(rep compare.Report) int {
	if t := rep.Classes[checker.HTML]; t != nil {
		return t.Got
	}
	return 0
}

func indexShare(dir string, rep compare.Report) (string, error) {
	if dir == "" || pages(rep) == 0 {
		return "-", nil
	}
	var total int64
	err := filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			total += info.Size()
		}
		return err
	})
	if err != nil {
		return "", fmt.Errorf("measure index: %w", err)
	}
	return fmt.Sprint(total / int64(pages(rep))), nil
}

func printRow(name string, u usage, rep compare.Report, perPage string) {
	n := float64(pages(rep))
	verdict := "equal"
	if rep.Missing+rep.Extra+rep.Denied+rep.Repeats > 0 {
		verdict = fmt.Sprintf("%d missing, %d extra, %d denied, %d repeats", rep.Missing, rep.Extra, rep.Denied, rep.Repeats)
	}
	fmt.Printf("| %s | %d | %d | %.1f | %.0f | %.1f | %.0f | %.0f | %s | %s |\n", name, pages(rep), rep.Requests,
		u.wall.Seconds(), n/u.wall.Seconds(), u.cpu.Seconds(), n/u.cpu.Seconds(), float64(u.rssKiB)/1024, perPage, verdict)
}
