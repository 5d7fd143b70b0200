package mirror

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"github.com/aranea-search/aranea/weburl"
)

// Requirements for joining two origins.
const (
	// Redirected pages, including the home page, after which an origin that shows no page of its
	// own joins the target of its redirects.
	needRedirects = 3
	// Different texts that must be the same on the same paths of both: for sisters, for hosts of
	// one site, for unrelated hosts of which one points to the other, and for others.
	needSisters   = 3
	needSite      = 24
	needDeclared  = 12
	needStrangers = 32
	// An origin that has left a group because of checks needs twice as many texts to join it
	// again, and at least this number: of two sites with twelve equal texts, hardly any differ in
	// more than a quarter of their pages, which would separate them again.
	needBack = 12
	// At most one in this number of compared paths may differ.
	differOne = 20
	// The number of canonical links from one origin to the other that count as pointing to it.
	needCanonicals = 3
)

// Sisters reports whether two origins differ only in the scheme with its default port, or in a
// "www." prefix of the name.
func Sisters(a, b weburl.Origin) bool {
	if a == b || strings.TrimPrefix(a.Host(), "www.") != strings.TrimPrefix(b.Host(), "www.") {
		return false
	}
	return a.Port() == b.Port() || isDefault(a) && isDefault(b)
}

func isDefault(o weburl.Origin) bool {
	return o.Scheme() == "http" && o.Port() == 80 || o.Scheme() == "https" && o.Port() == 443
}

// Judge returns why two origins are mirrors, or "" if they are not known to be mirrors.
func Judge(a, b *Record) string {
	switch {
	case a.Origin == b.Origin || separated(a, b):
		return ""
	case a.Glued == b.Origin || b.Glued == a.Origin:
		return "glued by the operator"
	}
	if why := redirected(a, b); why != "" {
		return why
	}
	if why := redirected(b, a); why != "" {
		return why
	}
	return alike(a, b)
}

// separated reports whether the operator separated the two.
func separated(a, b *Record) bool { return a.Separated(b.Origin) || b.Separated(a.Origin) }

// redirected returns the reason if all pages of a lead to the same pages of b.
func redirected(a, b *Record) string {
	x := a.Other(b.Origin)
	if x == nil || a.Home != b.Origin || x.Redirects < needRedirects || a.Pages*differOne > x.Redirects {
		return ""
	}
	return fmt.Sprintf("its home page and all its pages redirect to the same path of %s (%d seen, such as %s)", b.Origin, x.Redirects, strings.Join(x.Examples, " "))
}

// alike returns the reason if the two have the same pages. Equal texts are not sufficient if
// neither host says that the two are one: untranslated pages of a manual are the same in all its
// languages. Hosts that each name a language never join because of their pages, and other hosts
// that do not point to each other must have the same home page.
func alike(a, b *Record) string {
	if languagesApart(a.Origin, b.Origin) {
		return ""
	}
	var same, differ uint32
	var prints []uint32
	var examples []string
	for _, x := range []*Other{a.Other(b.Origin), b.Other(a.Origin)} {
		if x != nil {
			same, differ = same+x.Same, differ+x.Differ
			prints, examples = append(prints, x.Prints...), append(examples, x.Examples...)
		}
	}
	slices.Sort(prints)
	distinct := len(slices.Compact(prints))
	need, how, said := needed(a, b)
	if !said && homes(a, b) != HomesSame {
		return ""
	}
	if a.hasLeft(b) || b.hasLeft(a) {
		need = max(2*need, needBack)
	}
	if distinct < need || differ*differOne > same+differ {
		return ""
	}
	return fmt.Sprintf("%s; %d paths have the same text on both (%d different texts), %d differ, such as %s",
		how, same, distinct, differ, strings.Join(examples[:min(len(examples), MaxExamples)], " "))
}

// homes returns how the home pages of the two compare: they are the same only if neither record
// says that they differ.
func homes(a, b *Record) Homes {
	known := Homes("")
	for _, x := range []*Other{a.Other(b.Origin), b.Other(a.Origin)} {
		switch {
		case x == nil || x.Homes == "":
		case x.Homes == HomesDiffer:
			return HomesDiffer
		default:
			known = x.Homes
		}
	}
	return known
}

// needed returns how many equal texts the two need, their relation, and whether their names or
// one of the origins say that they are one.
func needed(a, b *Record) (texts int, how string, pointed bool) {
	said := declares(a, b)
	if said == "" {
		said = declares(b, a)
	}
	switch {
	case Sisters(a.Origin, b.Origin):
		return needSisters, "their names differ in the scheme or in www only", true
	case said != "":
		return needDeclared, said, true
	case a.Origin.Site() == b.Origin.Site():
		return needSite, "they are hosts of one site and have the same home page", false
	}
	return needStrangers, "nothing but their pages says so, the home page among them", false
}

// languagesApart reports whether the names of the two differ in exactly one label, which names a
// language in both, such as de.example.org and pt-br.example.org.
func languagesApart(a, b weburl.Origin) bool {
	x, y := strings.Split(a.Host(), "."), strings.Split(b.Host(), ".")
	if len(x) != len(y) {
		return false
	}
	apart := false
	for i := range x {
		if x[i] == y[i] {
			continue
		}
		if apart || i == len(x)-1 || !namesLanguage(x[i]) || !namesLanguage(y[i]) {
			return false
		}
		apart = true
	}
	return apart
}

// namesLanguage reports whether a label of a host name is an ISO 639-1 code, optionally followed
// by a region or a script.
func namesLanguage(label string) bool {
	base, rest, _ := strings.Cut(label, "-")
	if len(base) != 2 || len(rest) > 4 {
		return false
	}
	_, err := language.ParseBase(base)
	return err == nil
}

// Points returns the one other origin that the origin itself calls its main mirror, by a Host line
// or else by the redirect of its home page, "" if none, and how.
func (r *Record) Points() (to weburl.Origin, how string) {
	if to = r.Named; to == "" {
		to = r.Home
	}
	if to == "" {
		return "", ""
	}
	return to, declares(r, &Record{Origin: to})
}

// Separated reports whether the operator separated the origin from another one.
func (r *Record) Separated(o weburl.Origin) bool { return slices.Contains(r.Apart, o) }

// declares returns how a points to b, or "" if it does not.
func declares(a, b *Record) string {
	switch x := a.Other(b.Origin); {
	case a.Named == b.Origin:
		return fmt.Sprintf("the robots file of %s names %s in a Host line", a.Origin, b.Origin.Host())
	case a.Home == b.Origin:
		return fmt.Sprintf("the home page of %s redirects to %s", a.Origin, b.Origin)
	case x != nil && x.Canonicals >= needCanonicals:
		return fmt.Sprintf("%d pages of %s call the same path of %s canonical", x.Canonicals, a.Origin, b.Origin)
	}
	return ""
}
