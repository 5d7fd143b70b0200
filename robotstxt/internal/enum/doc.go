// Package enum names the values of closed lists.
//
// Floor: 0 (leaves). Stability: engine. It is the foundation of the packages of
// robotstxt, and pure.
package enum
