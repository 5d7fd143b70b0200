package legacyoffice

import (
	"bytes"
	"strings"
)

// Limits of the links of a document that are stored apart from its text.
const (
	maxTargets     = 20_000
	maxTargetBytes = 4 << 20
)

// targets are the targets of the links of a document, by their identifiers in the format. What
// exceeds the limits is dropped.
type targets[K comparable] struct {
	to    map[K]string
	bytes int
}

// put adds a target; a later one of the same name replaces it.
func (t *targets[K]) put(name K, target string) {
	if t.to == nil {
		t.to = map[K]string{}
	}
	if target == "" || len(t.to) >= maxTargets || t.bytes+len(target) > maxTargetBytes {
		return
	}
	t.bytes += len(target)
	t.to[name] = target
}

// Parts of a hyperlink, by its flags, and the kinds of its target ([MS-OSHARED] 2.3.7).
const (
	linkVersion    = 2
	linkMoniker    = 1 << 0
	linkLocation   = 1 << 3
	linkName       = 1 << 4
	linkFrame      = 1 << 7
	linkAsText     = 1 << 8
	linkHead       = 8
	classSize      = 16
	fileParents    = classSize     // number of parent folders, 2 bytes
	filePath       = classSize + 6 // after 4 bytes with its length
	filePathWide   = 24            // after the path, before the one in UTF-16
	fileWideHeader = 10
	maxParents     = 32
)

// Classes of targets: a URL, and a file relative to the document.
var (
	classURL  = []byte("\xE0\xC9\xEA\x79\xF9\xBA\xCE\x11\x8C\x82\x00\xAA\x00\x4B\xA9\x0B")
	classFile = []byte("\x03\x03\x00\x00\x00\x00\x00\x00\xC0\x00\x00\x00\x00\x00\x00\x46")
)

// hyperlinkTarget returns the target of a hyperlink object ([MS-OSHARED] 2.3.7.1), "" if it is a
// place in the document or a file without a URL.
func hyperlinkTarget(v view) string {
	flags := v.u32(4)
	if v.u32(0) != linkVersion || flags&linkMoniker == 0 {
		return ""
	}
	at := linkHead
	for _, has := range []int{linkName, linkFrame} {
		if flags&has != 0 {
			at += 4 + 2*v.u32(at)
		}
	}
	if flags&linkAsText != 0 {
		return relativePath(untilNUL(utf16Text(v.whole(at+4, 2*v.u32(at)))))
	}
	moniker := v.part(at, len(v))
	switch {
	case bytes.HasPrefix(moniker, classURL):
		return untilNUL(utf16Text(moniker.whole(classSize+4, moniker.u32(classSize))))
	case bytes.HasPrefix(moniker, classFile):
		return fileTarget(moniker)
	}
	return ""
}

// fileTarget returns the path of a file relative to the document ([MS-OSHARED] 2.3.7.8).
func fileTarget(v view) string {
	parents, size := v.u16(fileParents), v.u32(fileParents+2)
	path := untilNUL(westernText(v.whole(filePath, size)))
	behind := filePath + size + filePathWide
	if len(v) < behind+4 {
		return "" // cut
	}
	if v.u32(behind) > 0 {
		path = untilNUL(utf16Text(v.whole(behind+fileWideHeader, v.u32(behind+4))))
	}
	if path = relativePath(path); path == "" || parents > maxParents {
		return ""
	}
	return strings.Repeat("../", parents) + path
}

// relativePath returns a path as a relative URL, and a URL as it is; "" for paths that begin
// with a drive or a server, which are meaningless elsewhere.
func relativePath(path string) string {
	if strings.HasPrefix(path, `\\`) || len(path) > 1 && path[1] == ':' {
		return ""
	}
	if strings.Contains(path, "://") {
		return path
	}
	return strings.ReplaceAll(path, `\`, "/")
}

// untilNUL cuts a string at its NUL.
func untilNUL(s string) string {
	s, _, _ = strings.Cut(s, "\x00")
	return s
}
