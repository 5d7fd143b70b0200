package media

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
)

// isMP3 reports whether a body begins with an ID3 tag, or with two consecutive audio frames.
func isMP3(b []byte) bool {
	if bytes.HasPrefix(b, []byte("ID3")) {
		return true
	}
	f, ok := frameAt(b)
	if !ok {
		return false
	}
	_, next := cutAt(b, uint64(f.bytes))
	_, ok = frameAt(next)
	return ok
}

// readMP3 reads the tags of an audio file and its first frame.
func readMP3(b []byte, t *tags) {
	sound := b
	if len(b) >= 10 && string(b[:3]) == "ID3" {
		body, rest := cutAt(b[10:], uint64(syncsafe(b[6:10])))
		readID3(b[3], b[5], body, t)
		sound = rest
	}
	if whole := t.size == 0 || t.size == int64(len(b)); whole && len(b) >= 128 && string(b[len(b)-128:len(b)-125]) == "TAG" {
		readID3v1(b[len(b)-128:], t)
	}
	if f, ok := frameAt(sound); ok && t.lasts == 0 {
		t.lasts = f.lasts(sound, max(t.size, int64(len(b)))-int64(len(b)-len(sound)))
	}
}

// syncsafe returns a number of four bytes with seven bits each.
func syncsafe(b []byte) uint32 {
	return uint32(b[0]&0x7F)<<21 | uint32(b[1]&0x7F)<<14 | uint32(b[2]&0x7F)<<7 | uint32(b[3]&0x7F)
}

// readID3 reads the frames of an ID3 tag of version 2.2, 2.3 or 2.4.
func readID3(version, flags byte, b []byte, t *tags) {
	if flags&0x80 != 0 && version < 4 {
		b = bytes.ReplaceAll(b, []byte{0xFF, 0}, []byte{0xFF})
	}
	if flags&0x40 != 0 && version > 2 && len(b) >= 4 { // an extended header
		n := uint64(binary.BigEndian.Uint32(b)) + 4
		if version > 3 {
			n = uint64(syncsafe(b))
		}
		_, b = cutAt(b, n)
	}
	head, name := uint64(10), 4
	if version == 2 {
		head, name = 6, 3
	}
	for uint64(len(b)) > head && b[0] != 0 {
		var n uint64
		switch version {
		case 2:
			n = uint64(b[3])<<16 | uint64(b[4])<<8 | uint64(b[5])
		case 3:
			n = uint64(binary.BigEndian.Uint32(b[4:]))
		default:
			n = uint64(syncsafe(b[4:]))
		}
		data, rest := cutAt(b[head:], n)
		if version > 3 && b[9]&2 != 0 {
			data = bytes.ReplaceAll(data, []byte{0xFF, 0}, []byte{0xFF})
		}
		id3Frame(string(b[:name]), data, t)
		b = rest
	}
}

// id3Frame handles a frame.
func id3Frame(id string, data []byte, t *tags) {
	if len(data) < 2 {
		return
	}
	switch id {
	case "TIT2", "TT2":
		t.called(id3Text(data[0], data[1:]))
	case "TPE1", "TP1", "TPE2", "TP2", "TALB", "TAL", "TCOM", "TCM", "TIT1", "TT1", "TIT3", "TT3", "TCON", "TCO", "TPUB", "TEXT", "TXT":
		t.add(aranea.ElementText, id3Text(data[0], data[1:]))
	case "COMM", "COM", "USLT", "ULT":
		if len(data) > 4 { // a language and a short description come before it
			t.add(aranea.ElementDescription, id3Long(data[0], data[4:]))
		}
	case "TDRC", "TDRL", "TYER", "TYE":
		t.dated("ID3 "+id, id3Text(data[0], data[1:]))
	case "TLEN", "TLE":
		if ms, err := strconv.ParseUint(clean(id3Text(data[0], data[1:])), 10, 40); err == nil {
			t.lasts = seconds(ms, 1000)
		}
	}
}

// id3Text decodes a text by the number of its charset.
func id3Text(charset byte, b []byte) string {
	switch charset {
	case 1:
		return utf16Text(b, binary.LittleEndian)
	case 2:
		return utf16Text(b, binary.BigEndian)
	}
	return legacy(b)
}

// id3Long returns what follows a short text that ends with a NUL.
func id3Long(charset byte, b []byte) string {
	if charset != 1 && charset != 2 {
		_, long, _ := bytes.Cut(b, []byte{0})
		return legacy(long)
	}
	for i := 0; i+2 <= len(b); i += 2 {
		if b[i] == 0 && b[i+1] == 0 {
			return id3Text(charset, b[i+2:])
		}
	}
	return ""
}

// readID3v1 reads a tag of version 1, which is the last 128 bytes of a file.
func readID3v1(b []byte, t *tags) {
	if t.title == "" {
		t.called(legacy(b[3:33]))
	}
	for _, field := range [][]byte{b[33:63], b[63:93]} {
		t.add(aranea.ElementText, strings.TrimRight(legacy(field), " "))
	}
	t.add(aranea.ElementDescription, strings.TrimRight(legacy(b[97:127]), " "))
	t.dated("ID3v1", legacy(b[93:97]))
}

// A mpegFrame is the header of one audio frame (ISO 11172-3, 2.4.1.3).
type mpegFrame struct {
	bitrate, rate, samples int
	bytes                  int
}

// mpegBitrates are the bit rates of layer III in kbit/s, of version 1 and of the later ones.
var mpegBitrates = [2][16]int{
	{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320},
	{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
}

// frameAt reads the header of a frame of layer III.
func frameAt(b []byte) (f mpegFrame, ok bool) {
	if len(b) < 4 || b[0] != 0xFF || b[1]&0xE6 != 0xE2 {
		return f, false
	}
	version, rate := b[1]>>3&3, b[2]>>2&3
	if version == 1 || rate == 3 {
		return f, false
	}
	low := 0
	f.samples, f.rate = 1152, [3]int{44100, 48000, 32000}[rate]
	if version != 3 {
		low, f.samples, f.rate = 1, 576, f.rate/2
	}
	if version == 0 {
		f.rate /= 2
	}
	f.bitrate = 1000 * mpegBitrates[low][b[2]>>4]
	if f.bitrate == 0 {
		return f, false
	}
	f.bytes = f.samples/8*f.bitrate/f.rate + int(b[2]>>1&1)
	return f, true
}

// lasts returns the duration of audio that begins with the frame: by the number of frames that
// it declares, otherwise as if all frames had the same size.
func (f mpegFrame) lasts(sound []byte, bytesInAll int64) time.Duration {
	first, _ := cutAt(sound, uint64(f.bytes))
	for _, magic := range []string{"Xing", "Info"} {
		i := bytes.Index(first, []byte(magic))
		if i >= 0 && len(first) >= i+12 && first[i+7]&1 != 0 {
			return seconds(uint64(binary.BigEndian.Uint32(first[i+8:]))*uint64(f.samples), uint64(f.rate))
		}
	}
	return seconds(uint64(max(bytesInAll, 0))*8, uint64(f.bitrate))
}
