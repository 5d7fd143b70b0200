// Package version reads from the address of a page which version of a manual it belongs to, and tells
// whether two pages are the same page in two versions: /2.7/install.html and /3.0/install.html, or
// /docs/install and /docs/1.4/install.
//
// Floor: 2 (pure). Stability: engine. It knows addresses alone; that two pages say nearly the same is for
// others to see.
package version

import (
	"cmp"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/weburl"
)

// A Version is a version of a manual, as a part of an address names it. The zero Version is that of an
// address without one.
type Version struct {
	state   state
	numbers [mostNumbers]uint32
	stage   uint8  // of a version that is coming
	try     uint32 // of that stage: 2 of rc2
}

// mostNumbers are the numbers of a version that count: 1.81.0.2; mostDigits those of the first one, if it
// has no others: five are the number of an article; mostNumber is what a longer number counts as.
const mostNumbers, mostDigits, mostNumber = 4, 4, 1_000_000_000

// state says how far a version has come; of two versions the one of the higher state is the newer.
type state int8

const (
	coming   state = iota - 2 // not released: 3.0-beta1, next, nightly
	numbered                  // 3.0
	plain                     // an address without a version: the one that its owner maintains
	latest                    // latest
	stable                    // stable, current
)

// words are the versions without a number.
var words = map[string]state{
	"stable": stable, "current": stable, "lts": stable,
	"latest": latest,
	"next":   coming, "nightly": coming, "dev": coming, "devel": coming, "develop": coming, "development": coming,
	"main": coming, "master": coming, "trunk": coming, "head": coming, "edge": coming, "unstable": coming,
	"preview": coming, "canary": coming, "snapshot": coming, "beta": coming, "alpha": coming, "tip": coming,
}

// Compare returns a negative number if v is older than o, a positive one if it is newer, else 0.
func (v Version) Compare(o Version) int {
	return cmp.Or(cmp.Compare(v.state, o.state), slices.Compare(v.numbers[:], o.numbers[:]), cmp.Compare(v.stage, o.stage), cmp.Compare(v.try, o.try))
}

// An Address is the address of a page, taken apart at its version.
type Address struct {
	// Before and After are what stands before the version, with scheme and host, and after it, from
	// its slash on. Kind is what is written beside its number: "python" of python3.11, empty of v3.11.
	Before, Kind, After string
	Version             Version
	Name                string // of the version, as the address writes it; "" if it has none
}

// Page is the address without its version, which the versions of a page have in common.
func (a Address) Page() string { return a.Manual() + a.After }

// Manual is what the addresses of all pages of a manual have in common. It is no address if its versions
// have a kind: /wasm/ is no version of /wasm-2.0/.
func (a Address) Manual() string {
	if a.Kind == "" {
		return a.Before
	}
	return a.Before + "/" + a.Kind + " "
}

// Of takes an address apart at the first part of its path that names a version. ok is false if none does;
// all of the address is in After then, but scheme and host.
func Of(u weburl.URL) (a Address, ok bool) {
	origin, target := string(u.Origin()), u.Target()
	path, _, _ := strings.Cut(target, "?")
	for at := 0; at < len(path); {
		end := len(path)
		if i := strings.IndexByte(path[at+1:], '/'); i >= 0 {
			end = at + 1 + i
		}
		name := path[at+1 : end]
		if kind, v, is := parse(name); is && (end < len(path) || kind == "") {
			return Address{Before: origin + path[:at], Kind: kind, Version: v, Name: name, After: target[end:]}, true
		}
		at = end
	}
	return Address{Before: origin, Version: Version{state: plain}, After: target}, false
}

// parse reads a version as a part of a path names it: 3.11, v2, 1_81_0, python3.11, release-2.0-rc1, 3.x,
// latest. kind is what stands before the number, without v.
func parse(name string) (kind string, v Version, ok bool) {
	if s, known := words[strings.ToLower(name)]; known {
		return "", Version{state: s}, true
	}
	digit := strings.IndexAny(name, "0123456789")
	if digit < 0 || strings.Trim(name[:digit], letters+"-_") != "" {
		return "", v, false
	}
	kind, v.state = strings.ToLower(name[:digit]), numbered
	rest, ok := v.read(name[digit:])
	if rest != "" {
		v.state, ok = coming, ok && v.readStage(rest)
	}
	if kind == "v" {
		return "", v, ok
	}
	glued := kind != "" && strings.Trim(kind, letters) == ""
	return strings.Trim(kind, "-_"), v, ok && !(glued && isWidth(name[digit:]))
}

// isWidth reports whether a number behind letters is rather that of a processor: x86_64, wasm32.
func isWidth(number string) bool {
	return slices.Contains([]string{"16", "32", "64", "128", "256", "512", "86", "86_64", "86-64"}, number)
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// read reads the numbers at the beginning of a text and returns what stands after them.
func (v *Version) read(text string) (rest string, ok bool) {
	n := 0
	for ; ; n++ {
		digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
		if digits == 0 {
			break
		}
		if n < mostNumbers {
			v.numbers[n] = number(text[:digits])
		}
		if ok = n > 0 || digits <= mostDigits; !ok {
			return text, false
		}
		if text = text[digits:]; len(text) < 2 || !strings.Contains("._-", text[:1]) {
			break
		}
		if text[1] == 'x' && len(text) == 2 { // 3.x: all of 3, the newest too
			if n+1 < mostNumbers {
				v.numbers[n+1] = mostNumber
			}
			return "", ok
		}
		if text[1] < '0' || text[1] > '9' {
			break
		}
		text = text[1:]
	}
	return text, ok
}

// number returns the value of digits, mostNumber at most.
func number(digits string) (n uint32) {
	for _, d := range []byte(digits) {
		if n = n*10 + uint32(d-'0'); n >= mostNumber {
			return mostNumber
		}
	}
	return n
}

// readStage reads what stands after the numbers of a version that is not released, and reports whether it
// is that.
func (v *Version) readStage(rest string) bool {
	rest = strings.ToLower(strings.Trim(rest, ".-_"))
	word := strings.TrimRight(rest, "0123456789")
	v.try = number(rest[len(word):])
	switch strings.TrimRight(word, ".-_") {
	case "dev", "next", "canary", "nightly", "snapshot", "pre", "preview":
		v.stage = 0
	case "a", "alpha", "m":
		v.stage = 1
	case "b", "beta":
		v.stage = 2
	case "rc":
		v.stage = 3
	default:
		return false
	}
	return true
}

// SamePage takes the addresses of two versions of one page apart; ok is false if they are no such addresses.
// One of the two may have no version.
func SamePage(a, b weburl.URL) (x, y Address, ok bool) {
	x, xIs := Of(a)
	y, yIs := Of(b)
	switch {
	case xIs && yIs:
		ok = x.Manual() == y.Manual() && x.After == y.After
	case xIs || yIs:
		ok = x.Page() == y.Page()
	}
	return x, y, ok
}

// IsNewer reports whether a is the same page as b in a newer version, by their addresses alone. The same
// page without a version in its address is newer than one with the number of a version.
func IsNewer(a, b weburl.URL) bool {
	x, y, ok := SamePage(a, b)
	return ok && x.Version.Compare(y.Version) > 0
}
