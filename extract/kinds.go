package extract

import (
	"slices"

	"github.com/aranea-search/aranea/extract/media"
	"github.com/aranea-search/aranea/weburl"
)

// A kind is a group of files that nothing reads, with its common name and its extensions.
type kind struct {
	name    string
	endings []string
}

// unread are the extensions of files that nothing reads, not even their headers. Those with the
// name of a kind are found by the words of links to them; those without one are parts of pages
// and programs.
var unread = [...]kind{
	{media.Image, []string{"bmp", "ico", "jxl", "svg"}},
	{media.Audio, []string{"aac", "aif", "aiff", "mid", "midi", "wma"}},
	{media.Video, []string{"flv", "mpeg", "mpg", "wmv"}},
	{media.Archive, []string{"7z", "bz2", "rar", "xz", "zst"}},
	{"program", []string{"apk", "deb", "dmg", "exe", "iso", "jar", "msi", "rpm", "whl"}},
	{"", []string{"bin", "class", "css", "dll", "eot", "js", "otf", "ps", "swf", "ttf", "wasm", "woff", "woff2"}},
}

// Unread returns the file name extensions of types that are not read, without a dot and in lower
// case.
func (fs Formats) Unread() []string {
	var all []string
	for _, k := range unread {
		all = append(all, k.endings...)
	}
	read := fs.Endings()
	return slices.DeleteFunc(append(all, MediaEndings()...), func(e string) bool { return slices.Contains(read, e) })
}

// KindOf returns the kind of the file that a URL names, by its extension: "image", "audio",
// "video", "archive", "program", or "" for anything else.
func KindOf(u weburl.URL) string { return KindOfEnding(ending(u)) }

// IsKind reports whether a word is the name of a kind of file.
func IsKind(name string) bool {
	return name != "" && slices.ContainsFunc(unread[:], func(k kind) bool { return k.name == name })
}

// KindOfEnding is KindOf for a file name extension without its dot.
func KindOfEnding(e string) string {
	for i := range mediaFormats {
		if slices.Contains(mediaFormats[i].Endings, e) {
			return mediaFormats[i].Name
		}
	}
	for _, k := range unread {
		if slices.Contains(k.endings, e) {
			return k.name
		}
	}
	return ""
}
