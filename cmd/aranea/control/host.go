package control

import (
	"strings"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/weburl"
)

// hostOf returns the host in an argument, in canonical form. The argument is a host name, with or
// without a port, or a URL. The final dot of a full name is removed, except in a URL, where a
// host with a dot is another host.
//
// It returns a usage error for an argument that is not a single host: an empty argument would
// mean all hosts, and a pattern would include hosts that are not known yet.
func hostOf(d service.Deed, text string) (string, error) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return "", command.Usage("the name of the host is empty; aranea %s without an argument is for all crawls", d)
	case strings.Contains(text, "*"):
		return "", command.Usage("%s is a pattern; name one host after another: aranea %s www.example.org", show.Line(show.Word(text)), d)
	}
	whole := text
	if !strings.Contains(text, "://") {
		whole = "http://" + strings.TrimSuffix(text, ".")
	}
	u, err := weburl.Parse(whole)
	if err != nil {
		return "", command.Usage("%s is neither a host name nor a URL of http or https", show.Line(show.Word(text)))
	}
	return u.Host(), nil
}
