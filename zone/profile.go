package zone

import (
	"hash/fnv"
	"io"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of a Profile, whose size in memory is at most about 40 KB.
const (
	MaxBlocks     = 1024 // texts that are counted
	MaxContainers = 256
	pageBlocks    = 256 // of one page: the first and the last ones
	newContainers = 128 // of one page that were not known

	window    = 256 // maximum number of pages in the counts; the minimum is half of it
	everyPage = 256 // number of pages that are all counted; after that, one in sampled is
	sampled   = 4
)

// A Profile is what the pages of one origin have in common. It is not safe for concurrent use.
type Profile struct {
	Origin weburl.Origin
	// Seen is the number of pages that were read; Version is how often the verdicts were computed.
	Seen, Version uint32

	pages  uint32 // pages in the counts
	judged uint32 // value of pages at the last verdicts
	// odd are the hashes of the URLs of consecutive pages whose containers are mostly unknown,
	// each once, including pages that were read again.
	odd []uint32
	// Of all pages, in millionths of a page.
	containers []container // by path
	blocks     []block     // by hash
	// counted are the hashes of the URLs of the pages in the counts, in ascending order, since
	// the counts were last divided: a page that is read again is not counted again.
	counted []uint32
}

// A container is a path of containers. Text and links are those directly in it, not in inner
// containers, in millionths of its pages.
type container struct {
	path, parent uint32
	pages        uint32
	count        uint32 // blocks
	text, links  uint32
	markup       aranea.Zone
	zone         aranea.Zone // the verdict
	marked       bool
	name         string
}

// A block is a text in a container.
type block struct {
	hash, path  uint32
	pages       uint32
	text, links uint32
}

// A measure is the size of one block of a page.
type measure struct {
	element     int
	hash        uint32
	text, links uint32 // bytes
}

// zoned reports whether the containers of an element tell its zone: titles and the text of the head are in
// none.
func zoned(e *aranea.Element) bool {
	switch e.Kind {
	case aranea.ElementTitle, aranea.ElementDescription, aranea.ElementKeywords:
		return false
	}
	return e.Kind.IsBlock()
}

// measures returns the blocks of a page and the total bytes of their text, without blocks whose
// zone is set by a rule of the operator.
func measures(p *aranea.Page) (out []measure, total uint32) {
	if len(p.Containers) == 0 {
		return nil, 0
	}
	blocks := 0
	for i := range p.Elements {
		if p.Elements[i].Kind.IsBlock() {
			blocks++
		}
	}
	out = make([]measure, 0, blocks)
	linked := uint32(0)
	for i := range p.Elements {
		e := &p.Elements[i]
		switch {
		case e.Kind == aranea.ElementAnchor: // it comes before its block
			linked += e.End - e.Start
		case !zoned(e), int(e.Container) >= len(p.Containers), p.Containers[e.Container].Rule != 0:
		default:
			n := e.End - e.Start
			out = append(out, measure{i, hashText(p.Containers[e.Container].Path, p.Text[e.Start:e.End]), n, min(linked, n)})
			total += n
		}
		if e.Kind.IsBlock() {
			linked = 0
		}
	}
	return out, total
}

// hashed is how many bytes of a text distinguish it from others of the same length.
const hashed = 256

// hashText returns a hash (FNV-1a) of a text in a container, ignoring case and numbers among its
// words. If most of a text is digits, as in a table of numbers, the digits count.
func hashText(path uint32, text []byte) uint32 {
	exact, masked, digits := hashes(path, text)
	if digits*4 <= min(len(text), hashed) {
		return masked
	}
	return exact
}

// hashes returns hashes of a text in a container that ignore case: one with all digits, and one
// that takes them all for the same; and the number of digits.
func hashes(path uint32, text []byte) (exact, masked uint32, digits int) {
	const prime = 16777619
	exact, masked = path, path
	for _, c := range text[:min(len(text), hashed)] {
		without := c
		switch {
		case c-'A' <= 'Z'-'A':
			c |= 0x20
			without = c
		case c-'0' <= 9:
			without = '0'
			digits++
		}
		exact, masked = (exact^uint32(c))*prime, (masked^uint32(without))*prime
	}
	if len(text) > hashed {
		exact, masked = (exact^uint32(len(text)))*prime, (masked^uint32(len(text)))*prime
	}
	return exact, masked, digits
}

// Saw counts a page, and reports whether a verdict changed.
func (p *Profile) Saw(page *aranea.Page) bool {
	all, total := measures(page)
	return p.saw(page, all, total)
}

// SawAndLabel is Saw followed by Label, at a lower cost.
func (p *Profile) SawAndLabel(page *aranea.Page) bool {
	all, total := measures(page)
	news := p.saw(page, all, total)
	p.labelAll(page, all)
	return news
}

func (p *Profile) saw(page *aranea.Page, all []measure, total uint32) bool {
	if len(page.Containers) == 0 || total == 0 {
		return false
	}
	id := hashOf(page.URL)
	if _, again := slices.BinarySearch(p.counted, id); again && !page.URL.IsZero() {
		p.compare(id, page, all, total)
		return false
	}
	if p.Seen++; p.Seen > everyPage && p.Seen%sampled != 0 {
		return false
	}
	p.age(id, page, all, total)
	at, _ := slices.BinarySearch(p.counted, id)
	p.counted = slices.Insert(p.counted, at, id)
	p.pages++
	p.countContainers(page, all, total)
	p.countBlocks(page, all, total)
	if p.pages < minPages || p.pages < p.judged+max(p.judged/4, 1) && p.pages >= p.judged {
		return false
	}
	return p.judge()
}

// hashOf returns a 32-bit hash of a URL.
func hashOf(u weburl.URL) uint32 {
	h := fnv.New32a()
	_, _ = io.WriteString(h, u.String()) // never fails
	return h.Sum32()
}

// find returns the index of a path among the containers, and whether it is there.
func (p *Profile) find(path uint32) (int, bool) {
	low, high := 0, len(p.containers)
	for low < high {
		if middle := (low + high) / 2; p.containers[middle].path < path {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low, low < len(p.containers) && p.containers[low].path == path
}

// findBlock returns the index of a text among the blocks, and whether it is there.
func (p *Profile) findBlock(hash uint32) (int, bool) {
	low, high := 0, len(p.blocks)
	for low < high {
		if middle := (low + high) / 2; p.blocks[middle].hash < hash {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low, low < len(p.blocks) && p.blocks[low].hash == hash
}

// countContainers counts the containers of a page and the text in them.
func (p *Profile) countContainers(page *aranea.Page, all []measure, total uint32) {
	added := 0
	for i := range page.Containers {
		c := &page.Containers[i]
		if c.Rule != 0 {
			continue
		}
		at, known := p.find(c.Path)
		if !known {
			if added == newContainers {
				continue
			}
			added++
			parent := uint32(0)
			if c.Parent >= 0 {
				parent = page.Containers[c.Parent].Path
			}
			p.containers = slices.Insert(p.containers, at, container{path: c.Path, parent: parent, markup: c.Zone, name: c.Name})
		}
		p.containers[at].pages++
	}
	for _, m := range all {
		if at, known := p.find(page.Containers[page.Elements[m.element].Container].Path); known {
			p.containers[at].text += millionths(m.text, total)
			p.containers[at].links += millionths(m.links, total)
			p.containers[at].count++
		}
	}
	known := len(p.containers)
	p.containers = keepMost(p.containers, MaxContainers, func(c container) uint32 { return c.pages })
	if len(p.containers) < known { // the texts of a container are removed with it
		p.blocks = slices.DeleteFunc(p.blocks, func(b block) bool { _, ok := p.find(b.path); return !ok && b.path != headPath })
	}
}

// millionths returns the share of a page, times a million, which keeps the counts of a window
// from overflowing.
func millionths(n, total uint32) uint32 {
	return uint32(min(uint64(n)*1_000_000/uint64(total), 1_000_000))
}

// keepMost returns the elements of a full list, in their order, without those with the least
// weight (lossy counting).
func keepMost[E any](all []E, most int, weight func(E) uint32) []E {
	for least := uint32(1); len(all) > most; least++ {
		over := len(all) - most*3/4 // so that the list is not full again at the next page
		all = slices.DeleteFunc(all, func(e E) bool {
			if over > 0 && weight(e) <= least {
				over--
				return true
			}
			return false
		})
	}
	return all
}

// countBlocks counts each text of a page once, if its container is counted: a text is part of the
// text of its container.
func (p *Profile) countBlocks(page *aranea.Page, all []measure, total uint32) {
	var room [pageBlocks]block
	found := room[:0]
	var keys [pageBlocks]uint64
	for _, key := range byHash(keys[:0], all) {
		m := all[uint32(key)]
		path := page.Containers[page.Elements[m.element].Container].Path
		if _, known := p.find(path); !known {
			continue
		}
		text, links := millionths(m.text, total), millionths(m.links, total)
		if n := len(found); n > 0 && found[n-1].hash == m.hash {
			found[n-1].text, found[n-1].links = found[n-1].text+text, found[n-1].links+links
			continue
		}
		found = append(found, block{m.hash, path, 1, text, links})
	}
	p.addBlocks(found)
	p.countDescriptions(page)
	p.countTitle(page)
	p.blocks = keepMost(p.blocks, MaxBlocks, func(b block) uint32 { return b.pages })
}

// byHash returns the indexes of measures ordered by their hashes, which are in the upper half. Of
// a page with too many it takes the first and the last ones, because templates are there.
func byHash(keys []uint64, all []measure) []uint64 {
	for i := 0; i < len(all); i++ {
		if i == pageBlocks/2 {
			i = max(i, len(all)-pageBlocks/2)
		}
		keys = append(keys, uint64(all[i].hash)<<32|uint64(uint32(i)))
	}
	slices.Sort(keys)
	return keys
}

// addBlocks counts blocks that are ordered by hash.
func (p *Profile) addBlocks(found []block) {
	more := found[:0]
	for _, f := range found {
		at, known := p.findBlock(f.hash)
		if !known {
			more = append(more, f)
			continue
		}
		b := &p.blocks[at]
		b.path, b.pages, b.text, b.links = f.path, b.pages+1, b.text+f.text, b.links+f.links
	}
	old := len(p.blocks)
	if need := old + len(more); need > cap(p.blocks) { // profiles of many sites are in memory at the same time
		p.blocks = append(make([]block, 0, need+max(need/4, 32)), p.blocks...)
	}
	p.blocks = append(p.blocks, more...)
	for to := len(p.blocks) - 1; len(more) > 0; to-- { // backwards, in place
		last := more[len(more)-1]
		if old > 0 && p.blocks[old-1].hash > last.hash {
			old--
			last = p.blocks[old]
		} else {
			more = more[:len(more)-1]
		}
		p.blocks[to] = last
	}
}
