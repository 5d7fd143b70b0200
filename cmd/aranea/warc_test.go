package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/aranea-search/aranea/archive/warc"
)

// listWARC is the command "warc DIR": it prints a line for each record of the WARC files in a
// folder, with its type, its URL and the status or the request line.
func listWARC(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: warc DIR")
	}
	names, err := filepath.Glob(filepath.Join(ts.MkAbs(args[0]), "*.warc.gz*"))
	ts.Check(err)
	for _, name := range names {
		f, err := os.Open(name)
		ts.Check(err)
		_, err = fmt.Fprintln(ts.Stdout(), name)
		ts.Check(err)
		ts.Check(listRecords(ts.Stdout(), warc.NewReader(f)))
		ts.Check(f.Close())
	}
}

func listRecords(w io.Writer, r *warc.Reader) error {
	for {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		first, err := bufio.NewReader(rec.Block).ReadString('\n')
		if err != nil {
			return err
		}
		fact := strings.TrimSpace(first)
		if words := strings.Fields(fact); strings.HasPrefix(fact, "HTTP/") {
			fact = words[1]
		}
		url := rec.Get("WARC-Target-URI")
		if url == "" {
			fact = ""
		}
		if _, err := fmt.Fprintf(w, "%s %s%s\n", rec.Get("WARC-Type"), url, strings.TrimRight(" "+fact, " ")); err != nil {
			return err
		}
	}
}
