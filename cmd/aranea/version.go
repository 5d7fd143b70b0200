package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
)

// nextVersion is the version under development.
const nextVersion = "0.2.0"

// linked is the version set by the linker in a release.
var linked string

// version is the version of this program, which visited sites see as well.
var version = versionOf(linked, debug.ReadBuildInfo)

// versionOf returns the version that was set by the linker, or else that of the module's tag, or
// else the next version with the commit of the build.
func versionOf(linked string, buildInfo func() (*debug.BuildInfo, bool)) string {
	if linked != "" {
		return strings.TrimPrefix(linked, "v")
	}
	info, ok := buildInfo()
	if !ok {
		return nextVersion + "-dev"
	}
	if tag, found := strings.CutPrefix(info.Main.Version, "v"); found && !strings.ContainsAny(tag, "-+") {
		return tag
	}
	revision, modified := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= 12:
			revision = "+" + s.Value[:12]
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = ".modified"
		}
	}
	if revision == "" {
		modified = ""
	}
	return nextVersion + "-dev" + revision + modified
}

func newVersion() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  command.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			asJSON, err := cmd.Flags().GetBool("json")
			if err != nil {
				return err
			}
			if asJSON {
				return command.WriteJSON(cmd.OutOrStdout(), map[string]string{
					"version": version, "go": runtime.Version(), "os": runtime.GOOS, "arch": runtime.GOARCH,
				})
			}
			_, err = io.WriteString(cmd.OutOrStdout(), versionLine())
			return err
		},
	}
	cmd.Flags().Bool("json", false, "print one JSON object")
	return cmd
}

// versionLine returns the output of "aranea version" and "aranea --version".
func versionLine() string {
	return fmt.Sprintf("aranea %s (%s, %s/%s)\n", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
