package settings

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra"
)

// TestLike: a command takes what it does not set itself from those that it is like, in the file
// and in the environment.
func TestLike(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "aranea.toml")
	const file = `
scope = "host"
[crawl]
delay = "3s"
depth = 2
scope = "site"
[run]
depth = 5
[serve]
delay = "9s"
listen = "127.0.0.1:1"
`
	if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	set := func(env map[string]string, name string) map[string]string {
		root := &cobra.Command{Use: "aranea"}
		root.PersistentFlags().String(ConfigFlag, path, "")
		for _, c := range []string{"crawl", "run", "serve", "look"} {
			sub := &cobra.Command{Use: c, Run: func(*cobra.Command, []string) {}}
			for _, f := range []string{"delay", "depth", "scope", "listen"} {
				sub.Flags().String(f, "default", "")
			}
			root.AddCommand(sub)
		}
		cmd, _, err := root.Find([]string{name})
		if err != nil {
			t.Fatal(err)
		}
		_ = cmd.ParseFlags(nil)
		s := Source{Program: "aranea", Lookup: func(n string) (string, bool) { v, ok := env[n]; return v, ok }, Like: map[string]Kin{
			"run": {Commands: []string{"crawl", "serve"}}, "look": {Commands: []string{"crawl"}, Flags: []string{"delay"}},
		}}
		if err := s.Apply(cmd); err != nil {
			t.Fatal(err)
		}
		out := map[string]string{}
		for _, f := range []string{"delay", "depth", "scope", "listen"} {
			out[f] = cmd.Flag(f).Value.String()
		}
		return out
	}
	for _, tt := range []struct {
		command string
		env     map[string]string
		want    map[string]string
	}{
		{"run", nil, map[string]string{"delay": "3s", "depth": "5", "scope": "site", "listen": "127.0.0.1:1"}},
		{"serve", nil, map[string]string{"delay": "9s", "depth": "default", "scope": "host", "listen": "127.0.0.1:1"}},
		{"look", nil, map[string]string{"delay": "3s", "depth": "default", "scope": "host", "listen": "default"}},
		{"look", map[string]string{"ARANEA_CRAWL_DELAY": "4s", "ARANEA_CRAWL_DEPTH": "1"}, map[string]string{"delay": "4s", "depth": "default", "scope": "host", "listen": "default"}},
		{"look", map[string]string{"ARANEA_CRAWL_DELAY": "4s", "ARANEA_LOOK_DELAY": "5s"}, map[string]string{"delay": "5s", "depth": "default", "scope": "host", "listen": "default"}},
		{"run", map[string]string{"ARANEA_CRAWL_DELAY": "4s", "ARANEA_DEPTH": "1"}, map[string]string{"delay": "4s", "depth": "1", "scope": "site", "listen": "127.0.0.1:1"}},
		{"run", map[string]string{"ARANEA_CRAWL_DELAY": "4s", "ARANEA_RUN_DELAY": "6s"}, map[string]string{"delay": "6s", "depth": "5", "scope": "site", "listen": "127.0.0.1:1"}},
	} {
		got := set(tt.env, tt.command)
		for f, want := range tt.want {
			if got[f] != want {
				t.Errorf("%s with %v: %s is %s, want %s", tt.command, tt.env, f, got[f], want)
			}
		}
	}
}
