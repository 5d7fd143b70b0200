package ask

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/control"
	"github.com/aranea-search/aranea/fetch/credentials"
	"github.com/aranea-search/aranea/internal/show"
)

// secretsFlags are the flags of secrets.
type secretsFlags struct {
	liveFlags
	json bool
}

// NewSecrets returns "aranea secrets". version is the version of the program.
func NewSecrets(version string) *cobra.Command {
	s := secretsFlags{liveFlags: liveFlags{version: version}}
	cmd := &cobra.Command{
		Use:   "secrets [flags] FILE",
		Short: "Try every secret of a file on its site: does it let the robot in?",
		Long: `Secrets reads a file of names, passwords, tokens, cookies and logins, asks each
site for a page that only those see who have the right, with the secret and without
it, and says whether the secret opens it. Nothing is stored, and what the secrets
are is never shown. "aranea crawl --secrets FILE" reads sites with them.`,
		Example: `  aranea secrets --contact you@example.org secrets.toml`,
		Args:    command.Args(1, 1),
		RunE:    s.run,
	}
	f := cmd.Flags()
	f.BoolVar(&s.json, "json", false, "print one JSON object for each secret")
	s.bind(f)
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if strings.HasSuffix(err.Error(), "unknown flag: --secrets") {
			return command.Usage("the file is named without a flag: aranea secrets FILE")
		}
		return cmd.Parent().FlagErrorFunc()(cmd, err)
	})
	return cmd
}

// A triedSecret is one line of "aranea secrets --json". Fields are only added,
// never renamed.
type triedSecret struct {
	Label string `json:"label"`
	Opens bool   `json:"opens"`
	Error string `json:"error,omitempty"` // why it could not be tried
}

func (s *secretsFlags) run(cmd *cobra.Command, args []string) error {
	vault, err := credentials.Read(args[0])
	if err != nil {
		return &command.Error{Code: command.ExitUsage, Err: err}
	}
	live, done, err := s.open(cmd)
	if err != nil {
		return err
	}
	defer done()
	shut := 0
	for _, label := range vault.Labels() {
		t := triedSecret{Label: label}
		t.Opens, err = vault.Try(cmd.Context(), label, live.Ask)
		if refused := (*control.Refused)(nil); cmd.Context().Err() != nil || errors.As(err, &refused) {
			return err
		}
		if err != nil {
			t.Error = err.Error()
		}
		if !t.Opens {
			shut++
		}
		if err := s.print(cmd, t); err != nil {
			return err
		}
	}
	if shut > 0 {
		return &command.Error{Code: command.ExitPartial}
	}
	return nil
}

func (s *secretsFlags) print(cmd *cobra.Command, t triedSecret) error {
	out := cmd.OutOrStdout()
	if s.json {
		return command.WriteJSON(out, t)
	}
	text := "opens its site"
	switch {
	case t.Error != "":
		text = "could not be tried: " + show.Visible(t.Error)
	case !t.Opens:
		text = "does not open its site: the answer is a refusal or the login again, or is the same without it"
	}
	_, err := fmt.Fprintf(out, "%s %s\n", t.Label, text)
	return err
}
