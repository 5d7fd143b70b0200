package roster

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/scope/partition"
)

var key = strings.Repeat("0123456789abcdef", 4)

func TestParse(t *testing.T) {
	t.Parallel()
	r, err := Parse([]byte("# a cluster\nkey = \"" + key + "\"\nnodes = [ # in order\n  \"http://10.0.0.1:7373\",\n  \"HTTP://Node-2.Internal:7373/\",\n  \"https://[2001:DB8::1]:443\",\n]\n"))
	want := Roster{Key: key, Nodes: []string{"http://10.0.0.1:7373", "http://node-2.internal:7373", "https://[2001:db8::1]:443"}}
	if err != nil || !reflect.DeepEqual(r, want) {
		t.Fatalf("%+v, %v", r, err)
	}
	if p, err := r.Partition(2); err != nil || p != (partition.Partition{Number: 2, Of: 3}) {
		t.Errorf("%v, %v", p, err)
	}
	for _, n := range []int{-1, 0, 4} {
		if _, err := r.Partition(n); err == nil || !strings.Contains(err.Error(), "nodes 1 to 3") {
			t.Errorf("node %d: %v", n, err)
		}
	}
}

// TestFaults checks that each fault is told with its line and with what to write.
func TestFaults(t *testing.T) {
	t.Parallel()
	good := "key = \"" + key + "\"\n"
	node := `nodes = ["http://a:1"]`
	for name, tt := range map[string]struct{ text, want string }{
		"nothing":         {"", "line 1: key is missing; openssl rand"},
		"no nodes":        {good, "line 1: nodes has 0 URLs, and needs 1 to 256"},
		"short key":       {"key = \"short\"\n" + node, "line 1: key has 5 characters, and needs 32 to 256"},
		"long key":        {"key = \"" + strings.Repeat("x", 257) + "\"\n" + node, "line 1: key has 257 characters"},
		"space in key":    {"key = \"" + key[:32] + " x\"\n" + node, "line 1: key has whitespace"},
		"line in key":     {"key = \"" + key[:32] + "\\n\"\n" + node, "line 1: key has whitespace"},
		"unknown setting": {good + "secret = 1\n" + node, `line 2: there is no setting "secret"`},
		"table":           {good + node + "\n[peer]\na = 1\n", `line 3: there is no setting "peer"`},
		"type":            {good + "nodes = \"http://a:1\"\n", "line 2: nodes has a value of another kind; write key"},
		"type of a node":  {good + "nodes = [1]", "has a value of another kind; write key"},
		"type of the key": {"key = 1\n" + node, "line 1: key has a value of another kind; write key"},
		"not TOML":        {good + "nodes = [", "line 2: "},
		"no URL":          {good + "nodes = [\n\"http://a:1\",\n\"a:b:c\"]", "line 4: "},
		"no scheme":       {good + `nodes = ["10.0.0.1:7373"]`, "line 2: "},
		"other scheme":    {good + `nodes = ["ftp://a:1"]`, "is no http or https URL"},
		"path":            {good + `nodes = ["http://a:1/x"]`, "has more than a host and a port"},
		"query":           {good + `nodes = ["http://a:1?"]`, "has more than a host and a port"},
		"fragment":        {good + `nodes = ["http://a:1#"]`, "has more than a host and a port"},
		"user":            {good + `nodes = ["http://u:p@a:1"]`, "has more than a host and a port"},
		"no port":         {good + `nodes = ["http://a"]`, "names no port"},
		"port 0":          {good + `nodes = ["http://a:0"]`, "names no port"},
		"great port":      {good + `nodes = ["http://a:65536"]`, "names no port"},
		"name":            {good + `nodes = ["http://bücher:1"]`, "no host name in ASCII"},
		"zone":            {good + `nodes = ["http://[fe80::1%25eth0]:1"]`, "no IPv6 address"},
		"twice":           {good + "nodes = [\n\"http://a:1\",\n\"http://b:1\",\n\"http://A:1/\",\n]", "line 5: node 3 has the URL of node 1, http://a:1"},
		"several":         {"key = \"short\"\nnodes = [\"http://a\"]", "5 characters, and needs 32 to 256; openssl rand -hex 32 makes one; line 2: "},
		"too many":        {good + "nodes = [" + strings.Repeat("\"x\",", 257) + "]", "nodes has 257 URLs"},
		"too long":        {strings.Repeat("#", MaxBytes+1), "over 1048576 bytes"},
	} {
		r, err := Parse([]byte(tt.text))
		if err == nil || !strings.Contains(err.Error(), tt.want) || !reflect.DeepEqual(r, Roster{}) || len(err.Error()) > 10_000 {
			t.Errorf("%s: %+v, %v; want %q", name, r, err, tt.want)
		}
	}
}

// TestStandbys checks that standbys are read in each form of a table, and that those of no node are refused.
func TestStandbys(t *testing.T) {
	t.Parallel()
	good := "key = \"" + key + "\"\nnodes = [\"http://a:1\", \"http://b:1\"]\n"
	for _, text := range []string{
		"[standbys]\n2 = \"HTTP://C:7/\"\n", "standbys = {2 = \"http://c:7\"}", "standbys.2 = \"http://c:7\"",
	} {
		r, err := Parse([]byte(good + text))
		if err != nil || !reflect.DeepEqual(r.Standbys, map[int]string{2: "http://c:7"}) {
			t.Errorf("%s: %v, %v", text, r.Standbys, err)
		}
		if at, err := r.ListenStandby(2); at != ":7" || err != nil {
			t.Errorf("%s: it listens at %q, %v", text, at, err)
		}
	}
	if r, err := Parse([]byte(good)); err != nil || r.Standbys != nil {
		t.Errorf("none: %v, %v", r.Standbys, err)
	}
	for text, want := range map[string]string{
		"[standbys]\n3 = \"http://c:1\"":                       `line 4: standbys has one of node "3"; write the number of one of the 2 nodes`,
		"[standbys]\n1 = \"http://c:1\"\nkey = \"http://d:1\"": `line 5: standbys has one of node "key"`,
		"[standbys]\n01 = \"http://c:1\"":                      `line 4: standbys has one of node "01"`,
		"[standbys]\n1 = \"c\"":                                `line 4: "c" is no http or https URL`,
		"[standbys]\n1 = \"http://b:1\"":                       "line 4: the standby of node 1 has the URL of node 2 or its standby, http://b:1",
		"[standbys]\n1 = \"http://c:1\"\n2 = \"http://c:1\"":   "line 5: the standby of node 2 has the URL of node 1 or its standby, http://c:1",
		"standbys = {1 = \"http://a:1\"}":                      "line 3: the standby of node 1 has the URL of node 1",
		"standbys = [\"http://c:1\"]":                          "line 3: standbys has a value of another kind",
		"[standbys]\n1 = 1":                                    "line 4: ",
		"[standbys.1]\nurl = \"http://c:1\"":                   "line ",
	} {
		if r, err := Parse([]byte(good + text)); err == nil || !strings.Contains(err.Error(), want) || !reflect.DeepEqual(r, Roster{}) {
			t.Errorf("%s: %+v, %v; want %q", text, r, err, want)
		}
	}
}

func TestListen(t *testing.T) {
	t.Parallel()
	r := Roster{Nodes: []string{"http://10.0.0.1:7373", "http://127.0.0.2:7374", "http://[::1]:7375", "http://localhost:7376", "http://node.internal:7377", "https://node.internal:443"}}
	for i, want := range []string{":7373", "127.0.0.2:7374", "[::1]:7375", "localhost:7376", ":7377", ""} {
		got, err := r.Listen(i + 1)
		if got != want || (err != nil) != (want == "") {
			t.Errorf("node %d: %q, %v; want %q", i+1, got, err, want)
		}
	}
	if _, err := r.Listen(7); err == nil {
		t.Error("a node that is not there listens")
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "cluster.toml")
	if _, _, err := Read(path); err == nil {
		t.Error("no file is read")
	}
	if err := os.WriteFile(path, []byte("key = \""+key+"\"\nnodes = [\"http://a:1\"]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r, warning, err := Read(path); err != nil || warning != "" || len(r.Nodes) != 1 {
		t.Errorf("%+v, %q, %v", r, warning, err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, warning, err := Read(path); err != nil || strings.Contains(warning, "chmod 600") != (runtime.GOOS != "windows") || strings.Contains(warning, key) {
		t.Errorf("%q, %v", warning, err)
	}
	if err := os.WriteFile(path, []byte("key = 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Read(path); err == nil || !strings.Contains(err.Error(), path+", line 1: ") {
		t.Errorf("%v", err)
	}
}

// fileOf returns the text of a file of a roster.
func fileOf(r Roster) []byte {
	text := fmt.Appendf(nil, "key = %q\nnodes = [\"%s\"]\n[standbys]\n", r.Key, strings.Join(r.Nodes, `", "`))
	for node, url := range r.Standbys {
		text = fmt.Appendf(text, "%d = %q\n", node, url)
	}
	return text
}

func FuzzParse(f *testing.F) {
	f.Add("key = \"" + key + "\"\nnodes = [\"http://10.0.0.1:7373\", \"https://[::1]:1/\"]\n")
	f.Add("[[nodes]]\nkey = 'x'\n")
	f.Add("key = \"" + key + "\"\nnodes = [\"http://a:1\"]\n[standbys]\n1 = \"http://b:1\"\n")
	f.Add("nodes = [[\"a\"]]\nkey.a = {b = 1}\n")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := Parse([]byte(text))
		if err != nil {
			return
		}
		again, err := Parse(fileOf(r))
		if strings.ContainsAny(r.Key, `"\`) {
			return // quoted otherwise in TOML than in Go
		}
		if err != nil || !reflect.DeepEqual(again, r) {
			t.Errorf("%+v becomes %+v, %v", r, again, err)
		}
		for i := range r.Nodes {
			if _, err := r.Partition(i + 1); err != nil {
				t.Error(err)
			}
		}
	})
}
