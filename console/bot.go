package console

import (
	"context"
	"encoding/json"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/fetch/botauth"
	"github.com/aranea-search/aranea/internal/show"
)

// botPath is the path of the page about the robot.
const botPath = "/bot"

type botPage struct {
	frame
	service.Identity
	Name     string // the first of its names in robots files
	Names    string // all of them
	Every    string // how often it requests pages of a host, after "It asks one host"
	Mail     bool   // Contact is an e-mail address
	Stop     string // a robots file that excludes it
	Slow     string // a robots file that slows it down
	Networks []string
	Kinds    string // kinds of files whose headers are read
}

// handleBot tells site owners who the robot is and how to exclude it.
func (s *Server) handleBot(w http.ResponseWriter, r *http.Request) {
	id, err := s.identity(r.Context())
	if err != nil {
		s.fail(w, r, err)
		return
	}
	p := botPage{
		frame: s.frame(r, "About our robot"), Identity: id, Name: id.Agents[0], Names: strings.Join(id.Agents, ", then "),
		Every: "for one page at a time, and for the next when the answer is there", Mail: strings.Contains(id.Contact, "@"),
		Kinds: strings.Join(id.Media, ", "),
	}
	if id.Delay > 0 {
		p.Every = "at most " + often(id.Delay)
	}
	if id.HostDelays {
		p.Every += " (hosts that its operator has named at another rate)"
	}
	p.Stop = "User-agent: " + p.Name + "\nDisallow: /\n"
	p.Slow = "User-agent: " + p.Name + "\nCrawl-delay: 10\n"
	for _, n := range id.Networks {
		p.Networks = append(p.Networks, n.String())
	}
	s.render(w, http.StatusOK, "bot", p)
}

// often returns, in words, how often something happens that happens once in the given time. It
// never understates the frequency, because site owners rely on it.
func often(every time.Duration) string {
	switch {
	case every == time.Second:
		return "once a second"
	case every > 0 && time.Second%every == 0:
		return strconv.Itoa(int(time.Second/every)) + " times a second"
	case every%time.Minute == 0:
		return "once in " + show.Count(int(every/time.Minute), "minute")
	}
	return "once in " + strconv.FormatFloat(every.Seconds(), 'f', -1, 64) + " seconds"
}

func (s *Server) identity(ctx context.Context) (service.Identity, error) {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	id, err := s.service.Identity(ctx)
	if err == nil && len(id.Agents) == 0 {
		id.Agents = []string{string(service.ProductToken)}
	}
	return id, err
}

// A networksFile has address ranges in the format that large robots use
// (draft-illyes-aipref-jafar).
type networksFile struct {
	CreationTime string         `json:"creationTime"`
	Prefixes     []networkEntry `json:"prefixes"`
}

type networkEntry struct {
	IPv4 string `json:"ipv4Prefix,omitempty"`
	IPv6 string `json:"ipv6Prefix,omitempty"`
}

// handleNetworks responds with the address ranges from which the robot sends requests.
func (s *Server) handleNetworks(w http.ResponseWriter, r *http.Request) {
	id, err := s.identity(r.Context())
	if err != nil {
		s.fail(w, r, err)
		return
	}
	file := networksFile{CreationTime: time.Now().UTC().Format("2006-01-02T15:04:05"), Prefixes: []networkEntry{}}
	for _, n := range id.Networks {
		file.Prefixes = append(file.Prefixes, entryOf(n))
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(file) // the client may have closed the connection
}

func entryOf(n netip.Prefix) networkEntry {
	if n.Addr().Is4() {
		return networkEntry{IPv4: n.String()}
	}
	return networkEntry{IPv6: n.String()}
}

// directoryLife is how long clients may cache the directory of keys.
const directoryLife = "max-age=3600"

// handleDirectory responds with the public part of the key that signs requests.
func (s *Server) handleDirectory(w http.ResponseWriter, r *http.Request) {
	id, err := s.identity(r.Context())
	switch {
	case err != nil:
		s.fail(w, r, err)
	case id.Directory == nil:
		s.handleNotFound(w, r)
	default:
		w.Header().Set("Content-Type", botauth.DirectoryType)
		w.Header().Set("Cache-Control", directoryLife)
		_, _ = w.Write(id.Directory) // the client may have closed the connection
	}
}
