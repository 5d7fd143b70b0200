package render

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"

	"github.com/aranea-search/aranea/render/cdp"
)

// deadProxy is an address without a proxy: port 9 is the discard service, and even if something
// listens there it is not a proxy. Requests that the browser makes on its own end there.
const deadProxy = "http://127.0.0.1:9"

// switches are the command line switches of every browser.
var switches = [...]string{
	"--headless", "--remote-debugging-pipe", "--disable-gpu", "--mute-audio", "--hide-scrollbars", "--no-first-run", "--no-default-browser-check",
	// Access to the network only through the answers to the requests of pages.
	"--proxy-server=" + deadProxy, "--proxy-bypass-list=<-loopback>", "--host-resolver-rules=MAP * ~NOTFOUND",
	"--dns-prefetch-disable", "--disable-quic", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "--block-new-web-contents",
	// No requests other than those of pages.
	"--disable-background-networking", "--disable-component-update", "--disable-component-extensions-with-background-pages", "--disable-default-apps",
	"--disable-domain-reliability", "--disable-extensions", "--disable-sync", "--disable-client-side-phishing-detection", "--metrics-recording-only",
	"--disable-breakpad", "--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,InterestFeedContentSuggestions,SpareRendererForSitePerProcess",
	"--blink-settings=imagesEnabled=false", "--disable-dev-shm-usage", "--disk-cache-size=1", "--password-store=basic", "--use-mock-keychain",
	"--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding",
	"--js-flags=--max-old-space-size=512",
}

// A process is a browser that this package started, with a temporary profile.
type process struct {
	cmd     *exec.Cmd
	pipe    *cdp.Pipe
	profile string
	said    *lastWords
	ended   sync.Once
}

// startProcess starts a browser that is controlled through a pipe: there is no port that others
// could connect to.
func startProcess(path string) (*process, error) {
	profile, err := os.MkdirTemp("", "aranea-render-")
	if err != nil {
		return nil, err
	}
	p, err := startIn(path, profile)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(profile))
	}
	return p, nil
}

func startIn(path, profile string) (*process, error) {
	if err := giveAway(profile); err != nil {
		return nil, err
	}
	var faults []error
	for _, confine := range confinements() {
		p, err := startAs(path, profile, confine)
		if err == nil {
			return p, nil
		}
		faults = append(faults, err)
	}
	return nil, errors.Join(faults...)
}

// startAs starts the browser after confine has configured its process.
func startAs(path, profile string, confine func(*exec.Cmd)) (*process, error) {
	hear, tell, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer func() { _ = hear.Close() }() // the browser has its own copy
	listen, speak, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, tell.Close())
	}
	defer func() { _ = speak.Close() }() // the browser has its own copy
	p := &process{profile: profile, said: new(lastWords), pipe: cdp.NewPipe(listen, tell)}
	args := append(switches[:len(switches):len(switches)], "--user-data-dir="+filepath.Join(profile, "profile"), "about:blank")
	p.cmd = exec.Command(path, args...) //nolint:gosec,noctx // the operator's program, which outlives the call that starts it
	p.cmd.Dir, p.cmd.Env = profile, []string{"PATH=" + os.Getenv("PATH"), "HOME=" + profile, "TMPDIR=" + profile, "LANG=C.UTF-8"}
	p.cmd.ExtraFiles = []*os.File{hear, speak} // descriptors 3 and 4
	p.cmd.Stderr = p.said
	p.cmd.WaitDelay = lastLimit // for its children that hold its error output
	confine(p.cmd)
	if err := p.cmd.Start(); err != nil {
		return nil, errors.Join(fmt.Errorf("start a browser: %w", err), p.pipe.Close())
	}
	return p, nil
}

// end kills the browser and all its children, and removes its profile.
func (p *process) end() {
	p.ended.Do(func() {
		p.kill()
		_ = p.cmd.Wait() // the error is that it was killed
		_ = os.RemoveAll(p.profile)
	})
}

// maxWords is the maximum number of bytes of a browser's error output that are kept.
const maxWords = 4 << 10

// lastWords keeps the beginning of a browser's error output.
type lastWords struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write implements io.Writer.
func (l *lastWords) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.b.Write(p[:min(len(p), max(maxWords-l.b.Len(), 0))])
	return len(p), nil
}

// String returns the output.
func (l *lastWords) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
