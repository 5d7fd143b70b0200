// Package weburl reads URLs as a browser does (WHATWG URL standard) and keeps
// them in one canonical form, so that one resource is asked for under one name.
//
// The canonical form of an http or https URL is the WHATWG serialisation with
// these additions: no fragment, no user name and password, percent escapes of
// unreserved octets (RFC 3986 section 2.3) decoded and the remaining escapes in
// upper case (section 6.2.2), and an IDN host in A-labels. The default port and
// dot segments are gone and an empty path is "/" by the WHATWG rules already. An
// empty query ("?") is kept: servers may tell it apart. The canonical form is a
// fixed point: Parse reads it as the same URL.
//
// References are read in time linear in their length, and none longer than four
// times MaxLength is. Names in other scripts and addresses are read by a library;
// everything else is read here, and tests hold it against the library.
//
// Floor: 0 (leaves). Stability: public. The package does not resolve names, does
// not fetch, and has no opinion on what may be fetched.
package weburl
