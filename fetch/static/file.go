package static

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"unicode/utf8"
)

// maxHashed is the size up to which a file is identified by its content. A build writes all files
// anew, with other times and mostly the same content.
const maxHashed = 16 << 20

// open opens a regular file of a folder. Everything else does not exist: what leads out of the
// folder, names that a web host hides, folders, pipes and devices.
func open(root *os.Root, name string) (*os.File, fs.FileInfo, error) {
	local, err := filepath.Localize(name) // no empty segment, and none that leads up
	if err != nil || hidden(name) {
		return nil, nil, fs.ErrNotExist
	}
	info, err := root.Stat(local)
	if err == nil && !info.Mode().IsRegular() {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, nil, absent(err)
	}
	f, err := root.OpenFile(local, os.O_RDONLY|syscall.O_NONBLOCK, 0) // another file may have its name by now
	if err != nil {
		return nil, nil, absent(err)
	}
	if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() {
		err = fs.ErrNotExist
	}
	if err != nil {
		_ = f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// isEmpty reports whether nothing is in a folder.
func isEmpty(root *os.Root) bool {
	dir, err := root.Open(".")
	if err != nil {
		return false
	}
	_, err = dir.ReadDir(1)
	_ = dir.Close() // nothing was written
	return errors.Is(err, io.EOF)
}

// hidden reports whether a path has a name with a leading dot: a folder of a version control system,
// settings.
func hidden(path string) bool {
	for name := range strings.SplitSeq(path, "/") {
		if strings.HasPrefix(name, ".") && name != wellKnown {
			return true
		}
	}
	return false
}

// absent returns fs.ErrNotExist for an error that says that no file has a name, or that it lies
// outside of the folder; all others as they are.
func absent(err error) error {
	var no syscall.Errno
	if !errors.As(err, &no) { // from the guard of the folder
		return fs.ErrNotExist
	}
	switch no {
	case syscall.ENOENT, syscall.ENOTDIR, syscall.ENAMETOOLONG, syscall.ELOOP, syscall.EINVAL:
		return fs.ErrNotExist
	}
	return err
}

// status returns the status for a file that cannot be read.
func status(err error) int {
	if errors.Is(err, fs.ErrPermission) {
		return http.StatusForbidden
	}
	return http.StatusInternalServerError
}

// entityTag returns the ETag of a file that is sent with some fields, and leaves it at its beginning: by its
// size and time, or if built is set and it is not too large, by its content.
func entityTag(f *os.File, info fs.FileInfo, fields http.Header, built bool) (string, error) {
	if !built || info.Size() > maxHashed {
		return tagOf(fields, strings.NewReader(fmt.Sprintf("%x-%x", info.Size(), info.ModTime().UnixNano())))
	}
	tag, err := tagOf(fields, io.LimitReader(f, maxHashed))
	if err != nil {
		return "", err
	}
	_, err = f.Seek(0, io.SeekStart)
	return tag, err
}

// tagOf returns the ETag of a content that is sent with some fields.
func tagOf(fields http.Header, content io.Reader) (string, error) {
	sum := sha256.New()
	if err := fields.Write(sum); err != nil {
		return "", err
	}
	_, err := io.Copy(sum, content)
	return `"` + hex.EncodeToString(sum.Sum(nil)[:16]) + `"`, err
}

// mediaTypes are the media types of the usual files of sites. None has a charset: pages say it
// themselves.
var mediaTypes = map[string]string{
	".html": "text/html", ".htm": "text/html", ".xhtml": "application/xhtml+xml",
	".txt": "text/plain", ".md": "text/markdown", ".csv": "text/csv", ".css": "text/css",
	".js": "text/javascript", ".mjs": "text/javascript", ".json": "application/json", ".map": "application/json", ".webmanifest": "application/manifest+json",
	".xml": "application/xml", ".rss": "application/rss+xml", ".atom": "application/atom+xml", ".wasm": "application/wasm",
	".pdf": "application/pdf", ".epub": "application/epub+zip", ".rtf": "application/rtf", ".eml": "message/rfc822", ".ics": "text/calendar", ".mbox": "application/mbox", ".ipynb": "application/x-ipynb+json",
	".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
	".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	".odt":  "application/vnd.oasis.opendocument.text", ".odp": "application/vnd.oasis.opendocument.presentation", ".ods": "application/vnd.oasis.opendocument.spreadsheet",
	".doc": "application/msword", ".xls": "application/vnd.ms-excel", ".ppt": "application/vnd.ms-powerpoint",
	".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp", ".avif": "image/avif", ".ico": "image/x-icon",
	".mp3": "audio/mpeg", ".ogg": "audio/ogg", ".wav": "audio/wav", ".mp4": "video/mp4", ".webm": "video/webm",
	".woff": "font/woff", ".woff2": "font/woff2", ".ttf": "font/ttf", ".otf": "font/otf",
	".gz": "application/gzip", ".zip": "application/zip",
}

// mediaType returns the media type of a file by its name.
func mediaType(name string) string {
	if t, ok := mediaTypes[strings.ToLower(filepath.Ext(name))]; ok {
		return t
	}
	return unknownType
}

const unknownType = "application/octet-stream"

// isUTF8 reports whether the text of a file is in UTF-8 as far as its first bytes tell. A web page in ASCII may
// say later what it is in.
func isUTF8(f *os.File, kind string) bool {
	var head [64 << 10]byte
	n, _ := f.ReadAt(head[:], 0)
	text := head[:n]
	for cut := 0; n == len(head) && cut < utf8.UTFMax && !utf8.Valid(text); cut++ {
		text = text[:len(text)-1]
	}
	ascii := !bytes.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
	return utf8.Valid(text) && !(ascii && kind == "text/html")
}

// plainText is the type of text that is nothing else.
const plainText = "text/plain"

// typeToRead returns the media type under which a robot is sent a file of a folder of files, whose name says
// kind. What is text is sent as text, whatever it is for, because people search for what it says.
func typeToRead(f *os.File, kind string) string {
	switch kind {
	case unknownType, "text/css", "text/javascript", "application/json", "application/manifest+json":
		return typeByContent(f)
	case "image/svg+xml":
		return "application/xml"
	}
	return kind
}

// compound is the beginning of the files of older office programs, and headRoom how many bytes of a file
// must be free of zeros if it is text.
const (
	compound = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"
	headRoom = 64 << 10
)

// typeByContent returns the media type of a file by its first bytes, and leaves it at its beginning:
// text/plain if it begins as text does, as README and settings do.
func typeByContent(f *os.File) string {
	var room [headRoom]byte
	n, _ := f.ReadAt(room[:], 0) // what cannot be read is of an unknown type
	head := room[:n]
	if bytes.HasPrefix(head, []byte(compound)) {
		return "application/msword"
	}
	kind, charset, _ := strings.Cut(http.DetectContentType(head), ";")
	if n == 0 || kind == plainText && !strings.Contains(charset, "utf-16") && bytes.IndexByte(head, 0) >= 0 {
		return unknownType
	}
	return kind
}
