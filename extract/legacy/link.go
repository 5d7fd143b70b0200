package legacy

import (
	"bytes"
	"strings"
)

// Limits of the links of a document that stand apart from its text.
const (
	maxTargets     = 20_000
	maxTargetBytes = 4 << 20
)

// targets are where the links of a document lead, by what the format calls them. What
// is beyond the limits is left out.
type targets[K comparable] struct {
	to    map[K]string
	bytes int
}

// put notes a target; a later one of the same name holds.
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

// What a hyperlink has, by its flags, and the kinds of its target ([MS-OSHARED] 2.3.7).
const (
	linkVersion    = 2
	linkMoniker    = 1 << 0
	linkLocation   = 1 << 3
	linkName       = 1 << 4
	linkFrame      = 1 << 7
	linkAsText     = 1 << 8
	linkHead       = 8
	classSize      = 16
	fileParents    = classSize     // how many folders up, 2 bytes
	filePath       = classSize + 6 // behind 4 bytes that say how long it is
	filePathWide   = 24            // behind the path, before the one in UTF-16
	fileWideHeader = 10
	maxParents     = 32
)

// Classes of targets: a URL, and a file beside the document.
var (
	classURL  = []byte("\xE0\xC9\xEA\x79\xF9\xBA\xCE\x11\x8C\x82\x00\xAA\x00\x4B\xA9\x0B")
	classFile = []byte("\x03\x03\x00\x00\x00\x00\x00\x00\xC0\x00\x00\x00\x00\x00\x00\x46")
)

// hyperlinkTarget returns where a hyperlink object leads ([MS-OSHARED] 2.3.7.1), ""
// if that is a place in the document or a file that no URL names.
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

// fileTarget returns the path of a file beside the document ([MS-OSHARED] 2.3.7.8).
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

// relativePath returns a path as a relative URL has it, and a URL as it is; "" for
// paths that begin at a drive or a server, which say nothing to others.
func relativePath(path string) string {
	if strings.HasPrefix(path, `\\`) || len(path) > 1 && path[1] == ':' {
		return ""
	}
	if strings.Contains(path, "://") {
		return path
	}
	return strings.ReplaceAll(path, `\`, "/")
}

// untilNUL cuts what is behind the end of a string.
func untilNUL(s string) string {
	s, _, _ = strings.Cut(s, "\x00")
	return s
}
