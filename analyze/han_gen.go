//go:build ignore

// Han_gen writes simplified.txt from Unihan_Variants.txt of the Unicode Character
// Database, which it reads from its input:
//
//	bzcat /usr/share/unicode/Unihan_Variants.txt.bz2 | go run han_gen.go > simplified.txt
package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

func main() {
	simple := map[rune]rune{}
	var order []rune
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		row := strings.Split(in.Text(), "\t")
		if len(row) != 3 || row[1] != "kSimplifiedVariant" {
			continue
		}
		from := char(row[0])
		for _, field := range strings.Fields(row[2]) {
			// A character that is also its own simplified form is written for others
			// as well; it joins them.
			if to := char(field); to != from && inTable(from) && inTable(to) && simple[from] == 0 {
				simple[from] = to
				order = append(order, from)
			}
		}
	}
	slices.Sort(order)
	fmt.Println("# Traditional characters, each with the one that is written for it in simplified text.")
	fmt.Println("# Made by han_gen.go from kSimplifiedVariant of the Unicode Character Database 15.0.")
	fmt.Println("# Copyright 1991-2022 Unicode, Inc.; Unicode License (https://www.unicode.org/license.txt).")
	line := 0
	for _, from := range order {
		to := simple[from]
		for simple[to] != 0 && simple[to] != from {
			to = simple[to]
		}
		fmt.Printf("%c%c", from, to)
		if line++; line%30 == 0 {
			fmt.Println()
		}
	}
	fmt.Println()
}

// inTable reports whether a character is in the blocks that the table covers.
func inTable(r rune) bool { return r >= 0x3400 && r <= 0x9FFF }

func char(s string) rune {
	n, err := strconv.ParseUint(strings.TrimPrefix(s, "U+"), 16, 32)
	if err != nil {
		panic(err)
	}
	return rune(n)
}
