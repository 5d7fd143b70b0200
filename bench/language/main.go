// Command language makes the models by which package analyze/language tells
// languages, and measures how often it is right.
//
//	language train DIR          prints the models of DIR/LANG.txt
//	language words DIR          prints the common words of DIR/LANG.txt
//	language lines DIR          tells the language of lines left out of training
//	language pages WEB          tells that of the pages of WEB/LANG.SITE.test
//
// The texts of DIR are those that charset collect makes. Of each text one line in
// four is left out of training and measured.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "language:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 2 && args[0] == "train":
		return train(args[1])
	case len(args) == 2 && args[0] == "words":
		return commonWords(args[1])
	case len(args) == 2 && args[0] == "lines":
		return measureLines(args[1])
	case len(args) == 2 && args[0] == "pages":
		return measurePages(args[1])
	}
	return fmt.Errorf("usage: language train DIR | words DIR | lines DIR | pages WEB")
}

// texts returns the lines of each language, for training or those left out of it.
func texts(dir string, forTraining bool) (map[string][]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil {
		return nil, err
	}
	out := map[string][]string{}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		lang := codeOf(strings.TrimSuffix(filepath.Base(f), ".txt"))
		for i, l := range strings.Split(string(b), "\n") {
			if (i/8%4 != 0) == forTraining {
				out[lang] = append(out[lang], l)
			}
		}
	}
	return out, nil
}

// codeOf returns the code of the language that a catalogue is named after.
func codeOf(name string) string {
	if i := strings.IndexAny(name, "-_@."); i >= 0 {
		name = name[:i]
	}
	if name == "nb" || name == "nn" {
		return "no"
	}
	return name
}
