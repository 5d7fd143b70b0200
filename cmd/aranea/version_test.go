package main

import (
	"runtime/debug"
	"testing"
)

func TestVersionOf(t *testing.T) {
	built := func(version string, settings ...debug.BuildSetting) func() (*debug.BuildInfo, bool) {
		return func() (*debug.BuildInfo, bool) {
			return &debug.BuildInfo{Main: debug.Module{Version: version}, Settings: settings}, true
		}
	}
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "0123456789abcdef0123"}
	modified := debug.BuildSetting{Key: "vcs.modified", Value: "true"}
	tests := []struct {
		name, linked string
		info         func() (*debug.BuildInfo, bool)
		want         string
	}{
		{"a release", "v1.2.3", built("(devel)", revision), "1.2.3"},
		{"installed by its tag", "", built("v1.2.3"), "1.2.3"},
		{"a checkout", "", built("v0.0.0-20261121-0123456789ab", revision), nextVersion + "-dev+0123456789ab"},
		{"a changed checkout", "", built("(devel)", revision, modified), nextVersion + "-dev+0123456789ab.modified"},
		{"after a tag", "", built("v1.2.3+dirty", modified), nextVersion + "-dev"},
		{"no build information", "", func() (*debug.BuildInfo, bool) { return nil, false }, nextVersion + "-dev"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := versionOf(tt.linked, tt.info); got != tt.want {
				t.Errorf("version %q, want %q", got, tt.want)
			}
		})
	}
}
