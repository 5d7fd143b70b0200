package extract

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/media"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/weburl"
)

// mediaFormats are the kinds of files of which only the header is read, and only if the operator
// wants it: each file costs a request.
var mediaFormats = [...]Format{
	header(media.Image,
		[]string{"image/jpeg", "image/jpg", "image/pjpeg", "image/png", "image/apng", "image/gif", "image/webp", "image/tiff", "image/avif", "image/heic", "image/heif"},
		"apng", "avif", "gif", "heic", "heif", "jfif", "jpeg", "jpg", "png", "tif", "tiff", "webp"),
	header(media.Audio,
		[]string{"audio/mpeg", "audio/mp3", "audio/x-mp3", "audio/mp4", "audio/x-m4a", "audio/flac", "audio/x-flac", "audio/ogg", "audio/opus", "audio/vorbis", "audio/wav", "audio/x-wav", "application/ogg"},
		"flac", "m4a", "m4b", "mp3", "oga", "ogg", "opus", "wav"),
	header(media.Video,
		[]string{"video/mp4", "video/x-m4v", "video/quicktime", "video/webm", "video/x-matroska", "video/matroska", "video/ogg", "video/x-msvideo", "video/avi", "video/3gpp"},
		"3gp", "avi", "m4v", "mkv", "mov", "mp4", "ogv", "webm"),
	header(media.Archive,
		[]string{"application/x-tar", "application/gzip", "application/x-gzip", "application/x-compressed-tar", "application/x-gtar", "application/x-zip-compressed"},
		"gz", "tar", "tgz", "zip"),
}

// headBytes is how many bytes of such a file are fetched.
const headBytes = media.Head

// header returns the format of a kind of files.
func header(kind string, declared []string, endings ...string) Format {
	return Format{
		Name: kind, Declared: declared, Endings: endings, read: readHeader,
		magic: func(body []byte) bool { k, _ := media.Sniff(body); return k == kind },
	}
}

// MediaKinds returns the kinds of files whose headers can be read.
func MediaKinds() []string {
	all := make([]string, len(mediaFormats))
	for i := range mediaFormats {
		all[i] = mediaFormats[i].Name
	}
	return all
}

// MediaEndings returns the extensions of files whose headers can be read.
func MediaEndings() []string {
	var all []string
	for i := range mediaFormats {
		all = append(all, mediaFormats[i].Endings...)
	}
	return all
}

// IsMedia reports whether a format is one of a kind of files that are no texts.
func IsMedia(format string) bool { return slices.Contains(MediaKinds(), format) }

// IsHeader reports whether of the document of a page no more than the header was read: a plugin
// may read the text in pictures.
func IsHeader(p *aranea.Page) bool {
	return IsMedia(p.Format) && (p.Reader == "" || p.Reader == media.Reader)
}

// MayBeHeader reports whether a file with a media type and URL may be of one of some kinds whose
// headers are read.
func MayBeHeader(kinds []string, declared string, u weburl.URL) bool {
	e := ending(u)
	return slices.ContainsFunc(mediaFormats[:], func(f Format) bool {
		return slices.Contains(kinds, f.Name) && (slices.Contains(f.Declared, declared) || e != "" && slices.Contains(f.Endings, e))
	})
}

// WithMedia returns the formats plus the headers of files of some kinds. An unknown kind is an
// error.
func (fs Formats) WithMedia(kinds []string) (Formats, error) {
	fs.media = nil
	for _, kind := range kinds {
		i := slices.IndexFunc(mediaFormats[:], func(f Format) bool { return f.Name == kind })
		if i < 0 {
			return fs, fmt.Errorf("%.40q is no kind of files whose headers are read; use %s", kind, strings.Join(MediaKinds(), ", "))
		}
		fs.media = append(fs.media, &mediaFormats[i])
	}
	return fs, nil
}

// Part returns the part of the document of a URL to request, as a Range field says it (RFC 9110
// section 14.2): the beginning of a file whose header is read, the end of an archive with a
// directory there; "" for all of it.
func (fs Formats) Part(u weburl.URL) string {
	e := ending(u)
	for _, f := range fs.media {
		switch {
		case strings.HasSuffix(u.Path(), ".xml.gz"), strings.HasSuffix(u.Path(), ".txt.gz"): // a sitemap
		case !slices.Contains(f.Endings, e), slices.Contains(fs.PluginEndings(), e):
		case e == "zip":
			return "bytes=-" + strconv.Itoa(headBytes)
		default:
			return "bytes=0-" + strconv.Itoa(headBytes-1)
		}
	}
	return ""
}

// PartLimit is Limit for a document of which a part was requested: without a contrary
// declaration it is a file, and if a server sends all of it, it is cut off.
func (fs Formats) PartLimit(declared string, most int64) int64 {
	if slices.Contains(vague[:], declared) {
		return min(most, headBytes)
	}
	return fs.Limit(declared, most)
}

// readHeader reads the header of a file.
func readHeader(x *Extractor, page *aranea.Page, d *Document, _ *robotsmeta.Reader) {
	f, err := media.Read(d.Body, sizeOf(d.Header), content.Limits{
		Text: x.limits.Text, Elements: x.limits.Elements, Links: x.limits.Links, Title: x.limits.Title, Attribute: x.limits.Attribute,
	})
	if err != nil { // its first bytes were correct
		warn(page, aranea.BodyDamaged)
		page.Trouble = err.Error()
	}
	take(page, &f.Document)
	page.Type, page.Published = f.Type, f.Made
}

// sizeOf returns the total size in bytes of a file of which only a part may have been received,
// 0 if unknown.
func sizeOf(h aranea.Header) int64 {
	said := h.Get("Content-Length")
	if _, whole, ok := strings.Cut(h.Get("Content-Range"), "/"); ok {
		said = whole
	}
	n, err := strconv.ParseInt(strings.TrimSpace(said), 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}
