package sitemap

import "strings"

// shown is what an image or video element in the page of a sitemap says, which the
// extensions for images and videos have.
type shown struct {
	picture, video     string // their URLs
	title, description string
}

// isShown reports whether an element, by its name, says what the page under way shows.
func (r *reader) isShown(name string) bool {
	return r.entry.Kind == Page && (name == "image" || name == "video")
}

// isOfShown reports whether the innermost element stands right inside of one that says what
// the page shows.
func (r *reader) isOfShown() bool {
	n := len(r.path)
	return r.entry != nil && n == r.at+2 && r.isShown(r.path[n-2])
}

// shownField takes what an element in an image or video element says. The first counts.
func (r *reader) shownField(name, text string) {
	var field *string
	switch name {
	case "loc", "thumbnail_loc":
		field = &r.shown.picture
	case "content_loc":
		field = &r.shown.video
	case "title":
		field = &r.shown.title
	case "caption", "description":
		field = &r.shown.description
	default:
		return
	}
	if *field == "" {
		*field = text
	}
}

// endShown gives the page under way what an image or video element named.
func (r *reader) endShown() {
	s := r.shown
	r.shown = shown{}
	title := s.title
	if !strings.Contains(title, s.description) {
		title = strings.TrimSpace(title + " " + s.description)
	}
	for _, m := range []Medium{{s.video, "video/*", title}, {s.picture, "image/*", title}} {
		if m.URL != "" && len(m.URL) <= MaxLoc && len(r.entry.Media) < MaxShown {
			r.entry.Media = append(r.entry.Media, m)
		}
	}
}
