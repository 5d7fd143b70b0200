package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// TestPrintConfig: every line that stands behind a # is a setting that the file
// may hold, with a value that its flag takes; what is set stands with its source.
func TestPrintConfig(t *testing.T) {
	t.Parallel()
	file, err := parseConfig("own.toml", []byte("contact = 'a\\b \\u001b@example.org'\n[crawl]\nresolve = ['a:80:127.0.0.1', 'b:80:127.0.0.1']\n"))
	if err != nil {
		t.Fatal(err)
	}
	env := func(name string) (string, bool) {
		return map[string]string{"ARANEA_CRAWL_DEPTH": "7"}[name], name == "ARANEA_CRAWL_DEPTH"
	}
	root := newRoot(func() {})
	var b strings.Builder
	if err := printConfig(&b, root, env, file); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"# from environment variable ARANEA_CRAWL_DEPTH\ndepth = 7\n", "# from settings file own.toml, line 1, key contact\ncontact = ", "resolve = ['a:80:127.0.0.1', 'b:80:127.0.0.1']", "[robots.lint]"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in\n%s", want, b.String())
		}
	}
	whole := regexp.MustCompile(`(?m)^# ([a-z-]+ = )`).ReplaceAllString(b.String(), "$1")
	read, err := parseConfig("printed.toml", []byte(whole))
	if err != nil {
		t.Fatalf("%v\n%s", err, whole)
	}
	if err := read.check(root); err != nil {
		t.Error(err)
	}
	known := 0
	eachFlag(root, func(path string, f *pflag.Flag) {
		values, ok := read.values[strings.ReplaceAll(path, " ", ".")+"."+f.Name]
		if !ok {
			return
		}
		known++
		if _, list := f.Value.(pflag.SliceValue); list && len(values) == 0 || !list && values[0] == f.DefValue {
			return
		}
		for _, v := range values {
			if err := f.Value.Set(v); err != nil {
				t.Errorf("%s --%s: %v", path, f.Name, err)
			}
		}
	})
	if known < 50 {
		t.Errorf("only %d settings are printed", known)
	}
}
