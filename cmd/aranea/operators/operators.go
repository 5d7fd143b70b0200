// Package operators has the command that writes the file of those who may sign in to the console.
//
// Floor: 7 (glue). Stability: engine. Package console/operators has the form of the file.
package operators

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/console/operators"
	"github.com/aranea-search/aranea/internal/show"
)

// New returns "aranea operators".
func New() *cobra.Command {
	return &cobra.Command{
		Use:   "operators [flags] FILE NAME",
		Short: "Give somebody a password for the pages of operators",
		Long: `Operators writes a name and the hash of a password into a file, which is made if
there is none: "aranea serve --operators FILE" and "aranea run --operators FILE" let
those in it sign in, and nobody else sees more than the search. A name that is in
the file gets another password, and whoever has signed in with the former one is
signed out. To take somebody out, delete the line.

The password has 12 characters at least. It is asked for twice on a terminal, and
not shown; from a file or another program it is the first line of standard input.`,
		Example: `  aranea operators operators.txt anna
  aranea serve --operators operators.txt`,
		Args: command.Args(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error { return write(cmd, args[0], args[1]) },
	}
}

// write gives an operator a password.
func write(cmd *cobra.Command, path, name string) error {
	if err := operators.CheckName(name); err != nil {
		return command.Usage("%w", err)
	}
	password, err := ask(cmd, name)
	if err == nil {
		err = operators.CheckPassword(password)
	}
	if err != nil {
		return command.Usage("%w", err)
	}
	changed, err := operators.Write(path, name, password)
	if err != nil {
		return command.Usage("%w", err)
	}
	did := "may sign in"
	if changed {
		did = "has another password"
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s %s where the pages are served with --operators %s.\n", show.Line(name), did, show.Line(show.Word(path)))
	return err
}

// ask returns the password that somebody types, or that a program writes.
func ask(cmd *cobra.Command, name string) (string, error) {
	f, ok := cmd.InOrStdin().(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		line, err := bufio.NewReader(io.LimitReader(cmd.InOrStdin(), operators.MaxPassword+2)).ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return "", err
		}
		return strings.TrimRight(line, "\r\n"), nil
	}
	first, err := hidden(cmd, f, "Password for "+show.Line(name)+": ")
	if err != nil {
		return "", err
	}
	if err := operators.CheckPassword(first); err != nil {
		return "", err
	}
	second, err := hidden(cmd, f, "Once more: ")
	if err == nil && second != first {
		err = errors.New("the two passwords differ; nothing was written")
	}
	return first, err
}

// hidden asks on a terminal, which does not show what is typed.
func hidden(cmd *cobra.Command, f *os.File, question string) (string, error) {
	fmt.Fprint(cmd.ErrOrStderr(), question)
	text, err := term.ReadPassword(int(f.Fd()))
	fmt.Fprintln(cmd.ErrOrStderr())
	return string(text), err
}
