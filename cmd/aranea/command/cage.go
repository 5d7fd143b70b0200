package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cage"
	"github.com/aranea-search/aranea/cage/installed"
)

// workerVerb makes this program a worker that reads documents. It is no command
// for people.
const workerVerb = "read-documents"

// Plugins returns the folder of plugins that the command names.
func Plugins(cmd *cobra.Command) installed.Folder {
	if named := cmd.Flag("plugins").Value.String(); named != "" {
		return installed.Folder(named)
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "" // none: a user without a home has no plugins
	}
	return installed.Folder(filepath.Join(dir, "aranea", "plugins"))
}

// Cage returns the host of the processes in which documents of risky formats are
// read, and those of the plugins that can be used. They are this program, started
// again.
func Cage(cmd *cobra.Command) (*cage.Cage, error) {
	opt, err := CageOptions()
	if err == nil {
		opt.Plugins, _, err = Plugins(cmd).Plugins()
	}
	if err != nil {
		return nil, err
	}
	return cage.New(opt)
}

// SoundPlugins reports the plugins that cannot be used: nothing is read by others in
// their place without the user's word.
func SoundPlugins(cmd *cobra.Command) error {
	_, faults, err := Plugins(cmd).Plugins()
	return errors.Join(append(faults, err)...)
}

// CageOptions are the options of a host without plugins.
func CageOptions() (cage.Options, error) {
	program, err := os.Executable()
	if err != nil {
		return cage.Options{}, fmt.Errorf("find this program: %w", err)
	}
	kept := ""
	if dir, err := os.UserCacheDir(); err == nil {
		kept = filepath.Join(dir, "aranea")
	}
	return cage.Options{Command: []string{program, workerVerb, kept}}, nil
}

// Worker runs a worker if the arguments ask for one. It reports whether they did.
func Worker(args []string, in io.Reader, out, errs io.Writer) (code int, ok bool) {
	if len(args) != 3 || args[0] != workerVerb {
		return ExitOK, false
	}
	// An interrupt at the terminal is the host's to act on.
	signal.Ignore(os.Interrupt, syscall.SIGTERM)
	if err := cage.Serve(context.Background(), args[2], args[1], in, out); err != nil && !errors.Is(err, io.EOF) {
		fmt.Fprintln(errs, err)
		return ExitInternal, true
	}
	return ExitOK, true
}
