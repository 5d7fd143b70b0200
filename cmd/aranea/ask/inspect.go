package ask

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/extraction"
	"github.com/aranea-search/aranea/engine/optionsfile"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/inspect"
	"github.com/aranea-search/aranea/internal/settings"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/scope"
)

// inspectFlags are the flags of inspect.
type inspectFlags struct {
	pageFlags
	look          inspect.LookOptions
	facets, items []string
	zones         string
}

// NewInspect returns "aranea inspect". version is the version of the program.
func NewInspect(version string) *cobra.Command {
	var i inspectFlags
	i.version = version
	cmd := &cobra.Command{
		Use:   "inspect [flags] URL...",
		Short: "Look at a URL now and show every step of a visit; nothing is stored",
		Long: `Inspect asks for the robots file and, if that lets it, for the page, and shows each
step: scope, the line of the robots file that decides and those that lost, the
delay, the answer, what was read of the page, which of its forms a crawl can fill
in, what it says to robots, and whether it would be in the index and why; of a
sitemap or feed, what of it would be visited and what is wrong with it. It follows
no redirect of the page, and stores nothing.

Who asks, how the network is reached, and what a page is read for, say the flags,
else the settings of crawls ([crawl] of the settings file, or the environment), else
the last crawl of the data folder, if there is one. Of that folder are also what is in
scope, the delays, and what it learned of the template of the site, which divides the
page into zones.

With --item it shows which records of the page a crawl would write into the lines of
--documents: the first of each kind, with --json all of them, and which rules find
nothing.`,
		Example: `  aranea inspect --contact you@example.org https://example.org/page.html
  aranea inspect --contact you@example.org --allow-net 10.0.0.0/8 --json http://wiki.intranet/
  aranea inspect --contact you@example.org --item quote=css:.quote --item quote.by=css:.author https://example.org/`,
		Args: command.Args(1, command.NoLimit),
		RunE: i.run,
	}
	f := cmd.Flags()
	i.bind(f)
	f.BoolVar(&i.json, "json", false, "print one JSON object for each URL")
	f.StringArrayVar(&i.facets, "facet", nil, "what results can be narrowed by, and where pages say it, as for a crawl, in place of what the data folder remembers: version=docsearch:version, category=css:SELECTOR (repeatable)")
	f.StringArrayVar(&i.items, "item", nil, "records of the page and their fields, as for a crawl, in place of those that the data folder remembers: product=css:SELECTOR, product.name=css:SELECTOR (repeatable)")
	return cmd
}

// bind defines the flags for the identity of the robot and for requests.
func (i *inspectFlags) bind(f *pflag.FlagSet) {
	f.StringVar(&i.pageDialect, "page-dialect", "", "dialect of what pages say to robots: "+command.PageDialectNames()+"; default: that of --dialect")
	f.StringVar(&i.zones, "zones", "", "file with your own rules on the zones of pages, in place of that which the data folder remembers")
	i.robotFlags.bind(f)
	i.liveFlags.bind(f)
}

func (i *inspectFlags) run(cmd *cobra.Command, args []string) error {
	n := 0
	return i.each(cmd, args, func(k *inspect.Look) error {
		if i.json {
			return command.WriteJSON(cmd.OutOrStdout(), k)
		}
		n++
		return printLook(cmd.OutOrStdout(), k, n > 1)
	})
}

// each inspects URLs one after another, and passes the results to see.
func (i *inspectFlags) each(cmd *cobra.Command, args []string, see func(*inspect.Look) error) error {
	if err := i.recall(cmd); err != nil {
		return err
	}
	live, done, err := i.open(cmd)
	if err != nil {
		return err
	}
	defer done()
	i.look.Template = i.clock.template
	for _, arg := range args {
		u, err := i.clock.named(cmd.Context(), cmd.ErrOrStderr(), arg)
		if err != nil {
			return &command.Error{Code: command.ExitUsage, Err: err}
		}
		look := i.look
		if look.Scope, look.Listed, err = i.clock.led(cmd.Context(), i.look.Scope, u); err != nil {
			return err
		}
		k, err := live.Look(cmd.Context(), u, look)
		if err == nil {
			err = see(&k)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// recall creates the reader of pages, and uses the settings of the last crawl in the data folder
// unless flags override them.
func (i *inspectFlags) recall(cmd *cobra.Command) error {
	i.look.Policy = schedule.Policy{} // the default
	i.alsoOwn(cmd)
	o, err := optionsfile.Recall(command.DataOf(cmd))
	if err != nil {
		return err
	}
	if o != nil {
		err = setRemembered(cmd, map[string][]string{
			"dialect": {o.Dialect}, "page-dialect": {o.PageDialect}, "zones": {o.ZoneRules},
			"agent": command.Names(o.Agents(), func(t dialect.AgentToken) string { return string(t) }),
		})
		if err != nil {
			return err
		}
	}
	if i.look.Reader, err = i.reader(cmd); err != nil {
		return err
	}
	if o != nil {
		i.look.Facets, i.look.Items = o.Facets, o.Items
	}
	if err := errors.Join(i.readFacets(cmd), i.readItems(cmd)); err != nil {
		return err
	}
	i.look.Pages, _ = extraction.PageDialect(i.pageDialect, i.look.Dialect.Name) // the reader has checked the name
	if i.look.Rules, err = extraction.ReadRules(i.zones); err != nil {
		return command.SettingsFault(err)
	}
	if o == nil {
		return nil
	}
	rules, err := extraction.Scope(o.Scope, scope.Options{Depth: o.Depth, Seeds: o.Seeds, Domains: o.Domains, Patterns: o.Patterns, Folders: o.Folders.Bases(), Listed: o.Folders.Listed(), Links: o.CheckLinks, Partition: o.Partition}, i.look.Outside, o.Media)
	if err != nil {
		return err
	}
	i.look.Forms, err = extract.ParseForms(o.Forms)
	i.look.Media, i.look.Scope, i.look.Policy = o.Media, &rules, o.Politeness()
	return err
}

// alsoOwn adds the robot's own name behind that which the settings of crawls give it: a crawl asks for
// both. A name on the command line stays alone.
func (i *inspectFlags) alsoOwn(cmd *cobra.Command) {
	f, own := cmd.Flags().Lookup("agent"), string(service.ProductToken)
	given := settings.Place(f) == "--"+f.Name
	if f.Changed && !given && len(i.agents) > 0 && !slices.ContainsFunc(i.agents, func(name string) bool { return strings.EqualFold(name, own) }) {
		i.agents = append(i.agents, own)
	}
}

// printLook prints every step for people.
func printLook(w io.Writer, k *inspect.Look, next bool) error {
	var b strings.Builder
	if next {
		b.WriteByte('\n')
	}
	would := map[inspect.LookVerdict]string{
		inspect.LookIn: "Would be in the index", inspect.LookOut: "Would be out", inspect.LookLater: "Would be asked for again",
	}[k.Verdict]
	if k.Reason == aranea.SitemapRead.String() {
		would = "Would be read as a list"
	}
	fmt.Fprintf(&b, "%s\n%s (%s): %s.\n", show.URL(k.URL), would, k.Reason, k.Why)
	if s := k.Scope; s != nil && s.In {
		b.WriteString("Scope: inside that of this folder.\n")
	} else if s != nil {
		fmt.Fprintf(&b, "Scope: %s, %s.\n", s.Reason, s.Rule)
	}
	printLookRobots(&b, k)
	if a := k.Answer; a != nil {
		b.WriteString("Answer:\n")
		printExchange(&b, a)
	}
	if k.Page != nil {
		printLookPage(&b, k.Page)
	}
	if len(k.Trail) > 0 {
		b.WriteString("A visit would note:\n")
	}
	for _, t := range k.Trail {
		fmt.Fprintf(&b, "  %-20s %s\n", t.Code, show.Line(t.Text))
	}
	if way := wayOut(k); way != "" {
		b.WriteString(way + "\n")
	}
	_, err := io.WriteString(w, show.Text(b.String()))
	return err
}

// wayOut returns the flag with which the operator can change the result of a look, or "".
func wayOut(k *inspect.Look) string {
	if n := len(k.Robots.Requests); n > 0 && k.Answer == nil { // the page was not requested
		last := &k.Robots.Requests[n-1]
		return command.WayOutBy(last.Failure, last.URL, last.Detail, "")
	}
	if k.Answer != nil && k.Answer.Status == 0 {
		return command.WayOutBy(k.Answer.Failure, k.URL, k.Answer.Detail, "")
	}
	return command.WayOut(k.Reason, k.URL, "")
}

// printLookRobots prints the steps of the robots file and of the delay.
func printLookRobots(b *strings.Builder, k *inspect.Look) {
	b.WriteString("Robots file:\n")
	for i := range k.Robots.Requests {
		printExchange(b, &k.Robots.Requests[i])
	}
	for line := range strings.Lines(k.Robots.Text) {
		b.WriteString("  " + line)
	}
	if f := k.Robots.File; f != nil && f.Note != "" {
		fmt.Fprintf(b, "  %s\n", show.Line(f.Note))
	}
	for _, a := range k.Robots.Asks {
		fmt.Fprintf(b, "    %s: %s\n", a.What, show.Line(a.Text))
	}
	if k.Pace.From == "" { // nothing is known about the host
		return
	}
	fmt.Fprintf(b, "Delay: %gs between two requests to this host (%s); this look waited %.1fs.\n", k.Pace.Seconds, k.Pace.From, k.Pace.Waited)
}

// printExchange prints a request and its response.
func printExchange(b *strings.Builder, s *inspect.ExchangeStep) {
	what := "no answer"
	if s.Status != 0 {
		what = fmt.Sprintf("status %d, %s, %s, first byte after %.0f ms, %.0f ms in all", s.Status, s.Proto, show.Bytes(s.Bytes), s.FirstByte*1000, s.Took*1000)
	}
	if s.Failure != "" {
		what += ", " + strings.TrimSpace(s.Failure+" "+s.Detail)
	}
	fmt.Fprintf(b, "  %s: %s", show.URL(s.URL), show.Line(what))
	if s.Remote != "" {
		fmt.Fprintf(b, ", from %s", s.Remote)
	}
	b.WriteByte('\n')
	for _, f := range s.Fields {
		fmt.Fprintf(b, "    %s: %s\n", f.Name, show.Line(f.Value))
	}
}

// numbers formats names with their numbers.
func numbers(of map[string]int) string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(of)) {
		out = append(out, fmt.Sprintf("%s %d", name, of[name]))
	}
	return strings.Join(out, ", ")
}

// headings returns the number of headings of a page.
func headings(p *inspect.PageStep) (n int) {
	for k := aranea.ElementHeading1; k.IsHeading(); k++ {
		n += p.Elements[k.String()]
	}
	return n
}

// printLookPage prints what was read of a page.
func printLookPage(b *strings.Builder, p *inspect.PageStep) {
	charset := ""
	if p.Charset != "" {
		charset = ", " + p.Charset
	}
	fmt.Fprintf(b, "Page: %s%s, %s of text\n", p.Type, charset, show.Bytes(p.Text))
	fmt.Fprintf(b, "  title      %s\n", show.Line(p.Title))
	if p.Lang != "" {
		fmt.Fprintf(b, "  language   %s\n", show.Line(p.Lang))
	}
	fmt.Fprintf(b, "  elements   %s\n", numbers(p.Elements))
	if n := headings(p); n > 0 {
		fmt.Fprintf(b, "  sections   %d of %s with an identifier\n", p.HeadingIDs, show.Count(n, "heading"))
	}
	if p.DefinitionIDs > 0 {
		fmt.Fprintf(b, "  defines    %d with an identifier\n", p.DefinitionIDs)
	}
	if len(p.Zones) > 1 {
		fmt.Fprintf(b, "  zones      %s bytes, %s\n", numbers(p.Zones), p.ZonesBy)
	}
	leads := show.Count(p.Targets, "URL")
	if p.InScope != nil {
		leads += fmt.Sprintf(", %d of them in scope", *p.InScope)
	}
	fmt.Fprintf(b, "  leads to   %s\n", leads)
	for _, x := range []struct{ name, text string }{{"published", p.Published}, {"modified", p.Modified}, {"canonical", p.Canonical}, {"refresh", p.Refresh}, {"warnings", strings.Join(p.Warnings, ", ")}} {
		if x.text != "" {
			fmt.Fprintf(b, "  %-10s %s\n", x.name, show.Line(x.text))
		}
	}
	for _, f := range p.Facets {
		fmt.Fprintf(b, "  facet      %s\n", show.Line(f.Name+"="+f.Value))
	}
	for _, rule := range p.FacetsAbsent {
		fmt.Fprintf(b, "  no value   %s\n", show.Line(rule))
	}
	printItems(b, p)
	printData(b, p)
	printForms(b, p)
	for _, text := range p.Header {
		fmt.Fprintf(b, "  header     %s\n", show.Line(text))
	}
	printPage(b, &p.Page)
}

// printData prints what the linked data of a page is about, and what is wrong with it.
func printData(b *strings.Builder, p *inspect.PageStep) {
	for _, d := range p.Data {
		switch {
		case d.Meant:
			fmt.Fprintf(b, "  data       %s; other readers may refuse it: %s (line %d, column %d)\n", show.Line(strings.Join(d.Types, ", ")), show.Line(d.Fault), d.Line, d.Column)
		case d.Fault != "":
			fmt.Fprintf(b, "  data       is not read: %s (line %d, column %d)\n", show.Line(d.Fault), d.Line, d.Column)
		case len(d.Types) == 0:
			fmt.Fprintf(b, "  data       names no type (line %d)\n", d.Line)
		default:
			fmt.Fprintf(b, "  data       %s (line %d)\n", show.Line(strings.Join(d.Types, ", ")), d.Line)
		}
	}
	if more := p.DataTotal - len(p.Data); more > 0 {
		fmt.Fprintf(b, "  data       and %s\n", show.Count(more, "more script"))
	}
}
