package address

import "strings"

// Split splits an absolute http or https URL into its site, which is scheme, host and port in
// lower case without the default port of the scheme, and its target, which is the path and query
// without fragment. It does not resolve anything. It returns false for anything that is not such
// a URL, including an unclosed IPv6 bracket.
func Split(url string) (site, target string, ok bool) {
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
	host, port, ok := SplitPort(strings.ToLower(authority))
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

// Of returns the site of a URL or a host, or s itself if it is neither.
func Of(s string) string {
	if site, _, ok := Split(s); ok {
		return site
	}
	if site, _, ok := Split("http://" + s); ok && !strings.Contains(s, "://") {
		return site
	}
	return s
}

// Target returns the target of a whole URL, or the argument itself if it is not one.
func Target(target string) string {
	if target == "" || target[0]|0x20 != 'h' {
		return target
	}
	if _, path, ok := Split(target); ok {
		return path
	}
	return target
}

func defaultPort(scheme string) string {
	if scheme == "https" {
		return "443"
	}
	return "80"
}

// SplitPort splits an authority without user information.
func SplitPort(s string) (host, port string, ok bool) {
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

// Strip returns the path of a rule that is a whole URL of the site.
func Strip(value, site string) string {
	if s, target, ok := Split(value); ok && site != "" && s == site {
		return target
	}
	return value
}

// IsRobotsTxt reports whether the target is the robots file itself.
func IsRobotsTxt(target string) bool {
	const name = "/robots.txt"
	target = Target(target)
	return strings.HasPrefix(target, name) && (len(target) == len(name) || target[len(name)] == '?' || target[len(name)] == '#')
}
