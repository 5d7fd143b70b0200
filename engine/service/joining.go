package service

import (
	"errors"
	"fmt"
	"strings"

	"github.com/aranea-search/aranea"
)

// opJoin marks errors of OtherCrawl, also across the socket.
const opJoin = "join crawl"

// OtherCrawl returns the error of a crawl that cannot join the current one, with the names of the
// settings that differ.
func OtherCrawl(names []string) error {
	return &aranea.Error{Op: opJoin, Kind: aranea.Denied, Err: fmt.Errorf("a crawl with other settings (%s) is under way in this folder", strings.Join(names, ", "))}
}

// IsOtherCrawl reports whether Crawl was refused because a crawl with other settings is running.
// It may succeed when that has ended.
func IsOtherCrawl(err error) bool {
	var e *aranea.Error
	return errors.As(err, &e) && e.Op == opJoin
}
