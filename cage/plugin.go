package cage

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"

	"github.com/aranea-search/aranea/cage/modulecache"
	"github.com/aranea-search/aranea/extract/frame"
)

// Limits of plugins.
const (
	MaxPlugin         = 64 << 20 // bytes of its file
	pluginMemoryPages = 4096     // pages of 64 KiB: the maximum memory of a module
	wasmMagic         = "\x00asm"
)

// Ask starts a plugin and returns its description of itself and the checksum of its file.
func Ask(ctx context.Context, o Options, path string) (frame.Hello, string, error) {
	file, err := readPlugin(path)
	if err != nil {
		return frame.Hello{}, "", err
	}
	w, err := start(ctx, o.withDefaults(), pluginGroup+path)
	if err != nil {
		return frame.Hello{}, "", err
	}
	defer w.end()
	return w.hello, Checksum(file), w.hello.Validate()
}

// Checksum returns the checksum of a plugin's file in hexadecimal.
func Checksum(file []byte) string {
	sum := sha256.Sum256(file)
	return hex.EncodeToString(sum[:])
}

// readPlugin reads the file of a plugin.
func readPlugin(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > MaxPlugin {
		return nil, fmt.Errorf("%s is no file of at most %d MiB", path, MaxPlugin>>20)
	}
	return os.ReadFile(path)
}

// startFault describes what is wrong with a file that the system does not run.
func startFault(err error) error {
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.ENOEXEC) {
		return errors.New("it is neither a WebAssembly module nor a program that may be run here (chmod +x lets a program run)")
	}
	return err
}

// servePlugin runs a plugin in this worker. A WebAssembly module has access only to its standard
// input and output; a program of this system has the permissions of its user, with the limits
// that becomeProgram sets.
func servePlugin(ctx context.Context, path, cache string, in io.Reader, out io.Writer) error {
	file, err := readPlugin(path)
	if err != nil {
		return err
	}
	if languages, ok := scansIn(file); ok {
		return serveScans(ctx, languages, cache, in, out)
	}
	if !bytes.HasPrefix(file, []byte(wasmMagic)) {
		return becomeProgram(path)
	}
	r, module, err := compile(ctx, file, cache)
	if err != nil {
		return fmt.Errorf("read the module %s: %w", path, err)
	}
	if err := lock(); err != nil {
		return fmt.Errorf("give up files and network: %w", err)
	}
	go watchMemory(func() int64 { return 0 })
	// With a plain reader, the runtime does not poll the descriptor: polling fails where no
	// descriptor may be opened.
	limited := wazero.NewModuleConfig().WithStdin(struct{ io.Reader }{in}).WithStdout(out).WithStderr(os.Stderr).WithArgs("plugin")
	_, err = r.InstantiateModule(ctx, module, limited)
	if exit, ok := errors.AsType[*sys.ExitError](err); ok && exit.ExitCode() == 0 {
		return nil
	}
	return err
}

// compile compiles a module, and keeps the result in the folder cache, unless that is "" or cannot be
// used.
func compile(ctx context.Context, file []byte, cache string) (wazero.Runtime, wazero.CompiledModule, error) {
	config := wazero.NewRuntimeConfig().WithMemoryLimitPages(pluginMemoryPages)
	if cache != "" {
		if kept, err := modulecache.Open(cache, Checksum(file), time.Now()); err == nil {
			if r, module, err := compileWith(ctx, config.WithCompilationCache(kept), file); err == nil {
				return r, module, nil
			}
		}
	}
	return compileWith(ctx, config, file)
}

func compileWith(ctx context.Context, config wazero.RuntimeConfig, file []byte) (wazero.Runtime, wazero.CompiledModule, error) {
	r := wazero.NewRuntimeWithConfig(ctx, config)
	_, err := wasi_snapshot_preview1.Instantiate(ctx, r)
	if err != nil {
		return nil, nil, errors.Join(err, r.Close(ctx))
	}
	module, err := r.CompileModule(ctx, file)
	if err != nil {
		return nil, nil, errors.Join(err, r.Close(ctx)) // the next try has its memory
	}
	return r, module, nil
}
