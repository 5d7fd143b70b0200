package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// writeCluster is the command "cluster FILE NODES [STANDBYS]": it writes a cluster file of so many nodes, of which
// the first so many have standbys, at ports of this machine that are free, and sets FRONT and PAGE to other such addresses.
func writeCluster(ts *testscript.TestScript, neg bool, args []string) {
	var nodes, standbys int
	if n, err := fmt.Sscan(strings.Join(args[min(1, len(args)):], " "), &nodes, &standbys); n != len(args)-1 || n == 0 || neg {
		ts.Fatalf("usage: cluster FILE NODES [STANDBYS]: %v", err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "key = %q\nnodes = [\n", strings.Repeat("0123456789abcdef", 4))
	for range nodes {
		fmt.Fprintf(&b, "  \"http://%s\",\n", freeAddress(ts))
	}
	b.WriteString("]\n[standbys]\n")
	for i := range standbys {
		fmt.Fprintf(&b, "%d = \"http://%s\"\n", i+1, freeAddress(ts))
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o600))
	ts.Setenv("FRONT", freeAddress(ts))
	ts.Setenv("PAGE", freeAddress(ts))
}

// moveNode is the command "move FILE NODE": it writes another address of a node into a cluster file.
func moveNode(ts *testscript.TestScript, neg bool, args []string) {
	var node int
	if len(args) != 2 || neg {
		ts.Fatalf("usage: move FILE NODE")
	}
	_, err := fmt.Sscan(args[1], &node)
	ts.Check(err)
	lines := strings.Split(ts.ReadFile(args[0]), "\n")
	lines[node+1] = fmt.Sprintf("  \"http://%s\",", freeAddress(ts)) // the first is in the third line
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Join(lines, "\n")), 0o600))
}

// freeAddress returns an address that is free now. It is on a loopback network where no other test
// listens, so it stays free; a system that has only 127.0.0.1 takes that.
func freeAddress(ts *testscript.TestScript) string {
	pid := os.Getpid()
	l, err := new(net.ListenConfig).Listen(context.Background(), "tcp", fmt.Sprintf("127.%d.%d.1:0", 1+pid%250, pid/250%250))
	if err != nil {
		l, err = new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	}
	ts.Check(err)
	ts.Check(l.Close())
	return l.Addr().String()
}

// get is the command "get FILE TEXT URL [NAME=VALUE...]": it writes what a server answers to FILE, and
// repeats that until the answer contains TEXT. The request has header fields with these names and values.
func get(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: get FILE TEXT URL [NAME=VALUE...]")
	}
	body, err := []byte(nil), error(nil)
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		if body, err = answerOf(args[2], args[3:]...); err == nil && strings.Contains(string(body), args[1]) {
			ts.Check(os.WriteFile(ts.MkAbs(args[0]), body, 0o600))
			return
		}
	}
	ts.Fatalf("not within %v: %s answers %q: %v\n%s", patience, args[2], args[1], err, body)
}

func answerOf(url string, fields ...string) ([]byte, error) {
	r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	for _, field := range fields {
		name, value, _ := strings.Cut(field, "=")
		r.Header.Set(name, value)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }() // the body has been read
	return io.ReadAll(resp.Body)
}
