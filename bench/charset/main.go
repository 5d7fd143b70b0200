// Command charset makes the models by which package extract/charset tells
// charsets, and measures how often it is right.
//
//	charset collect DIR OUT   writes OUT/LANG.txt from message catalogues (DIR/LANG/**.mo)
//	charset train DIR         prints the models of DIR/LANG.txt
//	charset measure DIR       re-encodes DIR/LANG.txt and counts what is read right
//	charset pages WEB         the same of the pages WEB/HOST/*.html with their markup
//
// Of each text one line in four is left out of training and measured.
package main

import (
	"encoding/binary"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "charset:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 3 && args[0] == "collect":
		return collect(args[1], args[2])
	case len(args) == 2 && args[0] == "train":
		return train(args[1])
	case len(args) == 2 && args[0] == "measure":
		return measure(args[1])
	case len(args) == 2 && args[0] == "pages":
		return pages(args[1])
	}
	return fmt.Errorf("usage: charset collect DIR OUT | train DIR | measure DIR | pages WEB")
}

// collect writes the translations in message catalogues, one on a line.
func collect(dir, out string) error {
	langs, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, l := range langs {
		var text strings.Builder
		err := filepath.WalkDir(filepath.Join(dir, l.Name()), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".mo") {
				return err
			}
			b, err := os.ReadFile(path)
			if err == nil {
				catalogue(b, &text)
			}
			return err
		})
		if err == nil && text.Len() > 0 {
			err = os.WriteFile(filepath.Join(out, l.Name()+".txt"), []byte(text.String()), 0o644)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// catalogue writes the translations of a catalogue in the format of gettext.
func catalogue(b []byte, out *strings.Builder) {
	if len(b) < 28 || binary.LittleEndian.Uint32(b) != 0x950412de {
		return
	}
	count, table := binary.LittleEndian.Uint32(b[8:]), binary.LittleEndian.Uint32(b[16:])
	for i := range count {
		at := int(table + 8*i)
		n, from := int(binary.LittleEndian.Uint32(b[at:])), int(binary.LittleEndian.Uint32(b[at+4:]))
		s := string(b[from : from+n])
		if i > 0 && n > 20 && utf8.ValidString(s) {
			fmt.Fprintln(out, strings.Join(strings.Fields(strings.NewReplacer("~", "", "_", "", "\x00", " ").Replace(s)), " "))
		}
	}
}

// lines returns the lines of a text for training, or those left out of it.
func lines(path string, forTraining bool) ([]string, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var out []string
	for i, l := range strings.Split(string(b), "\n") {
		if (i/8%4 != 0) == forTraining {
			out = append(out, l)
		}
	}
	return out, nil
}
