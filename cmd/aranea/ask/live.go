package ask

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/cmd/aranea/control"
	"github.com/aranea-search/aranea/engine/optionsfile"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/session"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/fetch/authority"
	"github.com/aranea-search/aranea/fetch/replay"
	"github.com/aranea-search/aranea/fetch/static"
	"github.com/aranea-search/aranea/inspect"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
	"github.com/aranea-search/aranea/zone"
)

// liveFlags are the flags for requests to live sites.
type liveFlags struct {
	version           string // of the program
	contact, from     string
	proxy, caFile     string
	resolve, allowNet []string

	folders  static.Folders // that the data folder remembers
	archives []string       // likewise
	// partition is likewise: of sites of others nothing is asked, because their nodes keep the delays.
	partition partition.Partition
	clock     *folderClock // the clock of the value that open returned
}

func (l *liveFlags) bind(f *pflag.FlagSet) {
	f.StringVar(&l.contact, "contact", "", "e-mail address or URL by which site owners can reach you")
	f.StringVar(&l.from, "from", "", "e-mail address of the From field, beside a --contact that is a URL")
	f.StringVar(&l.proxy, "proxy", "", "forward proxy, http://host:port")
	f.StringArrayVar(&l.resolve, "resolve", nil, "take address for host and port: host:port:address (repeatable)")
	f.StringVar(&l.caFile, "ca-file", "", "file of certificates in PEM that sign those of sites, trusted beside the system's")
	f.StringSliceVar(&l.allowNet, "allow-net", nil, "open a private address range (repeatable)")
}

// open returns a Live. It makes no connection and opens no folder before the first request. The
// caller calls done.
func (l *liveFlags) open(cmd *cobra.Command) (live *inspect.Live, done func(), err error) {
	if err := l.recall(cmd); err != nil {
		return nil, nil, err
	}
	o := fetch.Options{Product: string(service.ProductToken), Version: l.version, Contact: l.contact, From: l.from, Proxy: l.proxy, Resolve: l.resolve, Folders: l.folders, Partition: l.partition}
	if o.AllowNet, err = command.ParsePrefixes(l.allowNet); err != nil {
		return nil, nil, &command.Error{Code: command.ExitUsage, Err: err}
	}
	if o.RootCAs, err = authority.Read(l.caFile); err != nil {
		return nil, nil, command.SettingsFault(err)
	}
	if len(l.archives) > 0 {
		if o.Archive, err = replay.Open(cmd.Context(), l.archives, replay.Options{Dir: command.DataOf(cmd), Free: store.Free}); err != nil {
			return nil, nil, command.SettingsFault(err)
		}
	}
	client, err := fetch.New(o)
	if err != nil {
		return nil, nil, command.SettingsFault(err)
	}
	l.clock = &folderClock{version: l.version, data: command.DataOf(cmd), command: cmd.CommandPath()}
	live = &inspect.Live{
		Fetcher: client, Clock: l.clock, Now: time.Now,
		Refuse: func(u weburl.URL) error {
			if o.Archive != nil {
				return nil
			}
			return command.NeedContact(l.contact, []weburl.URL{u}, l.folders)
		},
	}
	return live, func() { l.clock.close(); client.Close() }, nil
}

// recall uses the network settings of the last crawl in the data folder unless flags
// override them. An unreadable folder is reported later, when the delays of a host are needed.
func (l *liveFlags) recall(cmd *cobra.Command) error {
	o, err := optionsfile.Recall(command.DataOf(cmd))
	if err != nil || o == nil {
		return nil //nolint:nilerr // see above
	}
	l.folders, l.archives, l.partition = o.Folders, o.Archives, o.Partition
	return setRemembered(cmd, map[string][]string{
		"contact": {o.Contact}, "from": {o.From}, "proxy": {o.Proxy}, "ca-file": {o.CAFile}, "resolve": o.Resolve, "allow-net": command.PrefixTexts(o.AllowNet),
	})
}

// setRemembered sets the flags that were not given.
func setRemembered(cmd *cobra.Command, remembered map[string][]string) error {
	for flag, values := range remembered {
		if cmd.Flags().Changed(flag) {
			continue
		}
		for _, v := range values {
			if v == "" {
				continue
			}
			if err := cmd.Flags().Set(flag, v); err != nil {
				return fmt.Errorf("what the data folder remembers of --%s: %w", flag, err)
			}
		}
	}
	return nil
}

// A folderClock permits requests with the delays in the data folder, so that questions and a
// crawl together respect the delay of a host. Without a folder it keeps the delays in memory.
type folderClock struct {
	version, data, command string
	session                *session.Session // nil before the first request, or if there is no folder
	pace                   *inspect.Pace    // nil if there is a folder
}

// Claim implements inspect.Clock. The commands claim permits one after another.
func (c *folderClock) Claim(ctx context.Context, o weburl.Origin) (inspect.Permit, error) {
	if err := c.join(ctx); err != nil {
		return inspect.Permit{}, err
	}
	if c.pace != nil {
		return c.pace.Claim(ctx, o)
	}
	p, err := c.session.Claim(ctx, o)
	return p, control.Refusal(ctx, err, c.session.Ordered, c.data)
}

// join opens the folder, or starts to keep delays in memory if there is none.
func (c *folderClock) join(ctx context.Context) error {
	if c.session != nil || c.pace != nil {
		return nil
	}
	s, err := session.Join(ctx, c.data, session.Options{Version: c.version, Command: c.command})
	switch {
	case err == nil:
		c.session = s
	case aranea.KindOf(err) == aranea.NotFound:
		c.pace = inspect.NewPace(schedule.DefaultDelay, time.Now)
	default:
		return err
	}
	return nil
}

// named parses a URL. If the scheme is missing, the assumed one is printed to w.
func (c *folderClock) named(ctx context.Context, w io.Writer, text string) (weburl.URL, error) {
	if err := c.join(ctx); err != nil {
		return weburl.URL{}, err
	}
	if c.session != nil {
		return command.KnownURL(ctx, w, c.session, text)
	}
	command.TellScheme(w, text)
	return command.ParseURL(text)
}

// template returns what the folder knows about the template of an origin, or nil.
func (c *folderClock) template(ctx context.Context, o weburl.Origin) (*zone.Profile, error) {
	if err := c.join(ctx); err != nil || c.session == nil {
		return nil, err
	}
	for t, err := range c.session.Templates(ctx, string(o)) {
		if err != nil {
			return nil, err
		}
		p, err := zone.Decode(t.Profile)
		return &p, err
	}
	return nil, nil
}

// led returns the scope of the folder, extended by the URLs to which seeds of the site of a URL
// redirect, for nil it returns nil; and whether the folder knows the URL by a sitemap.
func (c *folderClock) led(ctx context.Context, rules *scope.Rules, u weburl.URL) (whole *scope.Rules, listed bool, err error) {
	if rules == nil || c.session == nil {
		return rules, false, nil
	}
	t, err := c.session.Explain(ctx, u.String())
	if err != nil || len(t.Moved) == 0 {
		return rules, t.Listed, err
	}
	var moved []weburl.URL
	for _, text := range t.Moved {
		to, err := weburl.Parse(text)
		if err != nil {
			return nil, false, err
		}
		moved = append(moved, to)
	}
	wider := rules.With(moved...)
	return &wider, t.Listed, nil
}

// EndClaim implements inspect.Clock.
func (c *folderClock) EndClaim(ctx context.Context, o weburl.Origin, p inspect.Permit, answered time.Time) error {
	if c.pace != nil {
		return c.pace.EndClaim(ctx, o, p, answered)
	}
	return c.session.EndClaim(ctx, o, p, answered)
}

func (c *folderClock) close() {
	if c.session != nil {
		_ = c.session.Close() // its claim is already durable
	}
}
