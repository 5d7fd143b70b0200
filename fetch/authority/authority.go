// Package authority reads the certificates of authorities that an operator trusts beside those of
// the system, such as a company's own, and recognises the failures that they fix.
//
// Floor: 3 (state and I/O). Stability: engine. It never makes a connection trusted without a
// certificate: names and dates are verified as ever.
package authority

import (
	"bytes"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/aranea-search/aranea"
)

// maxFile limits a file of certificates. Those of all public authorities together are a fifth of
// a megabyte.
const maxFile = 8 << 20

// Read returns the authorities of the system together with those of a PEM file, which may hold
// several certificates, and other text. It returns nil, which means those of the system, if path
// is "". A file that cannot be read or holds no certificate is an error of kind Invalid.
func Read(path string) (*x509.CertPool, error) {
	if path == "" {
		return nil, nil
	}
	pool, _, err := readSum(path)
	return pool, err
}

// readSum is Read for a path that is not "". It also returns what identifies the certificates of the
// file.
func readSum(path string) (*x509.CertPool, string, error) {
	pool, sum, err := read(path)
	if err != nil {
		return nil, "", &aranea.Error{Op: "read --ca-file", Kind: aranea.Invalid, Obj: path, Err: err}
	}
	return pool, sum, nil
}

func read(path string) (*x509.CertPool, string, error) {
	data, err := content(path)
	if err != nil {
		return nil, "", err
	}
	certs, err := certificates(data)
	if err != nil {
		return nil, "", err
	}
	pool, err := x509.SystemCertPool() // a copy
	if err != nil {
		return nil, "", fmt.Errorf("the authorities of the system: %w", err)
	}
	for _, c := range certs {
		pool.AddCert(c)
	}
	return pool, sumOf(certs), nil
}

// content returns the bytes of a regular file.
func content(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, withoutPath(err)
	case !info.Mode().IsRegular():
		return nil, errors.New("it is no file")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, withoutPath(err)
	}
	defer func() { _ = f.Close() }() // it was only read
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = fmt.Errorf("it is larger than %d bytes", maxFile)
	}
	return data, err
}

// withoutPath returns the cause of an error of a file that is named already.
func withoutPath(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// certificates returns the certificates in PEM data, at least one.
func certificates(data []byte) ([]*x509.Certificate, error) {
	var certs []*x509.Certificate
	for block, rest := pem.Decode(data); block != nil; block, rest = pem.Decode(rest) {
		if block.Type != "CERTIFICATE" {
			continue
		}
		c, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil, fmt.Errorf("certificate %d cannot be read: %w", len(certs)+1, err)
		}
		certs = append(certs, c)
	}
	switch _, err := x509.ParseCertificates(data); {
	case len(certs) > 0:
		return certs, nil
	case err == nil && len(bytes.TrimSpace(data)) > 0:
		return nil, errors.New("its certificate is not in PEM; openssl x509 -inform der -in FILE -out FILE.pem converts it")
	}
	return nil, errors.New("it holds no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----")
}

// Unknown reports whether an exchange failed because the certificate of its host is signed by an
// authority that is not trusted, by the detail of aranea.NetTLS. Read helps then, and not if the
// certificate is for another name or out of date.
func Unknown(detail string) bool {
	return strings.Contains(detail, x509.UnknownAuthorityError{}.Error())
}
