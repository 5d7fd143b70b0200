package authority

import (
	"bytes"
	"cmp"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestKeeper checks that the certificates of a file that cannot be read now count as they were, which
// is told once, and that others are told from them by their sum.
func TestKeeper(t *testing.T) {
	t.Parallel()
	one, _, err := newCertificate("one.test")
	if err != nil {
		t.Fatal(err)
	}
	two, _, err := newCertificate("two.test")
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, nil))
	path := filepath.Join(t.TempDir(), "ca.pem")
	var k Keeper
	sums := map[string]string{}
	for _, step := range []struct {
		name, text string
		fails      bool
		fault      string
		same       string // the step with the same certificates
		warnings   int
	}{
		{"missing at first", "", true, "", "", 0},
		{"one", one, false, "", "", 0},
		{"one, with a comment", "# ours\n" + one, false, "", "one", 0},
		{"gone", "", false, "no such file", "one", 1},
		{"gone still", "", false, "no such file", "one", 1},
		{"broken", "words", false, "no certificate in PEM", "one", 2},
		{"both", one + two, false, "", "", 2},
		{"both, the other way round", two + one, false, "", "both", 2},
		{"one again", one, false, "", "one", 2},
	} {
		if step.text == "" {
			_ = os.Remove(path)
		} else if err := os.WriteFile(path, []byte(step.text), 0o600); err != nil {
			t.Fatal(err)
		}
		pool, err := k.Read(path, logger)
		if (err != nil) != step.fails || (pool == nil) != step.fails || !strings.Contains(k.Fault(), step.fault) || (k.Fault() != "") != (step.fault != "") {
			t.Errorf("%s: %v, %q", step.name, err, k.Fault())
		}
		if got := strings.Count(log.String(), "level=WARN"); got != step.warnings {
			t.Errorf("%s: %d warnings", step.name, got)
		}
		of := cmp.Or(step.same, step.name)
		if before, known := sums[of]; known && before != k.Sum() {
			t.Errorf("%s: sum %q, want that of %s, %q", step.name, k.Sum(), of, before)
		}
		sums[of] = k.Sum()
	}
	if one, both := sums["one"], sums["both"]; one == "" || both == "" || one == both {
		t.Errorf("sums %q and %q", one, both)
	}
	if _, err := k.Read(filepath.Join(t.TempDir(), "other.pem"), logger); err == nil {
		t.Error("another file that is missing counts as the last one")
	}
	if pool, err := k.Read("", logger); pool != nil || err != nil || k.Sum() != "" || k.Fault() != "" {
		t.Errorf("of no file: %v, %q, %q", err, k.Sum(), k.Fault())
	}
}

// asking is a log that asks the Keeper about the file while it is told of it.
type asking struct {
	slog.Handler
	k    *Keeper
	told []string
}

func (a *asking) Enabled(context.Context, slog.Level) bool { return true }

func (a *asking) Handle(context.Context, slog.Record) error {
	a.told = append(a.told, a.k.Fault())
	return nil
}

// TestKeeperIsNotLocked checks that a Keeper can be asked while the log is told, which may wait for
// others, and that another file does not count as one that can be read again.
func TestKeeperIsNotLocked(t *testing.T) {
	t.Parallel()
	text, _, err := newCertificate("one.test")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	path, other := filepath.Join(folder, "ca.pem"), filepath.Join(folder, "other.pem")
	var k Keeper
	log := &asking{Handler: slog.DiscardHandler, k: &k}
	for _, step := range []struct {
		content, path string
		told          int
	}{{text, path, 0}, {"", path, 1}, {text, path, 2}, {"", path, 3}, {text, other, 3}} {
		if err := os.WriteFile(step.path, []byte(step.content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := k.Read(step.path, slog.New(log)); err != nil || len(log.told) != step.told {
			t.Errorf("%d bytes in %s: %v, told %q", len(step.content), filepath.Base(step.path), err, log.told)
		}
	}
	if len(log.told) > 1 && (!strings.Contains(log.told[0], "no certificate") || log.told[1] != "") {
		t.Errorf("while the log was told, the faults were %q", log.told)
	}
}
