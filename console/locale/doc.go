// Package locale says what searchers read in their own language: the texts of the search
// pages from a catalogue, with plural forms, numbers and dates as the language writes them.
// texts/en.toml is the catalogue in English; each other file of that folder translates it
// into the language of its name, and docs/languages.md tells how one is added.
//
// Floor: 6 (faces), a part of console. Stability: engine. It is pure, knows nothing of
// requests, and does not write HTML.
package locale
