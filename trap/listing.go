package trap

import "strings"

// A web server lists the files of a folder, and links to the same list in other orders. All of them read alike but for
// the order of the lines, so no text is equal to another. The parameters are those of Apache's mod_autoindex, which
// Tomcat, Jetty and the fancy index of nginx took over: the column, the order, the format and whether names are
// compared as versions.

// Values of the parameters of such lists.
const (
	columns = "NMSD" // name, modified, size, description
	orders  = "AD"   // ascending, descending
)

// ListingOf returns the folder whose list of files a target shows in another order, as "/files/" of
// "/files/?C=M;O=D", and "" for other targets. The parameters may be divided by "&" as well.
func ListingOf(target string) string {
	path, query, asks := strings.Cut(target, "?")
	if !asks || len(query) < len("C=N;O=A") || len(query) > len("C=N;O=A;F=0;V=0") || !strings.HasSuffix(path, "/") {
		return ""
	}
	hasColumn, hasOrder := false, false
	for _, p := range parametersOf(query) {
		name, value, _ := strings.Cut(p, "=")
		switch {
		case name == "C" && isOneOf(value, columns):
			hasColumn = true
		case name == "O" && isOneOf(value, orders):
			hasOrder = true
		case name == "F" && isOneOf(value, "012"), name == "V" && isOneOf(value, "01"):
		default:
			return ""
		}
	}
	if !hasColumn || !hasOrder {
		return ""
	}
	return path
}

// isOneOf reports whether a value is one of some letters.
func isOneOf(value, letters string) bool { return len(value) == 1 && strings.Contains(letters, value) }
