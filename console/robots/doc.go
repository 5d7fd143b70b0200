// Package robots computes what pages show of robots files: the stored file of a host, and the
// answers of the tester, which names the line that decides about a URL and the known URLs that
// another file would close or open.
//
// Floor: 6 (faces), a part of console. Stability: engine. It is pure: it makes no requests, gets
// files and URLs from its caller, and does not write HTML.
package robots
