package interrupt

import (
	"os"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// TestSameInterrupt checks that signals within a second after the first one are ignored, and that
// the end of the command ends the wait for signals.
func TestSameInterrupt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		signals, ended := make(chan os.Signal, 1), make(chan struct{})
		var heard, released time.Time
		began := time.Now()
		for _, after := range []time.Duration{time.Minute, time.Minute + time.Millisecond} {
			time.AfterFunc(after, func() { signals <- syscall.SIGTERM })
		}
		heed(signals, ended, func() { heard = time.Now() }, func() { released = time.Now() })
		if heard.Sub(began) != time.Minute || released.Sub(heard) != sameInterrupt {
			t.Errorf("heard after %s, released %s later", heard.Sub(began), released.Sub(heard))
		}
		close(ended)
		heed(nil, ended, func() { t.Error("a signal was heard") }, func() { t.Error("signals were released") })
	})
}
