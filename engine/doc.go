// Package engine owns a data folder and carries out all operations on it: crawls, searches,
// questions about URLs and hosts, removals, checks, backups.
//
// One process owns a folder at a time: Open makes this process the owner, which also serves the
// control socket in the folder. Look opens a folder that this process cannot write to. What may be
// asked is in package service, how other processes ask it in package api; package session is for
// processes that do not care who owns the folder.
//
// Floor: 5. Stability: engine. It decides nothing about URLs: crawl, frontier, index and search
// do. Its only texts for people are the trails of Explain.
package engine
