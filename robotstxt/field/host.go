package field

import (
	"strconv"
	"strings"

	"github.com/aranea-search/aranea/robotstxt/internal/address"
	"github.com/aranea-search/aranea/robotstxt/internal/enum"
)

// A HostFault is the reason why a Host line is ignored.
type HostFault uint8

// The faults. The zero fault means none.
const (
	HostOK      HostFault = 0
	HostEmpty   HostFault = 1 // no value
	HostScheme  HostFault = 2 // a URL instead of a name
	HostPath    HostFault = 3 // a slash
	HostList    HostFault = 4 // more than one name
	HostPort    HostFault = 5 // a port that is 0, too large or not a number
	HostDot     HostFault = 6 // a dot at an end, or two in a row
	HostHyphen  HostFault = 7 // a label that begins or ends with a hyphen
	HostLetter  HostFault = 8 // a character that RFC 952 does not permit
	HostAddress HostFault = 9 // an IP address
	HostDomain  HostFault = 10
)

var hostFaultNames = [...]string{
	"ok", "empty", "scheme", "path", "list", "port", "dot", "hyphen", "letter", "address", "unknown-domain",
}

// String returns the code of the fault.
func (f HostFault) String() string { return enum.Name(hostFaultNames[:], uint8(f), "host-fault") }

// A Host is the value of a Host line: the main mirror of a site (the Yandex
// proposal of 2003).
type Host struct {
	Name  string // in lower case
	Port  int    // 80 if missing
	Line  int    // 0 if not from a file
	Fault HostFault
}

// ParseHost parses the value of a Host line: one name by RFC 952 in a known top-level domain,
// not an address, with or without a port.
func ParseHost(value string) Host {
	h := Host{Port: 80}
	if h.Fault = shapeFault(value); h.Fault != HostOK {
		return h
	}
	name, port, found := strings.Cut(value, ":")
	if found {
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || n == 0 {
			h.Fault = HostPort
			return h
		}
		h.Port = int(n)
	}
	h.Name = strings.ToLower(name)
	h.Fault = nameFault(h.Name)
	return h
}

func shapeFault(value string) HostFault {
	switch {
	case value == "":
		return HostEmpty
	case strings.Contains(value, "://"):
		return HostScheme
	case strings.Contains(value, "/"):
		return HostPath
	case strings.ContainsAny(value, ", \t;"):
		return HostList
	}
	return HostOK
}

func nameFault(name string) HostFault {
	labels := strings.Split(name, ".")
	for _, l := range labels {
		switch {
		case l == "":
			return HostDot
		case l[0] == '-' || l[len(l)-1] == '-':
			return HostHyphen
		case strings.Trim(l, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || len(l) > 63:
			return HostLetter
		}
	}
	top := labels[len(labels)-1]
	switch {
	case strings.Trim(top, "0123456789") == "":
		return HostAddress
	case len(labels) < 2 || !knownDomain(top):
		return HostDomain
	}
	return HostOK
}

// knownDomain reports whether top may be a top-level domain: a country code, or a longer word,
// of which there are too many and too new ones to list.
func knownDomain(top string) bool {
	if len(top) != 2 {
		return len(top) > 2 && (strings.HasPrefix(top, "xn--") || strings.Trim(top, "abcdefghijklmnopqrstuvwxyz") == "")
	}
	return strings.Contains(countries, " "+top+" ")
}

// countries are the two-letter top-level domains.
const countries = " ac ad ae af ag ai al am an ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br bs bt bv bw by bz" +
	" ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg eh er es et eu fi fj fk fm fo fr" +
	" ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp" +
	" ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mf mg mh mk ml mm mn mo mp mq mr ms mt" +
	" mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw" +
	" sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tp tr tt tv tw tz" +
	" ua ug uk um us uy uz va vc ve vg vi vn vu wf ws ye yt yu za zm zw "

// String returns the name, followed by the port unless that is 80.
func (h Host) String() string {
	if h.Port == 80 {
		return h.Name
	}
	return h.Name + ":" + strconv.Itoa(h.Port)
}

// Is reports whether the line names the site, in the form of CompileFor. The default port of the
// scheme counts as 80, which is the meaning of a Host line without port.
func (h Host) Is(site string) bool {
	_, authority, _ := strings.Cut(address.Of(site), "://")
	name, port, ok := address.SplitPort(authority)
	if port == "" {
		port = "80"
	}
	return ok && h.Fault == HostOK && name == h.Name && port == strconv.Itoa(h.Port)
}
