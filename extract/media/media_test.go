package media_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/content/contenttest"
	"github.com/aranea-search/aranea/extract/media"
)

// A sample is a file with what Read should return for it.
type sample struct {
	name              string
	body              []byte
	kind, media, want string
	made              string
}

func samples(tb testing.TB) []sample {
	mp3 := bytes.Repeat(join("\xFF\xFB\x90\x00", make([]byte, 413)), 3)
	all := []sample{
		{"a camera's picture", jpegFile(segment(0xE1, "Exif\x00\x00", exifData(
			field{0x010E, 2, []byte("A heron at dawn\x00")}, field{0x013B, 2, []byte("Jane Roe\x00")}, field{0x0110, 2, []byte("X100\x00")},
			field{0x0132, 2, []byte("2021:01:01 00:00:00\x00")}, field{0x9003, 2, []byte("2020:05:17 08:30:00\x00")},
			field{0x9C9B, 1, wide("Цапля")}, field{0x9286, 7, join("UNICODE\x00", wide("by the lake"))}))),
			"image", "image/jpeg", "title(Цапля) description(A heron at dawn) text(Jane Roe) text(X100) description(by the lake) text(JPEG image, 400 × 300 pixels)", "2020-05-17 (Exif DateTimeOriginal)"},
		{"an agency's picture", jpegFile(segment(0xED, "Photoshop 3.0\x00", "8BIM\x04\x04\x00\x00", uint32(77),
			"\x1C\x02\x05\x00\x06Harbor", "\x1C\x02\x19\x00\x04boat", "\x1C\x02\x19\x00\x04rope", "\x1C\x02\x37\x00\x0820180304", "\x1C\x02\x78\x00\x14Two boats and a rope", "\x1C\x02\x5A\x00\x05\xCC\xEE\xF1\xEA\xE2")),
			"image", "image/jpeg", "title(Harbor) description(Two boats and a rope) text(Москв) keywords(boat, rope) text(JPEG image, 400 × 300 pixels)", "2018-03-04 (IPTC Date Created)"},
		{"XMP, and a comment", jpegFile(segment(0xE1, "http://ns.adobe.com/xap/1.0/\x00", packet), segment(0xFE, "made by hand")),
			"image", "image/jpeg", "title(Old bridge) text(Vilnius) keywords(river) keywords(stone) h1(Spring flood) description(made by hand) text(JPEG image, 400 × 300 pixels)", "2019-06-01 (XMP DateCreated)"},
		{"PNG", join("\x89PNG\r\n\x1a\n", chunk("IHDR", uint32(640), uint32(480), "\x08\x02\x00\x00\x00"), chunk("tEXt", "Title\x00A map"), chunk("zTXt", "Description\x00\x00", deflated(tb, "of the old town")),
			chunk("iTXt", "Author\x00\x01\x00ru\x00Автор\x00", deflated(tb, "Иванов")), chunk("eXIf", exifData(field{0x8298, 2, []byte("free to use\x00")}))),
			"image", "image/png", "title(A map) description(of the old town) text(Иванов) text(free to use) text(PNG image, 640 × 480 pixels)", ""},
		{"GIF", join("GIF89a", little16(700), little16(500), "\x80\x00\x00", make([]byte, 6), "!\xFE\x05a dog\x00", "!\xFF\x0BXMP DataXMP", packet, "\x00", ";"),
			"image", "image/gif", "title(Old bridge) description(a dog) text(Vilnius)", ""},
		{"WebP", riff("RIFF", "WEBP", piece("VP8X", "\x10\x00\x00\x00\x8F\x01\x00\x2B\x01\x00"), piece("EXIF", exifData(field{0x010E, 2, []byte("a cat asleep\x00")}))),
			"image", "image/webp", "description(a cat asleep) text(WebP image, 400 × 300 pixels)", ""},
		{"TIFF", exifData(field{0x0100, 3, little16(1200)}, field{0x0101, 4, little(900)}, field{0x010E, 2, []byte("a scan\x00")}),
			"image", "image/tiff", "description(a scan) text(TIFF image, 1200 × 900 pixels)", ""},
		{"AVIF", join(box("ftyp", "avif", uint32(0), "avifmif1"), box("meta", uint32(0), box("iprp", box("ipco", box("ispe", uint32(0), uint32(800), uint32(600)))))),
			"image", "image/avif", "text(AVIF image, 800 × 600 pixels)", ""},
		{"MP3", join(id3(frame("TIT2", "\x01\xFF\xFE", wide("Колыбельная")), frame("TPE1", "\x00Ensemble"), frame("TALB", "\x03Night songs"), frame("COMM", "\x00engd\x00sung softly"), frame("TYER", "\x001987"), frame("APIC", "\x00image/png\x00")), mp3),
			"audio", "audio/mpeg", "title(Колыбельная) text(Ensemble) text(Night songs) description(sung softly) text(MP3 audio)", "1987-01-01 (ID3 TYER)"},
		{"MP3 without a tag before it", join(mp3, "TAG", pad("Evening", 30), pad("Duo", 30), pad("Album", 30), "1999", pad("live", 30), "\x00"),
			"audio", "audio/mpeg", "title(Evening) text(Duo) text(Album) description(live) text(MP3 audio)", "1999-01-01 (ID3v1)"},
		{"M4A", join(box("ftyp", "M4A ", uint32(0)), box("moov", box("mvhd", uint32(0), uint32(0), uint32(0), uint32(1000), uint32(205_000)),
			box("udta", box("meta", uint32(0), box("hdlr", "x"), box("ilst", item("\xa9nam", "A talk"), item("\xa9ART", "R. Roe"), item("desc", "about spiders"), item("\xa9day", "2024-02-03")))))),
			"audio", "audio/mp4", "title(A talk) text(R. Roe) description(about spiders) text(MPEG-4 audio, 3:25)", "2024-02-03 (MPEG-4 day)"},
		{"MP4", join(box("ftyp", "isom", uint32(0)), box("moov", box("trak", box("tkhd", make([]byte, 76), uint32(1280<<16), uint32(720<<16))), box("udta", box("\xa9nam", uint16(7), uint16(0), "A film!")))),
			"video", "video/mp4", "title(A film!) text(MPEG-4 video, 1280 × 720 pixels)", ""},
		{"FLAC", join("fLaC", "\x00", "\x00\x00\x22", make([]byte, 10), uint64(44100<<44|44100*61), make([]byte, 16), "\x84", "\x00\x00\x51", comments("TITLE=Étude", "artist=Anon", "DATE=2001-09", "GENRE=Piano music")),
			"audio", "audio/flac", "title(Étude) text(Anon) text(Piano music) text(FLAC audio, 1:01)", "2001-09-01 (Vorbis DATE)"},
		{"Opus", join(oggPage(join("OpusHead", make([]byte, 11))), oggPage(join("OpusTags", comments("TITLE=Waves", "DESCRIPTION=of the sea")))),
			"audio", "audio/ogg", "title(Waves) description(of the sea) text(Ogg audio)", ""},
		{"WAV", riff("RIFF", "WAVE", piece("fmt ", make([]byte, 8), little(100), "\x00\x00"), riff("LIST", "INFO", piece("INAM", "A bell\x00"), piece("ICMT", "rings\x00")), piece("data", make([]byte, 300))),
			"audio", "audio/wav", "title(A bell) description(rings) text(WAV audio, 0:04)", ""},
		{"AVI", riff("RIFF", "AVI ", riff("LIST", "hdrl", piece("avih", little(40_000), make([]byte, 12), little(250), make([]byte, 12), little(320), little(240)))),
			"video", "video/x-msvideo", "text(AVI video, 320 × 240 pixels, 0:10)", ""},
		{"WebM", join("\x1A\x45\xDF\xA3", "\x87", "\x42\x82\x84webm", element(0x18538067, element(0x1549A966, element(0x7BA9, "A lecture"), element(0x4489, float(90_000))),
			element(0x1654AE6B, element(0xAE, element(0xE0, element(0xB0, "\x05\x00"), element(0xBA, "\x02\xD0")))), element(0x1043A770, element(0x45B9, element(0xB6, element(0x80, element(0x85, "Of webs"))))),
			element(0x1254C367, element(0x7373, element(0x67C8, element(0x45A3, "ARTIST"), element(0x4487, "Dr. Roe")))))),
			"video", "video/webm", "title(A lecture) list-item(Of webs) text(Dr. Roe) text(WebM video, 1280 × 720 pixels, 1:30)", ""},
		{"ZIP", zipFile(tb, "docs/", "docs/spider.txt", "паук.doc"), "archive", "application/zip", "list-item(docs/spider.txt) list-item(паук.doc) text(ZIP archive, 2 files)", ""},
		{"TAR", tarFile(tb, "a/", "a/web.c"), "archive", "application/x-tar", "list-item(a/web.c) text(TAR archive, 1 file)", ""},
		{"a packed TAR", gzipped(tb, tarFile(tb, "a/web.c", "a/silk.h")), "archive", "application/gzip", "list-item(a/web.c) list-item(a/silk.h) text(gzip archive, 2 files)", ""},
	}
	return all
}

func pad(s string, n int) []byte { return append([]byte(s), make([]byte, n-len(s))...) }

func TestRead(t *testing.T) {
	t.Parallel()
	for _, tt := range samples(t) {
		kind, typ := media.Sniff(tt.body)
		f, err := media.Read(tt.body, 0, contenttest.Limits())
		if kind != tt.kind || typ != tt.media || err != nil || f.Type != typ {
			t.Errorf("%s: %s %s, read as %s, %v", tt.name, kind, typ, f.Type, err)
		}
		if got := contenttest.Show(&f.Document); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
		if got := f.Made.String(); tt.made != "" && got != tt.made {
			t.Errorf("%s: made %q, want %q", tt.name, got, tt.made)
		}
	}
}

// TestPart checks that the available part of a file is read, whether it is the beginning of the
// file or the end of an archive.
func TestPart(t *testing.T) {
	t.Parallel()
	names := make([]string, 300)
	for i := range names {
		names[i] = "folder/" + strings.Repeat(string(rune('a'+i%26)), 40)
	}
	z, packed := zipFile(t, names...), gzipped(t, tarFile(t, names...))
	for _, tt := range []struct {
		name string
		body []byte
		want string
	}{
		{"the beginning of a ZIP file", z[:2000], "files and more"},
		{"the end of it", z[len(z)-5000:], "files and more"},
		{"the beginning of a packed TAR file", packed[:len(packed)/2], "files and more"},
	} {
		f, err := media.Read(tt.body, int64(len(z)), contenttest.Limits())
		if got := contenttest.Show(&f.Document); err != nil || !strings.Contains(got, tt.want) || !strings.Contains(got, "list-item(folder/") {
			t.Errorf("%s: %s, %v", tt.name, got, err)
		}
	}
	if f, err := media.Read(z[len(z)-22-300*(46+47):], int64(len(z)), contenttest.Limits()); err != nil || !strings.Contains(string(f.Text), "300 files\n") {
		t.Errorf("the whole directory: %.300s, %v", f.Text, err)
	}
	song := join(id3(frame("TIT2", "\x00x")), bytes.Repeat(join("\xFF\xFB\x90\x00", make([]byte, 413)), 3))
	if f, _ := media.Read(song, 16_000*100+int64(len(song)), contenttest.Limits()); !strings.Contains(string(f.Text), "1:40") {
		t.Errorf("a song by its size: %s", f.Text)
	}
	for _, body := range []string{"", "PK\x05\x06 this is no end", "<html>", "\x00\x00\x00\x10moov", "\xFF\xFB\x90\x00 once", "<p>a page" + strings.Repeat(" of text", 200) + string(zipFile(t, "x")[31:])} {
		if kind, _ := media.Sniff([]byte(body)); kind != "" {
			t.Errorf("%q is %s", body, kind)
		}
		if _, err := media.Read([]byte(body), 0, contenttest.Limits()); !errors.Is(err, content.ErrDamaged) {
			t.Errorf("%q: %v", body, err)
		}
	}
}

// TestOrnament checks that small pictures yield no text.
func TestOrnament(t *testing.T) {
	t.Parallel()
	for size, want := range map[string]int{"\x30\x00\x30\x00": 1, "\x30\x00\x2F\x00": 0, "\x2F\x00\x30\x00": 0, "\x00\x00\x00\x00": 1} {
		if f, err := media.Read([]byte("GIF89a"+size+"\x00\x00\x00;"), 0, contenttest.Limits()); len(f.Elements) != want || err != nil {
			t.Errorf("%q: %d elements, %v", size, len(f.Elements), err)
		}
	}
}

// TestHostile checks that sizes that the bytes do not bear out cost neither time nor memory.
func TestHostile(t *testing.T) {
	t.Parallel()
	deep := []byte("\x00\x00\x00\x08moov")
	for range 2000 {
		deep = box("moov", deep)
	}
	loop := exifData(field{0x8769, 4, little(8)}, field{0x010E, 2, []byte("a loop\x00")})
	for name, body := range map[string][]byte{
		"boxes in boxes":                   join(box("ftyp", "isom", uint32(0)), deep),
		"boxes of nothing":                 join(box("ftyp", "isom", uint32(0)), bytes.Repeat(box("free"), 100_000)),
		"a directory that contains itself": jpegFile(segment(0xE1, "Exif\x00\x00", loop)),
		"a text of 4 GiB":                  jpegFile(segment(0xE1, "Exif\x00\x00", "II*\x00\x08\x00\x00\x00\x01\x00\x0E\x01\x02\x00\xFF\xFF\xFF\xFF\x10\x00\x00\x00")),
		"a packed text that unfolds":       join("\x89PNG\r\n\x1a\n", chunk("zTXt", "Comment\x00\x00", deflated(t, strings.Repeat("a", 50<<20)))),
		"a packed archive that unfolds":    gzipped(t, tarFile(t, strings.Split(strings.Repeat("x ", 30_000), " ")...)),
		"elements of XML in one another":   jpegFile(segment(0xE1, "http://ns.adobe.com/xap/1.0/\x00", strings.Repeat("<a>", 15_000))),
		"a count of comments":              join("fLaC", "\x84", "\x00\x00\x08", little(0), "\xFF\xFF\xFF\xFF"),
	} {
		f, err := media.Read(body, 0, contenttest.Limits())
		if err != nil || len(f.Text) > contenttest.Limits().Text || len(f.Elements) == 0 {
			t.Errorf("%s: %d bytes, %d elements, %v", name, len(f.Text), len(f.Elements), err)
		}
	}
}

// FuzzRead checks what holds for every file.
func FuzzRead(f *testing.F) {
	for _, s := range samples(f) {
		f.Add(s.body, int64(0))
		f.Add(s.body[:len(s.body)/2], int64(len(s.body)))
	}
	f.Fuzz(func(t *testing.T, body []byte, size int64) {
		kind, typ := media.Sniff(body)
		r, err := media.Read(body, size, contenttest.Limits())
		if (kind == "") != (err != nil) || r.Type != typ {
			t.Fatalf("%s %s, read as %s, %v", kind, typ, r.Type, err)
		}
		if len(r.Text) > contenttest.Limits().Text || !utf8.Valid(r.Text) || slices.Contains(r.Text, 0) {
			t.Fatalf("text %q", r.Text)
		}
		for _, e := range r.Elements {
			if e.Start >= e.End || int(e.End) > len(r.Text) {
				t.Fatalf("element %+v of %d bytes", e, len(r.Text))
			}
		}
	})
}
