package orders

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/weburl"
)

// patience is how long an order waits until its crawl is under way.
const patience = 5 * time.Second

// A Service carries orders out. Every service.Service is one.
type Service interface {
	Crawl(ctx context.Context, s service.Settings, watch func(runreport.Progress)) (runreport.Report, error)
	Steer(ctx context.Context, o service.Order) (service.Steered, error)
	Remove(ctx context.Context, r service.Removal) (service.Removed, error)
}

// Guard line: every owner of a folder is a Service.
var _ Service = service.Service(nil)

// Settings returns the settings of a crawl that visits URLs, or what refresh says of what was visited
// before, as in service.Settings. Its errors are sentences for people.
type Settings func(urls []weburl.URL, refresh string) (service.Settings, error)

// A Desk takes orders. It is safe for concurrent use.
type Desk struct {
	service  Service
	settings Settings
	log      *slog.Logger
	base     context.Context // of the crawls
	end      context.CancelFunc
	crawls   sync.WaitGroup
	turn     chan struct{}      // held by the order that begins a crawl
	leave    context.CancelFunc // ends the wait for the crawl of the order before; guarded by turn
}

// New returns a Desk, which is closed by Close.
func New(s Service, settings Settings, log *slog.Logger) *Desk {
	base, end := context.WithCancel(context.Background())
	return &Desk{service: s, settings: settings, log: log, base: base, end: end, turn: make(chan struct{}, 1), leave: func() {}}
}

// Close leaves the crawl that was ordered, which ends unless somebody else waits for it, and returns
// when that has been done.
func (d *Desk) Close() {
	d.end()
	d.crawls.Wait()
}

// Do carries an order out, and returns what has become of it in sentences for people, and orders that
// may be wanted next. Refusal says of an error why it cannot be.
func (d *Desk) Do(ctx context.Context, o *Order) (text string, next []Button, err error) {
	switch o.Deed {
	case Visit:
		return show.Count(len(o.URLs), "URL") + " will be visited before all others of the same hosts. " + underWay, nil, d.crawl(ctx, o.URLs, "none")
	case Again:
		return underWay, nil, d.crawl(ctx, o.URLs, string(All))
	case Drop:
		done, err := d.service.Remove(ctx, service.Removal{Target: o.Target, Seed: true})
		return Dropped(show.Visible(o.Target), &done), nil, err
	case Due, All:
		return underWay, nil, d.crawl(ctx, nil, string(o.Deed))
	case Delete, Admit:
		done, err := d.service.Remove(ctx, service.Removal{Target: o.Target, Undo: o.Deed == Admit})
		if done.Still != "" {
			next = []Button{{Deed: Admit, Target: done.Still, Text: "Let in " + show.Visible(done.Still)}}
		}
		return removed(o, &done), next, err
	default:
		done, err := d.service.Steer(ctx, service.Order{Deed: service.Deed(o.Deed), Host: o.Target})
		return steered(o, &done), nil, err
	}
}

// Refusal returns why an order cannot be carried out, "" if that is a fault of the program or a disk.
func Refusal(err error) string {
	switch aranea.KindOf(err) {
	case aranea.Denied, aranea.Invalid, aranea.Limit, aranea.NotFound:
		return Cause(err)
	}
	return ""
}

// Cause returns what is wrong, without the operation that it is wrong with; "" if that is not known.
func Cause(err error) string {
	e, ok := errors.AsType[*aranea.Error](err)
	if !ok || e.Err == nil {
		return ""
	}
	return show.Visible(strings.ReplaceAll(e.Err.Error(), "\n", "; "))
}

// underWay is what is said of a crawl that was ordered.
const underWay = "The crawl is under way, with the settings that the data folder remembers. It goes on until all is done, or this server ends."

// crawl begins a crawl with the settings that the folder remembers, or joins the one under way.
func (d *Desk) crawl(ctx context.Context, urls []weburl.URL, refresh string) error {
	return d.inTurn(func() error {
		set, err := d.settings(urls, refresh)
		if err != nil {
			return err
		}
		return d.enter(ctx, set)
	})
}

// Begin begins a crawl with settings. One under way with other settings is stopped before, for all who
// wait for it. It returns when that has been done, or is about to be.
func (d *Desk) Begin(ctx context.Context, set service.Settings) error { //nolint:gocritic // as for Crawl
	return d.inTurn(func() error {
		err := d.enter(ctx, set)
		if !service.IsOtherCrawl(err) {
			return err
		}
		done, err := d.service.Steer(ctx, service.Order{Deed: service.Stop})
		if err != nil {
			return err
		}
		if err = d.enter(ctx, set); err != nil {
			err = errors.Join(err, d.unstop(ctx, &done))
		}
		return err
	})
}

// unstop takes back a stop for the sake of a crawl that did not begin. An order to pause from before, which
// Resume ends as well, is given again.
func (d *Desk) unstop(ctx context.Context, stop *service.Steered) error {
	_, err := d.service.Steer(ctx, service.Order{Deed: service.Resume})
	if err == nil && !stop.Was.Paused.IsZero() {
		_, err = d.service.Steer(ctx, service.Order{Deed: service.Pause})
	}
	return err
}

// inTurn runs f unless another order begins a crawl at this moment.
func (d *Desk) inTurn(f func() error) error {
	select {
	case d.turn <- struct{}{}:
		defer func() { <-d.turn }()
		return f()
	default:
		return &aranea.Error{Op: "order", Kind: aranea.Limit, Err: errors.New("another order begins a crawl at this moment; try again")}
	}
}

// enter begins a crawl, or joins the one under way, and returns when that has been done. The Desk waits
// for one crawl at a time: the order before is left, which has no effect on a crawl that both have.
func (d *Desk) enter(ctx context.Context, set service.Settings) error { //nolint:contextcheck,gocritic // the crawl outlives the request
	own, leave := context.WithCancel(d.base)
	begun, done := make(chan struct{}, 1), make(chan error, 1)
	d.crawls.Go(func() {
		_, err := d.service.Crawl(own, set, func(runreport.Progress) {
			select {
			case begun <- struct{}{}:
			default:
			}
		})
		if err != nil && own.Err() == nil && !service.IsOtherCrawl(err) { // that one is told to who ordered
			d.log.Warn("a crawl that an operator ordered ended with an error", "error", err)
		}
		done <- err
	})
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case err := <-done:
		leave()
		return err
	case <-begun:
	case <-timer.C: // it waits, such as for the end of an order to pause
	case <-ctx.Done():
	}
	d.leave()
	d.leave = leave
	return nil
}

// steered describes the effect of an order to steer.
func steered(o *Order, done *service.Steered) string {
	name := show.Visible(o.Target)
	switch {
	case !done.Changed && o.Deed != Stop:
		return "Nothing changed: it was so before."
	case o.Target != "" && o.Deed == Resume:
		return "Requests to " + name + " leave again."
	case o.Target != "":
		return "No request to " + name + " leaves until it is resumed, also in later crawls."
	case o.Deed == Pause:
		return "No request leaves until crawls are resumed. Searches are answered."
	case o.Deed == Stop:
		return "Crawls are stopped, and none begins by itself until they are resumed. Searches are answered."
	}
	return "Crawls are neither paused nor stopped any more. One that was stopped goes on with aranea run, or when a visit is ordered here."
}

// removed describes the effect of an order to delete or admit.
func removed(o *Order, done *service.Removed) string {
	name := show.Visible(o.Target)
	switch {
	case done.Still != "":
		return "It is still left out, by " + show.Visible(done.Still) + "."
	case o.Deed == Admit:
		return fmt.Sprintf("%s is kept out no longer: %s let in again. A crawl visits what it found itself; what was imported has to be imported again.", name, show.Count(done.URLs, "known URL"))
	case done.URLs == 0:
		return "Nothing that is known is named by " + name + ". What is found of it from now on is left out."
	}
	return fmt.Sprintf("%s out of the index, %s left out from now on.", show.Count(done.Documents, "page"), show.Count(done.URLs, "known URL"))
}

// Dropped says what left the crawl with the seed of that name.
func Dropped(name string, done *service.Removed) string {
	left := "no known URL left the crawl with it, because others bring in the same"
	if done.URLs > 0 {
		left = fmt.Sprintf("%s left the crawl, %s the index", show.Count(done.URLs, "URL"), show.Count(done.Documents, "page"))
	}
	return fmt.Sprintf("%s is a seed no longer: %s. %s left.", name, left, show.Count(done.SeedsLeft, "seed"))
}
