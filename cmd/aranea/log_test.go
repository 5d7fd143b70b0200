package main

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/engine/service"
)

// TestDamageOnTheTerminal checks that damage is reported once, as a sentence for people or as a
// record in the log of a server, and that other records are always logged.
func TestDamageOnTheTerminal(t *testing.T) {
	t.Parallel()
	for verb, want := range map[string]string{
		"stats":  "aranea: damage: index/a.idx: wrong checksum; 'aranea check' names what is damaged.\nlevel=WARN msg=other\n",
		"search": "level=WARN msg=other\n",
		"serve":  "level=ERROR msg=damage file=index/a.idx offset=3 text=\"wrong checksum\"\nlevel=WARN msg=other\n",
	} {
		var b strings.Builder
		log := slog.New(terminalLog(verb, &b, slog.NewTextHandler(&b, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}})))
		log.Error(service.DamageRecord, "file", "index/a.idx", "offset", 3, "text", "wrong checksum")
		log.Warn("other")
		if b.String() != want {
			t.Errorf("%s: %q, want %q", verb, b.String(), want)
		}
	}
}
