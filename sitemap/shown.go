package sitemap

import "strings"

// shown is the content of an image or video element of a page in a sitemap, according to the
// extensions for images and videos.
type shown struct {
	picture, video     string // their URLs
	title, description string
}

// isShown reports whether the element with this name describes an image or video of the current
// page.
func (r *reader) isShown(name string) bool {
	return r.entry.Kind == Page && (name == "image" || name == "video")
}

// isOfShown reports whether the innermost element is directly inside an image or video element.
func (r *reader) isOfShown() bool {
	n := len(r.path)
	return r.entry != nil && n == r.at+2 && r.isShown(r.path[n-2])
}

// shownField handles the content of an element inside an image or video element. The first one
// counts.
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

// endShown adds the media of an image or video element to the current page.
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
