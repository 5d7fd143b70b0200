package extract

import (
	"slices"

	"github.com/aranea-search/aranea/weburl"
)

// A kind is what people call the files with some endings that no reader of text
// reads.
type kind struct {
	name    string
	endings []string
}

// kinds are those of the files that are found by what links say of them.
var kinds = [...]kind{
	{"image", []string{"apng", "avif", "bmp", "gif", "heic", "heif", "ico", "jfif", "jpeg", "jpg", "jxl", "png", "svg", "tif", "tiff", "webp"}},
	{"audio", []string{"aac", "aif", "aiff", "flac", "m4a", "m4b", "mid", "midi", "mp3", "oga", "ogg", "opus", "wav", "wma"}},
	{"video", []string{"3gp", "avi", "flv", "m4v", "mkv", "mov", "mp4", "mpeg", "mpg", "ogv", "webm", "wmv"}},
	{"archive", []string{"7z", "bz2", "gz", "rar", "tar", "tgz", "xz", "zip", "zst"}},
	{"program", []string{"apk", "deb", "dmg", "exe", "iso", "jar", "msi", "rpm", "whl"}},
}

// KindOf returns what people call the file that a URL names, by the ending of its
// name: "image", "audio", "video", "archive", "program", or "" for anything else.
func KindOf(u weburl.URL) string { return KindOfEnding(ending(u)) }

// IsKind reports whether a word is the name of a kind of file.
func IsKind(name string) bool {
	return slices.ContainsFunc(kinds[:], func(k kind) bool { return k.name == name })
}

// KindOfEnding is KindOf by the ending of a name, without its dot.
func KindOfEnding(e string) string {
	for _, k := range kinds {
		if slices.Contains(k.endings, e) {
			return k.name
		}
	}
	return ""
}
