package main

import (
	"flag"
	"fmt"

	"github.com/aranea-search/aranea/bench/realweb/cut"
)

func cutWeb(args []string) error {
	fs := flag.NewFlagSet("cut", flag.ContinueOnError)
	web := fs.String("web", "", "folder of the laid-out web whose text is taken")
	shape := fs.String("shape", "", "light: 2,000 hosts of 25 pages of 5 KB; prose: 100 hosts of 40 pages of 60 KB")
	dir := fs.String("dir", "", "folder that receives web/ and seeds.txt")
	if err := parse(fs, args); err != nil {
		return err
	}
	s, known := cut.Shapes()[*shape]
	if *web == "" || *dir == "" || !known {
		return fmt.Errorf("%w: --web, --dir and --shape light or prose are needed", errUsage)
	}
	return cut.Make(*web, *dir, s)
}
