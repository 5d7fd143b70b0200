// Package nodes is for the commands of a cluster: what a node does beside its crawl, the front that
// answers for all nodes, and the verb that asks which of them are there.
//
// Floor: 7 (glue). Stability: engine; the texts are part of the user interface. Package
// cluster/roster reads the cluster file, engine/api carries the calls.
package nodes

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cluster/roster"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/internal/show"
)

// read reads a cluster file, and tells what its owner should know about it.
func read(cmd *cobra.Command, path string) (roster.Roster, error) {
	r, warning, err := roster.Read(path)
	if err != nil {
		return r, command.Usage("%w", err)
	}
	if warning != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "aranea: warning: %s\n", show.Line(warning))
	}
	return r, nil
}

// dial returns a client of each node. No connection is made.
func dial(r *roster.Roster) ([]*api.Client, error) {
	var clients []*api.Client
	for i, url := range r.Nodes {
		p, err := r.Partition(i + 1)
		if err != nil {
			return nil, err
		}
		clients = append(clients, api.DialNode(api.NodeAddress{URL: url, Key: r.Key, Partition: p}))
	}
	return clients, nil
}
