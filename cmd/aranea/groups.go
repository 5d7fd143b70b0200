package main

import (
	"slices"

	"github.com/spf13/cobra"
)

// groups are the parts in which the help lists the commands.
var groups = [...]struct {
	title string
	names []string
}{
	{"Crawl:", []string{"crawl", "run", "status", "stop", "pause", "resume", "cluster", "standby", "demo"}},
	{"Search:", []string{"search", "serve", "operators", "searches", "mcp", "openapi"}},
	{"Ask what is known:", []string{"explain", "urls", "stats", "pages", "links", "mirrors", "traps", "zones"}},
	{"Ask sites:", []string{"inspect", "robots", "secrets", "identity"}},
	{"Keep the data folder:", []string{"backup", "check", "delete", "export", "import", "index", "items"}},
	{"The program:", []string{"config", "plugin", "man", "version"}},
}

// group puts the commands below the root into groups, those of the library into the last.
func group(root *cobra.Command) {
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
	}
	last := groups[len(groups)-1].title
	root.SetHelpCommandGroupID(last)
	root.SetCompletionCommandGroupID(last)
	for _, c := range root.Commands() {
		for _, g := range groups {
			if slices.Contains(g.names, c.Name()) {
				c.GroupID = g.title
			}
		}
	}
}
