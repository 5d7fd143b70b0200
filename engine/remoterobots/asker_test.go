package remoterobots

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/scope/partition/partitiontest"
)

// A far node answers after a while, or not at all.
type far struct {
	takes  time.Duration
	answer Answer
	err    error

	mu    sync.Mutex
	asked []Ask
	most  int // questions at once
	now   int
}

func (n *far) Refer(ctx context.Context, a Ask) (Answer, error) {
	n.mu.Lock()
	n.asked, n.now = append(n.asked, a), n.now+1
	n.most = max(n.most, n.now)
	n.mu.Unlock()
	defer func() {
		n.mu.Lock()
		n.now--
		n.mu.Unlock()
	}()
	select {
	case <-time.After(n.takes):
		return n.answer, n.err
	case <-ctx.Done():
		return Answer{}, context.Cause(ctx)
	}
}

var first, second = partition.Partition{Number: 1, Of: 2}, partition.Partition{Number: 2, Of: 2}

// TestAsker: what the node of a site tells is an exchange, and why it tells nothing is for the trail.
func TestAsker(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		n    *far
		want string // of the failure
		away bool   // it is not asked again at once
	}{
		"rules":              {n: &far{answer: Answer{Status: 200, Body: []byte(rules), Fresh: time.Hour, Type: "text/plain"}}},
		"a site that fails":  {n: &far{answer: Answer{Failure: aranea.NetDNS, Detail: "no such host"}}, want: "NET.DNS no such host"},
		"away":               {&far{err: fmt.Errorf("%w: refused", wire.ErrGone)}, "SCOPE.PARTITION its node does not answer", true},
		"stands still":       {&far{takes: time.Hour}, "SCOPE.PARTITION its node does not answer", true},
		"busy":               {&far{err: &aranea.Error{Kind: aranea.Limit}}, "SCOPE.PARTITION its node is asked for too much at once", false},
		"reading":            {&far{err: &aranea.Error{Kind: aranea.Transient}}, "SCOPE.PARTITION its node has not read the file yet", false},
		"paused":             {&far{err: &aranea.Error{Kind: aranea.Denied}}, "SCOPE.PARTITION its node makes no requests there now", false},
		"of another version": {&far{err: &aranea.Error{Kind: aranea.Invalid, Err: errors.New("no such call at http://10.0.0.2")}}, "SCOPE.PARTITION its node is of another version of the program", false},
		"nonsense":           {&far{answer: Answer{Status: 12}}, "SCOPE.PARTITION its node is of another version of the program", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				a := NewAsker(first, []Node{nil, tt.n})
				u := partitiontest.Site(t, second, 0)
				got := a.Robots(t.Context(), u)
				if text := strings.TrimPrefix(got.Failure.String()+" "+got.Detail, "NONE "); text != tt.want || got.URL != u || got.WasSent() || got.Ended != time.Now() {
					t.Errorf("%q: %+v", text, got)
				}
				if tt.want == "" && (got.Status != 200 || string(got.Body) != rules || got.Header.Get("Cache-Control") != "max-age=3600" || got.Header.Get("Content-Type") != "text/plain" || got.Header.Get("Location") != "") {
					t.Errorf("%+v", got)
				}
				if tt.n.asked[0] != (Ask{From: 1, URL: u}) {
					t.Errorf("asked %+v", tt.n.asked)
				}
				a.Robots(t.Context(), u)
				if (len(tt.n.asked) == 1) != tt.away {
					t.Errorf("asked %d times", len(tt.n.asked))
				}
				time.Sleep(awayTime)
				before := len(tt.n.asked)
				if a.Robots(t.Context(), u); len(tt.n.asked) != before+1 {
					t.Error("it is not asked again")
				}
			})
		})
	}
}

// TestAskerIsLimited: one node is asked for a few files at once, and others wait for their turn a moment only; a
// stop of the crawl ends that.
func TestAskerIsLimited(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := &far{takes: 4 * time.Second, answer: Answer{Status: 404}}
		a := NewAsker(first, []Node{nil, n})
		u := partitiontest.Site(t, second, 0)
		var all sync.WaitGroup
		var told, busy int
		var mu sync.Mutex
		for range 3 * maxAsks {
			all.Go(func() {
				got := a.Robots(t.Context(), u)
				mu.Lock()
				defer mu.Unlock()
				if got.Status == 404 {
					told++
				} else if got.Detail == errBusy.Error() {
					busy++
				}
			})
		}
		all.Wait()
		if n.most != maxAsks || told != maxAsks || busy != 2*maxAsks {
			t.Errorf("%d at once, %d were told, %d were too many", n.most, told, busy)
		}
		ctx, stop := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, stop)
		if got := a.Robots(ctx, u); got.Failure != aranea.ScheduleStopped {
			t.Errorf("stopped: %+v", got)
		}
	})
}

// TestAnswerIsChecked: what no node would tell is refused.
func TestAnswerIsChecked(t *testing.T) {
	t.Parallel()
	for name, a := range map[string]Answer{
		"nothing": {}, "no status": {Status: 99}, "of a partition": {Failure: aranea.ScopePartition}, "stopped": {Failure: aranea.ScheduleStopped},
		"a long body": {Status: 200, Body: make([]byte, robotstxt.MaxBody+1)}, "a long location": {Status: 301, Location: make([]byte, maxLocation+1)},
		"a long field": {Status: 200, Type: strings.Repeat("x", maxField+1)}, "a long detail": {Status: 503, Detail: strings.Repeat("x", aranea.MaxDetail+1)},
		"the past": {Status: 200, Fresh: -1},
	} {
		if a.check() == nil {
			t.Errorf("%s is taken", name)
		}
	}
	u := partitiontest.Site(t, second, 0)
	for name, q := range map[string]Ask{"no URL": {From: 1}, "of another partition": {From: 1, URL: partitiontest.Site(t, first, 0)}} {
		if err := q.Check(second); aranea.KindOf(err) != aranea.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := (&Ask{From: 1, URL: u}).Check(second); err != nil {
		t.Error(err)
	}
}

// FuzzAnswer: whatever a site answers, its node tells as an answer that is taken, and that means the same.
func FuzzAnswer(f *testing.F) {
	f.Add(200, "", "text/plain", "", []byte(rules), "")
	f.Add(301, "http://b.test/robots.txt", "", "", []byte("moved"), "")
	f.Add(0, "", "", "120", []byte(nil), "connection refused")
	f.Add(999, strings.Repeat("x", maxLocation+1), strings.Repeat("y", maxField+1), "\xff", make([]byte, robotstxt.MaxBody+1), strings.Repeat("z", 400))
	f.Fuzz(func(t *testing.T, status int, location, kind, retry string, body []byte, detail string) {
		x := aranea.Fetched{Status: status, Header: header("Location", location, "Content-Type", kind, "Retry-After", retry), Body: body, Detail: detail}
		if status < 100 || status > 999 {
			x.Status, x.Failure = 0, aranea.NetReset
		}
		a := answerOf(&x)
		data, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		var read Answer
		if err := json.Unmarshal(data, &read); err != nil || read.check() != nil {
			t.Fatalf("%s: %v, %v", data, err, read.check())
		}
		got := read.fetched(partitiontest.Site(t, second, 0), time.Time{})
		if got.Status != x.Status || got.Failure != x.Failure || status >= 200 && status < 300 && len(got.Body) != min(len(body), robotstxt.MaxBody) {
			t.Errorf("%+v of %+v", got, x)
		}
	})
}
