// Package media reads the headers of files that are not text: titles, descriptions, authors,
// keywords, dates and sizes of pictures, audio and video, and the names of the members of
// archives.
//
// It gets the beginning of a file, or the end of an archive, and reads as far as that goes: no
// pixel, sample or member is decoded. The location of a picture (GPS) is not read.
//
// Floor: 2 (pure). Stability: engine. Every length in a file is checked against the bytes that
// are there; no reader takes more memory than a small multiple of them.
package media

import (
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
)

// Head is the number of bytes of a file that are worth fetching: they contain what a header
// says, except after a cover picture that comes before it.
const Head = 256 << 10

// Reader is the name of what reads headers, with its version, as pages have it.
const Reader = "media 1"

// The kinds of files.
const (
	Image   = "image"
	Audio   = "audio"
	Video   = "video"
	Archive = "archive"
)

// A File is the result of reading the header of a file.
type File struct {
	content.Document
	Type string      // its media type
	Made aranea.Date // when a picture was taken, or a work was published
}

// Sniff returns the kind of a file, by its first bytes or by the directory at the end of an
// archive, and its media type; "" for anything else.
func Sniff(body []byte) (kind, media string) {
	if c := containerOf(body); c != nil {
		return c.kind, c.media
	}
	return "", ""
}

// Ornament is the width and height in pixels below which a picture is an ornament of pages: it
// has no text.
const Ornament = 48

// isOrnament reports whether a picture is an ornament.
func (t *tags) isOrnament(c *container) bool {
	return c.kind == Image && t.width > 0 && t.height > 0 && min(t.width, t.height) < Ornament
}

// Read reads the beginning of a file, or the end of an archive. size is that of the whole file
// in bytes, 0 if unknown. A file that breaks off is read up to there.
func Read(body []byte, size int64, l content.Limits) (File, error) {
	c := containerOf(body)
	if c == nil {
		return File{}, fmt.Errorf("%w: it is no file of a kind whose header is read", content.ErrDamaged)
	}
	t := tags{most: l.Text, size: size}
	c.read(body, &t)
	b := content.New(l)
	if !t.isOrnament(c) {
		t.write(b, c)
	}
	return File{Document: b.Document(Reader), Type: c.media, Made: t.made}, nil
}

// A container is one file format.
type container struct {
	kind, media, name string
	is                func(body []byte) bool
	read              func(body []byte, t *tags)
}

// containers are the known formats; the first that matches is used.
var containers = [...]container{
	{Image, "image/jpeg", "JPEG image", begins("\xFF\xD8\xFF"), readJPEG},
	{Image, "image/png", "PNG image", begins(pngMagic), readPNG},
	{Image, "image/gif", "GIF image", begins("GIF8"), readGIF},
	{Image, "image/webp", "WebP image", isRIFF("WEBP"), readWebP},
	{Image, "image/tiff", "TIFF image", isTIFF, readTIFF},
	{Image, "image/avif", "AVIF image", isBrand("avif", "avis"), readHEIF},
	{Image, "image/heic", "HEIF image", isBrand("heic", "heix", "heim", "mif1", "msf1"), readHEIF},
	{Audio, "audio/mpeg", "MP3 audio", isMP3, readMP3},
	{Audio, "audio/mp4", "MPEG-4 audio", isBrand("M4A ", "M4B "), readMP4},
	{Audio, "audio/flac", "FLAC audio", begins("fLaC"), readFLAC},
	{Video, "video/ogg", "Ogg video", isOgg("\x80theora"), readOgg},
	{Audio, "audio/ogg", "Ogg audio", isOgg("\x01vorbis", "OpusHead"), readOgg},
	{Audio, "audio/wav", "WAV audio", isRIFF("WAVE"), readRIFF},
	{Video, "video/x-msvideo", "AVI video", isRIFF("AVI "), readRIFF},
	{Video, "video/quicktime", "QuickTime video", isBrand("qt  "), readMP4},
	{Video, "video/mp4", "MPEG-4 video", isMP4, readMP4},
	{Video, "video/webm", "WebM video", isMatroska("webm"), readMatroska},
	{Video, "video/x-matroska", "Matroska video", isMatroska("matroska"), readMatroska},
	{Archive, "application/x-tar", "TAR archive", isTar, readTar},
	{Archive, "application/gzip", "gzip archive", begins("\x1F\x8B\x08"), readGzip},
	{Archive, "application/zip", "ZIP archive", isZip, readZip},
}

func containerOf(body []byte) *container {
	for i := range containers {
		if containers[i].is(body) {
			return &containers[i]
		}
	}
	return nil
}

// write writes what was found: the title first, and the facts about the file last.
func (t *tags) write(b *content.Builder, c *container) {
	if t.title != "" {
		b.Property(aranea.ElementTitle, t.title)
	}
	for _, x := range t.all {
		b.Block(x.kind)
		b.Write(x.text)
		b.End()
	}
	b.Block(aranea.ElementText)
	b.Write(t.facts(c))
	b.End()
}

// facts returns the properties of a file in a few words.
func (t *tags) facts(c *container) string {
	s := c.name
	if t.width > 0 && t.height > 0 {
		s += fmt.Sprintf(", %d × %d pixels", t.width, t.height)
	}
	if n := t.lasts.Round(time.Second); n > 0 {
		s += fmt.Sprintf(", %d:%02d", n/time.Minute, n%time.Minute/time.Second)
	}
	switch {
	case c.kind != Archive:
	case t.cut:
		s += fmt.Sprintf(", %d files and more", t.files)
	case t.files == 1:
		s += ", 1 file"
	default:
		s += fmt.Sprintf(", %d files", t.files)
	}
	return s
}
