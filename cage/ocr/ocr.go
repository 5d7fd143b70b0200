package ocr

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea/cage/pdf"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/frame"
)

// Limits of a document.
const (
	Seconds     = 600             // of the processor; some 300 pages
	pageTime    = 5 * time.Minute // by the clock, for one page
	maxTable    = 32 << 20        // bytes of what the program tells of a page
	maxLangs    = 28              // bytes of the names of languages, and so of the version
	program     = "tesseract"
	share       = 5  // a document has so many times its processor time by the clock
	spare       = 20 // of what a document may take, this part is left to what comes after its pages
	noLanguages = "osd"
	languagesIn = "TESSDATA_PREFIX" // names the folder of languages, if it is not the usual one
)

// A Reader reads documents one after another. It is not safe for concurrent use.
type Reader struct {
	languages string
	pages     drawer
	command   []string // the program
}

// A drawer draws the pages of documents in PDF.
type drawer interface {
	Render(body []byte, page func(*image.Gray) bool) (more bool, err error)
}

var _ drawer = (*pdf.Reader)(nil)

// New returns a Reader of text in some languages, as the program names them, with + between them:
// eng+deu. cache is a folder for the compiled reader of PDF, "" for none.
func New(ctx context.Context, languages, cache string) (*Reader, error) {
	pages, err := pdf.New(ctx, cache)
	if err != nil {
		return nil, err
	}
	return &Reader{languages: languages, pages: pages, command: []string{program}}, nil
}

// Check returns what keeps text in some languages from being read here, in a sentence with the way
// out.
func Check(ctx context.Context, languages string) error {
	if len(languages) > maxLangs || strings.Trim(languages, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_+/") != "" {
		return fmt.Errorf("%.60q are no languages as %s names them, such as eng or eng+deu, in at most %d letters", languages, program, maxLangs)
	}
	installed, err := exec.CommandContext(ctx, program, "--list-langs").Output() //nolint:gosec // a constant
	if errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("there is no program %s here; install it first, with its languages (Debian: apt install tesseract-ocr tesseract-ocr-deu)", program)
	}
	if err != nil {
		return fmt.Errorf("ask %s for its languages: %w", program, err)
	}
	_, list, _ := strings.Cut(string(installed), "\n") // behind the first line, a heading
	known := slices.DeleteFunc(strings.Fields(list), func(l string) bool { return l == noLanguages })
	for l := range strings.SplitSeq(languages, "+") {
		if !slices.Contains(known, l) {
			return fmt.Errorf("%s has no language %q here; it has %s (Debian: apt install tesseract-ocr-%s)", program, l, strings.Join(known, ", "), strings.ReplaceAll(strings.ToLower(l), "_", "-"))
		}
	}
	return nil
}

// Hello returns the description of the reader for some languages.
func Hello(languages string) frame.Hello {
	return frame.Hello{Protocol: frame.Protocol, Name: Name, Version: "1-" + languages, Seconds: Seconds, Formats: []frame.Format{
		{Name: "scan", Textless: "pdf"},
		{Name: "image", Types: []string{"image/png", "image/jpeg", "image/tiff"}, Endings: []string{"png", "jpg", "jpeg", "tif", "tiff"}},
	}}
}

// Name is the name of the reader.
const Name = "ocr"

// Read reads a document: the pages of a scan, until its time is over, or a picture.
func (r *Reader) Read(j frame.Job, body []byte) (content.Document, error) {
	b := content.New(j.Limits())
	left := newClock(time.Duration(j.Seconds)*time.Second, time.Now())
	if j.Format != "scan" {
		err := r.look(b, bytes.NewReader(body), left)
		return b.Document(Name), err
	}
	var lost error // of the first page that was not read
	more, err := r.pages.Render(body, func(page *image.Gray) bool {
		lost = cmp.Or(lost, r.look(b, portable(page), left))
		return !b.Full() && left.forAnother(time.Now())
	})
	d := b.Document(Name)
	d.Limited = d.Limited || more
	return d, errors.Join(err, lost)
}

// look adds the text of a picture to a document.
func (r *Reader) look(b *content.Builder, picture io.Reader, left *clock) error {
	ctx, cancel := context.WithTimeout(context.Background(), pageTime)
	defer cancel()
	args := append(slices.Clone(r.command[1:]), "stdin", "stdout", "-l", r.languages, "-c", "tessedit_create_tsv=1")
	cmd := exec.CommandContext(ctx, r.command[0], args...) //nolint:gosec // the languages were checked
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8", "OMP_THREAD_LIMIT=1"}
	if folder, ok := os.LookupEnv(languagesIn); ok {
		cmd.Env = append(cmd.Env, languagesIn+"="+folder)
	}
	cmd.Stdin = picture
	table, errs := &limited{left: maxTable}, &limited{left: maxFault}
	cmd.Stdout, cmd.Stderr = table, errs
	began := time.Now()
	err := cmd.Run()
	left.took(began, cmd.ProcessState, time.Now())
	if err != nil {
		return fmt.Errorf("%w: %s: %w: %s", content.ErrDamaged, program, err, firstLine(errs.String()))
	}
	write(b, table.String())
	return nil
}

// maxFault is how many bytes of a complaint of the program are kept.
const maxFault = 4 << 10

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return strings.ToValidUTF8(line, "?")
}

// limited keeps the beginning of what is written. It does not embed the buffer, which would read
// from a pipe by itself, without the limit.
type limited struct {
	kept bytes.Buffer
	left int
}

// Write implements io.Writer.
func (l *limited) Write(p []byte) (int, error) {
	n := min(len(p), l.left)
	l.left -= n
	l.kept.Write(p[:n])
	return len(p), nil
}

// String returns what was kept.
func (l *limited) String() string { return l.kept.String() }

// portable returns a picture in the format PGM.
func portable(p *image.Gray) io.Reader {
	size := p.Bounds().Size()
	rows := make([]io.Reader, 0, 1+size.Y)
	rows = append(rows, strings.NewReader(fmt.Sprintf("P5\n%d %d\n255\n", size.X, size.Y)))
	for y := range size.Y {
		rows = append(rows, bytes.NewReader(p.Pix[y*p.Stride:][:size.X]))
	}
	return io.MultiReader(rows...)
}
