// Package weburl parses URLs like a browser (WHATWG URL standard) and keeps them in one canonical
// form, so that one resource is requested under one name.
//
// The canonical form of an http or https URL is the WHATWG serialisation with these additions: no
// fragment, no user name and password, percent escapes of unreserved octets (RFC 3986 section
// 2.3) decoded and the remaining escapes in upper case (section 6.2.2), and an IDN host in
// A-labels. By the WHATWG rules the default port and dot segments are already removed, and an
// empty path is "/". An empty query ("?") is kept, because servers may treat it differently. The
// canonical form is a fixed point: parsing it gives the same URL.
//
// Parsing takes time linear in the length of a reference, which is limited to four times
// MaxLength. A library parses internationalized host names and addresses; everything else is
// parsed here, and tests compare it with the library.
//
// Floor: 0 (leaves). Stability: public. The package does not resolve names, does not fetch, and
// does not decide what may be fetched.
package weburl
