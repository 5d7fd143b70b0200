package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cage"
	"github.com/aranea-search/aranea/cage/pluginstore"
)

// workerVerb is the command that makes this program a worker that reads documents. It is not for
// people.
const workerVerb = "read-documents"

// Plugins returns the folder of plugins for the command.
func Plugins(cmd *cobra.Command) pluginstore.Folder {
	if named := cmd.Flag("plugins").Value.String(); named != "" {
		return pluginstore.Folder(named)
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "" // a user without a home directory has no plugins
	}
	return ownPlugins(dir, os.Stat)
}

// ownPlugins returns the folder of plugins in a folder of settings, "" if this user may not enter it:
// a service that was started by another user may have the home directory of that one.
func ownPlugins(settings string, stat func(name string) (fs.FileInfo, error)) pluginstore.Folder {
	dir := filepath.Join(settings, "aranea", "plugins")
	if _, err := stat(dir); errors.Is(err, fs.ErrPermission) {
		return ""
	}
	return pluginstore.Folder(dir)
}

// Cage returns the host of the processes that read documents in risky formats, including those of
// the usable plugins. The processes are instances of this program.
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

// SoundPlugins reports plugins that cannot be used: other readers must not replace them without
// the user's consent.
func SoundPlugins(cmd *cobra.Command) error {
	_, faults, err := Plugins(cmd).Plugins()
	return errors.Join(append(faults, err)...)
}

// CageOptions returns the options of a host without plugins.
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

// Worker runs a worker if the arguments require it. It reports whether they did.
func Worker(args []string, in io.Reader, out, errs io.Writer) (code int, ok bool) {
	if len(args) != 3 || args[0] != workerVerb {
		return ExitOK, false
	}
	// The host handles an interrupt at the terminal, and its hang-up.
	signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	if err := cage.Serve(context.Background(), args[2], args[1], in, out); err != nil && !errors.Is(err, io.EOF) {
		fmt.Fprintln(errs, err)
		return ExitInternal, true
	}
	return ExitOK, true
}
