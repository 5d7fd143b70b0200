// Package clientaddr tells by its address who makes a request, also where a proxy stands before the server.
//
// Floor: 6 (faces), a part of console. Stability: engine. It decides nothing: whose attempts to sign in count together,
// and whose requests, others say.
package clientaddr

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// Address returns who makes a request: the peer, or what a proxy on this machine or in a private
// network says, whose own address would be that of everybody. Whoever is in such a network may say
// what he likes, and still has no more attempts for a name.
func Address(r *http.Request) netip.Addr {
	peer := peerOf(r)
	if client := said(r, peer); client.IsValid() {
		return client
	}
	return peer
}

// Client returns who makes a request as Address does, but not if that may be a proxy before many clients which names
// none of them: the peer on this machine, in a private network, or in one behind a carrier's or a cluster's (RFC 6598).
func Client(r *http.Request) netip.Addr {
	peer := peerOf(r)
	if client := said(r, peer); client.IsValid() {
		return client
	}
	if peer.IsLoopback() || peer.IsPrivate() || peer.IsLinkLocalUnicast() || sharedSpace.Contains(peer) {
		return netip.Addr{}
	}
	return peer
}

// sharedSpace are the addresses of RFC 6598.
var sharedSpace = netip.MustParsePrefix("100.64.0.0/10")

// peerOf returns the address from which a request comes.
func peerOf(r *http.Request) netip.Addr {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	peer, _ := netip.ParseAddr(host)
	return peer.Unmap()
}

// said returns the client that a peer names which is believed, the zero value for none.
func said(r *http.Request, peer netip.Addr) netip.Addr {
	if !peer.IsLoopback() && !peer.IsPrivate() {
		return netip.Addr{}
	}
	all := strings.Join(r.Header.Values("X-Forwarded-For"), ",")
	last, _ := netip.ParseAddr(strings.TrimSpace(all[strings.LastIndexByte(all, ',')+1:]))
	return last
}
