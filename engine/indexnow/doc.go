// Package indexnow reads what sites say of their changed URLs by the IndexNow
// protocol (https://www.indexnow.org/documentation), and bounds what is believed of
// it.
//
// Floor: 5 (owner), inside engine, which hands it what it asks and changes. Stability:
// engine.
package indexnow
