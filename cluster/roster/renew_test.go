package roster

import (
	"reflect"
	"strings"
	"testing"
)

// TestRenew checks which files a running process takes, and what it says of the others.
func TestRenew(t *testing.T) {
	t.Parallel()
	was := Roster{Key: key, Nodes: []string{"http://a:1", "http://b:1", "http://c:1"}, Standbys: map[int]string{1: "http://s:1"}}
	file := func(key, nodes, rest string) string { return "key = \"" + key + "\"\nnodes = [" + nodes + "]\n" + rest }
	for name, tt := range map[string]struct{ text, want string }{
		"the same":                      {file(key, `"http://a:1", "http://b:1", "http://c:1"`, "[standbys]\n1 = \"http://s:1\""), ""},
		"another address":               {file(key, `"http://a:1", "http://b:2", "http://c:1"`, ""), ""},
		"a standby becomes its node":    {file(key, `"http://s:1", "http://b:1", "http://c:1"`, ""), ""},
		"another key, another standby":  {file(strings.Repeat("x", 40), `"http://a:1", "http://b:1", "http://c:1"`, "[standbys]\n3 = \"http://s:3\""), ""},
		"more nodes":                    {file(key, `"http://a:1", "http://b:1", "http://c:1", "http://d:1"`, ""), "nodes has 4 URLs, and had 3: "},
		"fewer nodes":                   {file(key, `"http://a:1"`, ""), "nodes has 1 URLs, and had 3: "},
		"another order":                 {file(key, `"http://a:1", "http://c:1", "http://b:1"`, ""), "node 2 has the URL that node 3 had, http://c:1: "},
		"one left out, one at the end":  {file(key, `"http://b:1", "http://c:1", "http://d:1"`, ""), "node 1 has the URL that node 2 had, http://b:1: "},
		"a fault":                       {file("short", `"http://a:1", "http://b:1", "http://c:1"`, ""), "line 1: key has 5 characters"},
		"half of a file, as it is made": {file(key, `"http://a:1", "http://b:1"`, "")[:90], "line 2: "},
	} {
		got, err := was.Renew([]byte(tt.text))
		if tt.want != "" {
			if err == nil || !strings.Contains(err.Error(), tt.want) || !reflect.DeepEqual(got, Roster{}) {
				t.Errorf("%s: %+v, %v; want %q", name, got, err, tt.want)
			}
			continue
		}
		if want, perr := Parse([]byte(tt.text)); err != nil || perr != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v; want %+v, %v", name, got, err, want, perr)
		}
	}
}
