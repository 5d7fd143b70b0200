package main

import (
	"fmt"
	"slices"
	"text/tabwriter"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/rewrite"
)

// A disagreementJSON is one line of "aranea robots diff --dialects --json".
type disagreementJSON struct {
	Target    string         `json:"target"`
	Agents    []string       `json:"agents"`
	Decisions []decisionJSON `json:"decisions"`
}

// dialects compares readings of one file.
func (r *diffRun) dialects(file *robotstxt.File, names []string) error {
	var list []dialect.Dialect
	if len(names) == 1 && names[0] == "all" {
		list = dialect.All()
	} else {
		for _, n := range names {
			d, err := parseDialect(n, nil)
			if err != nil {
				return err
			}
			list = append(list, d)
		}
	}
	if len(list) < 2 {
		return usage("--dialects needs two names, or all")
	}
	differ := 0
	for _, d := range list {
		tellReading(r.errw, d, r.agents)
	}
	for _, chain := range r.named(func(dialect.AgentToken) []dialect.Dialect { return list }, file) {
		found := rewrite.CompareDialects(file, list, r.site, r.targets, chain...)
		differ += len(found)
		if err := r.disagreements(string(chain[0]), found); err != nil {
			return err
		}
	}
	if !r.json && !r.list {
		fmt.Fprintf(r.out, "%s on which the dialects disagree.\n", show.Count(differ, r.noun()))
	}
	if differ > 0 && r.fail["disagree"] {
		return &exitError{code: exitInternal}
	}
	return nil
}

// disagreements prints where dialects differ for one robot.
func (r *diffRun) disagreements(agent string, found []rewrite.Disagreement) error {
	if !r.json && !r.list {
		return r.disagreementKinds(agent, found)
	}
	for _, x := range found {
		if r.json {
			j := disagreementJSON{Target: x.Target, Agents: []string{agent}}
			for _, d := range x.Decisions {
				j.Decisions = append(j.Decisions, newDecisionJSON(acquire.Decision{Decision: d}))
			}
			if err := writeJSON(r.out, j); err != nil {
				return err
			}
			continue
		}
		for _, d := range x.Decisions {
			fmt.Fprintf(r.out, "%s:%s:%d\t", d.Dialect, d.Verdict, d.Line)
		}
		fmt.Fprintf(r.out, "%s\t%s\n", show.Line(agent), show.Line(x.Target))
	}
	return nil
}

// disagreementKinds prints targets that the same lines decide as one.
func (r *diffRun) disagreementKinds(agent string, found []rewrite.Disagreement) error {
	type kind struct {
		example string
		targets int
		first   rewrite.Disagreement
	}
	at := map[string]int{}
	var kinds []kind
	for _, x := range found {
		key := ""
		for _, d := range x.Decisions {
			key += fmt.Sprint(d.Line, d.Verdict, d.Reason, " ")
		}
		i, ok := at[key]
		if !ok {
			i = len(kinds)
			at[key] = i
			kinds = append(kinds, kind{example: x.Target, first: x})
		}
		kinds[i].targets++
		if len(x.Target) < len(kinds[i].example) {
			kinds[i].example = x.Target
		}
	}
	if len(kinds) == 0 {
		return nil
	}
	slices.SortStableFunc(kinds, func(a, b kind) int { return b.targets - a.targets })
	fmt.Fprintf(r.out, "For %s:\n", agentList([]string{agent}))
	for _, k := range kinds {
		fmt.Fprintf(r.out, "  %s, for example %s\n", show.Count(k.targets, r.noun()), show.Line(k.example))
		w := tabwriter.NewWriter(r.out, 0, 8, 2, ' ', 0)
		for _, d := range k.first.Decisions {
			fmt.Fprintf(w, "    %s\t%s\n", d.Dialect, clauseText(d))
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return nil
}
