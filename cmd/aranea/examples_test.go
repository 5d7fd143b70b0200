package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestExamples checks that the examples of all commands can be read as command lines, and that
// those that ask a site say who asks: one that is copied does not fail at once.
func TestExamples(t *testing.T) {
	t.Parallel()
	found := 0
	visitCommands(newRoot(endings{}), func(c *cobra.Command) {
		for line := range strings.Lines(c.Long + "\n" + c.Example) {
			if line, ok := strings.CutPrefix(line, "  aranea "); ok {
				found++
				checkExample(t, line)
			}
		}
		own := c.Parent() != nil && c.Parent().Name() != "completion" && c.Name() != "help" && c.Name() != "version"
		if own && c.Runnable() && c.Example == "" && !c.HasSubCommands() {
			t.Errorf("%s has no example", c.CommandPath())
		}
	})
	if found < 60 {
		t.Errorf("%d examples found", found)
	}
}

// TestUsageLines checks that flags stand at the same place in all usage lines.
func TestUsageLines(t *testing.T) {
	t.Parallel()
	visitCommands(newRoot(endings{}), func(c *cobra.Command) {
		if use := c.UseLine(); strings.Contains(use, "[flags]") && !strings.HasPrefix(use, c.CommandPath()+" [flags]") {
			t.Error(use)
		}
	})
}

// TestGroups checks that each command is in one part of the help, and that the parts list nothing
// else.
func TestGroups(t *testing.T) {
	t.Parallel()
	root := newRoot(endings{})
	times := map[string]int{}
	for _, g := range groups {
		for _, name := range g.names {
			times[name]++
		}
	}
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() && c.GroupID == "" || times[c.Name()] > 1 {
			t.Errorf("%s is in %d parts", c.Name(), times[c.Name()])
		}
		delete(times, c.Name())
	}
	if len(times) > 0 {
		t.Errorf("no commands: %v", times)
	}
}

func visitCommands(c *cobra.Command, visit func(*cobra.Command)) {
	c.InitDefaultHelpFlag()
	visit(c)
	for _, sub := range c.Commands() {
		visitCommands(sub, visit)
	}
}

// word is a word of a command line, which may be in quotes, and what ends the command.
var word = regexp.MustCompile(`'[^']*'|"[^"]*"|[^\s'"]+`)

func checkExample(t *testing.T, line string) {
	t.Helper()
	command, _, _ := strings.Cut(line, "   ") // what follows explains it
	var args []string
	for _, w := range word.FindAllString(command, -1) {
		if slices.Contains([]string{"|", ">", "<"}, w) {
			break
		}
		args = append(args, strings.Trim(w, `'"`))
	}
	cmd, rest, err := newRoot(endings{}).Find(args)
	if err == nil {
		err = cmd.ParseFlags(rest)
	}
	if err == nil {
		err = cmd.ValidateArgs(cmd.Flags().Args())
	}
	if err != nil {
		t.Errorf("%s: %v", line, err)
		return
	}
	f := cmd.Flags()
	asked := f.Args()
	if u := f.Lookup("url"); u != nil {
		asked = append(asked, u.Value.String())
	}
	asks := slices.ContainsFunc(asked, func(a string) bool { return strings.Contains(a, "://") })
	if f.Lookup("contact") != nil && asks && !f.Changed("contact") && !f.Changed("folder") {
		t.Errorf("%s: it needs --contact", line)
	}
}
