// Command pdf compares the words that are read of PDF documents with those that
// pdftotext reads, which must be installed:
//
//	pdf FILE...
//
// Of each document it prints how many words the two have in common, as the F of
// precision and recall, each word as often as it occurs; at the end what both took of
// the processor.
package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/aranea-search/aranea/bench/cost"
	"github.com/aranea-search/aranea/cage/pdf"
	"github.com/aranea-search/aranea/extract/content"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "pdf:", err)
		os.Exit(1)
	}
}

func run(files []string) error {
	if len(files) == 0 {
		return fmt.Errorf("usage: pdf FILE")
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return err
	}
	reader, err := pdf.New(context.Background(), filepath.Join(cache, "aranea"))
	if err != nil {
		return err
	}
	sum := 0.0
	var ours, theirs time.Duration
	for _, name := range files {
		body, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		began, err := cost.Processor()
		if err != nil {
			return err
		}
		doc, err := reader.Read(body, content.Limits{Text: 64 << 20, Elements: 10 << 20, Links: 1 << 20, Title: 4096, Attribute: 8192})
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		end, err := cost.Processor()
		if err != nil {
			return err
		}
		command := exec.Command("pdftotext", "-enc", "UTF-8", name, "-")
		text, err := command.Output()
		if err != nil {
			return fmt.Errorf("pdftotext %s: %w", name, err)
		}
		ours, theirs = ours+end-began, theirs+command.ProcessState.UserTime()+command.ProcessState.SystemTime()
		f, n := compare(words(string(doc.Text)), words(string(text)))
		fmt.Printf("%.4f  %7d words  %s\n", f, n, filepath.Base(name))
		sum += f
	}
	fmt.Printf("%.4f  mean of %d documents\n", sum/float64(len(files)), len(files))
	fmt.Printf("%.1f s of processor time, pdftotext %.1f s: %.2f times as much\n", ours.Seconds(), theirs.Seconds(), ours.Seconds()/theirs.Seconds())
	return nil
}

// words counts the words of a text. Hyphens at the ends of lines are undone, and a letter
// with an accent is the same however it is written.
func words(text string) map[string]int {
	out := map[string]int{}
	text = norm.NFC.String(strings.NewReplacer("\u00ad\n", "", "-\n", "", "\u00ad", "").Replace(text))
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }) {
		for _, part := range apart(w) {
			out[strings.ToLower(part)]++
		}
	}
	return out
}

// apart separates the characters of alphabets without spaces.
func apart(w string) []string {
	for _, r := range w {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
			return strings.Split(w, "")
		}
	}
	return []string{w}
}

// compare returns the F of two counts, and how many words the second has.
func compare(got, want map[string]int) (f float64, n int) {
	common, read := 0, 0
	for w, k := range got {
		read += k
		common += min(k, want[w])
	}
	for _, k := range want {
		n += k
	}
	return 2 * float64(common) / float64(max(read+n, 1)), n
}
