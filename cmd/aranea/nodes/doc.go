// Package nodes is for the commands of a cluster: what a node does beside its crawl, the front that
// answers for all nodes, and the verb that asks which of them are there.
//
// Floor: 7 (glue). Stability: engine; the texts are part of the user interface. Package
// cluster/roster reads the cluster file, engine/api carries the calls.
package nodes

import (
	"fmt"
	"log/slog"

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
	return dialAll(r, func(*api.NodeAddress, int) {})
}

// dialWithStandbys returns a client of each node, for which its standby answers while it is away, and a client of
// each standby by the number of its node. No connection is made.
func dialWithStandbys(r *roster.Roster, log *slog.Logger) (nodes []*api.Client, standbys map[int]*api.Client, err error) {
	nodes, err = dialAll(r, func(a *api.NodeAddress, node int) { a.Standby, a.Logger = r.Standbys[node], log })
	if err != nil {
		return nil, nil, err
	}
	standbys, err = dialStandbys(r)
	return nodes, standbys, err
}

// dialStandbys returns a client of each standby by the number of its node.
func dialStandbys(r *roster.Roster) (map[int]*api.Client, error) {
	all, err := dialAll(r, func(a *api.NodeAddress, node int) { a.URL = r.Standbys[node] })
	if err != nil {
		return nil, err
	}
	standbys := map[int]*api.Client{}
	for node := range r.Standbys {
		standbys[node] = all[node-1]
	}
	return standbys, nil
}

// dialAll returns a client of each node, at an address that change may change.
func dialAll(r *roster.Roster, change func(a *api.NodeAddress, node int)) ([]*api.Client, error) {
	var clients []*api.Client
	for i, url := range r.Nodes {
		p, err := r.Partition(i + 1)
		if err != nil {
			return nil, err
		}
		a := api.NodeAddress{URL: url, Key: r.Key, Partition: p}
		change(&a, i+1)
		clients = append(clients, api.DialNode(a))
	}
	return clients, nil
}
