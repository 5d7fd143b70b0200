// Package scope decides whether a discovered URL may be visited in this crawl, and names the rule
// that excludes it.
//
// Floor: 2 (pure). Stability: engine. It considers only the URL, its depth and the kind of
// reference: robots rules, politeness and duplicates are decided elsewhere.
package scope

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/ports"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

// A Mode sets how far a crawl may go from its seeds.
type Mode uint8

// The modes. The zero mode is the narrowest useful one: the hosts of the seeds.
const (
	Host   Mode = 0 // the host names of the seeds, any scheme and port
	Site   Mode = 1 // the registrable domains of the seeds
	Prefix Mode = 2 // URLs that start with a seed's folder
	Any    Mode = 3 // everywhere
	List   Mode = 4 // the seeds, what sitemaps among them list of their sites, and where these lead
)

var modeNames = [...]string{"host", "site", "prefix", "any", "list"}

// String returns the name of the mode.
func (m Mode) String() string {
	if int(m) < len(modeNames) {
		return modeNames[m]
	}
	return fmt.Sprintf("mode(%d)", uint8(m))
}

// ParseMode returns the mode with the given name.
func ParseMode(name string) (Mode, error) {
	for i, n := range modeNames {
		if n == name {
			return Mode(i), nil
		}
	}
	return Host, fmt.Errorf("scope %q is unknown; use host, site, prefix, any or list", name)
}

// Structural limits. A URL that exceeds one of them looks like part of an endless URL space: a
// folder that contains itself, a filter form, a calendar.
const (
	MaxSegments   = 24 // path segments
	MaxRepeats    = 3  // occurrences of one segment in a path, or of one parameter with one value in a query
	MaxParameters = 24 // parameters in a query
)

// Options define Rules.
type Options struct {
	Mode Mode
	// Depth is the maximum number of links from a seed; 0 means no limit.
	Depth int
	// Seeds are the URLs that define the hosts, sites and prefixes of the mode. The scope of
	// several seeds is the union of their scopes.
	Seeds []weburl.URL
	// Hosts are additional host names that are in scope with all their URLs, with any scheme and
	// port, in every mode. They are converted to canonical form.
	Hosts []string
	// Domains are domains that are in scope with all their subdomains, with any scheme and port,
	// in every mode: "example.org", or ".ru" for a whole country. At most MaxDomains.
	Domains []string
	Patterns
	// AnyShape are origins whose URLs may have any shape: the structural limits do not apply to
	// them.
	AnyShape []weburl.Origin
	// Unread are the file name extensions of types that are not read, without a dot and in lower
	// case. URLs with these extensions are out of scope unless they are seeds.
	Unread []string
	// Pictures allows the pictures that pages show, if the page describes them in words. Without
	// it, only pictures that pages link to are in scope, if their extensions are.
	Pictures bool
	// Recordings is like Pictures for sound and video that pages play.
	Recordings bool
	// Folders are the URLs whose hosts are answered for by folders: of these hosts only what lies
	// below one of the URLs can be in scope.
	Folders []weburl.URL
	// Listed are those of Folders that are answered with lists of the files in them. The lists are visited
	// for their links only, and URLs there may have any shape and extension, as all files are found at least
	// by their names.
	Listed []weburl.URL
	// Links lets the targets of links be checked that are not visited; see Rules.Checks.
	Links bool
	// Partition is the only one whose sites are visited and checked, seeds included; the zero one is
	// the whole web.
	Partition partition.Partition
}

// Validate returns all faults of o.
func (o Options) Validate() error {
	var faults []error
	if o.Mode > List {
		faults = append(faults, fmt.Errorf("scope %s is unknown", o.Mode))
	}
	if o.Depth < 0 {
		faults = append(faults, fmt.Errorf("the depth limit %d is negative", o.Depth))
	}
	if len(o.Seeds) == 0 && len(o.Hosts) == 0 && len(o.Domains) == 0 && o.Mode != Any {
		faults = append(faults, fmt.Errorf("scope %s needs a seed", o.Mode))
	}
	for i, u := range o.Seeds {
		if u.IsZero() {
			faults = append(faults, fmt.Errorf("seed %d is no URL", i+1))
		}
	}
	for _, h := range o.Hosts {
		if _, err := canonicalHost(h); err != nil {
			faults = append(faults, err)
		}
	}
	if len(o.Domains) > MaxDomains {
		faults = append(faults, fmt.Errorf("%d domains are more than the %d that are read", len(o.Domains), MaxDomains))
	}
	for _, d := range o.Domains {
		if _, err := ParseDomain(d); err != nil {
			faults = append(faults, err)
		}
	}
	if err := o.Partition.Validate(); err != nil {
		faults = append(faults, err)
	}
	return errors.Join(append(faults, o.Patterns.Check()...)...)
}

// canonicalHost returns the canonical form of a host name, as in URLs.
func canonicalHost(name string) (string, error) {
	u, err := weburl.Parse("http://" + name + "/")
	if err != nil || u.Target() != "/" || u.Origin().Port() != 80 || strings.ContainsAny(name, "@:/") && !strings.HasPrefix(name, "[") {
		return "", fmt.Errorf("%q is no host name", name)
	}
	return u.Host(), nil
}

// MaxDomains is the largest number of Options.Domains.
const MaxDomains = 1_000_000

// ParseDomain parses a domain for Options.Domains, with or without a leading dot, and returns it
// in the canonical form of host names.
func ParseDomain(name string) (string, error) {
	host, err := canonicalHost(strings.TrimSuffix(strings.TrimPrefix(name, "."), "."))
	if err != nil || strings.HasPrefix(host, "[") || isAddress(host) || strings.Contains(host, "*") || slices.Contains(strings.Split(host, "."), "") {
		return "", fmt.Errorf("%q is no domain; write example.org, or .ru for a country", name)
	}
	return host, nil
}

// isAddress reports whether a host is an IPv4 address, which has no domain labels.
func isAddress(host string) bool {
	last := host[strings.LastIndexByte(host, '.')+1:]
	return last != "" && strings.Trim(last, "0123456789") == ""
}

// Rules decide whether URLs are in scope. They are immutable and safe for concurrent use. The
// zero Rules allow nothing.
type Rules struct {
	reach
	depth  int
	unread map[string]bool // file name extensions of types that are not read
	// anyShape are the origins whose URLs may have any shape.
	anyShape map[weburl.Origin]bool
	// pictures is true if pictures in pages are visited.
	pictures bool
	// recordings is true if sound and video in pages are visited.
	recordings bool
	links      bool // as in Options
	inFolders  bool // what folders answer for is checked without links as well
	// domains are in scope with all their subdomains.
	domains  map[string]bool
	patterns *patterns // nil if there are none
	indexing *patterns // of what is indexed; nil if there are none
	dropped  *dropped  // nil if no seed was dropped
	bases    bases     // of folders
	listed   bases     // of those with lists of their files
	// partition is the only one whose sites are visited.
	partition partition.Partition
	known     *known // which partitions visit the sites of some origins; nil for the whole web
}

// New returns Rules for o. It returns an error if o is not valid.
func New(o Options) (Rules, error) {
	if err := o.Validate(); err != nil {
		return Rules{}, err
	}
	r := Rules{reach: reach{mode: o.Mode, hosts: map[string]bool{}}, depth: o.Depth, domains: map[string]bool{}, unread: map[string]bool{}, anyShape: map[weburl.Origin]bool{}, pictures: o.Pictures, recordings: o.Recordings, links: o.Links, inFolders: len(o.Folders) > 0, bases: newBases(o.Folders), listed: newBases(o.Listed), partition: o.Partition}
	if !o.Partition.IsWhole() {
		r.known = new(known)
	}
	for _, h := range o.Hosts {
		host, err := canonicalHost(h)
		if err != nil {
			return Rules{}, err
		}
		r.hosts[host] = true
	}
	for _, d := range o.Domains {
		domain, err := ParseDomain(d)
		if err != nil {
			return Rules{}, err
		}
		r.domains[domain] = true
	}
	var err error
	if r.patterns, err = newPatterns(visiting, o.Include, o.Exclude); err != nil {
		return Rules{}, err
	}
	if r.indexing, err = newPatterns(indexing, o.IndexOnly, o.FollowOnly); err != nil {
		return Rules{}, err
	}
	for _, origin := range o.AnyShape {
		r.anyShape[origin] = true
	}
	for _, base := range o.Listed {
		r.anyShape[base.Origin()] = true
	}
	for _, ending := range o.Unread {
		r.unread[ending] = true
	}
	if r.mode == List || r.patterns != nil {
		r.named = map[weburl.URL]bool{}
	}
	r.reach = r.reach.with(o.Seeds, true)
	return r, nil
}

// ModeNames returns the names of all modes.
func ModeNames() []string { return slices.Clone(modeNames[:]) }

// Seeds returns the seeds of the rules. The caller must not change the slice.
func (r Rules) Seeds() []weburl.URL { return r.seeds }

// With returns a copy of the rules that also go where seeds have moved to. It does not change r.
func (r Rules) With(seeds ...weburl.URL) Rules {
	r.reach = r.reach.with(seeds, false)
	if d := r.dropped; d != nil {
		r.dropped = &dropped{urls: d.urls, before: d.before.with(seeds, false)}
	}
	return r
}

// Leads reports whether the scope follows a seed that redirects to another URL. It does within
// the registrable domain, but in mode prefix not to a folder above that of the seed, and from the host
// of a folder on disk not to one of the network.
func (r Rules) Leads(from, to weburl.URL) bool {
	if from.Origin().Site() != to.Origin().Site() || r.bases.leave(from, to) || !r.bases.decide(to).OK {
		return false
	}
	above := folder(to)
	return r.mode != Prefix || above == folder(from) || !strings.HasPrefix(folder(from), above)
}

// A Verdict says whether a URL is in scope, and if not, why.
type Verdict struct {
	OK     bool
	Reason aranea.Reason
	// Rule is the rule that excludes the URL, in a few words, or the allowed domain that includes
	// it. It is "" for a URL that is in scope because of the seeds.
	Rule string
}

// Unusable returns the verdict on a reference that weburl rejected with the given error. A nil
// error is no objection.
func Unusable(err error) Verdict {
	if err == nil {
		return Verdict{OK: true}
	}
	reason := aranea.ScopeInvalid
	if e, ok := errors.AsType[*weburl.Error](err); ok {
		switch e.Problem {
		case weburl.ProblemScheme:
			reason = aranea.ScopeScheme
		case weburl.ProblemLength:
			reason = aranea.ScopeLength
		}
	}
	return no(reason, err.Error())
}

// Decide returns the verdict on u, which was found by the given kind of reference, depth links
// away from a seed. The structural rules and patterns do not apply to seeds, and what a seed leads to
// needs no pattern that includes it. The partition is asked last, so that only what would be visited
// without it is left to another one.
func (r Rules) Decide(u weburl.URL, depth int, how aranea.How) Verdict {
	v := r.decide(u, depth, how)
	if v.OK && !r.partition.IsWhole() {
		return r.divide(u.Origin(), v)
	}
	return v
}

// decide is Decide for the whole web.
func (r *Rules) decide(u weburl.URL, depth int, how aranea.How) Verdict {
	v := r.place(u)
	if v.Reason == aranea.ScopeList && r.leadsTo(u, how) {
		v = Verdict{OK: true}
	}
	if !v.OK {
		return v
	}
	if how == aranea.HowSeed || r.named[u] {
		return v
	}
	if by := r.patterns.decide(u); !by.OK && !(by.Rule == visiting.none() && depth == 0 && takesPlace(how)) {
		return by
	}
	if r.depth > 0 && depth > r.depth {
		return no(aranea.ScopeDepth, fmt.Sprintf("depth %d, limit %d", depth, r.depth))
	}
	if how == aranea.HowPicture && !r.pictures {
		return no(aranea.ScopeType, "a picture in a page")
	}
	if how == aranea.HowRecording && !r.recordings {
		return no(aranea.ScopeType, "sound or video in a page")
	}
	if e := ending(u.Path()); r.unread[strings.ToLower(e)] && !r.inListed(u) {
		return no(aranea.ScopeType, "name ends in ."+e)
	}
	if s := Shape(u); !s.OK && !r.anyShape[u.Origin()] {
		return s
	}
	return v
}

// leadsTo reports whether a URL that is no seed is visited in mode list: a sitemap lists it, or it
// takes the place of another one, within the sites of the seeds. Which sitemaps count is decided
// where they are read (IsList).
func (r Rules) leadsTo(u weburl.URL, how aranea.How) bool {
	return Lists(how) && r.sites[u.Origin().Site()]
}

// Lists reports whether a URL found in this way is visited in mode list within the sites of the seeds.
func Lists(how aranea.How) bool { return how == aranea.HowSitemap || takesPlace(how) }

// takesPlace reports whether a URL found in this way takes the place of the one that names it.
func takesPlace(how aranea.How) bool {
	switch how {
	case aranea.HowRedirect, aranea.HowRefresh, aranea.HowMirror, aranea.HowCleanParam:
		return true
	}
	return false
}

// IsList reports whether nothing but the seeds is visited, and where they lead: of lists that pages
// and robots files name, nothing is taken.
func (r Rules) IsList() bool { return r.mode == List }

// Reaches reports whether the scope goes to where a URL is. Its depth, its shape, how it was found
// and patterns do not count, and in mode list the sites of the seeds do.
func (r Rules) Reaches(u weburl.URL) bool {
	v := r.place(u)
	return r.Elsewhere(u.Origin()) == "" && (v.OK || v.Reason == aranea.ScopeList && r.sites[u.Origin().Site()])
}

// Excludes returns the verdict of the patterns on a URL that is requested for the sake of a page, such as the script with
// its menu: nothing has to include it.
func (r Rules) Excludes(u weburl.URL) Verdict {
	if r.patterns.excludes(u) {
		return r.patterns.decide(u)
	}
	return Verdict{OK: true}
}

// Selects reports whether there are patterns or folders: what these leave out is left out even if it
// was visited.
func (r Rules) Selects() bool { return r.patterns != nil || len(r.bases) > 0 }

// IsFinal reports whether a URL that was left out for a reason is left out even if it was visited.
func IsFinal(r aranea.Reason) bool { return r == aranea.ScopePattern || r == aranea.ScopeFolder }

func no(reason aranea.Reason, rule string) Verdict { return Verdict{Reason: reason, Rule: rule} }

// place checks where the URL is: the port must be a port of HTTP, and the location within the
// mode.
func (r *Rules) place(u weburl.URL) Verdict {
	if u.IsZero() {
		return no(aranea.ScopeInvalid, "no URL")
	}
	if p := u.Origin().Port(); ports.Blocked(p) {
		return no(aranea.ScopePort, fmt.Sprintf("port %d belongs to another protocol than HTTP", p))
	}
	if v := r.bases.decide(u); !v.OK {
		return v
	}
	if r.mode == Any || r.hosts[u.Host()] {
		return Verdict{OK: true}
	}
	if domain := r.domain(u.Host()); domain != "" {
		return Verdict{OK: true, Rule: "allowed domain " + domain}
	}
	switch r.mode {
	case Site:
		if site := u.Origin().Site(); !r.sites[site] {
			return no(aranea.ScopeSite, "scope site: "+site+" holds no seed")
		}
		return Verdict{OK: true}
	case List:
		if !r.named[u] {
			return no(aranea.ScopeList, "scope list: no seed")
		}
		return Verdict{OK: true}
	case Prefix:
		if !r.inFolder(u) {
			return no(aranea.ScopePrefix, "scope prefix: in no seed's folder")
		}
		return Verdict{OK: true}
	}
	return no(aranea.ScopeHost, "scope host: "+u.Host()+" holds no seed")
}

// Holds reports whether any URL of an origin can be in scope.
func (r Rules) Holds(o weburl.Origin) bool { return r.Elsewhere(o) == "" && r.Covers(o) }

// Covers is Holds for the whole web, whichever partition visits the origin.
func (r Rules) Covers(o weburl.Origin) bool {
	return r.place(o.RobotsURL()).OK || len(r.folders[o]) > 0 || r.bases.holds(o)
}

// domain returns the longest allowed domain that contains a host, or "" if none does.
func (r Rules) domain(host string) string {
	if len(r.domains) == 0 || isAddress(host) {
		return ""
	}
	for name := strings.TrimSuffix(host, "."); name != ""; {
		if r.domains[name] {
			return name
		}
		_, name, _ = strings.Cut(name, ".")
	}
	return ""
}

// Shape checks only the structural limits: whether the URL looks like one of an endless series.
func Shape(u weburl.URL) Verdict {
	path := u.Path()
	if n := strings.Count(path, "/"); n > 2 {
		if n > MaxSegments {
			return no(aranea.ScopeTrap, fmt.Sprintf("%d path segments, limit %d", n, MaxSegments))
		}
		if seg := repeated(path); seg != "" {
			return no(aranea.ScopeTrap, fmt.Sprintf("path segment %q occurs more than %d times", seg, MaxRepeats))
		}
	}
	if q, ok := u.Query(); ok {
		if n := strings.Count(q, "&") + 1; n > MaxParameters {
			return no(aranea.ScopeTrap, fmt.Sprintf("%d query parameters, limit %d", n, MaxParameters))
		} else if n > MaxRepeats {
			if pair := repeatedPair(q); pair != "" {
				return no(aranea.ScopeTrap, fmt.Sprintf("query parameter %q occurs more than %d times", pair, MaxRepeats))
			}
		}
	}
	return Verdict{OK: true}
}

// repeatedPair returns a parameter with its value that occurs more than MaxRepeats times in a query,
// or "": a link that adds a filter to the page's own address adds it once more on each page. Fields
// of a form that were left empty do not count. It checks at most MaxParameters parameters.
func repeatedPair(query string) string {
	var pairs [MaxParameters]string
	n := 0
	for pair := range strings.SplitSeq(query, "&") {
		if _, value, _ := strings.Cut(pair, "="); value == "" || n == len(pairs) {
			continue
		}
		pairs[n] = pair
		n++
	}
	return frequent(pairs[:n])
}

// repeated returns a segment that occurs more than MaxRepeats times, or "". It checks at most
// MaxSegments segments, which bounds the quadratic search.
func repeated(path string) string {
	var segs [MaxSegments + 1]string
	n := 0
	for seg := range strings.SplitSeq(path, "/") {
		if seg == "" || n == len(segs) {
			continue
		}
		segs[n] = seg
		n++
	}
	return frequent(segs[:n])
}

// frequent returns a text that occurs more than MaxRepeats times, or "".
func frequent(texts []string) string {
	for i := range texts {
		count := 1
		for j := range i {
			if texts[j] == texts[i] {
				count++
			}
		}
		if count > MaxRepeats {
			return texts[i]
		}
	}
	return ""
}

// maxEnding is the length of the longest file name extension that is recognized.
const maxEnding = 16

// ending returns the file name extension of the last path segment, or "" if there is none or it
// is too long.
func ending(path string) string {
	dot := strings.LastIndexByte(path, '.')
	if dot < 0 || len(path)-dot-1 > maxEnding || strings.IndexByte(path[dot:], '/') >= 0 {
		return ""
	}
	return path[dot+1:]
}

// ListOfFiles is the evidence that a URL is the list of a folder of files, which no setting lets into the index.
const ListOfFiles = "a list of the files in a folder"

// IsListOfFiles reports whether a URL is that of the list of a folder of files.
func (r Rules) IsListOfFiles(u weburl.URL) bool {
	return strings.HasSuffix(u.Path(), "/") && r.inListed(u)
}

// Names reports whether a pattern to include lets a folder in that has its name in it, such as */vendor/ for
// /shop/vendor/; so what a list of files leaves out is visited.
func (r Rules) Names(folder weburl.URL) bool {
	by, includes, found := r.patterns.longest(folder)
	return found && includes && by.HasSegment(path.Base(folder.Path()))
}

// Indexes returns the verdict on indexing a page that is visited.
func (r Rules) Indexes(u weburl.URL) Verdict {
	if r.IsListOfFiles(u) {
		return no(aranea.ScopeNoIndex, ListOfFiles)
	}
	return r.indexing.decide(u)
}
