package store

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// controlFile is the name of the control socket.
const controlFile = "control.sock"

// controlPrefix begins the name of a private folder for the socket.
const controlPrefix = "aranea-"

// maxSocketPath is the longest path in bytes that every system accepts for a Unix socket: 104
// including the terminating zero on the strictest, minus a few bytes in reserve.
const maxSocketPath = 100

// ControlPath returns the absolute path of the control socket. It is in the folder. If that path
// is too long for a socket, the owner creates a private folder for temporary files instead and
// writes its path into the lock file; until then, the error for other processes is of kind
// NotFound. A process that takes over the folder has a new path, so call ControlPath again after
// a refused connection.
func (f *Folder) ControlPath() (string, error) {
	dir, err := filepath.Abs(f.dir)
	if err != nil {
		return "", folderError(f.dir, err)
	}
	if path := filepath.Join(dir, controlFile); len(path) <= maxSocketPath {
		return path, nil
	}
	if f.lock != nil {
		return f.shortControl()
	}
	h, held, err := holderOf(f.dir)
	if err != nil {
		return "", folderError(f.dir, err)
	}
	if !held || h.Control == "" {
		return "", refuse(f.dir, &FolderError{Fault: FolderMissing, Err: errors.New("nobody has a control socket for it")})
	}
	info, err := os.Lstat(filepath.Dir(h.Control))
	if err != nil {
		return "", folderError(f.dir, err)
	}
	if !private(info) {
		return "", refuse(f.dir, &FolderError{Fault: FolderForbidden, Err: fmt.Errorf("the folder of its control socket, %s, is open to others", h.Control)})
	}
	return h.Control, nil
}

// shortControl creates the private folder of the socket once.
func (f *Folder) shortControl() (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.holder.Control != "" {
		return f.holder.Control, nil
	}
	dir, err := os.MkdirTemp("", controlPrefix)
	if err != nil {
		return "", folderError(f.dir, err)
	}
	path := filepath.Join(dir, controlFile)
	if len(path) > maxSocketPath {
		_ = os.Remove(dir) // the folder is empty
		return "", refuse(f.dir, &FolderError{Fault: FolderNoSocket, Err: fmt.Errorf("%s is longer than %d bytes too", path, maxSocketPath)})
	}
	h := f.holder
	h.Control = path
	if err := writeHolder(f.lock, h); err != nil {
		_ = os.Remove(dir)
		return "", folderError(f.dir, err)
	}
	f.holder = h
	return path, nil
}

// removeControl removes the private folder of the socket.
func (f *Folder) removeControl() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.holder.Control == "" {
		return
	}
	// A leftover in a folder for temporary files is harmless.
	if err := os.Remove(f.holder.Control); err == nil || errors.Is(err, fs.ErrNotExist) {
		_ = os.Remove(filepath.Dir(f.holder.Control))
	}
}

// removeLeft removes the private folder of the socket of a holder that was killed. If anybody still
// listens there, the lock file came with a copy of a folder, and the holder of that one lives.
func removeLeft(h Holder) {
	dir := filepath.Dir(h.Control)
	if filepath.Base(h.Control) != controlFile || !strings.HasPrefix(filepath.Base(dir), controlPrefix) {
		return
	}
	if info, err := os.Lstat(dir); err != nil || !private(info) {
		return
	}
	if info, err := os.Lstat(h.Control); err != nil || info.Mode().Type() != os.ModeSocket {
		return
	}
	conn, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: h.Control, Net: "unix"})
	if err == nil {
		_ = conn.Close() // nothing was sent
		return
	}
	if errors.Is(err, syscall.ECONNREFUSED) && os.Remove(h.Control) == nil {
		_ = os.Remove(dir) // as in removeControl
	}
}
