package charset

import (
	"encoding/binary"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// single converts a text in a single-byte charset that contains ASCII to UTF-8.
func single(body []byte, charset *charmap.Charmap) []byte {
	const most = 8 * utf8.UTFMax // bytes of eight characters
	var table [256]struct {
		text uint32
		size int
	}
	for i := range table {
		var text [utf8.UTFMax]byte
		table[i].size = utf8.EncodeRune(text[:], charset.DecodeByte(byte(i)))
		table[i].text = binary.LittleEndian.Uint32(text[:])
	}
	out, n := make([]byte, len(body)+len(body)/2+most), 0
	for ; len(body) >= 8; body = body[8:] {
		if len(out)-n < most {
			out = slices.Grow(out, len(body)*utf8.UTFMax+most)
			out = out[:cap(out)]
		}
		to := out[n : n+most : n+most]
		if x := binary.LittleEndian.Uint64(body); x&highBits == 0 {
			binary.LittleEndian.PutUint64(to, x)
			n += 8
			continue
		}
		for _, c := range body[:8] {
			binary.LittleEndian.PutUint32(to, table[c].text)
			n, to = n+table[c].size, to[table[c].size:]
		}
	}
	out = out[:n]
	for _, c := range body {
		out = utf8.AppendRune(out, charset.DecodeByte(c))
	}
	return out
}
