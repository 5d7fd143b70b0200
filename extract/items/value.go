package items

import (
	"html"
	"strings"

	"github.com/aranea-search/aranea/weburl"
)

// maxWritten is how many bytes of the raw value of an attribute are decoded, and of a text of structured
// data read.
const maxWritten = 8 * MaxValue

// isURL reports whether HTML defines the value of an attribute as one URL.
func isURL(attr string) bool {
	switch attr {
	case "href", "src", "action", "formaction", "poster", "cite", "data", "background", "longdesc":
		return true
	}
	return false
}

// value returns the value of an attribute: a URL as the browser would ask for it, other texts with
// each run of whitespace as one space. What is too long for a value is cut, a URL left out.
func (r *Reader) value(attr string, written []byte) string {
	if len(written) > maxWritten {
		written, r.cut = written[:maxWritten], true
		if isURL(attr) {
			return ""
		}
	}
	text := strings.ToValidUTF8(html.UnescapeString(string(written)), "\uFFFD")
	if !isURL(attr) {
		c := capture{}
		r.cut = c.add([]byte(text)) || r.cut
		return strings.TrimSpace(string(c.text))
	}
	if text = r.resolve(text); len(text) > MaxValue {
		r.cut = true
		return ""
	}
	return text
}

// resolve returns a reference of the page as a URL with its fragment. One of a scheme that is not
// crawled, such as mailto:, stays as it is written.
func (r *Reader) resolve(ref string) string {
	u, err := r.page.Base.ResolveWith(r.enc, ref)
	if err != nil {
		return strings.Join(strings.FieldsFunc(ref, separates), " ")
	}
	if part := fragmentOf(ref); part != "" {
		return u.String() + "#" + part
	}
	return u.String()
}

// fragmentOf returns the fragment of a reference as it stands in a URL (URL standard, "basic URL
// parser"), also a route that scripts of the page interpret.
func fragmentOf(ref string) string {
	_, part, _ := strings.Cut(ref, "#")
	part = strings.TrimRightFunc(part, func(c rune) bool { return c <= ' ' })
	return weburl.EscapeFragment(strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(part))
}
