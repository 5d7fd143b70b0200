package nodes

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/console/status"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
)

// Status says how the nodes stand for which a front answers.
func Status(b *strings.Builder, all []service.NodeStatus) {
	there := 0
	for i := range all {
		if all[i].Away == "" && all[i].Copied.IsZero() {
			there++
		}
	}
	fmt.Fprintf(b, "%d of %s of the cluster %s; what follows is the sum of what %s.\n", there, show.Count(len(all), "node"), answer(there), have(all))
	digits := 1
	for i := range all {
		digits = max(digits, len(strconv.Itoa(all[i].Partition.Number)))
	}
	for i := range all {
		fmt.Fprintf(b, "  %*d: %s\n", digits, all[i].Partition.Number, show.Line(status.Node(&all[i], command.Clock)))
	}
}

// have says what is summed.
func have(all []service.NodeStatus) string {
	if slices.ContainsFunc(all, func(n service.NodeStatus) bool { return !n.Copied.IsZero() }) {
		return "they and the standbys of others have"
	}
	return "they have"
}

// answer is the verb for so many nodes.
func answer(n int) string {
	if n == 1 {
		return "answers"
	}
	return "answer"
}

// Answered returns an error that prints nothing, unless all nodes answer for which a front tells how they stand.
func Answered(all []service.NodeStatus) error {
	if slices.ContainsFunc(all, func(n service.NodeStatus) bool { return n.Away != "" || !n.Copied.IsZero() }) {
		return &command.Error{Code: command.ExitInternal}
	}
	return nil
}
