// Command realweb lays out, serves and checks a web made of real documentation
// packages, for tests and measurements of crawlers. See bench/README.md.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
)

// errFound means that a check ran and found a violation: exit code 1.
var errFound = errors.New("violations found")

type verb struct {
	name, line string
	run        func(args []string) error
}

func main() {
	verbs := []verb{
		{"packages", "print the packages of a set", packages},
		{"arrange", "make virtual hosts of unpacked packages", arrange},
		{"cut", "make a web of another shape from the text of a laid-out one", cutWeb},
		{"serve", "serve all hosts from one port, as origin and as forward proxy", serve},
		{"check", "compute the URLs reachable under the rules", check},
		{"compare", "compare a server log with what check computed", compareLog},
		{"measure", "run a crawler and print what it cost as a row of a table", measure},
	}
	if len(os.Args) > 1 {
		for _, v := range verbs {
			if v.name == os.Args[1] {
				finish(v.name, v.run(os.Args[2:]))
			}
		}
	}
	fmt.Fprintln(os.Stderr, "usage: realweb VERB [flags]; realweb VERB -h for its flags")
	for _, v := range verbs {
		fmt.Fprintf(os.Stderr, "  %-9s %s\n", v.name, v.line)
	}
	os.Exit(2)
}

func finish(name string, err error) {
	switch {
	case err == nil:
		os.Exit(0)
	case errors.Is(err, flag.ErrHelp):
		os.Exit(0)
	case errors.Is(err, errFound):
		os.Exit(1)
	case errors.Is(err, errUsage):
		fmt.Fprintf(os.Stderr, "realweb %s: %v\n", name, err)
		os.Exit(2)
	}
	fmt.Fprintf(os.Stderr, "realweb %s: %v\n", name, err)
	os.Exit(3)
}

// errUsage marks faults of the command line: exit code 2.
var errUsage = errors.New("usage")

// parse reads flags and refuses arguments that are no flags.
func parse(fs *flag.FlagSet, args []string) error {
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	if fs.NArg() > 0 {
		return fmt.Errorf("%w: unexpected argument %q", errUsage, fs.Arg(0))
	}
	return nil
}
