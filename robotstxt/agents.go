package robotstxt

import "strings"

// An AgentToken is a product token: the name by which a robot is addressed in
// robots files (RFC 9309 section 2.2.1).
type AgentToken string

// Valid reports whether t consists of letters, hyphens and underscores only,
// as the standard demands.
func (t AgentToken) Valid() bool { return t != "" && tokenLength(string(t)) == len(t) }

// tokenLength returns how many leading bytes of s may stand in a token.
func tokenLength(s string) int {
	for i := 0; i < len(s); i++ {
		c := s[i] | 0x20
		if (c < 'a' || c > 'z') && s[i] != '-' && s[i] != '_' {
			return i
		}
	}
	return len(s)
}

// TokenFromUserAgent derives the product token from a User-Agent header value:
// the name before "/" in "Name/1.0 (...)", or, in the old form
// "Mozilla/5.0 (compatible; Name/1.0; ...)", the one behind "compatible;". It
// returns "" if there is none.
func TokenFromUserAgent(header string) AgentToken {
	s := strings.TrimSpace(header)
	if i := indexFold(s, "compatible;"); i >= 0 && strings.HasPrefix(s, "Mozilla/") {
		s = strings.TrimSpace(s[i+len("compatible;"):])
	}
	return AgentToken(s[:tokenLength(s)])
}

func indexFold(s, sub string) int {
	for i := 0; i+len(sub) <= len(s); i++ {
		if strings.EqualFold(s[i:i+len(sub)], sub) {
			return i
		}
	}
	return -1
}

// names reports whether a User-agent value addresses the agent.
func (d *Dialect) names(value, agent string) bool {
	if agent == "*" {
		if d.Agents == AgentByToken && len(value) > 1 {
			return value[0] == '*' && isBlank(value[1])
		}
		return value == "*"
	}
	switch d.Agents {
	case AgentExact:
		return strings.EqualFold(value, agent)
	case AgentInName, AgentLiberal:
		value, agent = withoutVersion(value), withoutVersion(agent)
		if value == "" || value == "*" || agent == "" {
			return false
		}
		return indexFold(agent, value) >= 0 || d.Agents == AgentLiberal && indexFold(value, agent) >= 0
	}
	n := tokenLength(value)
	return n > 0 && strings.EqualFold(value[:n], agent)
}

// withoutVersion drops "/1.0" from a name.
func withoutVersion(s string) string {
	name, _, _ := strings.Cut(s, "/")
	return strings.TrimSpace(name)
}

// An AgentKind says what a known robot does.
type AgentKind uint8

// The kinds of robots. The zero kind visits pages on its own.
const (
	AgentCrawler   AgentKind = 0 // visits pages on its own
	AgentProduct   AgentKind = 1 // never visits: its token only says what may be done with pages
	AgentTriggered AgentKind = 2 // visits because a person asked it to
)

var agentKindNames = [...]string{"crawler", "product", "triggered"}

// String returns "crawler", "product" or "triggered".
func (k AgentKind) String() string { return nameOf(agentKindNames[:], uint8(k), "agent-kind") }

// A KnownAgent is what the owner of a robot says about which groups it obeys.
type KnownAgent struct {
	Token      AgentToken
	Owner      string
	Dialect    string       // the dialect that reads as it does
	Kind       AgentKind    // what it does
	Fallback   []AgentToken // the groups it obeys if none names it, in order, before "*"
	IgnoresAll bool         // "*" does not address it
	Source     string       // where that is said: an address, or words
}

// KnownAgents returns the catalogue of robots whose owners document more than
// the standard says.
func KnownAgents() []KnownAgent {
	const (
		googleDocs = "https://developers.google.com/crawling/docs/crawlers-fetchers/"
		google     = googleDocs + "google-common-crawlers"
		special    = googleDocs + "google-special-case-crawlers"
		triggered  = googleDocs + "google-user-triggered-fetchers"
		yandex     = "https://yandex.com/support/webmaster/en/robot-workings/user-agent"
		yandexAds  = "https://yandex.com/support/partner2/technologies/robot.html"
		bing       = "https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0"
		apple      = "https://support.apple.com/119829"
		seznam     = "https://o-seznam.cz/napoveda/vyhledavani/en/crawling-control"
		baidu      = "Baidu's help for webmasters"
		archive    = "the seeds' list of robots of 2004"
	)
	gbot := []AgentToken{"Googlebot"}
	ybot := []AgentToken{"Yandex"}
	bspider := []AgentToken{"Baiduspider"}
	return []KnownAgent{
		{Token: "Googlebot", Owner: "Google", Dialect: "google", Source: google},
		{Token: "Googlebot-Image", Owner: "Google", Dialect: "google", Fallback: gbot, Source: google},
		{Token: "Googlebot-News", Owner: "Google", Dialect: "google", Fallback: gbot, Source: google},
		{Token: "Googlebot-Video", Owner: "Google", Dialect: "google", Fallback: gbot, Source: google},
		{Token: "Storebot-Google", Owner: "Google", Dialect: "google", Fallback: gbot, Source: google},
		{Token: "AdsBot-Google", Owner: "Google", Dialect: "google", IgnoresAll: true, Source: special},
		{Token: "AdsBot-Google-Mobile", Owner: "Google", Dialect: "google", Fallback: []AgentToken{"AdsBot-Google"}, IgnoresAll: true, Source: special},
		{Token: "APIs-Google", Owner: "Google", Dialect: "google", IgnoresAll: true, Source: special},
		{Token: "Mediapartners-Google", Owner: "Google", Dialect: "google", IgnoresAll: true, Source: special},
		{Token: "Google-Extended", Owner: "Google", Dialect: "google", Kind: AgentProduct, Source: google},
		{Token: "FeedFetcher-Google", Owner: "Google", Dialect: "google", Kind: AgentTriggered, IgnoresAll: true, Source: triggered},
		{Token: "bingbot", Owner: "Microsoft", Dialect: "bing", Fallback: []AgentToken{"msnbot"}, Source: bing},
		{Token: "msnbot", Owner: "Microsoft", Dialect: "bing", Source: archive},
		{Token: "YandexBot", Owner: "Yandex", Dialect: "yandex", Fallback: ybot, Source: yandex},
		{Token: "YandexImages", Owner: "Yandex", Dialect: "yandex", Fallback: ybot, Source: yandex},
		{Token: "YandexDirect", Owner: "Yandex", Dialect: "yandex", IgnoresAll: true, Source: yandexAds},
		{Token: "Yandex", Owner: "Yandex", Dialect: "yandex", Source: yandex},
		{Token: "Baiduspider", Owner: "Baidu", Dialect: "baidu", Source: baidu},
		{Token: "Baiduspider-image", Owner: "Baidu", Dialect: "baidu", Fallback: bspider, Source: baidu},
		{Token: "Baiduspider-video", Owner: "Baidu", Dialect: "baidu", Fallback: bspider, Source: baidu},
		{Token: "Baiduspider-news", Owner: "Baidu", Dialect: "baidu", Fallback: bspider, Source: baidu},
		{Token: "Applebot", Owner: "Apple", Dialect: "google", Fallback: gbot, Source: apple},
		{Token: "Applebot-Extended", Owner: "Apple", Dialect: "google", Kind: AgentProduct, Source: apple},
		{Token: "SeznamBot", Owner: "Seznam", Dialect: "seznam", Source: seznam},
		{Token: "Slurp", Owner: "Yahoo, before Inktomi", Dialect: "slurp", Source: archive},
		{Token: "StackRambler", Owner: "Rambler", Dialect: "1994", Source: "the seeds' text on robots files"},
		{Token: "ia_archiver", Owner: "Alexa", Dialect: "1996", Source: archive},
		{Token: "Scooter", Owner: "AltaVista", Dialect: "1994", Source: archive},
		{Token: "FAST-WebCrawler", Owner: "AllTheWeb", Dialect: "1994", Source: archive},
		{Token: "Aranea", Owner: "whoever runs it", Dialect: "rfc9309", Source: "this project"},
	}
}

// KnownAgentByToken finds a robot in the catalogue, without regard to case.
func KnownAgentByToken(t AgentToken) (KnownAgent, bool) {
	for _, a := range KnownAgents() {
		if strings.EqualFold(string(a.Token), string(t)) {
			return a, true
		}
	}
	return KnownAgent{}, false
}

// Chain returns the tokens whose groups the agents obey in this dialect, in
// order: each agent with the fallbacks that the catalogue knows, and "*" at the
// end unless an agent ignores it. What is no token, a name with a version or a
// whole User-Agent header, stands for the token in it.
func (d Dialect) Chain(agents ...AgentToken) []AgentToken { return d.chain(agents) }

func (d *Dialect) chain(agents []AgentToken) []AgentToken {
	out := make([]AgentToken, 0, len(agents)+2)
	all := true
	for _, a := range agents {
		if a == "*" {
			continue
		}
		a = d.token(a)
		out = append(out, a)
		if !d.Catalogue {
			continue
		}
		if k, ok := KnownAgentByToken(a); ok {
			out = append(out, k.Fallback...)
			all = all && !k.IgnoresAll
		}
	}
	if all {
		out = append(out, "*")
	}
	return out
}

// token returns the token in what was given as one. Names of old may hold
// anything, so the old dialects take a header only if it plainly is one.
func (d *Dialect) token(a AgentToken) AgentToken {
	old := d.Agents == AgentInName || d.Agents == AgentLiberal
	if a.Valid() || old && !strings.HasPrefix(string(a), "Mozilla/") {
		return a
	}
	if t := TokenFromUserAgent(string(a)); t != "" {
		return t
	}
	return a
}
