package syntax

import (
	"fmt"

	"github.com/aranea-search/aranea/robotstxt/internal/enum"
)

// A Key is the key of a line, which says what it is about.
type Key uint8

// The keys. The zero key is for lines that are not understood.
const (
	KeyUnknown       Key = 0
	KeyUserAgent     Key = 1
	KeyAllow         Key = 2
	KeyDisallow      Key = 3
	KeySitemap       Key = 4
	KeyCrawlDelay    Key = 5
	KeyHost          Key = 6  // Yandex, 2003: the main mirror
	KeyRequestRate   Key = 7  // Conner's Extended Standard 2.0, Seznam
	KeyVisitTime     Key = 8  // Conner's Extended Standard 2.0
	KeyRobotVersion  Key = 9  // Conner's Extended Standard 2.0
	KeyComment       Key = 10 // Conner's Extended Standard 2.0
	KeyCleanParam    Key = 11 // Yandex: query parameters that do not change the page
	KeyNoindex       Key = 12 // never a standard; Google dropped it in 2019
	KeyNofollow      Key = 13 // like Noindex
	KeyNoarchive     Key = 14 // like Noindex
	KeyContentSignal Key = 15 // search, ai-input, ai-train
	KeyContentUsage  Key = 16 // IETF AIPREF
	KeyLicense       Key = 17 // Really Simple Licensing 1.0
	KeyCacheDelay    Key = 18 // seen in the wild, ignored
	KeyRevisitAfter  Key = 19 // belongs in a meta tag, ignored
	KeyDomain        Key = 20 // seen in the wild, ignored
	KeyLLMPolicy     Key = 21 // seen in the wild, ignored
)

var keyNames = [...]string{
	"", "User-agent", "Allow", "Disallow", "Sitemap", "Crawl-delay", "Host", "Request-rate",
	"Visit-time", "Robot-version", "Comment", "Clean-param", "Noindex", "Nofollow", "Noarchive",
	"Content-Signal", "Content-Usage", "License", "Cache-delay", "Revisit-after", "Domain", "LLM-Policy",
}

// String returns the key in its usual spelling, or "unknown" for the zero key.
func (k Key) String() string {
	switch {
	case k == KeyUnknown:
		return "unknown"
	case int(k) < len(keyNames):
		return keyNames[k]
	}
	return fmt.Sprintf("key(%d)", uint8(k))
}

// IsRule reports whether the line is an access rule, which ends the list of agents of its group.
func (k Key) IsRule() bool { return k == KeyAllow || k == KeyDisallow }

// IsMember reports whether the line belongs to a group.
func (k Key) IsMember() bool {
	switch k {
	case KeyUnknown, KeyUserAgent, KeySitemap, KeyDomain, KeyLLMPolicy:
		return false
	}
	return true
}

// A Spelling is how well a key is spelled.
type Spelling uint8

// The spellings, from correct to worst.
const (
	SpelledRight  Spelling = 0 // the key itself, in any case
	SpelledTypo   Spelling = 1 // a misspelling that Google's parser accepts
	SpelledPrefix Spelling = 2 // longer than the key, such as "Disallowed": Google's parser compares prefixes
	SpelledWide   Spelling = 3 // a misspelling that only large crawls have seen
)

var spellingNames = [...]string{"right", "typo", "prefix", "wide"}

// String returns "right", "typo", "prefix" or "wide".
func (s Spelling) String() string {
	return enum.Name(spellingNames[:], uint8(s), "spelling")
}

const MaxKey = 24 // bytes; no key and no known misspelling is longer

// KeyOf recognizes a key. It only folds ASCII letters, because folding others may change their
// length and so move offsets.
func KeyOf(name string) (Key, Spelling) {
	switch name {
	case "Disallow":
		return KeyDisallow, SpelledRight
	case "Allow":
		return KeyAllow, SpelledRight
	case "User-agent", "User-Agent":
		return KeyUserAgent, SpelledRight
	case "Sitemap":
		return KeySitemap, SpelledRight
	}
	var buf [MaxKey]byte
	n := copy(buf[:], name)
	for i := range n {
		if c := buf[i]; 'A' <= c && c <= 'Z' {
			buf[i] = c | 0x20
		}
	}
	if len(name) <= MaxKey {
		if k, s, ok := folded(buf[:n]); ok {
			return k, s
		}
	}
	return beginning(buf[:n])
}

// folded recognizes a whole key in lower case.
func folded(b []byte) (Key, Spelling, bool) {
	if k := rightKey(b); k != KeyUnknown {
		return k, SpelledRight, true
	}
	switch string(b) {
	case "useragent", "user agent":
		return KeyUserAgent, SpelledTypo, true
	case "dissallow", "dissalow", "disalow", "diasllow", "disallaw":
		return KeyDisallow, SpelledTypo, true
	case "site-map":
		return KeySitemap, SpelledTypo, true
	case "useg-agent", "ser-agent", "users-agent", "user-agnet":
		return KeyUserAgent, SpelledWide, true
	case "desallow", "dssalow", "dsallow", "diallow", "disllow":
		return KeyDisallow, SpelledWide, true
	case "crawldelay", "crawl delay", "clawl-delay", "craw-delay", "crawl-deley":
		return KeyCrawlDelay, SpelledWide, true
	}
	return KeyUnknown, SpelledRight, false
}

func rightKey(b []byte) Key {
	switch string(b) {
	case "user-agent":
		return KeyUserAgent
	case "allow":
		return KeyAllow
	case "disallow":
		return KeyDisallow
	case "sitemap":
		return KeySitemap
	case "crawl-delay":
		return KeyCrawlDelay
	case "host":
		return KeyHost
	case "request-rate":
		return KeyRequestRate
	case "visit-time":
		return KeyVisitTime
	case "robot-version":
		return KeyRobotVersion
	case "comment":
		return KeyComment
	case "clean-param":
		return KeyCleanParam
	case "noindex":
		return KeyNoindex
	case "nofollow":
		return KeyNofollow
	case "noarchive":
		return KeyNoarchive
	}
	return newerKey(b)
}

func newerKey(b []byte) Key {
	switch string(b) {
	case "content-signal":
		return KeyContentSignal
	case "content-usage":
		return KeyContentUsage
	case "license":
		return KeyLicense
	case "cache-delay":
		return KeyCacheDelay
	case "revisit-after":
		return KeyRevisitAfter
	case "domain":
		return KeyDomain
	case "llm-policy":
		return KeyLLMPolicy
	}
	return KeyUnknown
}

var beginnings = [...]struct {
	text string
	key  Key
}{
	{"user-agent", KeyUserAgent}, {"useragent", KeyUserAgent}, {"user agent", KeyUserAgent},
	{"allow", KeyAllow}, {"disallow", KeyDisallow}, {"dissallow", KeyDisallow}, {"dissalow", KeyDisallow},
	{"disalow", KeyDisallow}, {"diasllow", KeyDisallow}, {"disallaw", KeyDisallow},
	{"sitemap", KeySitemap}, {"site-map", KeySitemap},
}

// beginning recognizes a key by its prefix, as Google's parser does.
func beginning(b []byte) (Key, Spelling) {
	if len(b) < len("allow") {
		return KeyUnknown, SpelledRight
	}
	for i := range beginnings {
		p := &beginnings[i]
		if len(b) > len(p.text) && string(b[:len(p.text)]) == p.text {
			return p.key, SpelledPrefix
		}
	}
	return KeyUnknown, SpelledRight
}
