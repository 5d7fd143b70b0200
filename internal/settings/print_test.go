package settings

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestPrint checks that settings that are set have their value and source, and that all others
// are commented out with their default.
func TestPrint(t *testing.T) {
	t.Parallel()
	root := &cobra.Command{Use: "prog"}
	root.PersistentFlags().String("data", "folder", "data folder")
	child := &cobra.Command{Use: "crawl", Run: func(*cobra.Command, []string) {}}
	child.Flags().String("contact", "", "how to be\nreached")
	child.Flags().Int("depth", 0, "links away")
	child.Flags().StringArray("resolve", nil, "addresses")
	child.Flags().StringSlice("agent", []string{"A"}, "names")
	root.AddCommand(child)
	env := func(name string) (string, bool) {
		return map[string]string{"PROG_CRAWL_DEPTH": "7"}[name], name == "PROG_CRAWL_DEPTH"
	}
	file, err := parseConfig("own.toml", []byte("contact = \"a\\\\b \\u001b@example.org\"\n[crawl]\nresolve = ['a:80', 'b\"']\n"))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := (Source{Program: "prog", Lookup: env}).print(&b, root, file); err != nil {
		t.Fatal(err)
	}
	const want = `
# data folder
# data = 'folder'

[crawl]

# names
# agent = ['A']

# how to be reached
# from settings file own.toml, line 1, key contact
contact = "a\\b \u001B@example.org"

# links away
# from environment variable PROG_CRAWL_DEPTH
depth = 7

# addresses
# from settings file own.toml, line 3, key crawl.resolve
resolve = ['a:80', 'b"']
`
	_, got, _ := strings.Cut(b.String(), "has it.\n")
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
