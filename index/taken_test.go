package index

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/index/disk/disktest"
	"github.com/aranea-search/aranea/index/wal"
)

// slowLogs is a folder in which it takes long to write a log, and which counts how
// often each file of one was made.
type slowLogs struct {
	*disktest.Memory
	made atomic.Int32 // files of logs
}

// Create is part of disk.Folder.
func (s *slowLogs) Create(name string) (disk.File, error) { return s.slow(name, s.Memory.Create) }

// CreateNew is part of disk.Folder.
func (s *slowLogs) CreateNew(name string) (disk.File, error) {
	return s.slow(name, s.Memory.CreateNew)
}

func (s *slowLogs) slow(name string, create func(string) (disk.File, error)) (disk.File, error) {
	f, err := create(name)
	if err != nil || !strings.HasPrefix(name, "wal-") {
		return f, err
	}
	s.made.Add(1)
	return slowFile{f}, nil
}

// A slowFile takes longer to be made durable than the background rests.
type slowFile struct{ disk.File }

// Sync is part of disk.File.
func (f slowFile) Sync() error {
	time.Sleep(2 * dueStep)
	return f.File.Sync()
}

// TestLogGivenOutOnce: while a caller begins a log that was made ahead, the background
// makes no other of the same number: what is acknowledged in it would be lost.
func TestLogGivenOutOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		files := &slowLogs{Memory: disktest.New()}
		x := open(t, files, Options{Workers: 1, FlushIdle: 20 * time.Second})
		apply(t, x, put(t, "http://a.test/0", "text:zq1x"))
		time.Sleep(11 * time.Second)
		if n := files.made.Load(); n != 2 {
			t.Fatalf("%d logs were made when the next is due", n)
		}
		if err := x.Flush(); err != nil {
			t.Fatal(err)
		}
		for i := range 5 {
			apply(t, x, put(t, fmt.Sprintf("http://a.test/%d", i+1), "text:zq1x"))
		}
		if n := files.made.Load(); n != 2 {
			t.Errorf("%d logs were made where two are in use", n)
		}
		if n, err := count(t, files.Kill()); err != nil || n != 6 {
			t.Errorf("%d documents of 6 after a kill, %v", n, err)
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// TestOpeningOverALogMadeAhead: a log that was made ahead when the owner was killed is in
// nobody's way, also when the last log has no changes and is written anew.
func TestOpeningOverALogMadeAhead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		files, _ := logged(t, 3)
		opt := Options{Workers: 1, FlushIdle: 20 * time.Second}
		for i := range 3 {
			x := open(t, files, opt)
			time.Sleep(11 * time.Second) // what was read back is half old
			left := files.Kill()
			if _, err := whole(left, wal.Name(3)); err != nil {
				t.Fatalf("opening %d: no log was made ahead: %v", i, err)
			}
			time.Sleep(10 * time.Second)
			apply(t, x, put(t, "http://a.test/9", "text:zq1x"))
			if n, err := count(t, files.Kill()); err != nil || n != 4 {
				t.Errorf("opening %d: %d documents, %v", i, n, err)
			}
			if err := x.Close(); err != nil {
				t.Fatal(err)
			}
			files = left
		}
	})
}
