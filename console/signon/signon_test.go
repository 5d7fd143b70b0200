package signon

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/console/oncelog"
)

const key = "0123456789abcdef0123456789abcdef"

const whole = `# who may find what
from = ["127.0.0.1", "10.1.0.0/16", "::1"]
sign-in = "/oauth2/start"
sign-out = "https://auth.example.org/logout"

[find]
everybody = ["wiki"]

[find.groups]
staff = ["forum", "wiki"]
"Domain Users" = ["club"]

[find.users]
"anna@example.org" = ["board"]

[operators]
users = ["anna@example.org"]
groups = ["admins"]
`

// parsed returns the Set of a file.
func parsed(t testing.TB, text string) *Set {
	t.Helper()
	s, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// asked returns a request of a peer with fields, in pairs; a field that comes twice stays so.
func asked(peer string, fields ...string) *http.Request {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.RemoteAddr = peer
	for i := 0; i+1 < len(fields); i += 2 {
		r.Header.Add(fields[i], fields[i+1])
	}
	return r
}

// TestOf checks who is believed to be whom: by the address of the peer alone, with the key if there is one,
// and never where a client may have sent a field beside that of the proxy.
func TestOf(t *testing.T) {
	t.Parallel()
	const proxy = "127.0.0.1:4711"
	keyed := strings.Replace(whole, "sign-in", "key = \""+key+"\"\nsign-in", 1)
	piped := strings.Replace(whole, "sign-in", "user = \"X-Forwarded-User\"\ngroups = \"x-forwarded-groups\"\nseparator = \"|\"\nkey-field = \"X-Key\"\nkey = \""+key+"\"\nsign-in", 1)
	for _, tt := range []struct {
		name, file, peer string
		fields           []string
		want             string // name, labels, whether an operator
		ignored, refused bool
	}{
		{"nobody", whole, proxy, nil, " [] false", false, false},
		{"a user", whole, proxy, []string{"Remote-User", "bob"}, "bob [wiki] false", false, false},
		{"groups", whole, proxy, []string{"Remote-User", "bob", "Remote-Groups", "staff, Domain Users,, other"}, "bob [club forum wiki] false", false, false},
		{"an operator", whole, proxy, []string{"Remote-User", "anna@example.org"}, "anna@example.org [board wiki] true", false, false},
		{"an operator by a group", whole, proxy, []string{"Remote-User", "bob", "Remote-Groups", "admins"}, "bob [wiki] true", false, false},
		{"another case is another name", whole, proxy, []string{"Remote-User", "Anna@example.org", "Remote-Groups", "Admins"}, "Anna@example.org [wiki] false", false, false},
		{"a range", whole, "10.1.2.3:80", []string{"Remote-User", "bob"}, "bob [wiki] false", false, false},
		{"IPv6", whole, "[::1]:80", []string{"Remote-User", "bob"}, "bob [wiki] false", false, false},
		{"IPv4 in IPv6", whole, "[::ffff:127.0.0.1]:80", []string{"Remote-User", "bob"}, "bob [wiki] false", false, false},
		{"elsewhere", whole, "10.2.0.1:80", []string{"Remote-User", "anna@example.org"}, " [] false", true, false},
		{"elsewhere, with a group", whole, "192.0.2.1:80", []string{"Remote-Groups", "admins"}, " [] false", true, false},
		{"elsewhere, said to be for the proxy", whole, "192.0.2.1:80", []string{"Remote-User", "bob", "X-Forwarded-For", "127.0.0.1", "X-Real-Ip", "127.0.0.1", "Forwarded", "for=127.0.0.1"}, " [] false", true, false},
		{"no address", whole, "@", []string{"Remote-User", "bob"}, " [] false", true, false},
		{"empty", whole, proxy, []string{"Remote-User", "", "Remote-Groups", "admins"}, " [] false", false, false},
		{"an unset variable", whole, proxy, []string{"Remote-User", "(null)", "Remote-Groups", "(null)"}, " [] false", false, false},
		{"groups of nobody", whole, proxy, []string{"Remote-Groups", "admins"}, " [] false", false, false},
		{"another field", whole, proxy, []string{"X-Forwarded-User", "anna@example.org"}, " [] false", false, false},
		{"two users", whole, proxy, []string{"Remote-User", "anna@example.org", "Remote-User", "bob"}, " [] false", false, true},
		{"two lists of groups", whole, proxy, []string{"Remote-User", "bob", "Remote-Groups", "admins", "Remote-Groups", "staff"}, " [] false", false, true},
		{"an underscore", whole, proxy, []string{"Remote-User", "bob", "Remote_User", "anna@example.org"}, " [] false", false, true},
		{"an underscore alone", whole, proxy, []string{"REMOTE_GROUPS", "admins"}, " [] false", false, true},
		{"an underscore elsewhere", whole, "192.0.2.1:80", []string{"REMOTE_GROUPS", "admins"}, " [] false", true, false},
		{"a long name", whole, proxy, []string{"Remote-User", strings.Repeat("x", maxName+1)}, " [] false", false, true},
		{"a long list", whole, proxy, []string{"Remote-User", "bob", "Remote-Groups", strings.Repeat("admins,", maxField/7+1)}, " [] false", false, true},
		{"many groups", whole, proxy, []string{"Remote-User", "bob", "Remote-Groups", strings.Repeat(",", maxGroups) + "admins"}, " [] false", false, true},
		{"a control byte", whole, proxy, []string{"Remote-User", "bo\x01b"}, " [] false", false, true},
		{"a control byte in a group", whole, proxy, []string{"Remote-User", "bob", "Remote-Groups", "staff,ad\x7fmins"}, " [] false", false, true},
		{"a tab", whole, proxy, []string{"Remote-User", "bo\tb"}, " [] false", false, true},
		{"Latin-1", whole, proxy, []string{"Remote-User", "J\xfcrgen"}, " [] false", false, true},
		{"what turns text around", whole, proxy, []string{"Remote-User", "bob\u202e"}, " [] false", false, true},
		{"a key that is missing", keyed, proxy, []string{"Remote-User", "bob"}, " [] false", true, false},
		{"a key that is wrong", keyed, proxy, []string{"Remote-User", "bob", "X-Proxy-Key", key + "x"}, " [] false", true, false},
		{"a key twice", keyed, proxy, []string{"Remote-User", "bob", "X-Proxy-Key", key, "X-Proxy-Key", key}, " [] false", true, false},
		{"the key", keyed, proxy, []string{"Remote-User", "bob", "X-Proxy-Key", key}, "bob [wiki] false", false, false},
		{"the key elsewhere", keyed, "192.0.2.1:80", []string{"Remote-User", "bob", "X-Proxy-Key", key}, " [] false", true, false},
		{"other fields", piped, proxy, []string{"X-Forwarded-User", "bob", "X-Forwarded-Groups", "staff|a,b", "X-Key", key}, "bob [forum wiki] false", false, false},
	} {
		u, err := parsed(t, tt.file).Of(asked(tt.peer, tt.fields...))
		if got := fmt.Sprint(u.Name, " ", u.Labels, " ", u.Operator); got != tt.want || errors.Is(err, ErrIgnored) != tt.ignored || (err != nil) != (tt.ignored || tt.refused) {
			t.Errorf("%s: %s, %v; want %s", tt.name, got, err, tt.want)
		}
		if err != nil && (strings.Contains(err.Error(), "anna") || strings.Contains(err.Error(), key)) {
			t.Errorf("%s: the error tells what was sent: %v", tt.name, err)
		}
	}
}

// TestParse checks that a file is told all its faults at once, each with its line, and never a key.
func TestParse(t *testing.T) {
	t.Parallel()
	s := parsed(t, whole)
	if s.Len() != 4 || !s.Operates() || parsed(t, `from = ["::1"]`).Operates() {
		t.Errorf("%+v", s)
	}
	for _, tt := range []struct{ name, text, want string }{
		{"nothing", "", "line 1: from is missing"},
		{"no TOML", "from = [\n\"", "is not TOML"},
		{"other settings", "from = [\"::1\"]\nform = 1\n[find]\neverbody = []", "line 2: there is no such setting; line 4: there is no such setting; a sign-on file has from, user"},
		{"other settings beside other faults", "form = [\"::1\"]\nkey = \"secret\"", "line 1: there is no such setting; line 2: from is missing: the addresses of the proxy, such as from = [\"127.0.0.1\", \"::1\"]; anybody else could say who he is; line 2: the key is not made of"},
		{"another kind", "from = \"::1\"", "line 1: the setting has a value of another kind: addresses, labels, users and groups are lists, such as [\"wiki\"]"},
		{"all at once", `user = "Remote_User"
groups = "Cookie"
separator = " "
key = "secret"
sign-out = "javascript:alert(1)"
from = [
  "127.0.0.1", "localhost",
  "0.0.0.0/0",
]
[find]
everybody = ["all"]
users = { "bob ", anna = ["wiki"] }`, "line 12: it is not TOML"},
		{"all at once", `user = "Remote_User"
groups = "Cookie"
separator = " "
key = "secret"
sign-out = "javascript:alert(1)"
from = [
  "127.0.0.1", "localhost",
  "0.0.0.0/0",
]
[find]
everybody = ["all"]
users = { " bob" = ["wiki"], anna = ["wiki", "Wiki"] }
[find.groups]
staff = ["wiki",
  "no label"]
[operators]
groups = ["", "ad` + "\\u0007" + `mins"]`, `line 1: "Remote_User" is no name of a header field: letters, digits and -; line 2: the header field Cookie is for something else; ` +
			`line 3: separator is one of ",", "|" and ";"; line 4: the key is not made of 32 to 512 visible ASCII characters; openssl rand -hex 32 makes one; ` +
			`line 5: "javascript:alert(1)" is no URL with https, and no path on the host of the pages that begins with /; ` +
			`line 7: "localhost" is no address, such as 127.0.0.1, and no range of addresses, such as 10.0.0.0/24; ` +
			`line 8: "0.0.0.0/0" is everybody, who could then say who he is; name the addresses of the proxy; line 11: "all" is not the label of a secret: lower-case letters, digits and -; ` +
			`line 12: a name is empty, or begins or ends with a space; line 12: "Wiki" is not the label of a secret: lower-case letters, digits and -; ` +
			`line 15: "no label" is not the label of a secret: lower-case letters, digits and -; line 17: a name is empty, or begins or ends with a space; line 17: a name holds characters that cannot be seen`},
		{"one field for both", "from = [\"::1\"]\nuser = \"X-Who\"\ngroups = \"x-who\"", "line 3: the same header field has the user and the groups"},
		{"a key without one", "from = [\"::1\"]\nkey-field = \"X-Key\"", "key is missing"},
		{"an empty key", "from = [\"::1\"]\nkey = \"\"", "line 2: key is missing"},
		{"many", "from = [" + strings.Repeat(`"x",`, 22) + "]", "and 2 more faults"},
	} {
		_, err := Parse([]byte(tt.text))
		if aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v\nwant %s", tt.name, err, tt.want)
		}
		if err != nil && strings.Contains(err.Error(), `"secret"`) {
			t.Errorf("%s: the key is told: %v", tt.name, err)
		}
	}
}

// TestDoor checks that each kind of fault is logged once, where the links lead, and that who says no more
// than a name must say which site a form is from.
func TestDoor(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	set := parsed(t, whole)
	d := New(func() *Set { return set }, oncelog.New(slog.New(slog.NewTextHandler(&log, nil))))
	bob, stranger := asked("127.0.0.1:1", "Remote-User", "bob"), asked("192.0.2.1:1", "Remote-User", "bob")
	for range 2 {
		if d.User(stranger).Name != "" || d.Doubts(stranger) || d.SignOut(stranger) != "" {
			t.Error("a stranger is believed")
		}
		if two := asked("127.0.0.1:1", "Remote-User", "a", "Remote-User", "b"); d.User(two).Name != "" || !d.Doubts(two) {
			t.Error("two users are not refused")
		}
	}
	if strings.Count(log.String(), "\n") != 2 || !strings.Contains(log.String(), "Remote-User is from 192.0.2.1, which") || strings.Contains(log.String(), "bob") {
		t.Errorf("the log:\n%s", log.String())
	}
	if d.User(bob).Name != "bob" || d.Doubts(bob) || d.SignOut(bob) != "https://auth.example.org/logout" || d.SignIn(stranger) != "http://example.com/oauth2/start" {
		t.Errorf("%+v, %q, %q", d.User(bob), d.SignOut(bob), d.SignIn(stranger))
	}
	from := asked("127.0.0.1:1", "Remote-User", "bob", "Sec-Fetch-Site", "same-origin")
	if !d.Unsourced(bob) || d.Unsourced(from) || d.Unsourced(stranger) {
		t.Error("forms of unknown sites")
	}
	if d = New(nil, nil); d.User(bob).Name != "" || d.Doubts(bob) || d.SignIn(bob) != "" || d.SignOut(bob) != "" || d.Unsourced(bob) {
		t.Error("without a file somebody is believed")
	}
}

// FuzzOf checks that no head makes somebody of a stranger, or gives a user a name that cannot be seen.
func FuzzOf(f *testing.F) {
	s := parsed(f, whole)
	f.Add("bob", "staff,admins", "Remote_User", "anna@example.org")
	f.Add("(null)", "|", "remote-user", "x")
	f.Add("b\x00b", "\xff", "REMOTE_GROUPS", "")
	f.Fuzz(func(t *testing.T, user, groups, name, value string) {
		fields := []string{"Remote-User", user, "Remote-Groups", groups}
		if u, err := s.Of(asked("192.0.2.1:1", append(fields, name, value)...)); u.Name != "" || u.Operator || u.Labels != nil || err == nil {
			t.Errorf("a stranger is %+v, %v", u, err)
		}
		u, err := s.Of(asked("127.0.0.1:1", append(fields, name, value)...))
		if err != nil && !errors.Is(err, ErrIgnored) && (u.Name != "" || u.Operator || u.Labels != nil) {
			t.Errorf("who must be refused is %+v", u)
		}
		if checkName(u.Name) != nil || u.Operator && u.Name == "" || u.Name == absent || !slices.IsSorted(u.Labels) {
			t.Errorf("%+v", u)
		}
		if u.Name != "" && u.Name != strings.Trim(user, " \t") {
			t.Errorf("%q is taken for %q", user, u.Name)
		}
	})
}
