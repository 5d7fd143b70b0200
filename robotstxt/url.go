package robotstxt

import "strings"

// SplitURL splits an absolute http or https URL into its site, which is scheme,
// host and port in lower case without the scheme's own port, and its target,
// the path and query without fragment. It does not resolve anything. It
// returns false for what is no such URL, also for an open IPv6 bracket.
func SplitURL(url string) (site, target string, ok bool) {
	scheme, rest, found := strings.Cut(url, "://")
	scheme = strings.ToLower(scheme)
	if !found || scheme != "http" && scheme != "https" {
		return "", "", false
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	authority := rest[:end]
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		authority = authority[at+1:]
	}
	host, port, ok := splitPort(strings.ToLower(authority))
	if !ok || host == "" {
		return "", "", false
	}
	site = scheme + "://" + host
	if port != "" && port != defaultPort(scheme) {
		site += ":" + port
	}
	target, _, _ = strings.Cut(rest[end:], "#")
	if !strings.HasPrefix(target, "/") {
		target = "/" + target
	}
	return site, target, true
}

// siteOf returns the site that a URL, or a host, names, and what names none as
// it is.
func siteOf(s string) string {
	if site, _, ok := SplitURL(s); ok {
		return site
	}
	if site, _, ok := SplitURL("http://" + s); ok && !strings.Contains(s, "://") {
		return site
	}
	return s
}

// pathOf returns the target of a whole URL, and what is none as it is.
func pathOf(target string) string {
	if target == "" || target[0]|0x20 != 'h' {
		return target
	}
	if _, path, ok := SplitURL(target); ok {
		return path
	}
	return target
}

// FileURL returns the address of the robots file that speaks for a URL: the
// path /robots.txt at the same scheme, host and port. A port that is written
// stays written.
func FileURL(url string) (string, bool) {
	if _, _, ok := SplitURL(url); !ok {
		return "", false
	}
	i := strings.Index(url, "://") + 3
	if n := strings.IndexAny(url[i:], "/?#"); n >= 0 {
		url = url[:i+n]
	}
	if at := strings.LastIndexByte(url, '@'); at >= i {
		url = url[:i] + url[at+1:]
	}
	return url + "/robots.txt", true
}

func defaultPort(scheme string) string {
	if scheme == "https" {
		return "443"
	}
	return "80"
}

// splitPort splits an authority without user information.
func splitPort(s string) (host, port string, ok bool) {
	if strings.HasPrefix(s, "[") {
		end := strings.IndexByte(s, ']')
		if end < 0 {
			return "", "", false
		}
		host, s = s[:end+1], s[end+1:]
		if s == "" {
			return host, "", true
		}
		if s[0] != ':' {
			return "", "", false
		}
		port = s[1:]
	} else {
		host, port, _ = strings.Cut(s, ":")
	}
	if len(port) > 5 || strings.Trim(port, "0123456789") != "" || strings.ContainsAny(host, " \t\r\n\"<>\\^`{|}") {
		return "", "", false
	}
	return host, port, true
}

// stripSite returns the path of a rule that is a whole URL of the site.
func stripSite(value, site string) string {
	if s, target, ok := SplitURL(value); ok && site != "" && s == site {
		return target
	}
	return value
}
