package store

import (
	"context"
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

// ControlPath returns the absolute path of the control socket: in the folder, or where the owner put it (see
// ListenControl). Before a socket that has to be elsewhere is there, the error for other processes is of
// kind NotFound. A process that takes over the folder has a new path, so call ControlPath again after a
// refused connection.
func (f *Folder) ControlPath() (string, error) {
	path, inside, err := f.controlInside()
	if err != nil {
		return "", err
	}
	if f.lock != nil {
		if inside && f.controlElsewhere() == "" {
			return path, nil
		}
		return f.shortControl()
	}
	if info, err := os.Lstat(path); inside && err == nil && info.Mode().Type() == fs.ModeSocket {
		return path, nil
	}
	h, held, err := holderOf(f.dir)
	switch {
	case err != nil:
		return "", folderError(f.dir, err)
	case (!held || h.Control == "") && inside:
		return path, nil
	case !held || h.Control == "":
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

// ListenControl opens the control socket of a folder that this process owns, for this user only. It is in
// the folder, unless that path is too long for a socket or the file system makes none, as of many network
// drives, sticks and folders that a container shares with its host: then it is in a private folder for
// temporary files, whose path the lock file tells.
func (f *Folder) ListenControl(ctx context.Context) (net.Listener, error) {
	path, inside, err := f.controlInside()
	if err != nil {
		return nil, err
	}
	var refused error
	if inside {
		l, err := listenAt(ctx, path)
		if err == nil || DiskFull(err) {
			return l, socketError(f.dir, err)
		}
		refused = err
	}
	path, err = f.shortControl()
	if err != nil && !inside {
		return nil, err
	}
	var l net.Listener
	if err == nil {
		l, err = listenAt(ctx, path)
	}
	if err != nil {
		return nil, socketError(f.dir, errors.Join(refused, err))
	}
	return l, nil
}

// listenAt listens at a path, where no living process does.
func listenAt(ctx context.Context, path string) (net.Listener, error) {
	// This process holds the lock of the folder, so an existing socket was left by a dead owner.
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	l, err := new(net.ListenConfig).Listen(ctx, "unix", path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		_ = l.Close() // the first error is returned
		return nil, err
	}
	return l, nil
}

// controlInside returns the absolute path of a control socket in the folder, and whether it is short enough.
func (f *Folder) controlInside() (path string, short bool, err error) {
	dir, err := filepath.Abs(f.dir)
	if err != nil {
		return "", false, folderError(f.dir, err)
	}
	path = filepath.Join(dir, controlFile)
	return path, len(path) <= maxSocketPath, nil
}

// controlElsewhere returns the path of the socket that the owner has outside of the folder.
func (f *Folder) controlElsewhere() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.holder.Control
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
