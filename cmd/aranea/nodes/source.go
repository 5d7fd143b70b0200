package nodes

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/internal/settings"
	"github.com/aranea-search/aranea/internal/show"
)

// clusterFlag is the name of the flag for the file of a cluster, whose nodes are asked in place of a
// data folder.
const clusterFlag = "cluster"

// ClusterOf returns the cluster file whose nodes the command asks, "" if it asks its data folder: it
// names no such file, or the folder on the command line and the file in its settings.
func ClusterOf(cmd *cobra.Command) string {
	f := cmd.Flag(clusterFlag)
	if f == nil || onLine(cmd.Flag("data")) && !onLine(f) {
		return ""
	}
	return f.Value.String()
}

// oneSource returns a usage error if the command line names both a data folder and a cluster.
func oneSource(cmd *cobra.Command) error {
	if f := cmd.Flag(clusterFlag); f != nil && onLine(f) && onLine(cmd.Flag("data")) {
		return command.Usage("--data and --%s do not go together: name the folder of one node, or the file of all nodes", clusterFlag)
	}
	return nil
}

// onLine reports whether a flag is set on the command line.
func onLine(f *pflag.Flag) bool { return f.Changed && settings.Place(f) == "--"+f.Name }

// AskedOf returns where the command asks, and the flag for that in advice, which is "" for the default
// folder.
func AskedOf(cmd *cobra.Command) (name, flag string) {
	if file := ClusterOf(cmd); file != "" {
		return "the cluster of " + show.Line(file), " --" + clusterFlag + " " + show.Word(file)
	}
	data := command.DataOf(cmd)
	return data, command.DataFlag(data)
}
