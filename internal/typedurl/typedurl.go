// Package typedurl tells which URL is meant by what people type, in a terminal or in a form.
//
// Floor: 0 (leaves). Stability: engine. It does not parse URLs: weburl does.
package typedurl

import "strings"

// Complete returns a text with https:// before it, unless it begins with a scheme.
func Complete(text string) string {
	if HasScheme(text) {
		return text
	}
	return "https://" + text
}

// HasScheme reports whether a text begins with a scheme, as "http://a.test" and "mailto:x" do. A name
// with a port, such as "example.org:8080", does not.
func HasScheme(text string) bool {
	if strings.Contains(text, "://") {
		return true
	}
	scheme, rest, ok := strings.Cut(text, ":")
	if !ok || scheme == "" || strings.Trim(strings.ToLower(scheme), "abcdefghijklmnopqrstuvwxyz") != "" {
		return false
	}
	port, _, _ := strings.Cut(rest, "/")
	return port == "" || strings.Trim(port, "0123456789") != ""
}
