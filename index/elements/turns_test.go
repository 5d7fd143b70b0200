package elements

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
)

// TestTurning compares what is told of the template of documents with their elements, for every
// position.
func TestTurning(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(7, 1))
	var docs [][]document.Element
	var plain []byte
	for range 50 {
		var all []document.Element
		pos := uint32(0)
		for range rnd.IntN(9) {
			if rnd.IntN(4) == 0 {
				pos += uint32(rnd.IntN(300) * []int{1, 1, 1, 700}[rnd.IntN(4)]) // an element that is not indexed lay between
			}
			e := document.Element{Kind: aranea.ElementText, Zone: aranea.Zone(rnd.IntN(aranea.Zones)), First: pos, Words: 1 + uint32(rnd.IntN(40))}
			all, pos = append(all, e), pos+e.Words+document.ElementGap
		}
		one := Append(nil, all)
		plain = append(binary.AppendUvarint(plain, uint64(len(one))), one...)
		docs = append(docs, all)
	}
	of, ok := TurningOf(plain, len(docs), document.ElementGap)
	if !ok {
		t.Fatal("elements are not read")
	}
	for i, all := range docs {
		turns := of.Of(i)
		for _, e := range all {
			for pos := e.First; pos < e.First+e.Words; pos++ {
				if got, want := turns.Beyond(pos), !document.IsTemplate(e.Zone); got != want {
					t.Fatalf("document %d, position %d: outside of the template %t, want %t; %v, %v", i, pos, got, want, turns, all)
				}
			}
		}
	}
	if _, ok := TurningOf(plain[:len(plain)-1], len(docs), document.ElementGap); ok {
		t.Error("a block that is cut off is read")
	}
}

// TestBeyond: one position outside is enough.
func TestBeyond(t *testing.T) {
	t.Parallel()
	turns := Turns{}.with(10, 0).with(20, 10).with(50, 20).with(50+65535, 50).with(50+4*65535+1, 50+65535)
	for _, tt := range []struct {
		name string
		at   []uint32
		want bool
	}{
		{"none", nil, false}, {"before", []uint32{9}, true}, {"at its first", []uint32{10, 19}, false}, {"behind its last", []uint32{12, 20}, true},
		{"in a far one", []uint32{50, 50 + 65534}, false}, {"between", []uint32{15, 49, 50}, true},
		{"behind a far one", []uint32{50 + 65535}, true}, {"farther", []uint32{50 + 65534, 50 + 4*65535}, true}, {"to the end", []uint32{50 + 4*65535 + 1, 1 << 20}, false},
	} {
		if got := turns.Beyond(tt.at...); got != tt.want {
			t.Errorf("%s: %t", tt.name, got)
		}
	}
}

// TestKept: what is kept has a bound.
func TestKept(t *testing.T) {
	t.Parallel()
	var k Kept
	one, many := &Turning{ends: []uint32{0}}, &Turning{turns: make(Turns, MaxKept/2-1), ends: []uint32{0}}
	k.Keep(1, one)
	k.Keep(2, one)
	if k.Find(1) != one || k.Find(2) != one || k.Find(3) != nil {
		t.Error("what is kept is not found")
	}
	if k.Keep(3, many); k.Find(1) != nil || k.Find(3) != many {
		t.Error("more is kept than may be")
	}
	if k.Keep(4, one); k.Find(3) != nil || k.Find(4) != one {
		t.Error("more is kept than may be, or not the last")
	}
}
