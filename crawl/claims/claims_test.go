package claims

import (
	"context"
	"errors"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/weburl"
)

// A clock returns its answers one after another.
type clock struct {
	Clock
	answers []frontier.Claim
	found   []aranea.Resolution // that claims passed in
	anyway  bool                // of the last claim
}

func (c *clock) Claim(context.Context, time.Time, weburl.Origin, time.Duration) (frontier.Claim, error) {
	next := c.answers[0]
	c.answers = c.answers[1:]
	return next, nil
}

func (c *clock) ClaimResolved(ctx context.Context, now time.Time, o weburl.Origin, patience time.Duration, found aranea.Resolution, anyway bool) (frontier.Claim, error) {
	c.anyway = anyway
	c.found = append(c.found, found)
	return c.Claim(ctx, now, o, patience)
}

// TestClaim: a claim waits for what is out, and looks the name up when asked to; later calls
// pass in what was found.
func TestClaim(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		freed := make(chan struct{})
		time.AfterFunc(3*time.Second, func() { close(freed) })
		granted := frontier.Claim{SendAfter: start, SendBefore: start.Add(time.Minute)}
		c := &clock{answers: []frontier.Claim{
			{Busy: freed, SendAfter: start.Add(time.Minute)}, {LookUp: true},
			{Busy: make(chan struct{}), SendAfter: start.Add(5 * time.Second)}, granted,
		}}
		at := netip.MustParseAddr("192.0.2.1")
		looked := 0
		d := Desk{Clock: c, Now: time.Now, LookUp: func(context.Context, weburl.Origin) (aranea.Resolution, error) {
			looked++
			return aranea.Resolution{Addresses: []netip.Addr{at}}, nil
		}}
		got, err := d.Claim(t.Context(), "http://a.test", start.Add(time.Minute))
		if err != nil || got != granted || looked != 1 || len(c.found) != 2 || c.found[1].Addresses[0] != at {
			t.Errorf("%+v, %v; %d look-ups, %d claims with what they found", got, err, looked, len(c.found))
		}
		if took := time.Since(start); took != 5*time.Second {
			t.Errorf("granted after %s", took)
		}
	})
}

// TestClaimEnds: a claim ends with its context, and if the look-up fails.
func TestClaimEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		d := Desk{Clock: &clock{answers: []frontier.Claim{{Busy: make(chan struct{}), SendAfter: time.Now().Add(time.Minute)}}}, Now: time.Now}
		if _, err := d.Claim(ctx, "http://a.test", time.Now().Add(time.Minute)); aranea.KindOf(err) != aranea.Canceled {
			t.Errorf("ended by %v", err)
		}
		broken := errors.New("broken")
		d.LookUp = func(context.Context, weburl.Origin) (aranea.Resolution, error) { return aranea.Resolution{}, broken }
		d.Clock = &clock{answers: []frontier.Claim{{LookUp: true}}}
		if _, err := d.Claim(t.Context(), "http://a.test", time.Now().Add(time.Minute)); !errors.Is(err, broken) {
			t.Errorf("without a look-up: %v", err)
		}
	})
}

// TestClaimOfDeadName: if a name is known to have no address, a claim says so, except for the
// operator: for the operator the name is looked up once more, and the request claimed whatever
// the result.
func TestClaimOfDeadName(t *testing.T) {
	t.Parallel()
	dead := frontier.Claim{SendAfter: time.Now().Add(time.Hour), Route: aranea.Route{Failure: aranea.NetDNS, Detail: "no such host"}}
	granted := frontier.Claim{SendAfter: time.Now(), SendBefore: time.Now().Add(time.Minute)}
	for _, named := range []bool{false, true} {
		c := &clock{answers: []frontier.Claim{dead, granted}}
		looked, want := 0, dead
		if named {
			want = granted
		}
		d := Desk{Clock: c, Now: time.Now, Named: named, LookUp: func(context.Context, weburl.Origin) (aranea.Resolution, error) {
			looked++
			return aranea.Resolution{Failure: aranea.NetDNS}, nil
		}}
		got, err := d.Claim(t.Context(), "http://a.test", time.Now().Add(time.Minute))
		if err != nil || got != want || (looked == 1) != named || c.anyway != named {
			t.Errorf("by name %t: %+v, %v; %d look-ups", named, got, err, looked)
		}
	}
	c := &clock{answers: []frontier.Claim{{LookUp: true}, dead}} // found out now
	d := Desk{Clock: c, Now: time.Now, LookUp: func(context.Context, weburl.Origin) (aranea.Resolution, error) {
		return aranea.Resolution{Failure: aranea.NetDNS}, nil
	}}
	if got, err := d.Claim(t.Context(), "http://a.test", time.Now().Add(time.Minute)); err != nil || got != dead || len(c.found) != 1 || c.anyway {
		t.Errorf("%+v, %v; %d found", got, err, len(c.found))
	}
}
