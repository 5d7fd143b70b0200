package zone

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// encodingVersion is the first byte of an encoded Profile. The following fields, with text as
// length and bytes and numbers as varints, are: the origin, seen, version, pages, judged; the
// number of odd pages, for each the hash of its URL (4 bytes, little-endian); the number of
// containers, for each path (4), parent (4), pages, count, text, links, markup zone and verdict
// (1: zone, zone shifted by 3, 128 for a verdict), name; the number of blocks, for each hash (4),
// path (4), pages, text, links; the number of counted pages, for each the hash of its URL (4).
// Containers are ordered by path, blocks and counted pages by hash. Versions 1 and 2 had only the
// number of odd pages, and version 1 had no list of counted pages.
const encodingVersion = 3

// maxName is the maximum length of a container's name.
const maxName = 200

// Encode returns the stored form of the profile.
func (p *Profile) Encode() ([]byte, error) {
	b := make([]byte, 0, 64+32*len(p.containers)+16*len(p.blocks))
	number := func(all ...uint32) {
		for _, n := range all {
			b = binary.AppendUvarint(b, uint64(n))
		}
	}
	text := func(s string) {
		number(uint32(len(s)))
		b = append(b, s...)
	}
	b = append(b, encodingVersion)
	text(string(p.Origin))
	number(p.Seen, p.Version, p.pages, p.judged)
	hashes := func(all []uint32) {
		number(uint32(len(all)))
		for _, h := range all {
			b = binary.LittleEndian.AppendUint32(b, h)
		}
	}
	hashes(p.odd)
	number(uint32(len(p.containers)))
	for i := range p.containers {
		c := &p.containers[i]
		b = binary.LittleEndian.AppendUint32(b, c.path)
		b = binary.LittleEndian.AppendUint32(b, c.parent)
		number(c.pages, c.count, c.text, c.links)
		flags := byte(c.markup) | byte(c.zone)<<3
		if c.marked {
			flags |= 128
		}
		b = append(b, flags)
		text(c.name[:min(len(c.name), maxName)])
	}
	number(uint32(len(p.blocks)))
	for i := range p.blocks {
		x := &p.blocks[i]
		b = binary.LittleEndian.AppendUint32(b, x.hash)
		b = binary.LittleEndian.AppendUint32(b, x.path)
		number(x.pages, x.text, x.links)
	}
	hashes(p.counted)
	return b, nil
}

// Decode decodes a Profile.
func Decode(data []byte) (Profile, error) {
	r := reader{data: data}
	v := r.byte()
	if v == 0 || v > encodingVersion {
		return Profile{}, fmt.Errorf("profile of zones: version %d, this program knows %d", v, encodingVersion)
	}
	p := Profile{
		Origin: weburl.Origin(r.text(4096)), Seen: r.number(), Version: r.number(),
		pages: r.number(), judged: r.number(),
	}
	if v < 3 {
		_ = r.number() // the pages themselves are not known
	} else {
		p.odd = r.hashes(oddPages - 1)
	}
	p.containers = make([]container, 0, r.count(MaxContainers))
	for range cap(p.containers) {
		c := container{path: r.fixed(), parent: r.fixed(), pages: r.number(), count: r.number(), text: r.number(), links: r.number()}
		flags := r.byte()
		c.markup, c.zone, c.marked = aranea.Zone(flags&7), aranea.Zone(flags>>3&7), flags&128 != 0
		c.name = r.text(maxName)
		r.bad = r.bad || c.markup >= aranea.Zones || c.zone >= aranea.Zones
		p.containers = append(p.containers, c)
	}
	p.blocks = make([]block, 0, r.count(MaxBlocks))
	for range cap(p.blocks) {
		p.blocks = append(p.blocks, block{r.fixed(), r.fixed(), r.number(), r.number(), r.number()})
	}
	if v > 1 {
		p.counted = r.hashes(window)
	}
	sorted := slices.IsSortedFunc(p.containers, func(a, b container) int { return cmp.Compare(a.path, b.path) }) &&
		slices.IsSortedFunc(p.blocks, func(a, b block) int { return cmp.Compare(a.hash, b.hash) })
	if o, err := weburl.ParseOrigin(string(p.Origin)); r.bad || len(r.data) > 0 || !sorted || !slices.IsSorted(p.counted) || err != nil || o != p.Origin || p.pages > window || len(p.counted) > int(p.pages) {
		return Profile{}, errors.New("profile of zones: it is not what was written")
	}
	return p, nil
}

// A reader decodes an encoding. After a fault it returns zeros.
type reader struct {
	data []byte
	bad  bool
}

func (r *reader) take(n int) []byte {
	if r.bad || n > len(r.data) {
		r.bad, r.data = true, nil
		return nil
	}
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

func (r *reader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) fixed() uint32 {
	if b := r.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (r *reader) number() uint32 {
	n, size := binary.Uvarint(r.data)
	if r.bad || size <= 0 || n > 1<<32-1 {
		r.bad, r.data = true, nil
		return 0
	}
	r.data = r.data[size:]
	return uint32(n)
}

// count reads a number that must not exceed a maximum.
func (r *reader) count(most uint32) uint32 {
	n := r.number()
	if n > most {
		r.bad, r.data = true, nil
		return 0
	}
	return n
}

// hashes reads a list with a maximum length.
func (r *reader) hashes(most uint32) (all []uint32) {
	n := r.count(most)
	if n == 0 {
		return nil
	}
	all = make([]uint32, 0, n)
	for range n {
		all = append(all, r.fixed())
	}
	return all
}

func (r *reader) text(most uint32) string { return string(r.take(int(r.count(most)))) }
