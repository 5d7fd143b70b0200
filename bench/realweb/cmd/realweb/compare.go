package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/aranea-search/aranea/bench/realweb/checker"
	"github.com/aranea-search/aranea/bench/realweb/compare"
)

func compareLog(args []string) error {
	fs := flag.NewFlagSet("compare", flag.ContinueOnError)
	logs := fs.String("log", "", "access log, or several by commas")
	set := fs.String("set", "", "set file written by check")
	asJSON := fs.Bool("json", false, "print the report as JSON")
	o := compare.Options{HostDelay: map[string]time.Duration{}}
	fs.StringVar(&o.Agent, "agent", "Aranea/", "prefix of the user agent that is judged")
	fs.DurationVar(&o.Delay, "delay", 0, "promised delay between two requests to one host")
	fs.DurationVar(&o.Slack, "slack", 0, "taken off each delay before judging")
	fs.IntVar(&o.MaxRepeats, "max-repeats", 0, "repeated requests that are allowed, over all URLs")
	fs.IntVar(&o.MaxRobots, "max-robots", 0, "requests for one host's robots file that are allowed; 0 is not judged")
	fs.BoolVar(&o.AllClasses, "all-classes", false, "plain text and other files must be complete too")
	fs.Func("host-delay", "HOST=DELAY for a host with another delay; may be repeated", func(v string) error {
		host, d, ok := strings.Cut(v, "=")
		if !ok {
			return fmt.Errorf("%q is not HOST=DELAY", v)
		}
		delay, err := time.ParseDuration(d)
		o.HostDelay[host] = delay
		return err
	})
	if err := parse(fs, args); err != nil {
		return err
	}
	if *logs == "" || *set == "" {
		return fmt.Errorf("%w: --log and --set are needed", errUsage)
	}
	rep, err := judge(strings.Split(*logs, ","), *set, o)
	if err != nil {
		return err
	}
	if *asJSON {
		enc := json.NewEncoder(os.Stdout)
		enc.SetIndent("", "  ")
		if err := enc.Encode(rep); err != nil {
			return fmt.Errorf("write report: %w", err)
		}
	} else {
		printReport(rep)
	}
	if len(rep.Failures) > 0 {
		return errFound
	}
	return nil
}

func judge(logs []string, set string, o compare.Options) (compare.Report, error) {
	f, err := os.Open(set)
	if err != nil {
		return compare.Report{}, fmt.Errorf("open set: %w", err)
	}
	defer f.Close()
	items, err := checker.ReadSet(f)
	if err != nil {
		return compare.Report{}, err
	}
	var all []compare.Request
	others := 0
	for _, name := range logs {
		requests, n, err := readLog(name, o.Agent)
		if err != nil {
			return compare.Report{}, err
		}
		all = append(all, requests...)
		others += n
	}
	rep := compare.Compare(all, items, o)
	rep.Others = others
	return rep, nil
}

func readLog(name, agent string) ([]compare.Request, int, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, 0, fmt.Errorf("open log: %w", err)
	}
	defer f.Close()
	return compare.ReadLog(f, agent)
}

func printReport(r compare.Report) {
	fmt.Printf("requests: %d, by other agents: %d\n", r.Requests, r.Others)
	for _, c := range []checker.Class{checker.HTML, checker.Text, checker.Other, checker.Redirect, checker.Missing, checker.Script} {
		if t := r.Classes[c]; t != nil {
			fmt.Printf("%-9s reachable %6d, requested %6d\n", c, t.Want, t.Got)
		}
	}
	if t := r.Classes[checker.Denied]; t != nil {
		fmt.Printf("%-9s linked    %6d, requested %6d\n", checker.Denied, t.Want, t.Got)
	}
	list("missing", r.Missing, r.MissingURL)
	list("extra", r.Extra, r.ExtraURL)
	list("made-up names", r.MadeUp, r.MadeUpURL)
	list("denied and requested", r.Denied, r.DeniedURL)
	list("repeated requests", r.Repeats, r.RepeatURL)
	fmt.Printf("robots files: at most %d requests (%s)\n", r.RobotsMax, r.RobotsHost)
	fmt.Printf("shortest gap on one host: %v (%s)\n", r.MinGap.Gap, r.MinGap.Host)
	fmt.Printf("gaps below the delay: %d\n", r.Short)
	for _, g := range r.ShortGaps {
		fmt.Printf("  %v  %s, then %s\n", g.Gap, g.First, g.Second)
	}
	if len(r.Failures) == 0 {
		fmt.Println("verdict: ok")
	}
	for _, f := range r.Failures {
		fmt.Println("violation:", f)
	}
}

func list(what string, n int, samples []string) {
	fmt.Printf("%s: %d\n", what, n)
	for _, s := range samples {
		fmt.Println("  " + s)
	}
}
