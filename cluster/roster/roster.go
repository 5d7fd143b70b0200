// Package roster reads the cluster file: which nodes a cluster has, which of them have standbys
// that answer in their place, and the key by which they know each other.
//
// Floor: 5 (owner), a part of cluster. Stability: engine; the form of the file is a promise
// (docs/cluster.md). A file has at most 1 MiB. It opens no connection.
package roster

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/netip"
	"net/url"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/aranea-search/aranea/internal/faults"
	"github.com/aranea-search/aranea/scope/partition"
)

// Limits of the file.
const (
	MaxBytes = 1 << 20
	MinKey   = 32 // characters
	MaxKey   = 256
)

// newKey is how an operator makes a key.
const newKey = "openssl rand -hex 32 makes one"

// A Roster is the content of a cluster file that is in order.
type Roster struct {
	// Key is what every request from node to node carries.
	Key string
	// Nodes are the URLs of the nodes, such as http://10.0.0.1:7373: the first has partition 1.
	Nodes []string
	// Standbys are the URLs of the standbys that answer in the place of their nodes, by the numbers of the
	// nodes; a node without one is not in it.
	Standbys map[int]string
}

// Read reads a cluster file. warning is what its owner should know about a file that is read, "" for
// nothing.
func Read(path string) (r Roster, warning string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return r, "", fmt.Errorf("read the cluster file: %w", err)
	}
	defer func() { _ = f.Close() }() // it is only read
	data, err := io.ReadAll(io.LimitReader(f, MaxBytes+1))
	if err != nil {
		return r, "", fmt.Errorf("read the cluster file: %w", err)
	}
	if r, err = Parse(data); err != nil {
		return Roster{}, "", fmt.Errorf("cluster file %s, %w", path, err)
	}
	if info, err := f.Stat(); err == nil && info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" {
		warning = fmt.Sprintf("others on this machine may read the key in the cluster file %s (mode %04o); make it yours alone: chmod 600", path, info.Mode().Perm())
	}
	return r, warning, nil
}

// Parse reads the text of a cluster file. Its errors begin with the line at fault, and several are
// joined into one.
func Parse(data []byte) (Roster, error) {
	if len(data) > MaxBytes {
		return Roster{}, fmt.Errorf("it has over %d bytes", MaxBytes)
	}
	var file struct {
		Key      string            `toml:"key"`
		Nodes    []string          `toml:"nodes"`
		Standbys map[string]string `toml:"standbys"`
	}
	d := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields()
	if err := d.Decode(&file); err != nil {
		return Roster{}, placed(err)
	}
	at := faults.LinesOf(data)
	var all faults.List
	all.Add(at.Of("key"), checkKey(file.Key))
	all.Add(at.Of("nodes"), checkCount(len(file.Nodes)))
	known := map[string]int{}
	for i, text := range file.Nodes {
		name, err := checkURL(text)
		if first, twice := known[name]; twice && err == nil {
			err = fmt.Errorf("node %d has the URL of node %d, %s", i+1, first, name)
		}
		all.Add(at.Element(i, "nodes"), err)
		file.Nodes[i], known[name] = name, i+1
	}
	standbys := map[int]string{}
	for _, number := range slices.Sorted(maps.Keys(file.Standbys)) {
		node, name, err := checkStandby(number, file.Standbys[number], len(file.Nodes))
		if first, twice := known[name]; twice && err == nil {
			err = fmt.Errorf("the standby of node %d has the URL of node %d or its standby, %s", node, first, name)
		}
		all.Add(at.Of("standbys", number), err)
		standbys[node], known[name] = name, node
	}
	if err := all.Err(); err != nil {
		return Roster{}, err
	}
	r := Roster{Key: file.Key, Nodes: file.Nodes}
	if len(standbys) > 0 {
		r.Standbys = standbys
	}
	return r, nil
}

// placed returns an error of the decoder with its line.
func placed(err error) error {
	var unknown *toml.StrictMissingError
	if errors.As(err, &unknown) && len(unknown.Errors) > 0 {
		row, _ := unknown.Errors[0].Position()
		return fmt.Errorf("line %d: there is no setting %q; a cluster file has key, nodes and standbys", row, strings.Join(unknown.Errors[0].Key(), "."))
	}
	var bad *toml.DecodeError
	if errors.As(err, &bad) {
		row, _ := bad.Position()
		text := strings.TrimPrefix(bad.Error(), "toml: ")
		if strings.HasPrefix(text, "cannot decode TOML ") { // the rest is about types of Go
			text = strings.TrimSpace(strings.Join(bad.Key(), ".") + " has a value of another kind")
		}
		return fmt.Errorf("line %d: %s; write key = \"...\", nodes = [\"http://10.0.0.1:7373\", ...], and for standbys, below [standbys], 1 = \"http://10.0.0.9:7373\"", row, text)
	}
	return err
}

func checkKey(key string) error {
	switch {
	case key == "":
		return fmt.Errorf("key is missing; %s", newKey)
	case len(key) < MinKey || len(key) > MaxKey:
		return fmt.Errorf("key has %d characters, and needs %d to %d; %s", len(key), MinKey, MaxKey, newKey)
	case strings.ContainsFunc(key, func(c rune) bool { return c <= ' ' || c > '~' }):
		return fmt.Errorf("key has whitespace, or characters outside of ASCII; %s", newKey)
	}
	return nil
}

func checkCount(n int) error {
	if n < 1 || n > partition.Most {
		return fmt.Errorf("nodes has %d URLs, and needs 1 to %d", n, partition.Most)
	}
	return nil
}

// checkStandby returns the number of the node and the URL of a standby in one form.
func checkStandby(number, text string, nodes int) (node int, name string, err error) {
	node, err = strconv.Atoi(number)
	if err != nil || node < 1 || node > nodes || strconv.Itoa(node) != number {
		return 0, "", fmt.Errorf("standbys has one of node %.20q; write the number of one of the %d nodes", number, nodes)
	}
	name, err = checkURL(text)
	return node, name, err
}

// checkURL returns the URL of a node in one form.
func checkURL(text string) (string, error) {
	const form = "write http://10.0.0.1:7373"
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return "", fmt.Errorf("%.200q is no URL; %s", text, form)
	case u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return "", fmt.Errorf("%.200q is no http or https URL with a host; %s", text, form)
	case u.User != nil || u.RawQuery != "" || u.ForceQuery || u.Fragment != "" || strings.Trim(u.Path, "/") != "" || strings.ContainsAny(text, "# \t\r\n"):
		return "", fmt.Errorf("%.200q has more than a host and a port; %s", text, form)
	}
	port, err := strconv.ParseUint(u.Port(), 10, 16)
	if err != nil || port == 0 {
		return "", fmt.Errorf("%.200q names no port from 1 to 65535; %s", text, form)
	}
	host := strings.ToLower(u.Hostname())
	if strings.Contains(host, ":") {
		if a, err := netip.ParseAddr(host); err != nil || a.Zone() != "" {
			return "", fmt.Errorf("%.200q has no IPv6 address without a zone in its brackets; %s", text, form)
		}
	} else if strings.ContainsFunc(host, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' && c != '.' && c != '_'
	}) {
		return "", fmt.Errorf("%.200q has no host name in ASCII; %s", text, form)
	}
	return u.Scheme + "://" + net.JoinHostPort(host, strconv.FormatUint(port, 10)), nil
}

// Renew reads the text of a cluster file that has changed while a process goes by r. Besides the faults of any file,
// its error is that partitions have changed, for which all processes are started again: nodes were added or left
// out, or one has the URL that another one had.
func (r Roster) Renew(data []byte) (Roster, error) {
	next, err := Parse(data)
	if err != nil {
		return Roster{}, err
	}
	if len(next.Nodes) != len(r.Nodes) {
		return Roster{}, fmt.Errorf("nodes has %d URLs, and had %d: their number changes only while all nodes are stopped, so write the URLs of before, or follow docs/cluster.md, \"More nodes\"", len(next.Nodes), len(r.Nodes))
	}
	for i, name := range next.Nodes {
		if was := slices.Index(r.Nodes, name); was >= 0 && was != i {
			return Roster{}, fmt.Errorf("node %d has the URL that node %d had, %s: the place of a URL is its partition, so write them in the order of before; if the machines of the two have changed, start all processes of the cluster again", i+1, was+1, name)
		}
	}
	return next, nil
}

// Partition returns the partition of a node, numbered from 1.
func (r Roster) Partition(node int) (partition.Partition, error) {
	p := partition.Partition{Number: node, Of: len(r.Nodes)}
	if node < 1 || node > len(r.Nodes) {
		return partition.Partition{}, fmt.Errorf("there is no node %d; the cluster file names nodes 1 to %d", node, len(r.Nodes))
	}
	return p, nil
}

// Listen returns the address at which a node listens for the others: the port of its URL, on all
// addresses of the machine, or on loopback only if its URL is there. A node whose URL is https has
// none: the program that answers https for it has that port.
func (r Roster) Listen(node int) (string, error) {
	if _, err := r.Partition(node); err != nil {
		return "", err
	}
	return listen(r.Nodes[node-1], fmt.Sprintf("node %d", node))
}

// ListenStandby returns the address at which the standby of a node listens, as Listen does that of a node.
func (r Roster) ListenStandby(node int) (string, error) {
	return listen(r.Standbys[node], fmt.Sprintf("the standby of node %d", node))
}

// listen returns the address at which that listens whose URL is given.
func listen(text, who string) (string, error) {
	u, err := url.Parse(text)
	if err != nil {
		return "", err
	}
	if u.Scheme == "https" {
		return "", fmt.Errorf("the URL of %s is https, which another program answers for it: say with --cluster-listen where it listens to that program, such as 127.0.0.1:7373", who)
	}
	host := u.Hostname()
	if a, err := netip.ParseAddr(host); host == "localhost" || err == nil && a.IsLoopback() {
		return net.JoinHostPort(host, u.Port()), nil
	}
	return ":" + u.Port(), nil
}
