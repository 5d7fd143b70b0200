// Package zone learns from the first pages of a site which parts of them are its
// template, and labels the blocks of further pages: what a page is about, what all
// pages of the site have alike, what leads through the site, lists of links,
// advertising. Nothing is deleted; a label says how much words count and what is
// shown of a page.
//
// A Profile counts two things of the pages of one origin: blocks of text, by a hash
// of the text and the path of containers around it, and containers, by their paths.
// A block that many pages have is template text. A container that holds much of
// such text, or links for the most part, and little of what only single pages say,
// is template as a whole, so that a trail of links or a list of contents that
// differs on every page is known by its place. A container that bears a good part of
// what single pages say is never one. docs/extraction.md tells the rules to operators.
//
// Floor: 2 (pure). Stability: engine. It reads no markup and knows nothing of
// weights, hosts and stores.
package zone
