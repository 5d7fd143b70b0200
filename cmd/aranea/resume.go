package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// storedOptions are the settings of a crawl that its data folder remembers, for
// people and for "aranea crawl" without a URL. What opens networks is not among
// them: it is asked for anew each time.
type storedOptions struct {
	Version string   `json:"version"`
	Seeds   []string `json:"seeds"` // at most maxStoredSeeds
	Count   int      `json:"seed_count"`
	Scope   string   `json:"scope"`
	Depth   int      `json:"depth"`
	Delay   string   `json:"delay"`
	Dialect string   `json:"dialect"`
	Pages   string   `json:"page_dialect,omitempty"`
	Agent   string   `json:"agent,omitempty"`
	Contact string   `json:"contact,omitempty"`
}

// maxStoredSeeds bounds the seeds that are remembered.
const maxStoredSeeds = 1000

// remember writes the settings into the data folder.
func (s *crawlSettings) remember(f *store.Folder) error {
	o := storedOptions{
		Version: version, Scope: s.scope, Depth: s.depth, Delay: s.delay.String(), Dialect: s.dialect, Pages: s.pageDialect, Agent: s.operator, Contact: s.contact,
	}
	once := map[weburl.URL]bool{}
	for _, list := range [][]weburl.URL{s.earlier, s.seeds} {
		for _, u := range list {
			if once[u] {
				continue
			}
			once[u] = true
			if o.Count++; o.Count <= maxStoredSeeds {
				o.Seeds = append(o.Seeds, u.String())
			}
		}
	}
	data, err := json.MarshalIndent(o, "", "  ")
	if err != nil {
		return err
	}
	return f.WriteOptions(append(data, '\n'))
}

// recall reads the settings of an earlier run. It returns nil if there was none.
func recall(data string) (*storedOptions, error) {
	folder, err := store.OpenFolderReadOnly(data)
	if aranea.KindOf(err) == aranea.NotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	text, err := folder.ReadOptions()
	if err != nil || text == nil {
		return nil, err
	}
	var o storedOptions
	if err := json.Unmarshal(text, &o); err != nil {
		return nil, &aranea.Error{Op: store.OpenFolderOp, Kind: aranea.Corrupt, Obj: data, Err: &store.FolderError{Fault: store.FolderDamaged, Name: "options.json", Err: err}}
	}
	return &o, nil
}

// resume sets the flags that the command line, the environment and the settings
// file leave open to what the data folder remembers, and returns its seeds.
func resume(cmd *cobra.Command) ([]string, error) {
	data, err := cmd.Flags().GetString("data")
	if err != nil {
		return nil, err
	}
	o, err := recall(data)
	switch {
	case err != nil:
		return nil, err
	case o == nil || len(o.Seeds) == 0:
		return nil, usage("no URL to start from, and no crawl in %s to go on with; try 'aranea crawl --contact you@example.org https://example.org/'", data)
	case o.Count > len(o.Seeds):
		return nil, usage("the crawl in %s has %d start URLs, more than it remembers; name them again, for instance with --seeds FILE", data, o.Count)
	}
	var faults []error
	for name, value := range map[string]string{
		"scope": o.Scope, "depth": fmt.Sprint(o.Depth), "delay": o.Delay, "dialect": o.Dialect, "page-dialect": o.Pages, "agent": o.Agent, "contact": o.Contact,
	} {
		if value != "" && !cmd.Flags().Changed(name) {
			faults = append(faults, cmd.Flags().Set(name, value))
		}
	}
	return o.Seeds, errors.Join(faults...)
}

// earlierSeeds returns the seeds that the data folder remembers. What does not
// parse any more is left out: it is known to the frontier all the same.
func earlierSeeds(data string) ([]weburl.URL, error) {
	o, err := recall(data)
	if err != nil || o == nil {
		return nil, err
	}
	var out []weburl.URL
	for _, text := range o.Seeds {
		if u, err := weburl.Parse(text); err == nil {
			out = append(out, u)
		}
	}
	return out, nil
}
