package rank

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"

	"github.com/aranea-search/aranea"
)

// A telling is what one node of a cluster tells another: the rank that its pages and sites pass on to pages and
// sites of the other, and which ranks its own have, so that both have one scale. It is a file of its own
// (docs/format/rank.md), which is replaced as a whole.
const (
	toldMagic   = "ARANEART"
	toldVersion = 1
	toldHead    = len(toldMagic) + 4 + 8 + 4*4
	givenSize   = 8 + 4
	countSize   = 4 + 4
)

// Limits of a telling, which both sides keep.
const (
	MaxToldPages = 16 << 20
	MaxToldSites = 4 << 20
	// MaxTold is the size of the largest telling, in bytes.
	MaxTold = int64(toldHead) + (MaxToldPages+MaxToldSites)*givenSize + 2*buckets*countSize + sumSize
	// mostGiven is more than any rank that a page can be given; what a whole site has by itself is 0.15.
	mostGiven = 1e12
)

// TellName returns the name of the file with what is told to the node of a partition.
func TellName(to int) string { return fmt.Sprintf("tell-%d", to) }

// ToldName returns the name of the file with what the node of a partition has told.
func ToldName(from int) string { return fmt.Sprintf("told-%d", from) }

// A given is a rank that a page or site is given.
type given struct {
	key  Key
	rank float32
}

// A count is how many ranks are in a bucket.
type count struct{ bucket, n uint32 }

// A telling refers to the bytes of a file.
type telling struct {
	id                         uint64
	pages, sites               []byte // given, by ascending key
	pagesCounted, sitesCounted []byte // count, by ascending bucket
}

// ToldID returns the number by which a telling is known. It must have a whole head.
func ToldID(data []byte) (uint64, error) {
	if len(data) < toldHead || string(data[:len(toldMagic)]) != toldMagic {
		return 0, errors.New("it is no file of ranks that are told")
	}
	if v := binary.LittleEndian.Uint32(data[len(toldMagic):]); v != toldVersion {
		return 0, fmt.Errorf("it has version %d, not %d; use the same version of the program on all machines", v, toldVersion)
	}
	return binary.LittleEndian.Uint64(data[len(toldMagic)+4:]), nil
}

// CheckTold returns what is wrong with a telling, nil if nothing is.
func CheckTold(data []byte) error {
	_, err := readTold(data)
	return err
}

// readTold reads a telling and checks all of it.
func readTold(data []byte) (t telling, err error) {
	if t.id, err = ToldID(data); err != nil {
		return t, err
	}
	end := len(data) - sumSize
	if end < toldHead || checksum(data[:end]) != binary.LittleEndian.Uint32(data[end:]) {
		return t, errors.New("its checksum is wrong")
	}
	rest := data[toldHead:end]
	for i, part := range []struct {
		to         *[]byte
		size, most int
	}{{&t.pages, givenSize, MaxToldPages}, {&t.sites, givenSize, MaxToldSites}, {&t.pagesCounted, countSize, buckets}, {&t.sitesCounted, countSize, buckets}} {
		n := uint64(binary.LittleEndian.Uint32(data[toldHead-16+4*i:]))
		if n > uint64(part.most) || n*uint64(part.size) > uint64(len(rest)) {
			return t, fmt.Errorf("part %d of it has %d entries, for which there is no room", i+1, n)
		}
		*part.to, rest = rest[:n*uint64(part.size)], rest[n*uint64(part.size):]
	}
	if len(rest) > 0 {
		return t, fmt.Errorf("it has %d bytes too many", len(rest))
	}
	return t, errors.Join(checkGiven(t.pages), checkGiven(t.sites), checkCounts(t.pagesCounted), checkCounts(t.sitesCounted))
}

// checkGiven returns an error unless keys ascend and ranks are such as a flow can have.
func checkGiven(b []byte) error {
	for last, any := Key(0), false; len(b) > 0; b, any = b[givenSize:], true {
		g := givenAt(b)
		if any && g.key <= last {
			return errors.New("its keys do not ascend")
		}
		if !(g.rank >= 0 && g.rank <= mostGiven) { // also if it is no number
			return fmt.Errorf("it gives a rank of %g", g.rank)
		}
		last = g.key
	}
	return nil
}

// checkCounts returns an error unless buckets ascend and count no more than a node can have.
func checkCounts(b []byte) error {
	all := uint64(0)
	for last := -1; len(b) > 0; b = b[countSize:] {
		c := countAt(b)
		if int(c.bucket) <= last || c.bucket >= buckets {
			return errors.New("its counts of ranks do not ascend")
		}
		if all += uint64(c.n); all > MaxPages {
			return errors.New("it counts too many ranks")
		}
		last = int(c.bucket)
	}
	return nil
}

func givenAt(b []byte) given {
	return given{Key(binary.LittleEndian.Uint64(b)), math.Float32frombits(binary.LittleEndian.Uint32(b[8:]))}
}

func countAt(b []byte) count {
	return count{binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:])}
}

// eachGiven calls f with each page or site of a part of a telling.
func eachGiven(b []byte, f func(given)) {
	for ; len(b) > 0; b = b[givenSize:] {
		f(givenAt(b))
	}
}

// A tell is what is to be told to the node of a partition.
type tell struct {
	pages, sites               []given
	pagesCounted, sitesCounted []count
}

// write writes it to a folder as a telling of a number; it is durable then.
func (t *tell) write(files Folder, name string, id uint64) error {
	return Replace(files, name, func(w io.Writer) error {
		s := summing{w: w}
		b := binary.LittleEndian.AppendUint32([]byte(toldMagic), toldVersion)
		b = binary.LittleEndian.AppendUint64(b, id)
		for _, n := range []int{len(t.pages), len(t.sites), len(t.pagesCounted), len(t.sitesCounted)} {
			b = binary.LittleEndian.AppendUint32(b, uint32(n))
		}
		s.write(b)
		for _, list := range [][]given{t.pages, t.sites} {
			for _, g := range list {
				b = binary.LittleEndian.AppendUint64(b[:0], uint64(g.key))
				s.write(binary.LittleEndian.AppendUint32(b, math.Float32bits(g.rank)))
			}
		}
		for _, list := range [][]count{t.pagesCounted, t.sitesCounted} {
			for _, c := range list {
				b = binary.LittleEndian.AppendUint32(b[:0], c.bucket)
				s.write(binary.LittleEndian.AppendUint32(b, c.n))
			}
		}
		s.write(binary.LittleEndian.AppendUint32(b[:0], s.sum))
		return s.err
	})
}

// A summing writes and sums up what was written.
type summing struct {
	w   io.Writer
	sum uint32
	err error
}

func (s *summing) write(b []byte) {
	if s.err == nil {
		s.sum = sumOn(s.sum, b)
		_, s.err = s.w.Write(b)
	}
}

// clip leaves out what is beyond the limits of a telling: the least of the ranks.
func clip(list []given, most int) []given {
	if len(list) <= most {
		return list
	}
	slices.SortFunc(list, func(a, b given) int { return compareRanks(b, a) })
	list = list[:most]
	slices.SortFunc(list, compareKeys)
	return list
}

// isNear reports whether what was told before still holds: all that is different is less than a share of all. It
// is compared with what was told, so many small differences become a large one.
func (t *tell) isNear(old telling) bool {
	return near(t.pages, old.pages) && near(t.sites, old.sites) && nearCounts(t.pagesCounted, old.pagesCounted) && nearCounts(t.sitesCounted, old.sitesCounted)
}

// enoughTold is the share of all rank that may have moved before it is told again.
const enoughTold = 0.01

func near(list []given, old []byte) bool {
	moved, sum := 0.0, 0.0
	add := func(now, before float32) {
		moved += math.Abs(float64(now) - float64(before))
		sum += float64(now)
	}
	for _, g := range list {
		for len(old) > 0 && givenAt(old).key < g.key {
			add(0, givenAt(old).rank)
			old = old[givenSize:]
		}
		before := float32(0)
		if len(old) > 0 && givenAt(old).key == g.key {
			before, old = givenAt(old).rank, old[givenSize:]
		}
		add(g.rank, before)
	}
	eachGiven(old, func(g given) { add(0, g.rank) })
	return moved <= enoughTold*sum
}

// nearCounts reports whether about as many ranks are of each size, up to a factor of two.
func nearCounts(list []count, old []byte) bool {
	var moved [buckets >> sizeShift]float64
	sum, all := 0.0, 0.0
	for _, c := range list {
		moved[c.bucket>>sizeShift] += float64(c.n)
		sum += float64(c.n)
	}
	for ; len(old) > 0; old = old[countSize:] {
		c := countAt(old)
		moved[c.bucket>>sizeShift] -= float64(c.n)
	}
	for _, m := range moved {
		all += math.Abs(m)
	}
	return all <= enoughTold*sum
}

// sizeShift is how many buckets have ranks of one size, as a power of two.
const sizeShift = 23 - bucketShift

// openTold maps a telling; nil if there is none. A damaged one is an error of kind Corrupt.
func openTold(files Folder, name string) (t *telling, release func(), err error) {
	data, release, err := files.Map(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, func() {}, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("open ranks that are told: %w", err)
	}
	read, err := readTold(data)
	if err != nil {
		release()
		return nil, nil, &aranea.Error{Op: "open ranks that are told", Kind: aranea.Corrupt, Obj: name, Err: err}
	}
	return &read, release, nil
}
