package orders

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/weburl"
)

// TestRead checks which forms are orders, and that no form is an order for more than it says.
func TestRead(t *testing.T) {
	t.Parallel()
	many := strings.Repeat("http://a.test/\n", maxURLs)
	for _, tt := range []struct{ deed, target, urls, want, fault string }{
		{"visit", "", " http://a.test/x \r\n\n b.test", "[http://a.test/x https://b.test/]", ""},
		{"visit", "", "http://a.test/\nftp://b.test/", "", "line 2 is not a URL: ftp://b.test/"},
		{"visit", "", "", "", "no URL"},
		{"visit", "", "<a>\nb.test\nftp://c.test/", "", "line 1 is not a URL: https://<a>; line 3 is not a URL: ftp://c.test/"},
		{"drop", "http://a.test/x", "", "http://a.test/x[http://a.test/x]", ""},
		{"drop", "", "", "", "URL"},
		{"again", "http://a.test/", "", "http://a.test/[http://a.test/]", ""},
		{"again", "a.test", "", "", "URL"},
		{"visit", "", many, "", ""},
		{"visit", "", many + "http://b.test/", "", "more than 1000"},
		{"due", "a.test", "", "[]", ""},
		{"all", "", "", "[]", ""},
		{"pause", "", "", "[]", ""},
		{"pause", "a.test", "", "a.test[]", ""},
		{"pause", "[::1]", "", "[::1][]", ""},
		{"resume", "a.test/x", "", "", "host"},
		{"stop", "*", "", "", "host"},
		{"stop", "A.test", "", "", "host"},
		{"delete", "http://a.test/x", "", "http://a.test/x[]", ""},
		{"delete", "http://a.test/x/*", "", "http://a.test/x/*[]", ""},
		{"delete", "*", "", "", "URL"},
		{"delete", "", "", "", "URL"},
		{"delete", "a.test", "", "", "URL"},
		{"admit", "http://a.test/*", "", "http://a.test/*[]", ""},
		{"delete", "http://a.test/" + strings.Repeat("x", maxTarget), "", "", "too long"},
		{"backup", "/etc", "", "", "no such order"},
		{"", "", "", "", "no such order"},
	} {
		o, err := Read(url.Values{"deed": {tt.deed}, "target": {tt.target}, "urls": {tt.urls}})
		switch {
		case (err != nil) != (tt.fault != "") || err != nil && !strings.Contains(strings.ToLower(err.Error()), strings.ToLower(tt.fault)):
			t.Errorf("%.200v: %v", tt, err)
		case tt.want != "" && o.Target+fmt.Sprint(o.URLs) != tt.want:
			t.Errorf("%+v: %+v", tt, o)
		}
	}
}

// TestButtons checks that the pages offer orders that can be read, and which of them are confirmed.
func TestButtons(t *testing.T) {
	t.Parallel()
	u, err := weburl.Parse("http://a.test/b/c?d=/e")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name    string
		buttons []Button
		want    string // deeds; ? behind those that are confirmed
	}{
		{"a crawl", OfCrawls(false, false), "due all? pause stop?"},
		{"a paused crawl", OfCrawls(true, false), "due all? resume stop?"},
		{"a stopped crawl", OfCrawls(false, true), "due all? resume pause"},
		{"a host", OfHost("http://a.test:81", false), "pause:a.test again:http://a.test:81/? delete:http://a.test:81/*?"},
		{"a held host", OfHost("http://a.test", true), "resume:a.test again:http://a.test/? delete:http://a.test/*?"},
		{"a seed", OfSeed(u, 2), "visit drop:http://a.test/b/c?d=/e?"},
		{"the only seed", OfSeed(u, 1), "visit"},
		{"a URL", OfURL(u, false), "visit delete:http://a.test/b/c?d=/e? delete:http://a.test/b/*?"},
		{"a URL that is out", OfURL(u, true), "admit:http://a.test/b/c?d=/e"},
	} {
		var got []string
		for _, b := range tt.buttons {
			o, err := Read(url.Values{"deed": {string(b.Deed)}, "target": {b.Target}, "urls": {b.URLs}})
			if err != nil || b.Text == "" {
				t.Errorf("%s: %+v: %v", tt.name, b, err)
			}
			text := string(o.Deed)
			if o.Target != "" {
				text += ":" + o.Target
			}
			if o.Question() != "" {
				text += "?"
				if sure := o.Button(); sure.Deed != o.Deed || sure.Target != o.Target {
					t.Errorf("%+v is confirmed by %+v", o, sure)
				}
			}
			got = append(got, text)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, strings.Join(got, " "), tt.want)
		}
	}
}

// owner is a service that notes what it is asked for. Its crawls last until they are left.
type owner struct {
	mu      sync.Mutex
	asked   []string
	waiting int
	tells   bool // of progress
	err     error
	removed service.Removed
	changes bool
	paused  time.Time
}

func (o *owner) note(text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.asked = append(o.asked, text)
}

func (o *owner) Crawl(ctx context.Context, s service.Settings, watch func(runreport.Progress)) (runreport.Report, error) {
	o.note(fmt.Sprint("crawl ", s.Seeds, s.Refresh))
	if o.err != nil {
		return runreport.Report{}, o.err
	}
	o.mu.Lock()
	o.waiting++
	o.mu.Unlock()
	if o.tells {
		watch(runreport.Progress{})
		watch(runreport.Progress{})
	}
	<-ctx.Done()
	o.mu.Lock()
	o.waiting--
	o.mu.Unlock()
	return runreport.Report{}, ctx.Err()
}

func (o *owner) Steer(_ context.Context, x service.Order) (service.Steered, error) {
	o.note(fmt.Sprint(x.Deed, " ", x.Host))
	return service.Steered{Changed: o.changes, Was: halt.State{Paused: o.paused}}, o.err
}

func (o *owner) Remove(_ context.Context, r service.Removal) (service.Removed, error) {
	if r.Seed {
		o.note("drop " + r.Target)
		return o.removed, o.err
	}
	o.note(fmt.Sprint("remove ", r.Target, " ", r.Undo))
	return o.removed, o.err
}

// settings are those of the order.
func settings(urls []weburl.URL, refresh string) (service.Settings, error) {
	return service.Settings{Seeds: urls, Refresh: refresh}, nil
}

// TestDo checks what the service is asked for, and what is said of it.
func TestDo(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		deed, target string
		o            *owner
		asked, want  string
	}{
		{"pause", "", &owner{changes: true}, "pause ", "No request leaves until crawls are resumed"},
		{"pause", "a.test", &owner{changes: true}, "pause a.test", "No request to a.test leaves"},
		{"pause", "a.test", &owner{}, "pause a.test", "Nothing changed"},
		{"resume", "", &owner{changes: true}, "resume ", "neither paused nor stopped"},
		{"resume", "a.test", &owner{changes: true}, "resume a.test", "Requests to a.test leave again"},
		{"stop", "", &owner{}, "stop ", "Crawls are stopped"},
		{"delete", "http://a.test/*", &owner{removed: service.Removed{URLs: 3, Documents: 2}}, "remove http://a.test/* false", "2 pages out of the index, 3 known URLs left out"},
		{"delete", "http://a.test/", &owner{}, "remove http://a.test/ false", "Nothing that is known is named by http://a.test/"},
		{"drop", "http://a.test/", &owner{removed: service.Removed{URLs: 3, Documents: 2, SeedsLeft: 1}}, "drop http://a.test/", "no longer: 3 URLs left the crawl, 2 pages the index. 1 seed left."},
		{"drop", "http://a.test/", &owner{removed: service.Removed{SeedsLeft: 2}}, "drop http://a.test/", "no known URL left the crawl with it"},
		{"admit", "http://a.test/", &owner{removed: service.Removed{URLs: 1}}, "remove http://a.test/ true", "1 known URL let in again"},
		{"admit", "http://a.test/", &owner{removed: service.Removed{Still: "a.test"}}, "remove http://a.test/ true", "still left out, by a.test"},
	} {
		d := New(tt.o, settings, slog.New(slog.DiscardHandler))
		text, next, err := d.Do(t.Context(), &Order{Deed: Deed(tt.deed), Target: tt.target})
		if err != nil || !strings.Contains(text, tt.want) || strings.Join(tt.o.asked, "; ") != tt.asked {
			t.Errorf("%s %s: %q, %v; asked %q", tt.deed, tt.target, text, err, tt.o.asked)
		}
		if (len(next) == 1 && next[0].Target == "a.test") != (tt.o.removed.Still != "") {
			t.Errorf("%s %s: next %+v", tt.deed, tt.target, next)
		}
		d.Close()
	}
}

// TestCrawls checks that an order returns when its crawl is under way, that one is waited for at a
// time, that a refusal is told, and that Close leaves all.
func TestCrawls(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := &owner{tells: true}
		d := New(o, settings, slog.New(slog.DiscardHandler))
		start := time.Now()
		for _, deed := range []Deed{Due, All, Due} {
			if text, _, err := d.Do(t.Context(), &Order{Deed: deed}); err != nil || !strings.Contains(text, "under way") {
				t.Fatalf("%q, %v", text, err)
			}
			if synctest.Wait(); o.waiting != 1 {
				t.Errorf("it waits for %d crawls", o.waiting)
			}
		}
		if took := time.Since(start); took != 0 {
			t.Errorf("it took %s", took)
		}
		synctest.Wait()
		o.tells = false // it waits for something
		if _, _, err := d.Do(t.Context(), &Order{Deed: Due}); err != nil || time.Since(start) != patience {
			t.Errorf("%v after %s", err, time.Since(start))
		}
		synctest.Wait()
		o.err = service.OtherCrawl([]string{"scope"})
		if _, _, err := d.Do(t.Context(), &Order{Deed: Due}); !service.IsOtherCrawl(err) {
			t.Errorf("another crawl: %v", err)
		}
		d.turn <- struct{}{}
		if _, _, err := d.Do(t.Context(), &Order{Deed: Due}); aranea.KindOf(err) != aranea.Limit {
			t.Errorf("beside another order: %v", err)
		}
		<-d.turn
		d.settings = func([]weburl.URL, string) (service.Settings, error) {
			return service.Settings{}, errors.New("no contact")
		}
		if _, _, err := d.Do(t.Context(), &Order{Deed: Due}); err == nil || err.Error() != "no contact" {
			t.Errorf("without settings: %v", err)
		}
		if synctest.Wait(); o.waiting != 1 {
			t.Errorf("a refused order ended the crawl of another: %d wait", o.waiting)
		}
		d.Close()
		if o.waiting != 0 {
			t.Errorf("%d crawls are not left", o.waiting)
		}
	})
}

// FuzzRead checks that no form makes the reader panic, and that the target of an order is what the
// service reads it as.
func FuzzRead(f *testing.F) {
	f.Add("visit", "", "http://a.test/\nb.test")
	f.Add("delete", "http://a.test/*", "")
	f.Add("pause", "a.test", "")
	f.Fuzz(func(t *testing.T, deed, target, urls string) {
		o, err := Read(url.Values{"deed": {deed}, "target": {target}, "urls": {urls}})
		if err == nil && (o.Deed == Delete || o.Deed == Admit) && !strings.Contains(o.Target, "://") {
			t.Errorf("%+v", o)
		}
	})
}

// stopping has a crawl with other settings under way until it is stopped, and refuses some.
type stopping struct {
	owner
	under, refuses bool
}

func (o *stopping) Crawl(ctx context.Context, s service.Settings, watch func(runreport.Progress)) (runreport.Report, error) {
	switch {
	case o.under:
		o.note("refused")
		return runreport.Report{}, service.OtherCrawl([]string{"delay"})
	case o.refuses:
		o.note("at fault")
		return runreport.Report{}, &aranea.Error{Op: "crawl", Kind: aranea.Invalid, Err: errors.New("the archive is gone")}
	}
	return o.owner.Crawl(ctx, s, watch)
}

func (o *stopping) Steer(ctx context.Context, x service.Order) (service.Steered, error) {
	o.under = o.under && x.Deed != service.Stop
	return o.owner.Steer(ctx, x)
}

// TestBegin: a crawl with other settings is stopped for one with new ones, which is resumed if these
// cannot be.
func TestBegin(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name           string
		under, refuses bool
		paused         time.Time
		asked, fault   string
	}{
		{"none is under way", false, false, time.Time{}, "crawl []due", ""},
		{"another is under way", true, false, time.Time{}, "refused; stop ; crawl []due", ""},
		{"the new one cannot be", true, true, time.Time{}, "refused; stop ; at fault; resume ", "the archive is gone"},
		{"the new one cannot be, and crawls were paused", true, true, time.Unix(9, 0), "refused; stop ; at fault; resume ; pause ", "the archive is gone"},
	} {
		o := &stopping{owner: owner{tells: true, paused: tt.paused}, under: tt.under, refuses: tt.refuses}
		var log bytes.Buffer
		d := New(o, settings, slog.New(slog.NewTextHandler(&log, nil)))
		err := d.Begin(t.Context(), service.Settings{Refresh: "due"})
		if got := strings.Join(o.asked, "; "); got != tt.asked || Refusal(err) != tt.fault {
			t.Errorf("%s: %q, %v", tt.name, got, err)
		}
		d.Close()
		if strings.Contains(log.String(), "other settings") {
			t.Errorf("%s: the log says %s", tt.name, &log)
		}
	}
}

// TestDropped checks what is said of a seed that was dropped.
func TestDropped(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		done service.Removed
		want string
	}{
		{service.Removed{URLs: 2, Documents: 1, SeedsLeft: 1}, "a is a seed no longer: 2 URLs left the crawl, 1 page the index. 1 seed left."},
		{service.Removed{SeedsLeft: 2}, "a is a seed no longer: no known URL left the crawl with it, because others bring in the same. 2 seeds left."},
	} {
		if got := Dropped("a", &tt.done); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
