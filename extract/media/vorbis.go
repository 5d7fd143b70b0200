package media

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"strings"

	"github.com/aranea-search/aranea"
)

// Limits on the comments of sound files.
const (
	maxComments = 1000
	maxPackets  = 4       // of an Ogg file: the comments are in the second one
	maxPacket   = 1 << 18 // bytes
)

// readFLAC reads the metadata blocks (RFC 9639, section 8).
func readFLAC(b []byte, t *tags) {
	b = b[4:]
	for len(b) >= 4 {
		kind, n := b[0]&0x7F, uint64(b[1])<<16|uint64(b[2])<<8|uint64(b[3])
		last := b[0]&0x80 != 0
		block, rest := cutAt(b[4:], n)
		switch {
		case kind == 0 && len(block) >= 18:
			x := binary.BigEndian.Uint64(block[10:])
			t.lasts = seconds(x&(1<<36-1), x>>44)
		case kind == 4:
			readComments(block, t)
		}
		if last {
			return
		}
		b = rest
	}
}

// isOgg returns a function that reports whether the first packet of an Ogg file begins with one
// of some texts.
func isOgg(magic ...string) func([]byte) bool {
	return func(b []byte) bool {
		if !bytes.HasPrefix(b, []byte("OggS")) {
			return false
		}
		for _, p := range oggPackets(b, 1) {
			for _, m := range magic {
				if bytes.HasPrefix(p, []byte(m)) {
					return true
				}
			}
		}
		return false
	}
}

// readOgg reads the comments of the streams of an Ogg file.
func readOgg(b []byte, t *tags) {
	for _, p := range oggPackets(b, maxPackets) {
		for _, magic := range []string{"\x03vorbis", "OpusTags", "\x81theora"} {
			if comments, ok := bytes.CutPrefix(p, []byte(magic)); ok {
				readComments(comments, t)
			}
		}
	}
}

// oggPackets returns the first packets of all streams (RFC 3533, section 6). If packets of
// several streams span pages that alternate, they are not reassembled.
func oggPackets(b []byte, most int) (packets [][]byte) {
	var open []byte
	for len(b) >= 27 && string(b[:4]) == "OggS" && len(packets) < most {
		table, rest := cutAt(b[27:], uint64(b[26]))
		for _, n := range table {
			var part []byte
			part, rest = cutAt(rest, uint64(n))
			if len(open)+len(part) <= maxPacket {
				open = append(open, part...)
			}
			if n < 255 {
				packets, open = append(packets, open), nil
			}
		}
		b = rest
	}
	if len(packets) < most && len(open) > 0 {
		packets = append(packets, open)
	}
	return packets[:min(len(packets), most)]
}

// readComments reads Vorbis comments (Vorbis I, section 5).
func readComments(b []byte, t *tags) {
	_, b = counted(b) // the vendor
	if len(b) < 4 {
		return
	}
	n := min(binary.LittleEndian.Uint32(b), maxComments)
	b = b[4:]
	for range n {
		var c []byte
		c, b = counted(b)
		key, text, ok := strings.Cut(legacy(c), "=")
		if !ok {
			continue
		}
		worded("Vorbis", strings.ToUpper(key), text, t)
	}
}

// counted returns the bytes after a length of four bytes, and what follows them.
func counted(b []byte) (data, rest []byte) {
	if len(b) < 4 {
		return nil, nil
	}
	return cutAt(b[4:], uint64(binary.LittleEndian.Uint32(b)))
}

// worded adds a text according to the name that comments and tags of sound and films use for it.
func worded(source, key, text string, t *tags) {
	switch key {
	case "TITLE":
		t.called(text)
	case "ARTIST", "ALBUM", "ALBUMARTIST", "PERFORMER", "COMPOSER", "GENRE", "ORGANIZATION", "LOCATION", "COPYRIGHT", "AUTHOR", "DIRECTOR", "ACTOR", "SUBTITLE":
		t.add(aranea.ElementText, text)
	case "DESCRIPTION", "COMMENT", "SUMMARY", "SYNOPSIS", "LYRICS":
		t.add(aranea.ElementDescription, text)
	case "KEYWORDS", "SUBJECT":
		t.add(aranea.ElementKeywords, text)
	case "DATE", "DATE_RELEASED", "DATE_RECORDED":
		t.dated(source+" "+key, text)
	case "METADATA_BLOCK_PICTURE": // its description, a text before the picture
		if b, err := base64.StdEncoding.DecodeString(text[:min(len(text), 1024)&^3]); err == nil && len(b) > 8 {
			_, b = counted32(b[4:])
			about, _ := counted32(b)
			t.add(aranea.ElementAlt, legacy(about))
		}
	}
}

// counted32 is like counted, with a big-endian length.
func counted32(b []byte) (data, rest []byte) {
	if len(b) < 4 {
		return nil, nil
	}
	return cutAt(b[4:], uint64(binary.BigEndian.Uint32(b)))
}
