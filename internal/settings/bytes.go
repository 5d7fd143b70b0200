package settings

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Bytes is a flag with a size as its value: a number of bytes, or one with a unit, such as
// 512MiB or 2GB.
type Bytes int64

// units are the units of sizes, in lower case. Those without i are powers of 1,000.
var units = [...]struct {
	name  string
	bytes float64
}{
	{"kib", 1 << 10}, {"mib", 1 << 20}, {"gib", 1 << 30}, {"tib", 1 << 40},
	{"kb", 1e3}, {"mb", 1e6}, {"gb", 1e9}, {"tb", 1e12}, {"b", 1},
}

// Set parses a size.
func (b *Bytes) Set(text string) error {
	number, factor := strings.ToLower(strings.TrimSpace(text)), 1.0
	for _, u := range units {
		if rest, ok := strings.CutSuffix(number, u.name); ok {
			number, factor = strings.TrimSpace(rest), u.bytes
			break
		}
	}
	n, err := strconv.ParseFloat(number, 64)
	if err != nil || math.IsNaN(n) || n < 0 || n*factor > 1<<50 {
		return errors.New("it is a size such as 512MiB or 2GB")
	}
	*b = Bytes(n * factor)
	return nil
}

// String returns the size with the largest unit that divides it.
func (b *Bytes) String() string {
	for i := 3; i >= 0; i-- {
		if u := units[i]; *b > 0 && int64(*b)%int64(u.bytes) == 0 {
			return fmt.Sprintf("%d%s", int64(*b)/int64(u.bytes), [...]string{"KiB", "MiB", "GiB", "TiB"}[i])
		}
	}
	return strconv.FormatInt(int64(*b), 10)
}

// Type returns "size".
func (b *Bytes) Type() string { return "size" }
