// Package mirror says which origins are mirrors of one site, and which of them is
// the main one.
//
// What visits show of an origin is gathered in its Record: the host that its
// robots file names in a Host line, where its home page and its other pages
// redirect to, which origin its pages call canonical, and whether the same paths
// of two origins have the same text. Groups makes of such records the groups of
// mirrors, with a reason for every gluing and for the choice of the main mirror.
// What the operator glued or separated counts before all evidence.
//
// Mirrors may become different sites: a Check compares some of their pages now and
// then, and says when they are none any more.
//
// No origin can take another one over: what it says of itself moves only itself.
// A redirect of all its pages is enough for that. A Host line, a canonical link or
// a redirect of the home page lowers the number of equal texts that are asked for,
// to no less than a few; and a group chooses as its main mirror what the other
// members name, not what a member says of itself. docs/mirrors.md tells the rules
// to operators.
//
// Floor: 2 (pure). Stability: engine. It fetches, stores and queues nothing.
package mirror
