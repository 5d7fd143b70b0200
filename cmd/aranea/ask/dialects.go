package ask

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/inspect"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/rewrite"
)

// A disagreementJSON is one line of "aranea robots diff --dialects --json".
type disagreementJSON struct {
	Target    string             `json:"target"`
	Agents    []string           `json:"agents"`
	Decisions []inspect.Decision `json:"decisions"`
}

// compared returns the dialects of --dialects.
func (d *diffFlags) compared() ([]dialect.Dialect, error) {
	if len(d.dialects) == 1 && d.dialects[0] == "all" {
		return dialect.All(), nil
	}
	var list []dialect.Dialect
	for _, n := range d.dialects {
		one, err := parseDialect(n, nil)
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	if len(list) < 2 {
		return nil, command.Usage("--dialects needs two names, or all")
	}
	return list, nil
}

// disagreements compares one file in several dialects.
func (r *diffRun) disagreements(errw io.Writer, file *robotstxt.File) error {
	list, err := r.compared()
	if err != nil {
		return err
	}
	for _, d := range list {
		tell(errw, inspect.Robot{Dialect: d, Agents: r.Agents}.Notes()...)
	}
	differ := 0
	for agent, found := range r.Dialects(file, list) {
		differ += len(found)
		if err := r.disagreement(agent, found); err != nil {
			return err
		}
	}
	if !r.json && !r.list {
		fmt.Fprintf(r.out, "%s on which the dialects disagree.\n", show.Count(differ, r.noun()))
	}
	if differ > 0 && slices.Contains(r.fail, "disagree") {
		return &command.Error{Code: command.ExitInternal}
	}
	return nil
}

// disagreement prints where dialects differ for one robot.
func (r *diffRun) disagreement(agent string, found []rewrite.Disagreement) error {
	if !r.json && !r.list {
		return r.disagreementKinds(agent, found)
	}
	for _, x := range found {
		if r.json {
			j := disagreementJSON{Target: x.Target, Agents: []string{agent}}
			for _, d := range x.Decisions {
				j.Decisions = append(j.Decisions, inspect.DecisionOf(acquire.Decision{Decision: d}))
			}
			if err := command.WriteJSON(r.out, j); err != nil {
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

// disagreementKinds prints one line for all targets that are decided by the same lines.
func (r *diffRun) disagreementKinds(agent string, found []rewrite.Disagreement) error {
	if len(found) == 0 {
		return nil
	}
	fmt.Fprintf(r.out, "For %s:\n", agentList([]string{agent}))
	for _, k := range inspect.KindsOf(found) {
		fmt.Fprintf(r.out, "  %s, for example %s\n", show.Count(k.Targets, r.noun()), show.Line(k.Example))
		w := tabwriter.NewWriter(r.out, 0, 8, 2, ' ', 0)
		for _, d := range k.First.Decisions {
			fmt.Fprintf(w, "    %s\t%s\n", d.Dialect, clauseText(d))
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return nil
}
