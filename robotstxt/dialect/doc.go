// Package dialect defines how a robots file is interpreted: a Dialect is a value with one switch
// for each difference between robots.
//
// RFC9309 is the default: the meaning of the standard, the mistakes that Google's parser
// tolerates, and the standard's full decoding of escapes. RFC9309Strict follows the letter.
// Standard1994, Draft1996 and Conner2 are the old standards; Google, Bing, Yandex, Yandex2003,
// Baidu, BaiduObserved, Seznam and Slurp are the large search engines. All lists them, and
// ByName finds one. To define your own, copy one and change its fields; Validate finds invalid
// ones.
//
// KnownAgents is what the owners of some robots document beyond the standard: image robots that
// fall back to another token, robots to which "*" does not apply, tokens that only control the
// use of pages and never visit. Dialects with Catalogue use it. TokenFromUserAgent extracts a
// token from a User-Agent header.
//
// The methods of a Dialect that take a syntax.Record interpret one line; they are for packages
// that process files line by line.
//
// Floor: 0 (leaves). Stability: public. It uses the standard library only and is pure.
package dialect
