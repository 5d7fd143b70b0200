// Package exporting has the command export, which prints what a data folder knows, and writes sitemaps.
//
// Floor: 7 (glue), a part of cmd/aranea. Stability: engine. It has flags, texts for people and files; which
// pages a sitemap lists is decided by engine/sitemappages, and how it is written by package sitemap.
package exporting
