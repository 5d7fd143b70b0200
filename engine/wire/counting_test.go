package wire

import (
	"strings"
	"testing"
)

// TestShortLinks checks that the shortest links that fill what a node is handed over are read.
func TestShortLinks(t *testing.T) {
	t.Parallel()
	const link = `{"to":"http://a.b/","how":1,"rel":1,"zone":1},`
	if err := new(counting).count([]byte(strings.Repeat(link, 4<<20/len(link)))); err != nil {
		t.Error(err)
	}
}
