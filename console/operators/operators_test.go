package operators

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
)

// key is a key in base64, and salt a salt.
const (
	key  = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
	salt = "AAAAAAAAAAAAAAAAAAAAAA"
)

// TestParse checks which lines are operators, and that all others are told.
func TestParse(t *testing.T) {
	t.Parallel()
	good := "anna $pbkdf2-sha256$i=600000$" + salt + "$" + key
	for _, tt := range []struct{ name, text, fault string }{
		{"none", "# nobody yet\n\n", ""},
		{"one", good, ""},
		{"two, with a comment and a byte order mark", "\ufeff# us\n" + good + "\r\n ольга\t" + strings.TrimPrefix(good, "anna "), ""},
		{"more rounds", strings.ReplaceAll(good, "600000", "10000000"), ""},
		{"a name alone", "anna", "line 1: it is not a name and a hash"},
		{"a password in place of a hash", "anna correct-horse", "line 1: the hash is not of the form"},
		{"three words", good + " x", "it is not a name"},
		{"a name of other characters", strings.ReplaceAll(good, "anna", "an:na"), "no name"},
		{"a long name", strings.ReplaceAll(good, "anna", strings.Repeat("a", maxName+1)), "over 64"},
		{"twice", good + "\n" + good, `line 2: "anna" has a line already`},
		{"another function", strings.ReplaceAll(good, "sha256", "sha1"), "form"},
		{"few rounds", strings.ReplaceAll(good, "600000", "599999"), "rounds"},
		{"rounds without end", strings.ReplaceAll(good, "600000", "10000001"), "rounds"},
		{"no rounds", strings.ReplaceAll(good, "i=600000", "600000"), "rounds"},
		{"a short salt", strings.ReplaceAll(good, salt, "AAAA"), "salt"},
		{"a short key", strings.ReplaceAll(good, key, "AAAA"), "key"},
		{"padding", good + "=", "key"},
	} {
		s, err := Parse([]byte(tt.text))
		switch {
		case tt.fault == "" && err != nil, tt.fault != "" && (aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), tt.fault)):
			t.Errorf("%s: %v, want %q", tt.name, err, tt.fault)
		case err == nil && s.Len() != strings.Count(tt.text, "$pbkdf2"):
			t.Errorf("%s: %d operators", tt.name, s.Len())
		}
	}
}

// TestWrite checks that a file gets operators and passwords, keeps what else is in it, and is for its
// owner alone, and who is let in by it.
func TestWrite(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "operators")
	write := func(name, password string, want bool) *Set {
		t.Helper()
		if changed, err := Write(path, name, password); err != nil || changed != want {
			t.Fatalf("%s: changed %t, %v", name, changed, err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	first := write("anna", "correct horse battery", false)
	if err := os.WriteFile(path, append([]byte("# us"+"\n"), readAll(t, path)...), 0o644); err != nil { //nolint:gosec // what the operator did
		t.Fatal(err)
	}
	write("bob", "caf\u00e9 au lait, s'il vous plaît", false)
	s := write("anna", "another horse battery", true)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if text := string(readAll(t, path)); !strings.HasPrefix(text, "# us\nanna $") || strings.Count(text, "\n") != 3 || strings.Contains(text, "horse") {
		t.Errorf("the file is\n%s", text)
	}
	for _, tt := range []struct {
		name, password string
		want           bool
	}{
		{"anna", "another horse battery", true},
		{"anna", "correct horse battery", false},
		{"anna", "", false},
		{"Anna", "another horse battery", false},
		{"bob", "cafe\u0301 au lait, s'il vous plaît", true}, // decomposed
		{"", "", false},
	} {
		if got := s.Verify(tt.name, tt.password); got != tt.want {
			t.Errorf("%q with %q: %t", tt.name, tt.password, got)
		}
	}
	if s.Mark("carl") != "" || s.Mark("anna") == "" || s.Mark("anna") == first.Mark("anna") {
		t.Error("the mark does not follow the password")
	}
}

// TestWriteRefuses checks what is no name, no password and no file of operators: nothing is written.
func TestWriteRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	wrong := filepath.Join(dir, "wrong")
	if err := os.WriteFile(wrong, []byte("anna anna"), 0o600); err != nil {
		t.Fatal(err)
	}
	const good = "correct horse battery"
	for _, tt := range []struct{ path, name, password, fault string }{
		{"new", "", good, "empty"},
		{"new", "a b", good, "no name"},
		{"new", "anna", "short", "fewer than 12 characters"},
		{"new", "anna", strings.Repeat("a", MaxPassword+1), "more than 1024 bytes"},
		{"new", "anna", "\xff12345678901234", "UTF-8"},
		{"wrong", "bob", good, "line 1"},
		{".", "anna", good, "no file"},
	} {
		if _, err := Write(filepath.Join(dir, tt.path), tt.name, tt.password); err == nil || !strings.Contains(err.Error(), tt.fault) {
			t.Errorf("%+v: %v", tt, err)
		}
	}
	if all, err := os.ReadDir(dir); err != nil || len(all) != 1 || !bytes.Equal(readAll(t, wrong), []byte("anna anna")) {
		t.Errorf("%v, %v", all, err)
	}
}

func readAll(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// FuzzParse checks that no file makes the reader panic, and that what is read is read the same when it
// is written anew.
func FuzzParse(f *testing.F) {
	f.Add([]byte("# us\nanna $pbkdf2-sha256$i=600000$" + salt + "$" + key + "\n"))
	f.Add([]byte("anna $pbkdf2-sha256$i=600000$$"))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := Parse(text)
		if err != nil {
			return
		}
		for name, h := range s.hashes {
			again, err := parseHash(h.String())
			if err != nil || again.String() != h.String() || CheckName(name) != nil {
				t.Errorf("%q: %v, %v", name, again, err)
			}
		}
	})
}
