package cage_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aranea-search/aranea/cage"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/content/contenttest"
	"github.com/aranea-search/aranea/extract/frame"
)

// asWorker is the prefix of the argument that makes the test binary a worker; the rest selects
// its behavior.
const asWorker = "worker="

func TestMain(m *testing.M) {
	mind := ""
	if len(os.Args) > 1 {
		mind, _ = strings.CutPrefix(os.Args[1], asWorker)
		if mind == os.Args[1] {
			mind = ""
		}
	}
	switch mind {
	case "":
		os.Exit(m.Run())
	case "good", "mortal":
		if err := cage.Serve(context.Background(), os.Args[len(os.Args)-1], "", os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	default:
		misbehave(mind)
	}
}

// misbehave is a worker that sends its hello and then fails at each document in the selected way.
func misbehave(mind string) {
	if mind == "silent" {
		hang()
	}
	if mind == "stays" { // a child of another worker
		<-time.After(time.Minute)
		return
	}
	mind, parent := strings.CutSuffix(mind, " with a child")
	in := frame.NewReader(bufio.NewReader(os.Stdin))
	if err := frame.WriteHello(os.Stdout, frame.Hello{Protocol: frame.Protocol}); err != nil {
		os.Exit(1)
	}
	for {
		if _, _, err := frame.ReadJob(in, 1<<20); err != nil {
			return
		}
		if parent {
			c := exec.Command(os.Args[0], asWorker+"stays")
			c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
			if err := c.Start(); err != nil {
				os.Exit(1)
			}
		}
		switch mind {
		case "hangs":
			hang()
		case "spins":
			for n := 1; n > 0; n = n%7 + 1 { // forever
			}
		case "dies":
			fmt.Fprintln(os.Stderr, "a fault of the reader")
			os.Exit(2)
		case "babbles":
			_, _ = os.Stdout.WriteString("this is no frame at all")
		}
	}
}

// hang waits far longer than any test: without C, the runtime ends a process that waits for nothing.
func hang() { <-time.After(time.Hour) }

// open returns a cage whose workers have the given behavior.
func open(t *testing.T, mind string, o cage.Options) *cage.Cage {
	t.Helper()
	o.Command = []string{os.Args[0], asWorker + mind}
	c, err := cage.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func job(format string) frame.Job {
	j := frame.Job{Format: format}
	j.Limit(content.Limits{Text: 1 << 20, Elements: 10_000, Links: 100, Title: 1000, Attribute: 1000})
	return j
}

const rtfText = `{\rtf1 some text\par}`

// TestRead checks that documents are read, by as many workers as allowed.
func TestRead(t *testing.T) {
	t.Parallel()
	c := open(t, "good", cage.Options{Workers: 2, Documents: 3})
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 5 {
				r, err := c.Read(t.Context(), "a.test", job("rtf"), []byte(rtfText))
				if err != nil || string(r.Text) != "some text\n" {
					t.Errorf("%q, %v", r.Text, err)
				}
			}
		})
	}
	all.Wait()
	if _, err := c.Read(t.Context(), "a.test", job("docx"), []byte("PK")); !errors.Is(err, content.ErrDamaged) {
		t.Errorf("a damaged document: %v", err)
	}
	if _, err := c.Read(t.Context(), "a.test", job("unheard-of"), nil); !errors.Is(err, content.ErrDamaged) {
		t.Errorf("a format that nobody reads: %v", err)
	}
	if r, err := c.Read(t.Context(), "a.test", job("markdown"), []byte("# x")); err != nil || string(r.Text) != "x\n" || r.Reader != c.Reader("markdown") {
		t.Errorf("after them: %q, %v, read by %q", r.Text, err, r.Reader)
	}
	for _, format := range []string{"mail", "mbox"} {
		r, err := c.Read(t.Context(), "a.test", job(format), []byte("Subject: Re: x\n\nno\n> y\n"))
		if got := contenttest.Show(&r); err != nil || got != "title(x) text(no) hidden:text(y)" || r.Reader != c.Reader(format) {
			t.Errorf("%s: %q, %v, read by %q", format, got, err, r.Reader)
		}
	}
}

// TestKilled checks that a worker that hangs, dies or violates the protocol marks the document,
// and that after some of them other documents of the host and format are skipped.
func TestKilled(t *testing.T) {
	t.Parallel()
	for mind, says := range map[string]string{
		"hangs": "it took longer than it may", "dies": "a fault of the reader", "babbles": "not the protocol", "silent": "it took longer than it may",
	} {
		t.Run(mind, func(t *testing.T) {
			t.Parallel()
			o := cage.Options{Kills: 2} // those that fail at once keep the default limits
			switch mind {
			case "hangs":
				o.Deadline = 200 * time.Millisecond
			case "silent":
				o.Start = 2 * time.Second
			}
			c := open(t, mind, o)
			for range 2 {
				if _, err := c.Read(t.Context(), "a.test", job("rtf"), []byte(rtfText)); !errors.Is(err, content.ErrKilled) || !strings.Contains(err.Error(), says) {
					t.Errorf("%v", err)
				}
			}
			if _, err := c.Read(t.Context(), "a.test", job("rtf"), []byte(rtfText)); !errors.Is(err, content.ErrSkipped) {
				t.Errorf("the third: %v", err)
			}
			if mind == "silent" {
				return
			}
			if _, err := c.Read(t.Context(), "b.test", job("rtf"), []byte(rtfText)); !errors.Is(err, content.ErrKilled) {
				t.Errorf("another host: %v", err)
			}
		})
	}
}

// TestChildren checks that a worker ends with its children, which hold its pipes.
func TestChildren(t *testing.T) {
	t.Parallel()
	for mind, says := range map[string]string{"hangs": "it took longer than it may", "babbles": "not the protocol"} {
		t.Run(mind, func(t *testing.T) {
			t.Parallel()
			o := cage.Options{}
			if mind == "hangs" {
				o.Deadline = 200 * time.Millisecond
			}
			c, began := open(t, mind+" with a child", o), time.Now()
			if _, err := c.Read(t.Context(), "a.test", job("rtf"), []byte(rtfText)); !errors.Is(err, content.ErrKilled) || !strings.Contains(err.Error(), says) {
				t.Errorf("%v", err)
			}
			if took := time.Since(began); took > 40*time.Second { // the child stays for a minute
				t.Errorf("it took %s", took)
			}
		})
	}
}

// TestSpins checks that an endless reader is ended by its processor time, where that is known; on
// a machine that gives it less than a fifth of a processor, by wall-clock time.
func TestSpins(t *testing.T) {
	t.Parallel()
	says := []string{"it took longer than it may: 1s of the processor", "it took longer than it may: 5s"}
	if runtime.GOOS != "linux" {
		says = []string{"it took longer than it may: 1s"}
	}
	c := open(t, "spins", cage.Options{Deadline: time.Second})
	_, err := c.Read(t.Context(), "a.test", job("rtf"), []byte(rtfText))
	if !errors.Is(err, content.ErrKilled) || !slices.ContainsFunc(says, func(s string) bool { return strings.HasSuffix(err.Error(), s) }) {
		t.Error(err)
	}
}

// TestTurn checks that no more documents have their turn than there may be workers, and that
// waiting documents end when the crawl stops.
func TestTurn(t *testing.T) {
	t.Parallel()
	c := open(t, "good", cage.Options{Workers: 1})
	open, closed := make(chan struct{}), make(chan struct{})
	close(closed)
	end, err := c.Turn(t.Context(), open, "rtf")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Turn(t.Context(), closed, "rtf"); !errors.Is(err, extract.ErrStopped) {
		t.Errorf("in line at a stop: %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Turn(ended, open, "rtf"); !errors.Is(err, context.Canceled) {
		t.Errorf("in line at the end: %v", err)
	}
	end()
	if _, err := c.Turn(t.Context(), closed, "rtf"); !errors.Is(err, extract.ErrStopped) {
		t.Errorf("first in line after a stop: %v", err)
	}
	if end, err = c.Turn(t.Context(), open, "rtf"); err != nil {
		t.Fatal(err)
	}
	end()
}

// TestEnded checks that the end of the context ends the work, and is not a fault of the document.
func TestEnded(t *testing.T) {
	t.Parallel()
	c := open(t, "hangs", cage.Options{Workers: 1, Kills: 1})
	for range 2 {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		if _, err := c.Read(ctx, "a.test", job("rtf"), []byte(rtfText)); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v", err)
		}
		cancel()
	}
}

// TestMemory checks that a document that needs too much memory ends only its reader.
func TestMemory(t *testing.T) {
	t.Parallel()
	c := open(t, "good", cage.Options{Workers: 1})
	_, err := c.Read(t.Context(), "a.test", job("xml"), []byte("<a "+strings.Repeat("x ", 12<<20)+"/>"))
	// The race detector allocates memory of its own and has other error messages.
	words := []string{"memory", "failed to allocate", "too many address space collisions for -race mode"}
	if !errors.Is(err, content.ErrKilled) || !slices.ContainsFunc(words, func(w string) bool { return strings.Contains(err.Error(), w) }) {
		t.Errorf("%v", err)
	}
	if r, err := c.Read(t.Context(), "a.test", job("rtf"), []byte(rtfText)); err != nil || string(r.Text) != "some text\n" {
		t.Errorf("after it: %q, %v", r.Text, err)
	}
}

// TestRandomKills checks that, while workers are constantly killed from outside, every document
// is either read or reported as killed.
func TestRandomKills(t *testing.T) {
	t.Parallel()
	wanted := int64(10)
	if runtime.GOOS != "linux" {
		wanted = 0 // processes are found in /proc, which only Linux has
	}
	c := open(t, "mortal", cage.Options{Workers: 2, Kills: 1 << 20})
	done := make(chan struct{})
	var killer sync.WaitGroup
	var killed atomic.Int64
	killer.Go(func() {
		chance := rand.New(rand.NewPCG(1, 2))
		for {
			select {
			case <-done:
				return
			default:
			}
			if pids := workers(t); len(pids) > 0 {
				if p, err := os.FindProcess(pids[chance.IntN(len(pids))]); err == nil && p.Kill() == nil {
					killed.Add(1)
				}
			}
		}
	})
	read := 0
	for i := 0; i < 100 || killed.Load() < wanted; i++ {
		r, err := c.Read(t.Context(), "a.test", job("rtf"), fmt.Appendf(nil, `{\rtf1 text %d\par}`, i))
		switch {
		case err == nil && string(r.Text) == fmt.Sprintf("text %d\n", i):
			read++
		case !errors.Is(err, content.ErrKilled):
			t.Errorf("document %d: %q, %v", i, r.Text, err)
		}
	}
	close(done)
	killer.Wait()
	t.Logf("%d documents read, %d workers killed", read, killed.Load())
	if r, err := c.Read(t.Context(), "a.test", job("rtf"), []byte(rtfText)); err != nil || string(r.Text) != "some text\n" {
		t.Errorf("when nobody kills any more: %q, %v", r.Text, err)
	}
}

// workers returns the processes that this test started as mortal workers.
func workers(t *testing.T) (pids []int) {
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Error(err)
	}
	for _, f := range files {
		stat, err := os.ReadFile(f)
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(rest)
		command, _ := os.ReadFile(filepath.Join(filepath.Dir(f), "cmdline"))
		if len(fields) > 1 && fields[1] == strconv.Itoa(os.Getpid()) && bytes.Contains(command, []byte(asWorker+"mortal")) {
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(f))); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

func TestOptions(t *testing.T) {
	t.Parallel()
	if _, err := cage.New(cage.Options{}); err == nil {
		t.Error("no command is no fault")
	}
	if _, err := cage.New(cage.Options{Command: []string{"x"}, Workers: -1}); err == nil {
		t.Error("a number below zero is no fault")
	}
	c, err := cage.New(cage.Options{Command: []string{filepath.Join(t.TempDir(), "none")}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Read(t.Context(), "a.test", job("rtf"), []byte(rtfText)); err == nil {
		t.Error("a program that is not there starts")
	}
}
