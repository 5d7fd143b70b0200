package apidoc

import (
	"reflect"

	"github.com/aranea-search/aranea/crawl/rendering"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/seedreport"
	"github.com/aranea-search/aranea/crawl/tally"
	"github.com/aranea-search/aranea/engine/audit"
	"github.com/aranea-search/aranea/engine/chains"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/engine/handover"
	"github.com/aranea-search/aranea/engine/imports"
	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/engine/lastcrawl"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/ranking"
	"github.com/aranea-search/aranea/engine/remoterobots"
	"github.com/aranea-search/aranea/engine/removal"
	"github.com/aranea-search/aranea/engine/robotsfile"
	"github.com/aranea-search/aranea/engine/seeds"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/settings"
	"github.com/aranea-search/aranea/engine/sitemappages"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/engine/upkeep"
	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/internal/pageitem"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/collection"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/linkquery"
	"github.com/aranea-search/aranea/search/snippet"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/zone"
)

// Schemas returns the names of schemas whose types have names that do not say enough without
// their packages. All others are named as their types. Programs contain these names: one that was
// released is not changed.
func Schemas() map[reflect.Type]string {
	names := map[reflect.Type]string{}
	for _, group := range []map[reflect.Type]string{ofSearches(), ofRecords(), ofLearned(), ofCrawls(), ofOrders()} {
		for t, name := range group {
			names[t] = name
		}
	}
	return names
}

// ofSearches names what a search answers.
func ofSearches() map[reflect.Type]string {
	return map[reflect.Type]string{
		reflect.TypeFor[answer.Response]():    "SearchResponse",
		reflect.TypeFor[answer.Result]():      "SearchResult",
		reflect.TypeFor[answer.Placing]():     "ResultPlacing",
		reflect.TypeFor[answer.Request]():     "SearchRequest",
		reflect.TypeFor[answer.Shown]():       "ShownResult",
		reflect.TypeFor[collection.Facts]():   "CollectionFacts",
		reflect.TypeFor[collection.Index]():   "CollectionIndex",
		reflect.TypeFor[collection.Spelled](): "CollectionSpelled",
		reflect.TypeFor[collection.Other]():   "CollectionOther",
		reflect.TypeFor[collection.Claim]():   "CollectionClaim",
		reflect.TypeFor[collection.Slug]():    "CollectionSlug",
		reflect.TypeFor[answer.Section]():     "ResultSection",
		reflect.TypeFor[answer.Version]():     "ResultVersion",
		reflect.TypeFor[snippet.Span]():       "SnippetSpan",
		reflect.TypeFor[linkquery.Page]():     "LinkingPage",
		reflect.TypeFor[answer.Absent]():      "AbsentSite",
		reflect.TypeFor[hint.Hint]():          "SearchNote",
		reflect.TypeFor[damage.Fault]():       "IndexFault",
		reflect.TypeFor[facet.Own]():          "OwnFacet",
		reflect.TypeFor[facet.List]():         "FacetValues",
		reflect.TypeFor[facet.Wanted]():       "FacetWanted",
		reflect.TypeFor[facet.Held]():         "ResultFacet",
		reflect.TypeFor[facet.Histogram]():    "FacetHistogram",
		reflect.TypeFor[facet.Bin]():          "FacetBin",
		reflect.TypeFor[facet.Value]():        "FacetValue",
		reflect.TypeFor[answer.Explanation](): "MatchExplanation",
	}
}

// ofRecords names what is known of URLs, hosts and links.
func ofRecords() map[reflect.Type]string {
	return map[reflect.Type]string{
		reflect.TypeFor[service.URLFacts]():       "URLEntry",
		reflect.TypeFor[service.HostFacts]():      "Host",
		reflect.TypeFor[robotsfile.File]():        "RobotsFile",
		reflect.TypeFor[trail.Event]():            "TrailEvent",
		reflect.TypeFor[trail.Fact]():             "TrailFact",
		reflect.TypeFor[linkcheck.Link]():         "BrokenLink",
		reflect.TypeFor[linkcheck.Orphan]():       "OrphanPage",
		reflect.TypeFor[linkcheck.Unchecked]():    "UncheckedLinks",
		reflect.TypeFor[linkcheck.Fault]():        "PageFault",
		reflect.TypeFor[linkcheck.FaultCounts]():  "PageFaultCounts",
		reflect.TypeFor[sitemappages.Page]():      "SitemapPage",
		reflect.TypeFor[sitemappages.Alternate](): "SitemapAlternate",
		reflect.TypeFor[chains.Step]():            "ChainStep",
		reflect.TypeFor[upkeep.Stat]():            "IndexStats",
	}
}

// ofLearned names what was learned of hosts.
func ofLearned() map[reflect.Type]string {
	return map[reflect.Type]string{
		reflect.TypeFor[mirror.Record]():  "Mirror",
		reflect.TypeFor[mirror.Other]():   "MirrorOther",
		reflect.TypeFor[mirror.Check]():   "MirrorCheck",
		reflect.TypeFor[mirror.Checked](): "MirrorCheckedPath",
		reflect.TypeFor[mirror.Left]():    "MirrorLeft",
		reflect.TypeFor[trap.Book]():      "Traps",
		reflect.TypeFor[trap.Entry]():     "TrapTemplate",
		reflect.TypeFor[trap.Param]():     "TrapParameter",
		reflect.TypeFor[trap.Type]():      "TrapType",
		reflect.TypeFor[trap.Missing]():   "TrapMissing",
		reflect.TypeFor[trap.Folder]():    "TrapFolder",
		reflect.TypeFor[trap.View]():      "TrapView",
		reflect.TypeFor[trap.Repeat]():    "TrapRepeat",
		reflect.TypeFor[trap.Part]():      "TrapPart",
		reflect.TypeFor[trap.Dead]():      "TrapDeadURLs",
		reflect.TypeFor[trap.Filters]():   "TrapFilters",
		reflect.TypeFor[trap.Level]():     "TrapFilterLevel",
		reflect.TypeFor[trap.Narrowed]():  "TrapNarrowedList",
		reflect.TypeFor[zone.Template]():  "SiteTemplate",
		reflect.TypeFor[zone.Judged]():    "TemplateContainer",
		reflect.TypeFor[zone.Text]():      "TemplateText",
	}
}

// ofCrawls names what is told of crawls.
func ofCrawls() map[reflect.Type]string {
	return map[reflect.Type]string{
		reflect.TypeFor[settings.Settings]():     "CrawlSettings",
		reflect.TypeFor[scope.Patterns]():        "URLPatterns",
		reflect.TypeFor[seeds.InForce]():         "SettingsInForce",
		reflect.TypeFor[runreport.Progress]():    "CrawlProgress",
		reflect.TypeFor[runreport.Document]():    "DocumentBeingRead",
		reflect.TypeFor[tally.Scans]():           "TextlessDocuments",
		reflect.TypeFor[runreport.Report]():      "CrawlReport",
		reflect.TypeFor[lastcrawl.Crawl]():       "LastCrawl",
		reflect.TypeFor[halt.State]():            "CrawlOrders",
		reflect.TypeFor[rendering.Cost]():        "RenderingCost",
		reflect.TypeFor[tally.Again]():           "RepeatedVisits",
		reflect.TypeFor[tally.Broken]():          "BrokenPages",
		reflect.TypeFor[tally.Lists]():           "BrokenSitemaps",
		reflect.TypeFor[seedreport.Denied]():     "SeedDenied",
		reflect.TypeFor[seedreport.Move]():       "SeedMoved",
		reflect.TypeFor[seedreport.NotIndexed](): "SeedNotIndexed",
		reflect.TypeFor[seedreport.Robots]():     "SeedRobots",
		reflect.TypeFor[audit.Fault]():           "FolderFault",
		reflect.TypeFor[service.Copied]():        "BackupResult",
		reflect.TypeFor[linkgraph.Updated]():     "AnchorsUpdate",
		reflect.TypeFor[rank.Updated]():          "RankUpdate",
		reflect.TypeFor[ranking.Ranked]():        "RankResult",
		reflect.TypeFor[indexnow.Received]():     "NoticeResult",
		reflect.TypeFor[imports.Imported]():      "ImportResult",
		reflect.TypeFor[imports.Refusal]():       "ImportRefusal",
		reflect.TypeFor[upkeep.Merged]():         "MergeResult",
		reflect.TypeFor[upkeep.Verified]():       "VerifyStep",
		reflect.TypeFor[removal.Done]():          "RemovalResult",
		reflect.TypeFor[service.Steered]():       "SteerResult",
		reflect.TypeFor[service.Proven]():        "ProofResult",
	}
}

// ofOrders names what is sent with calls that change something.
func ofOrders() map[reflect.Type]string {
	return map[reflect.Type]string{
		reflect.TypeFor[service.Order]():       "SteerOrder",
		reflect.TypeFor[handover.Batch]():      "HandoverBatch",
		reflect.TypeFor[handover.Page]():       "HandoverPage",
		reflect.TypeFor[handover.Link]():       "HandoverLink",
		reflect.TypeFor[handover.Naming]():     "HandoverNaming",
		reflect.TypeFor[handover.Named]():      "HandoverNamed",
		reflect.TypeFor[handover.Ranks]():      "HandoverRanks",
		reflect.TypeFor[handover.Held]():       "HandoverHeld",
		reflect.TypeFor[handover.Receipt]():    "HandoverReceipt",
		reflect.TypeFor[handover.Wish]():       "OutgoingCall",
		reflect.TypeFor[handover.Mark]():       "HandoverMark",
		reflect.TypeFor[handover.Outgoing]():   "HandoverOutgoing",
		reflect.TypeFor[handover.Received]():   "HandoverResult",
		reflect.TypeFor[handover.Waiting]():    "HandoverWaiting",
		reflect.TypeFor[remoterobots.Ask]():    "ReferralAsk",
		reflect.TypeFor[remoterobots.Answer](): "ReferralAnswer",
		reflect.TypeFor[removal.Order]():       "RemovalOrder",
		reflect.TypeFor[mirror.Order]():        "MirrorOrder",
		reflect.TypeFor[trap.Order]():          "TrapOrder",
		reflect.TypeFor[imports.Batch]():       "ImportBatch",
		reflect.TypeFor[imports.Block]():       "DocumentBlock",
		reflect.TypeFor[imports.Link]():        "DocumentLink",
		reflect.TypeFor[pageitem.Item]():       "DocumentItem",
		reflect.TypeFor[upkeep.Merge]():        "MergeOrder",
	}
}
