package dialect

import (
	"slices"

	"github.com/aranea-search/aranea/robotstxt/internal/enum"
)

// An AgentKind is what a known robot does.
type AgentKind uint8

// The kinds of robots. The zero kind visits pages on its own.
const (
	AgentCrawler   AgentKind = 0 // visits pages on its own
	AgentProduct   AgentKind = 1 // never visits: its token only controls the use of pages
	AgentTriggered AgentKind = 2 // visits at the request of a person
)

var agentKindNames = [...]string{"crawler", "product", "triggered"}

// String returns "crawler", "product" or "triggered".
func (k AgentKind) String() string { return enum.Name(agentKindNames[:], uint8(k), "agent-kind") }

// An Obedience is whether a robot obeys robots files, according to its owner.
type Obedience uint8

// The answers. The zero answer is yes.
const (
	ObeysRules  Obedience = 0 // it obeys, according to its kind and dialect
	ObeysPartly Obedience = 1 // it may disregard them in some cases
	ObeysNot    Obedience = 2 // it does not, because a person requests each page
	ObeysUnsaid Obedience = 3 // the owner says nothing
)

var obedienceNames = [...]string{"yes", "partly", "no", "not-said"}

// String returns "yes", "partly", "no" or "not-said".
func (o Obedience) String() string { return enum.Name(obedienceNames[:], uint8(o), "obedience") }

// A KnownAgent is a robot whose owner documents which groups it obeys.
type KnownAgent struct {
	Token      AgentToken
	Owner      string
	Dialect    string       // its dialect
	Kind       AgentKind    // what it does
	Fallback   []AgentToken // the groups it obeys if none names it, in order, before "*"
	IgnoresAll bool         // "*" does not apply to it
	Source     string       // source of these facts: an address, or words
	Obeys      Obedience    // whether it obeys robots files at all
}

// archive is the source of the facts about robots of the past.
const archive = "an article in Chinese of 2004 on the basic principle of web spiders, which lists the robots of that year"

// KnownAgents returns the catalogue of robots whose owners document more than the standard
// requires.
func KnownAgents() []KnownAgent {
	return slices.Concat(googleAgents(), engineAgents(), modelAgents(), otherAgents())
}

// googleAgents returns the robots of Google.
func googleAgents() []KnownAgent {
	const (
		googleDocs = "https://developers.google.com/crawling/docs/crawlers-fetchers/"
		google     = googleDocs + "google-common-crawlers"
		googleSpec = "https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec"
		special    = googleDocs + "google-special-case-crawlers"
		triggered  = googleDocs + "google-user-triggered-fetchers"
	)
	gbot := []AgentToken{"Googlebot"}
	other := []AgentToken{"GoogleOther"}
	return []KnownAgent{
		{Token: "Googlebot", Owner: "Google", Dialect: "google", Source: google},
		{Token: "Googlebot-Image", Owner: "Google", Dialect: "google", Fallback: gbot, Source: google},
		{Token: "Googlebot-News", Owner: "Google", Dialect: "google", Fallback: gbot, Source: google},
		{Token: "Googlebot-Video", Owner: "Google", Dialect: "google", Fallback: gbot, Source: google},
		{Token: "Storebot-Google", Owner: "Google", Dialect: "google", Source: googleSpec},
		{Token: "Google-InspectionTool", Owner: "Google", Dialect: "google", Fallback: gbot, Source: google},
		{Token: "GoogleOther", Owner: "Google", Dialect: "google", Source: google},
		{Token: "GoogleOther-Image", Owner: "Google", Dialect: "google", Fallback: other, Source: google},
		{Token: "GoogleOther-Video", Owner: "Google", Dialect: "google", Fallback: other, Source: google},
		{Token: "AdsBot-Google", Owner: "Google", Dialect: "google", IgnoresAll: true, Source: special},
		{Token: "AdsBot-Google-Mobile", Owner: "Google", Dialect: "google", Fallback: []AgentToken{"AdsBot-Google"}, IgnoresAll: true, Source: special},
		{Token: "APIs-Google", Owner: "Google", Dialect: "google", IgnoresAll: true, Source: special},
		{Token: "Mediapartners-Google", Owner: "Google", Dialect: "google", IgnoresAll: true, Source: special},
		{Token: "Google-Extended", Owner: "Google", Dialect: "google", Kind: AgentProduct, Source: google},
		{Token: "FeedFetcher-Google", Owner: "Google", Dialect: "google", Kind: AgentTriggered, IgnoresAll: true, Obeys: ObeysNot, Source: triggered},
	}
}

// engineAgents returns the robots of other large search engines.
func engineAgents() []KnownAgent {
	const (
		yandex    = "https://yandex.com/support/webmaster/en/robot-workings/user-agent"
		yandexAds = "https://yandex.com/support/partner2/technologies/robot.html"
		bing      = "https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0"
		apple     = "https://support.apple.com/119829"
		baidu     = "Baidu's help for webmasters"
	)
	gbot := []AgentToken{"Googlebot"}
	ybot := []AgentToken{"Yandex"}
	bspider := []AgentToken{"Baiduspider"}
	return []KnownAgent{
		{Token: "bingbot", Owner: "Microsoft", Dialect: "bing", Fallback: []AgentToken{"msnbot"}, Source: bing},
		{Token: "msnbot", Owner: "Microsoft", Dialect: "bing", Source: archive},
		{Token: "YandexBot", Owner: "Yandex", Dialect: "yandex", Fallback: ybot, Source: yandex},
		{Token: "YandexImages", Owner: "Yandex", Dialect: "yandex", Fallback: ybot, Source: yandex},
		{Token: "YandexMedia", Owner: "Yandex", Dialect: "yandex", Fallback: ybot, Source: yandex},
		{Token: "YandexBlogs", Owner: "Yandex", Dialect: "yandex", Fallback: ybot, Source: yandex},
		{Token: "YandexNews", Owner: "Yandex", Dialect: "yandex", Fallback: ybot, Source: yandex},
		{Token: "YandexMarket", Owner: "Yandex", Dialect: "yandex", Fallback: ybot, Source: yandex},
		{Token: "YandexPagechecker", Owner: "Yandex", Dialect: "yandex", Fallback: ybot, Source: yandex},
		{Token: "YandexDirect", Owner: "Yandex", Dialect: "yandex", IgnoresAll: true, Source: yandexAds},
		{Token: "Yandex", Owner: "Yandex", Dialect: "yandex", Source: yandex},
		{Token: "Baiduspider", Owner: "Baidu", Dialect: "baidu", Source: baidu},
		{Token: "Baiduspider-image", Owner: "Baidu", Dialect: "baidu", Fallback: bspider, Source: baidu},
		{Token: "Baiduspider-video", Owner: "Baidu", Dialect: "baidu", Fallback: bspider, Source: baidu},
		{Token: "Baiduspider-news", Owner: "Baidu", Dialect: "baidu", Fallback: bspider, Source: baidu},
		{Token: "Applebot", Owner: "Apple", Dialect: "google", Fallback: gbot, Source: apple},
		{Token: "Applebot-Extended", Owner: "Apple", Dialect: "google", Kind: AgentProduct, Source: apple},
	}
}

// modelAgents returns the current robots of owners of models, catalogues and archives.
func modelAgents() []KnownAgent {
	const (
		openai     = "https://developers.openai.com/api/docs/bots"
		anthropic  = "https://support.claude.com/en/articles/8896518"
		perplexity = "https://docs.perplexity.ai/docs/resources/perplexity-crawlers"
		meta       = "https://developers.facebook.com/docs/sharing/webmasters/web-crawlers"
	)
	return []KnownAgent{
		{Token: "GPTBot", Owner: "OpenAI", Dialect: "rfc9309", Source: openai},
		{Token: "OAI-SearchBot", Owner: "OpenAI", Dialect: "rfc9309", Source: openai},
		{Token: "ChatGPT-User", Owner: "OpenAI", Dialect: "rfc9309", Kind: AgentTriggered, Obeys: ObeysPartly, Source: openai},
		{Token: "ClaudeBot", Owner: "Anthropic", Dialect: "rfc9309", Source: anthropic},
		{Token: "Claude-SearchBot", Owner: "Anthropic", Dialect: "rfc9309", Source: anthropic},
		{Token: "Claude-User", Owner: "Anthropic", Dialect: "rfc9309", Kind: AgentTriggered, Source: anthropic},
		{Token: "PerplexityBot", Owner: "Perplexity", Dialect: "rfc9309", Source: perplexity},
		{Token: "Perplexity-User", Owner: "Perplexity", Dialect: "rfc9309", Kind: AgentTriggered, Obeys: ObeysNot, Source: perplexity},
		{Token: "Meta-ExternalAgent", Owner: "Meta", Dialect: "rfc9309", Source: meta},
		{Token: "Meta-ExternalFetcher", Owner: "Meta", Dialect: "rfc9309", Kind: AgentTriggered, Obeys: ObeysPartly, Source: meta},
		{Token: "facebookexternalhit", Owner: "Meta", Dialect: "rfc9309", Kind: AgentTriggered, Obeys: ObeysPartly, Source: meta},
		{Token: "Amazonbot", Owner: "Amazon", Dialect: "rfc9309", Source: "https://developer.amazon.com/amazonbot"},
		{Token: "CCBot", Owner: "Common Crawl", Dialect: "rfc9309", Source: "https://commoncrawl.org/ccbot"},
		{Token: "DuckDuckBot", Owner: "DuckDuckGo", Dialect: "rfc9309", Source: "https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot"},
		{Token: "Bytespider", Owner: "ByteDance", Dialect: "rfc9309", Obeys: ObeysUnsaid, Source: "the name that it sends; its owner has published nothing"},
	}
}

// otherAgents returns robots of single countries and of the past, and Aranea.
func otherAgents() []KnownAgent {
	const (
		seznam = "https://o-seznam.cz/napoveda/vyhledavani/en/crawling-control"
	)
	return []KnownAgent{
		{Token: "SeznamBot", Owner: "Seznam", Dialect: "seznam", Source: seznam},
		{Token: "Slurp", Owner: "Yahoo, before Inktomi", Dialect: "slurp", Source: archive},
		{Token: "StackRambler", Owner: "Rambler", Dialect: "1994", Source: "a guide in Russian for owners of sites, of the years of Rambler's robot"},
		{Token: "ia_archiver", Owner: "Alexa", Dialect: "1996", Source: archive},
		{Token: "Scooter", Owner: "AltaVista", Dialect: "1994", Source: archive},
		{Token: "FAST-WebCrawler", Owner: "AllTheWeb", Dialect: "1994", Source: archive},
		{Token: "Aranea", Owner: "whoever runs it", Dialect: "rfc9309", Source: "this project"},
	}
}
