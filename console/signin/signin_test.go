package signin

import (
	"errors"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aranea-search/aranea/console/operators"
)

var (
	noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	here = netip.MustParseAddr("192.0.2.1")
)

const password = "correct horse battery"

// operatorsOf returns operators who all have the password.
func operatorsOf(t testing.TB, names ...string) *operators.Set {
	t.Helper()
	path := filepath.Join(t.TempDir(), "operators")
	for _, name := range names {
		if _, err := operators.Write(path, name, password); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil && len(names) > 0 {
		t.Fatal(err)
	}
	set, err := operators.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// TestSignIn checks who is signed in, for how long, and that a sign-in ends with the password.
func TestSignIn(t *testing.T) {
	t.Parallel()
	set := operatorsOf(t, "anna", "bob")
	d := New(func() *operators.Set { return set })
	signIn := func(name string, now time.Time) string {
		t.Helper()
		token, err := d.SignIn(name, password, here, now)
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	for i, pair := range [][2]string{{"anna", "wrong horse battery"}, {"carl", password}, {"", ""}, {"bob", strings.Repeat("x", operators.MaxPassword+1)}} {
		name, text := pair[0], pair[1]
		if token, err := d.SignIn(name, text, netip.AddrFrom4([4]byte{10, 0, 0, byte(i)}), noon); token != "" || !errors.Is(err, ErrWrong) {
			t.Errorf("%q: %q, %v", name, token, err)
		}
	}
	anna, bob := signIn("anna", noon), signIn("bob", noon)
	if len(anna) < 43 || anna == bob {
		t.Errorf("tokens %q, %q", anna, bob)
	}
	for _, tt := range []struct {
		name, token string
		after       time.Duration
		want        string
	}{
		{"at once", anna, 0, "anna"},
		{"another", bob, 0, "bob"},
		{"none", "", 0, ""},
		{"a guess", anna[1:], 0, ""},
		{"not idle for long", anna, IdleLife - 1, "anna"},
		{"not idle for long again", anna, 2*IdleLife - 2, "anna"},
		{"idle", bob, 2 * IdleLife, ""},
		{"idle before", bob, 0, ""},
	} {
		if got := d.Operator(tt.token, noon.Add(tt.after)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	for at := 2 * IdleLife; at < WholeLife; at += IdleLife - 1 {
		if d.Operator(anna, noon.Add(at)) == "" {
			t.Errorf("it ended after %s", at)
		}
	}
	if got := d.Operator(anna, noon.Add(WholeLife)); got != "" {
		t.Error("it does not end after a day")
	}
	later := noon.Add(WholeLife)
	out, stays, changed := signIn("anna", later), signIn("anna", later), signIn("bob", later)
	d.SignOut(out)
	if d.Operator(out, later) != "" || d.Operator(stays, later) != "anna" {
		t.Error("signing out ends another sign-in, or none")
	}
	set = operatorsOf(t, "bob") // anna is gone, and bob's hash has another salt
	if d.Operator(stays, later) != "" || d.Operator(changed, later) != "" {
		t.Error("a sign-in outlives its password")
	}
}

// TestAttempts checks that attempts wait by name and by address, more and more, whether the name
// exists or not, and that a success ends the wait.
func TestAttempts(t *testing.T) {
	t.Parallel()
	set := operatorsOf(t, "anna")
	names, addresses := func(d *Desk) *limiter { return &d.names }, func(d *Desk) *limiter { return &d.addresses }
	for _, tt := range []struct {
		name  string
		who   func(i int) (string, netip.Addr)
		waits []time.Duration // after each failure, in seconds
		of    func(*Desk) *limiter
		most  time.Duration
	}{
		{"one name from many addresses", func(i int) (string, netip.Addr) {
			return "anna", netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)})
		}, []time.Duration{0, 0, 1, 2, 4}, names, mostForName},
		{"one name that does not exist", func(i int) (string, netip.Addr) {
			return "carl", netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)})
		}, []time.Duration{0, 0, 1, 2, 4}, names, mostForName},
		{"many names from one address", func(i int) (string, netip.Addr) { return fmt.Sprint("anna", i), here }, []time.Duration{0, 0, 1, 2, 4}, addresses, mostForAddress},
		{"many addresses of one customer", func(i int) (string, netip.Addr) {
			return fmt.Sprint("anna", i), netip.MustParseAddr(fmt.Sprintf("2001:db8::%x", i+1))
		}, []time.Duration{0, 0, 1, 2, 4}, addresses, mostForAddress},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d, now := New(func() *operators.Set { return set }), noon
			for i, wait := range tt.waits {
				name, from := tt.who(i)
				if _, err := d.SignIn(name, "wrong", from, now); !errors.Is(err, ErrWrong) {
					t.Fatalf("attempt %d: %v", i, err)
				}
				if wait == 0 {
					continue
				}
				name, from = tt.who(i + 100)
				var soon *TooSoon
				if _, err := d.SignIn(name, password, from, now); !errors.As(err, &soon) || soon.Until.Sub(now) != wait*time.Second {
					t.Fatalf("after attempt %d: %v, want %ds", i, err, wait)
				}
				now = soon.Until
			}
			if got := tt.of(d).wait(1000); got != tt.most {
				t.Errorf("the longest wait is %s", got)
			}
		})
	}
}

// TestSuccess checks that a success takes back the failures of its name, and its own attempt for its
// address, so that many operators may have one address.
func TestSuccess(t *testing.T) {
	t.Parallel()
	set := operatorsOf(t, "anna")
	d := New(func() *operators.Set { return set })
	for i := range 2 * free {
		if i%2 == 0 && i < 2*(free-1) {
			if _, err := d.SignIn("anna", "wrong", netip.AddrFrom4([4]byte{10, 0, 0, byte(i)}), noon); !errors.Is(err, ErrWrong) {
				t.Fatal(err)
			}
		}
		if _, err := d.SignIn("anna", password, here, noon); err != nil {
			t.Fatalf("success %d: %v", i, err)
		}
	}
	var l = newLimiter(time.Hour)
	for range 10 {
		l.try("x", noon.Add(-forgetAfter))
	}
	if until := l.try("x", noon); !until.IsZero() {
		t.Error("failures are never forgotten")
	}
}

// TestAtOnce checks that attempts at once count before their hashes are computed.
func TestAtOnce(t *testing.T) {
	t.Parallel()
	set := operatorsOf(t, "anna")
	d := New(func() *operators.Set { return set })
	var wg sync.WaitGroup
	var mu sync.Mutex
	looked := 0
	for range 4 * free {
		wg.Go(func() {
			_, err := d.SignIn("anna", "wrong", here, noon)
			mu.Lock()
			defer mu.Unlock()
			if errors.Is(err, ErrWrong) {
				looked++
			}
		})
	}
	wg.Wait()
	if looked != free {
		t.Errorf("%d attempts were looked at, want %d", looked, free)
	}
}

// TestBounded checks that sign-ins do not grow without end: the one that was idle longest goes.
func TestBounded(t *testing.T) {
	t.Parallel()
	set := operatorsOf(t, "anna")
	d := New(func() *operators.Set { return set })
	for i := range maxSignedIn + 1 {
		now := noon.Add(time.Duration(i))
		d.enter(fmt.Sprint(i), &signedIn{name: "anna", mark: set.Mark("anna"), since: now, was: now})
	}
	if len(d.signedIn) != maxSignedIn || d.Operator("0", noon) != "" || d.Operator("1", noon) != "anna" {
		t.Errorf("%d are signed in", len(d.signedIn))
	}
	d.enter("later", &signedIn{since: noon.Add(WholeLife)})
	if len(d.signedIn) != 1 {
		t.Errorf("%d after all others ended", len(d.signedIn))
	}
}
