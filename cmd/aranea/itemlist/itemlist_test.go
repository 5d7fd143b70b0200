package itemlist

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// printed returns what a list of the items in a folder with some files prints.
func printed(t *testing.T, files map[string]string, args ...string) (out, told string, err error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr bytes.Buffer
	cmd := New()
	cmd.SetArgs(append(args, dir))
	cmd.SetOut(&stdout)
	cmd.SetErr(&stderr)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	err = cmd.Execute()
	return stdout.String(), stderr.String(), err
}

const (
	one     = `{"url":"http://a.test/","title":"A","items":[{"kind":"q","fields":{"t":"old"}}]}` + "\n"
	two     = `{"url":"http://b.test/","items":[{"kind":"q","fields":{"t":"=1","l":["x","y"]}},{"kind":"p","fields":{"n":"<b>"}}],"items_cut":true}` + "\n"
	three   = `{"url":"http://a.test/","items":[{"kind":"q","fields":{"t":"new"}}]}` + "\n"
	expired = `{"url":"http://c.test/","items":[{"kind":"q","fields":{"t":"1"}}],"items_cut":true,"expires":"2020-01-01T00:00:00Z"}` + "\n"
	expires = `{"url":"http://c.test/","items":[{"kind":"q","fields":{"t":"1"}}],"max_snippet":80,"expires":"9999-01-01T00:00:00Z"}` + "\n"
	removal = `{"url":"http://b.test/","removed":"2026-11-30T00:00:00Z"}` + "\n"
)

// TestLastLines: of several lines of a page the last one counts, also one that it is removed, and
// what a crawl is writing is not waited for.
func TestLastLines(t *testing.T) {
	t.Parallel()
	const b = `{"page":"http://b.test/","kind":"q","fields":{"t":"=1","l":["x","y"]}}` + "\n" + `{"page":"http://b.test/","kind":"p","fields":{"n":"<b>"}}` + "\n"
	const a = `{"page":"http://a.test/","kind":"q","fields":{"t":"new"}}` + "\n"
	for name, tt := range map[string]struct {
		files map[string]string
		want  string
	}{
		"one file":           {map[string]string{"documents-1.jsonl": one + two + three}, b + a},
		"several":            {map[string]string{"documents-1.jsonl": one, "documents-2.jsonl": three, "documents-3.jsonl.open": two}, a + b},
		"half a line":        {map[string]string{"documents-1.jsonl": three, "documents-2.jsonl.open": two + two[:30]}, a + b},
		"what has left":      {map[string]string{"documents-1.jsonl": two + three, "documents-2.jsonl": removal}, a},
		"no line feed":       {map[string]string{"documents-1.jsonl": strings.TrimSpace(three)}, a},
		"what has expired":   {map[string]string{"x.jsonl": expired + three}, a},
		"what will expire":   {map[string]string{"x.jsonl": expires}, `{"page":"http://c.test/","kind":"q","fields":{"t":"1"},"max_snippet":80,"expires":"9999-01-01T00:00:00Z"}` + "\n"},
		"pages without them": {map[string]string{"x.jsonl": removal}, ""},
	} {
		out, told, err := printed(t, tt.files)
		if err != nil || out != tt.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, out, tt.want)
		}
		if (out == "") != strings.Contains(told, "No page has items") || strings.Contains(out, "b.test") != strings.Contains(told, "1 page has more items") {
			t.Errorf("%s: told %q", name, told)
		}
	}
}

// TestTable: a table has a column for each field of the lines that count, and no formulas.
func TestTable(t *testing.T) {
	t.Parallel()
	files := map[string]string{"documents-1.jsonl": one + two + strings.Replace(three, `"t"`, `"-n"`, 1)}
	for kind, want := range map[string]string{
		"":  "page,kind,t,l,n,'-n\nhttp://b.test/,q,'=1,x; y,,\nhttp://b.test/,p,,,<b>,\nhttp://a.test/,q,,,,new\n",
		"p": "page,n\nhttp://b.test/,<b>\n",
		"x": "page\n",
	} {
		out, _, err := printed(t, files, "--csv", "--kind", kind)
		if err != nil || out != want {
			t.Errorf("kind %q: %v\n%s\nwant\n%s", kind, err, out, want)
		}
		if rows, err := csv.NewReader(strings.NewReader(out)).ReadAll(); err != nil || len(rows) == 0 {
			t.Errorf("kind %q: %v", kind, err)
		}
	}
}

// TestNothing: who finds nothing is told what there is instead.
func TestNothing(t *testing.T) {
	t.Parallel()
	if _, told, err := printed(t, map[string]string{"a.jsonl": one + two + three + expired}, "--kind", "x"); err != nil || !strings.HasPrefix(told, "No page has items of the kind x; there are items of q, p.\n") {
		t.Errorf("another kind: %v, %q", err, told)
	}
	if _, _, err := printed(t, map[string]string{"LOCK": "x", "x.csv": "y"}); err == nil || !strings.Contains(err.Error(), "no file of lines (*.jsonl) in ") {
		t.Errorf("a folder without lines: %v", err)
	}
	if _, told, err := printed(t, map[string]string{"a.jsonl": expired}, "--csv"); err != nil || !strings.Contains(told, "\n1 page has items that are left out: the time") {
		t.Errorf("what has expired: %v, %q", err, told)
	}
	packed := filepath.Join(t.TempDir(), "a.jsonl.gz")
	if err := os.WriteFile(packed, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := printed(t, map[string]string{"a.jsonl": one}, packed); err == nil || !strings.Contains(err.Error(), "a.jsonl.gz is compressed") {
		t.Errorf("a compressed file: %v", err)
	}
	if _, _, err := printed(t, map[string]string{"a.jsonl": one}, os.DevNull); err == nil || !strings.Contains(err.Error(), "neither a file nor a folder") {
		t.Errorf("a device: %v", err)
	}
}

// TestWrongLines: what is no line of a page ends the list with its place.
func TestWrongLines(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		one + "x\n": "line 2 of ",
		"{}\n":      "it has no url",
		`{"url":"http://a.test/","items":[1]}` + "\n":   "line 1 of ",
		one + `{"url":"` + strings.Repeat("x", 5<<20):   "line 2 of ",
		`{"url":"u","items":[{"fields":{"a":{}}}]}`:     `the field "a" of an item`,
		`{"url":"u","items":[{"fields":["a"]}]}` + "\n": "the fields of an item are no object",
	} {
		if _, _, err := printed(t, map[string]string{"a.jsonl": text}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, want %s", text, err, want)
		}
	}
	if _, _, err := printed(t, nil, filepath.Join(t.TempDir(), "nowhere")); err == nil {
		t.Error("a file that is not there is read")
	}
}
