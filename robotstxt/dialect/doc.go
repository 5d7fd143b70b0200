// Package dialect says how a robots file is read: a Dialect is a value with one
// switch for each thing on which robots differ.
//
// RFC9309 is the default: the meaning of the standard, the mistakes that Google's
// parser tolerates, the standard's full decoding of escapes. RFC9309Strict keeps
// to the letter. Standard1994, Draft1996 and Conner2 are the standards of old;
// Google, Bing, Yandex, Yandex2003, Baidu, BaiduObserved, Seznam and Slurp are the
// large engines. All lists them, ByName finds one. To define your own, copy one
// and change its fields; Validate finds what cannot be meant.
//
// KnownAgents is what the owners of some robots say of them beyond the standard:
// picture robots that fall back to another token, robots that "*" does not
// address, tokens that say what a page may be used for and never visit. Dialects
// with Catalogue heed it. TokenFromUserAgent derives a token from what a robot
// sends as its User-Agent.
//
// The methods of a Dialect that take a syntax.Record say how it sees one line;
// they are for packages that read files line by line.
//
// Floor: 0 (leaves). Stability: public. It uses the standard library only and is
// pure.
package dialect
