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
	"github.com/aranea-search/aranea/scope/partition"
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

// dial returns contacts with all nodes, each as that. No connection is made.
func dial(r *roster.Roster, as role, log *slog.Logger) []contact {
	all := make([]contact, len(r.Nodes))
	for i := range all {
		all[i] = dialOne(r, i+1, as, log)
	}
	return all
}

// dialOne returns the contact with a node. No connection is made.
func dialOne(r *roster.Roster, node int, as role, log *slog.Logger) contact {
	c := contact{node: node, as: as, log: log}
	c.Client = api.DialNode(c.address(r))
	return c
}

// A role is as what a contact is asked.
type role int

const (
	asNode    role = iota // the node alone
	asAnswer              // the node, or its standby while it is away
	asStandby             // the standby alone
)

// A contact is a client of a node, or of its standby, which follows the cluster file.
type contact struct {
	*api.Client
	node int
	as   role
	log  *slog.Logger // of a node with a standby
}

// address returns where a contact is, by a cluster file.
func (c *contact) address(r *roster.Roster) api.NodeAddress {
	a := api.NodeAddress{URL: r.Nodes[c.node-1], Key: r.Key, Partition: partition.Partition{Number: c.node, Of: len(r.Nodes)}}
	switch c.as {
	case asNode:
	case asAnswer:
		a.Standby, a.Logger = r.Standbys[c.node], c.log
	case asStandby:
		a.URL = r.Standbys[c.node]
	}
	return a
}
