package trap

import (
	"slices"
	"strings"
)

const (
	minSegments = 2  // of a path that are parameters, if any is: one alone may be the name of a page
	maxKey      = 32 // bytes of the name of such a parameter
	mostCarried = 64 // parameters that are compared with others: a feed may have 25,000 links of a thousand each
)

// withQuery returns a target whose path has parameters for segments, as "/list/sort:age/tags:a,b/page:2/" has,
// with these in its query: "/list/?sort=age&tags=a,b&page=2". Other targets, among them those of a wiki whose
// pages are called "help:start", are returned as they are.
func withQuery(target string) string {
	path, query, _ := strings.Cut(target, "?")
	if strings.Count(path, ":")+strings.Count(path, "=") < minSegments {
		return target
	}
	var rest, params []string
	for seg := range strings.SplitSeq(path, "/") {
		if i := strings.IndexAny(seg, ":="); i > 0 && i < len(seg)-1 && isKey(seg[:i]) && !strings.ContainsAny(seg, "&;") {
			params = append(params, seg[:i]+"="+seg[i+1:])
		} else {
			rest = append(rest, seg)
		}
	}
	if len(params) < minSegments {
		return target
	}
	if query != "" {
		params = append(params, query)
	}
	return "/" + strings.TrimPrefix(strings.Join(rest, "/"), "/") + "?" + strings.Join(params, "&")
}

// isKey reports whether a word may be the name of a parameter in a path: small letters, "_" and "-".
func isKey(word string) bool {
	return len(word) <= maxKey && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz_-") == ""
}

// IsListBeside reports whether a link of a page leads to the path of the page with parameters.
func IsListBeside(page, link string) bool {
	return samePath(page, link) && strings.Contains(withQuery(link), "?")
}

// samePath reports whether two targets have the same path, but for parameters in it.
func samePath(a, b string) bool {
	path, _, _ := strings.Cut(withQuery(a), "?")
	other, _, _ := strings.Cut(withQuery(b), "?")
	return path == other
}

// BelongsTo reports whether a link leads to the path of a page, with all parameters of the page and others,
// as those to single posts of a thread do.
func BelongsTo(page, link string) bool { return samePath(page, link) && carries(page, link) }

// carries reports whether a link has all the parameters of its page, and there are some, but not too many.
func carries(page, link string) bool {
	_, query, _ := strings.Cut(withQuery(page), "?")
	_, with, _ := strings.Cut(withQuery(link), "?")
	if hasMany(query) || hasMany(with) {
		return false
	}
	own, all := parametersOf(query), parametersOf(with)
	return len(own) > 0 && !slices.ContainsFunc(own, func(p string) bool { return !slices.Contains(all, p) })
}

func hasMany(query string) bool {
	return strings.Count(query, "&")+strings.Count(query, ";") >= mostCarried
}

// parametersOf divides a query into parameters, also one with semicolons, as CGI programs have.
func parametersOf(query string) []string {
	return strings.FieldsFunc(query, func(r rune) bool { return r == '&' || r == ';' })
}
