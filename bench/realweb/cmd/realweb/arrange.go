package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/aranea-search/aranea/bench/realweb/layout"
)

func rows(table, set string) ([]layout.Row, error) {
	f, err := os.Open(table)
	if err != nil {
		return nil, fmt.Errorf("open table of hosts: %w", err)
	}
	defer f.Close()
	all, err := layout.ReadRows(f)
	if err != nil {
		return nil, err
	}
	chosen, err := layout.Select(all, layout.Set(set))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errUsage, err)
	}
	return chosen, nil
}

func packages(args []string) error {
	fs := flag.NewFlagSet("packages", flag.ContinueOnError)
	hosts := fs.String("hosts", "hosts.tsv", "table of hosts")
	set := fs.String("set", "small", "small, public or wide")
	if err := parse(fs, args); err != nil {
		return err
	}
	chosen, err := rows(*hosts, *set)
	if err != nil {
		return err
	}
	for _, p := range layout.Packages(chosen) {
		fmt.Println(p)
	}
	return nil
}

func arrange(args []string) error {
	fs := flag.NewFlagSet("arrange", flag.ContinueOnError)
	hosts := fs.String("hosts", "hosts.tsv", "table of hosts")
	moved := fs.String("moved", "moved.tsv", "table of redirects")
	robots := fs.String("robots", "robots", "folder of robots files")
	set := fs.String("set", "small", "small, public or wide")
	dir := fs.String("dir", "", "work folder with unpacked/ in it")
	if err := parse(fs, args); err != nil {
		return err
	}
	if *dir == "" {
		return fmt.Errorf("%w: --dir is missing", errUsage)
	}
	chosen, err := rows(*hosts, *set)
	if err != nil {
		return err
	}
	redirects, err := os.ReadFile(*moved)
	if err != nil {
		return fmt.Errorf("read table of redirects: %w", err)
	}
	a := layout.Arranger{
		Unpacked: filepath.Join(*dir, "unpacked"), Web: filepath.Join(*dir, "web"),
		Stamps: filepath.Join(*dir, "state"), Robots: *robots,
		Note: func(format string, args ...any) { fmt.Printf(format+"\n", args...) },
	}
	if err := a.Run(chosen, redirects); err != nil {
		return err
	}
	var seeds strings.Builder
	for _, r := range chosen {
		fmt.Fprintf(&seeds, "http://%s/\n", r.Host)
	}
	if err := os.WriteFile(filepath.Join(*dir, "seeds.txt"), []byte(seeds.String()), 0o644); err != nil {
		return fmt.Errorf("write seeds: %w", err)
	}
	fmt.Printf("hosts: %d, seeds in %s\n", len(chosen), filepath.Join(*dir, "seeds.txt"))
	return nil
}
