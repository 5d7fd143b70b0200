package ask

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/fetch/botauth"
	"github.com/aranea-search/aranea/internal/show"
)

// NewIdentity returns "aranea identity". version is the version of the program.
func NewIdentity(version string) *cobra.Command {
	var asJSON bool
	var newKey string
	cmd := &cobra.Command{
		Use:   "identity [flags]",
		Short: "Tell who the robot is to the sites that it asks",
		Long: `Identity tells what the requests of this folder's crawls say of the robot: its
User-Agent, its names in robots files, its contact, the address ranges that you
told ("aranea crawl --network"), and whether its requests are signed. The search
page shows the same under /bot, ready to be published.

With --new-key it writes a key to sign requests with into a new file and does
nothing else. "aranea crawl --sign-key FILE --sign-url https://bots.example.org"
signs by it (Web Bot Auth); the search page at that address serves its public half.`,
		Example: "  aranea identity --new-key robot-key.pem",
		Args:    command.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if newKey != "" {
				return writeKey(cmd.OutOrStdout(), newKey)
			}
			s, err := joinFolder(cmd, version)
			if err != nil {
				return err
			}
			defer func() { _ = s.Close() }() // the folder was only read
			id, err := s.Identity(cmd.Context())
			if err == nil && asJSON {
				return command.WriteJSON(cmd.OutOrStdout(), id)
			}
			if err == nil {
				err = printIdentity(cmd.OutOrStdout(), &id)
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	cmd.Flags().StringVar(&newKey, "new-key", "", "write a new signing key into this file")
	return cmd
}

func writeKey(w io.Writer, path string) error {
	err := botauth.NewKey(path)
	if errors.Is(err, fs.ErrExist) {
		return command.Usage("%s exists already; name a new file, or remove it", path)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "A new key is in %s. Keep it to yourself; sign by it with --sign-key %s --sign-url https://YOUR-HOST\n", show.Line(path), show.Line(path))
	return err
}

func printIdentity(w io.Writer, id *service.Identity) error {
	rows := [][2]string{
		{"User-Agent", id.UserAgent}, {"From", id.From}, {"Contact", id.Contact}, {"Robots files", strings.Join(id.Agents, ", then ") + ", dialect " + id.Dialect},
		{"Delay", id.Delay.String()},
	}
	if id.HostDelays {
		rows[len(rows)-1][1] += ", and others for hosts that were named (--host-delay)"
	}
	for _, n := range id.Networks {
		rows = append(rows, [2]string{"Asks from", n.String()})
	}
	if id.SignURL != "" {
		rows = append(rows, [2]string{"Signed", "keys under " + id.SignURL})
	}
	for _, r := range rows {
		if r[1] == "" {
			r[1] = "none"
		}
		if _, err := fmt.Fprintf(w, "%-13s %s\n", r[0], show.Line(r[1])); err != nil {
			return err
		}
	}
	return nil
}
