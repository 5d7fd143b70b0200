package command

import (
	"io/fs"
	"testing"

	"github.com/aranea-search/aranea/cage/pluginstore"
)

// TestOwnPlugins checks that a folder of settings that this user may not enter has no plugins, and
// that any other fault is left to whoever reads them.
func TestOwnPlugins(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		want pluginstore.Folder
	}{
		{&fs.PathError{Op: "stat", Path: "x", Err: fs.ErrPermission}, ""},
		{fs.ErrNotExist, "/home/x/aranea/plugins"},
		{nil, "/home/x/aranea/plugins"},
	} {
		if got := ownPlugins("/home/x", func(string) (fs.FileInfo, error) { return nil, c.err }); got != c.want {
			t.Errorf("%v: %q", c.err, got)
		}
	}
}
