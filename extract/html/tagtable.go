package html

import "golang.org/x/net/html/atom"

// A tagTable finds what is known of a tag faster than a map: by open addressing, at
// most a quarter full.
type tagTable [512]struct {
	tag  atom.Atom
	info tagInfo
}

func newTagTable(all map[atom.Atom]tagInfo) *tagTable {
	t := &tagTable{}
	for tag, info := range all {
		i := slot(tag)
		for t[i].tag != 0 {
			i = (i + 1) % len(t)
		}
		t[i].tag, t[i].info = tag, info
	}
	return t
}

func slot(tag atom.Atom) int { return int(uint32(tag) * 0x9E3779B1 >> 23) }

// of returns what is known of a tag, the zero value for others.
func (t *tagTable) of(tag atom.Atom) tagInfo {
	for i := slot(tag); t[i].tag != 0; i = (i + 1) % len(t) {
		if t[i].tag == tag {
			return t[i].info
		}
	}
	return tagInfo{}
}
