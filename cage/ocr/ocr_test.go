package ocr

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/frame"
)

// asProgram is the argument that makes the test binary the program: it tells the size of the
// picture that it gets, or fails if the picture says so.
const asProgram = "as-program"

func TestMain(m *testing.M) {
	if len(os.Args) < 2 || os.Args[1] != asProgram {
		os.Exit(m.Run())
	}
	picture, err := io.ReadAll(os.Stdin)
	if err != nil || bytes.Contains(picture, []byte("broken")) {
		fmt.Fprintln(os.Stderr, "Error during processing.")
		os.Exit(1)
	}
	var width, height int
	if _, err := fmt.Sscanf(string(picture), "P5\n%d %d\n255\n", &width, &height); err != nil {
		width = len(picture)
	}
	fmt.Printf("5\t1\t1\t1\t1\t1\t0\t0\t0\t0\t96\tpicture\n5\t1\t1\t1\t1\t2\t0\t0\t0\t0\t96\t%dx%d\n", width, height)
	fmt.Printf("5\t1\t1\t1\t1\t3\t0\t0\t0\t0\t96\t%s\n", strings.Join(os.Args[2:], "_"))
}

// drawn are pictures in place of the pages of a document.
type drawn []*image.Gray

func (d drawn) Render(_ []byte, page func(*image.Gray) bool) (bool, error) {
	for i, p := range d {
		if !page(p) {
			return i+1 < len(d), nil
		}
	}
	return false, nil
}

func job(format string, seconds int) frame.Job {
	j := frame.Job{Format: format, Seconds: seconds}
	j.Limit(content.Limits{Text: 1 << 20, Elements: 1000, Links: 1000, Title: 1000, Attribute: 1000})
	return j
}

// TestRead: pages of scans go to the program one after the other, as pictures without what lies
// between their rows, until the time is over; other files go to it as they are.
func TestRead(t *testing.T) {
	t.Parallel()
	sub, _ := image.NewGray(image.Rect(0, 0, 40, 30)).SubImage(image.Rect(0, 0, 20, 10)).(*image.Gray)
	r := &Reader{languages: "eng+deu", pages: drawn{sub, image.NewGray(image.Rect(0, 0, 7, 5))}, command: []string{os.Args[0], asProgram}}
	const args = "stdin_stdout_-l_eng+deu_-c_tessedit_create_tsv=1\n"
	for _, tt := range []struct {
		name    string
		j       frame.Job
		body    string
		want    string
		limited bool
	}{
		{"a scan", job("scan", 3000), "%PDF-", "picture 20x10 " + args + "picture 7x5 " + args, false},
		{"a scan that has no time", job("scan", 0), "%PDF-", "picture 20x10 " + args, true},
		{"a picture", job("image", 3000), "\x89PNG", "picture 4x0 " + args, false},
	} {
		d, err := r.Read(tt.j, []byte(tt.body))
		if err != nil || string(d.Text) != tt.want || d.Limited != tt.limited || d.Reader != Name {
			t.Errorf("%s: %q, limited %t, by %s, %v", tt.name, d.Text, d.Limited, d.Reader, err)
		}
	}
	if _, err := r.Read(job("image", 3000), []byte("broken")); !errors.Is(err, content.ErrDamaged) || !strings.Contains(err.Error(), "Error during processing.") {
		t.Errorf("a picture that the program does not read: %v", err)
	}
}

// TestClock: there is time for another page if one like the longest fits.
func TestClock(t *testing.T) {
	t.Parallel()
	began := time.Unix(1_800_000_000, 0)
	c := newClock(100*time.Second, began) // 95 by the clock, 19 of the processor
	c.took(began.Add(time.Second), nil, began.Add(40*time.Second))
	if !c.forAnother(began.Add(40 * time.Second)) {
		t.Error("no time at 40 s for a page of 40")
	}
	if c.forAnother(began.Add(60 * time.Second)) {
		t.Error("time at 60 s for a page of 40")
	}
	c = newClock(100*time.Second, began)
	c.took(began.Add(10*time.Second), nil, began.Add(10*time.Second))
	if c.forAnother(began.Add(10 * time.Second)) {
		t.Error("time to draw a page for 10 s of the processor, of which 9 are left")
	}
}

// TestLimited: of what a program writes to a pipe, the beginning is kept.
func TestLimited(t *testing.T) {
	t.Parallel()
	out := &limited{left: 9}
	cmd := exec.CommandContext(t.Context(), os.Args[0], asProgram)
	cmd.Stdin, cmd.Stdout = strings.NewReader("picture"), out
	if err := cmd.Run(); err != nil || out.String() != "5\t1\t1\t1\t1" {
		t.Errorf("kept %q, %v", out.String(), err)
	}
}

// TestBrokenPages: of a scan whose pages the program does not read, one complaint is told.
func TestBrokenPages(t *testing.T) {
	t.Parallel()
	broken := image.NewGray(image.Rect(0, 0, 6, 1))
	copy(broken.Pix, "broken")
	r := &Reader{languages: "eng", pages: drawn{broken, broken, broken}, command: []string{os.Args[0], asProgram}}
	if _, err := r.Read(job("scan", 3000), []byte("%PDF-")); !errors.Is(err, content.ErrDamaged) || strings.Count(err.Error(), "Error during processing.") != 1 {
		t.Errorf("a scan of broken pages: %v", err)
	}
}

// TestHello: what the reader says of itself holds, for names of languages of all lengths.
func TestHello(t *testing.T) {
	t.Parallel()
	for _, languages := range []string{"eng", strings.Repeat("x", maxLangs)} {
		if err := Hello(languages).Validate(); err != nil {
			t.Error(err)
		}
	}
	if pictures := Hello("eng").Formats[1].Name; pictures != extract.KindOfEnding("png") {
		t.Errorf("pictures that are read are called %q, which filetype:image does not find", pictures)
	}
	for _, languages := range []string{"", "eng;rm", "-l", "eng deu", strings.Repeat("x", maxLangs+1), "../x"} {
		if err := Check(t.Context(), languages); err == nil {
			t.Errorf("%q are languages", languages)
		}
	}
}
