package setup

import (
	"strconv"
	"strings"
	"time"

	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/schedule"
)

// A field is a setting that may be given in a browser.
type field struct {
	name         string // of the flag of aranea crawl
	group        string
	title, about string
	lines        bool // it has one value a line
	choices      []Choice
	show         func(s *service.Settings) string
	// read sets the setting by a text that differs from that of the settings in force, and returns what
	// is wrong with it.
	read   func(s *service.Settings, text string, inForce *service.Settings) []string
	effect string // what a change does to what is known already
}

// The parts of the form.
const (
	partStart   = "Where it starts, and how far it goes"
	partWhich   = "Which URLs are visited"
	partIndex   = "What of it is indexed"
	partPace    = "How fast, how much, how often"
	partFurther = "What else is asked for"
)

// What changes do to what is known already. The sentences say what docs/operating.md does.
const (
	ofScope    = "Known URLs are decided anew before the crawl begins: those that come into scope are visited, those that wait and are out of it are left out. Pages that were visited stay in the index."
	ofPatterns = "Before the crawl begins, pages that were visited and that patterns leave out now leave the index; what they let in is visited."
	ofIndexing = "Before the crawl begins, pages that are not to be indexed any more leave the index, and their links stay; those that are to be indexed now are visited again."
	ofPace     = "The delays count from the next request on. A longer one that a site asks for counts in any case."
	ofReading  = "Pages that have to be read in another way now are visited again, as soon as the delays of their hosts allow."
	ofBudgets  = "Pages over a limit that are in the index stay there; with a larger one, those that wait for it are visited."
	ofOrder    = "What waits is put into the new order. Nothing leaves the index."
	ofVisits   = "The next visits of all known pages are planned anew. Nothing leaves the index."
	ofLinks    = "Which known URLs are checked for the links to them is decided anew; without the check, what is known of them is forgotten. Pages stay in the index."
	ofContact  = "It is sent with every request from now on. Nothing leaves the index."
)

// seedField is the field for the seeds of the first crawl.
var seedField = field{
	name: Seeds, title: "Start URLs", lines: true,
	about: "One a line, up to 1,000: pages, sitemaps or feeds. The crawl begins there and follows links as far as the scope goes.",
	show:  func(*service.Settings) string { return "" },
}

// fields are all fields, in the order of the form.
var fields = []field{
	{
		name: "contact", group: partStart, title: "Contact", effect: ofContact,
		about: "E-mail address or URL by which the owners of sites can reach you. It is sent with every request.",
		show:  func(s *service.Settings) string { return s.Contact }, read: readContact,
	},
	{
		name: "scope", group: partStart, title: "Scope", effect: ofScope,
		about: "How far links are followed from the start URLs. Default: their hosts.",
		choices: []Choice{
			{Value: "host", Text: "the hosts of the start URLs"}, {Value: "site", Text: "their sites, with all hosts of the registrable domain"},
			{Value: "prefix", Text: "their folders"}, {Value: "list", Text: "nothing but these URLs"}, {Value: "any", Text: "everywhere"},
		},
		show: func(s *service.Settings) string { return s.Scope }, read: choice(func(s *service.Settings) *string { return &s.Scope }, "host", "site", "prefix", "list", "any"),
	},
	{
		name: "depth", group: partStart, title: "Depth", effect: ofScope,
		about: "Largest number of links away from a start URL. 0, the default, is no limit.",
		show:  func(s *service.Settings) string { return strconv.Itoa(s.Depth) }, read: readDepth,
	},
	{
		name: "delay", group: partStart, title: "Delay", effect: ofPace,
		about: "Time between two requests to a host, such as 2s, a second at least. Default: 1s. Slow answers and wishes of a site make it longer.",
		show:  func(s *service.Settings) string { return s.Delay.String() }, read: readDelay,
	},
	{
		name: "include", group: partWhich, title: "Include", lines: true, effect: ofPatterns,
		about: "Patterns of URLs to visit, one a line, and no others but the start URLs: /docs/ or https://example.org/docs/; * is any text, $ the end. Default: all in scope.",
		show:  func(s *service.Settings) string { return joined(s.Include) }, read: patterns(func(s *service.Settings) *[]string { return &s.Include }),
	},
	{
		name: "exclude", group: partWhich, title: "Exclude", lines: true, effect: ofPatterns,
		about: "Patterns of URLs not to visit, one a line: /tag/ or *.zip$. Of several patterns the longest decides. Default: none.",
		show:  func(s *service.Settings) string { return joined(s.Exclude) }, read: patterns(func(s *service.Settings) *[]string { return &s.Exclude }),
	},
	{
		name: "allow-domain", group: partWhich, title: "Further domains", lines: true, effect: ofScope,
		about: "Domains that are in scope with all below them, one a line, whatever the scope says: example.org, or .ru for a country. Default: none.",
		show:  func(s *service.Settings) string { return joined(s.Domains) }, read: readDomains,
	},
	{
		name: "index-only", group: partIndex, title: "Index only", lines: true, effect: ofIndexing,
		about: "Patterns of pages to index, one a line; others are visited for their links only. Default: all.",
		show:  func(s *service.Settings) string { return joined(s.IndexOnly) }, read: patterns(func(s *service.Settings) *[]string { return &s.IndexOnly }),
	},
	{
		name: "follow-only", group: partIndex, title: "Follow only", lines: true, effect: ofIndexing,
		about: "Patterns of pages that are visited for their links only, one a line: /tag/ or *?page=. Default: none.",
		show:  func(s *service.Settings) string { return joined(s.FollowOnly) }, read: patterns(func(s *service.Settings) *[]string { return &s.FollowOnly }),
	},
	{
		name: "host-delay", group: partPace, title: "Delays of single hosts", lines: true, effect: ofPace,
		about: "One a line, a second at least: slow.example.org=30s, or .example.org=5s for all names below it as well. Default: none.",
		show:  func(s *service.Settings) string { return joined(s.HostDelays.Items()) }, read: readHostDelays,
	},
	{
		name: "max-pages-per-host", group: partPace, title: "Pages of a host", effect: ofBudgets,
		about: "Pages of one host name at most, over all crawls. 0, the default, is no limit.",
		show:  func(s *service.Settings) string { return strconv.FormatUint(s.MaxHostPages, 10) }, read: number(func(s *service.Settings) *uint64 { return &s.MaxHostPages }),
	},
	{
		name: "max-pages-per-site", group: partPace, title: "Pages of a site", effect: ofBudgets,
		about: "Pages of one registrable domain at most, over all crawls. 0, the default, is no limit.",
		show:  func(s *service.Settings) string { return strconv.FormatUint(s.MaxSitePages, 10) }, read: number(func(s *service.Settings) *uint64 { return &s.MaxSitePages }),
	},
	{
		name: "revisit-within", group: partPace, title: "Visit again within", effect: ofVisits,
		about: "Every page is visited again within this time, such as 24h, as far as the delay of its host allows. 0s, the default, goes by how often pages change.",
		show:  func(s *service.Settings) string { return s.RevisitWithin.String() }, read: readRevisit,
	},
	{
		name: "order", group: partPace, title: "Order", effect: ofOrder,
		about: "Which pages come first. Default: few links from a start URL.",
		choices: []Choice{
			{Value: schedule.BreadthFirst.String(), Text: "few links from a start URL"}, {Value: schedule.DepthFirst.String(), Text: "many links from a start URL"},
			{Value: schedule.BestFirst.String(), Text: "the best: what many link to, short paths, hosts that give much"},
		},
		show: orderOf, read: choice(func(s *service.Settings) *string { return &s.Order }, schedule.Orders()...),
	},
	{
		name: "check-links", group: partFurther, title: "Check links to other sites", effect: ofLinks,
		about: "The targets of links that are not visited are asked for, without their content, to list broken links. Default: no.", choices: noYes,
		show: func(s *service.Settings) string { return noOrYes(s.CheckLinks) }, read: tick(func(s *service.Settings) *bool { return &s.CheckLinks }),
	},
	{
		name: "check-fragments", group: partFurther, title: "Check links to parts of pages", effect: ofReading,
		about: "The parts of pages are recorded, to list links to parts that do not exist. Default: no.", choices: noYes,
		show: func(s *service.Settings) string { return noOrYes(s.CheckFragments) }, read: tick(func(s *service.Settings) *bool { return &s.CheckFragments }),
	},
	{
		name: "forms", group: partFurther, title: "Forms", effect: ofReading,
		about:   "Which forms of pages are filled in, a request for each URL that they lead to. Default: none.",
		choices: []Choice{{Value: "none", Text: "none"}, {Value: "menus", Text: "the selections that menus with method GET offer"}},
		show:    formsOf, read: readForms,
	},
	{
		name: "media", group: partFurther, title: "Headers of files", effect: ofReading,
		about: "Kinds of files whose headers are read, separated by commas, a request for each: " + strings.Join(extract.MediaKinds(), ", ") + ". Default: none.",
		show:  func(s *service.Settings) string { return strings.Join(s.Media, ", ") }, read: readMedia,
	},
}

// noYes are the choices of a setting that is on or off.
var noYes = []Choice{{Value: "no", Text: "no"}, {Value: "yes", Text: "yes"}}

func noOrYes(on bool) string {
	if on {
		return "yes"
	}
	return "no"
}

func joined(list []string) string { return strings.Join(list, "\n") }

// orderOf returns the order in force, which has a name also where none is set.
func orderOf(s *service.Settings) string {
	order, _ := s.ParsedOrder() // settings in force are valid
	return order.String()
}

// formsOf returns which forms are filled in.
func formsOf(s *service.Settings) string {
	if on, _ := extract.ParseForms(s.Forms); on { // settings in force are valid
		return "menus"
	}
	return "none"
}

// An Other is a setting in force that is left to the command line.
type Other struct{ Flag, Text string }

// Elsewhere returns the settings in force that are left to the command line and are not the defaults.
// Names and addresses with secrets are shown without these.
func Elsewhere(s *service.Settings) (list []Other) {
	standard := service.DefaultSettings()
	add := func(flag string, set bool, text string) {
		if set {
			list = append(list, Other{"--" + flag, worded(&field{}, text)})
		}
	}
	add("agent", s.Agent != "", s.Agent)
	add("from", s.From != "", s.From)
	add("dialect", s.Dialect != standard.Dialect, s.Dialect)
	add("page-dialect", s.PageDialect != "", s.PageDialect)
	add("facet", len(s.Facets) > 0, joined(s.Facets.Texts()))
	add("item", len(s.Items) > 0, joined(s.Items.Texts()))
	add("fetchers", s.Fetchers != standard.Fetchers, strconv.Itoa(s.Fetchers))
	add("per-host", s.PerHost > 0, strconv.Itoa(s.PerHost))
	add("max-links-per-site", s.MaxSiteLinks > 0, strconv.FormatUint(s.MaxSiteLinks, 10))
	add("keep-hidden", s.KeepHidden > 0 && s.KeepHidden != schedule.HiddenFor, s.KeepHidden.Round(time.Second).String())
	for _, x := range []struct {
		flag string
		set  bool
	}{
		{"folder", len(s.Folders) > 0}, {"archive", len(s.Archives) > 0}, {"proxy", s.Proxy != ""}, {"resolve", len(s.Resolve) > 0},
		{"allow-net", len(s.AllowNet) > 0}, {"ca-file", s.CAFile != ""}, {"secrets", s.Secrets != ""}, {"render", s.Render != ""},
		{"zones", s.ZoneRules != ""}, {"sign-key", s.SignKey != ""}, {"network", len(s.Networks) > 0}, {"warc", s.WARC != ""}, {"disk", s.Disk > 0},
		{"documents", s.Documents != ""}, {"crawl-log", s.CrawlLog != ""},
	} {
		add(x.flag, x.set, "set")
	}
	return list
}
