// Package assistant has the command mcp, by which assistants and coding agents ask a data folder, or the
// nodes of a cluster, over standard input and output.
//
// Floor: 7 (glue). Stability: engine. Package mcp defines the tools; they are at /mcp of the search page
// too (cmd/aranea/page).
package assistant

import (
	"context"
	"io"
	"log/slog"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/mcp"
)

// An Opener calls f with what a command asks, for which, if searching is set, the index is enough.
type Opener func(cmd *cobra.Command, searching bool, f func(context.Context, service.Service) error) error

// New returns the command mcp of a version of the program.
func New(version string, with Opener) *cobra.Command {
	var access []string
	var searchOnly bool
	cmd := &cobra.Command{
		Use:   "mcp [flags]",
		Short: "Answer assistants and coding agents over standard input and output (MCP)",
		Long: `Mcp answers an assistant or a coding agent by the Model Context Protocol: it can
search the index, and ask why a URL is in or out, what a stored robots file says of
a URL, which pages link to it, and how the crawl stands. All of it only reads, and
nothing is requested from sites. The assistant starts this command itself; in its
settings stands what to start:

  {"mcpServers": {"aranea":
    {"command": "aranea", "args": ["mcp", "--data", "DIR"]}}}

DIR is the data folder, as a whole path, since assistants start commands in folders
of their own. A crawl may go on meanwhile, in another process. The same tools are at
/mcp of aranea serve and aranea run, for assistants that ask over HTTP (docs/mcp.md).`,
		Example: `  aranea mcp --data /var/lib/aranea
  aranea mcp --cluster /etc/aranea/cluster.toml --search-only`,
		Args: command.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return with(cmd, true, func(ctx context.Context, s service.Service) error {
				if err := command.TellLabels(ctx, cmd.ErrOrStderr(), s, access); err != nil {
					return err
				}
				tellPeople(cmd)
				srv := mcp.New(s, mcp.Options{Version: version, SearchOnly: searchOnly, Access: access, Logger: loggerOf(s)})
				return srv.Run(ctx, io.NopCloser(cmd.InOrStdin()), unclosed{cmd.OutOrStdout()})
			})
		},
	}
	f := cmd.Flags()
	f.BoolVar(&searchOnly, "search-only", false, "only the tool search: nothing that tells how the crawl stands, which URLs are known, or why")
	f.StringSliceVar(&access, "access", nil, "labels of secrets whose pages may be shown to the assistant, or all")
	return cmd
}

// tellPeople tells somebody who has started the command in a terminal what it waits for.
func tellPeople(cmd *cobra.Command) {
	if f, ok := cmd.InOrStdin().(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		_, _ = io.WriteString(cmd.ErrOrStderr(), "This waits for an assistant that speaks the Model Context Protocol; its settings are told by: aranea mcp --help\n")
	}
}

// loggerOf returns the log of a session, nil if s has none.
func loggerOf(s service.Service) *slog.Logger {
	if l, ok := s.(interface{ Logger() *slog.Logger }); ok {
		return l.Logger()
	}
	return nil
}

// An unclosed writer is not closed with the conversation: it is that of the command.
type unclosed struct{ io.Writer }

// Close does nothing.
func (unclosed) Close() error { return nil }
