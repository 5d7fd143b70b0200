package plugins

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cage"
	"github.com/aranea-search/aranea/cmd/aranea/command"
)

// newOCR returns the command that adds the plugin that is built in.
func newOCR() *cobra.Command {
	return &cobra.Command{
		Use: "ocr [flags] LANGUAGES", Short: "Read text in scans and pictures from now on, by the program tesseract",
		Long: `Ocr adds the plugin of that name, which is part of Aranea: from then on crawls read
documents in PDF without text as scans, and pictures that are linked to or lie in a
folder of files. It needs the program tesseract, with the languages that are named
as it names them. 'aranea plugin remove ocr' ends it.`,
		Example: "  apt install tesseract-ocr tesseract-ocr-deu\n  aranea plugin ocr eng+deu",
		Args:    command.Args(1, 1),
		RunE:    addOCR,
	}
}

func addOCR(cmd *cobra.Command, args []string) (err error) {
	file, err := cage.Scans(cmd.Context(), args[0])
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "aranea-ocr-")
	if err != nil {
		return fmt.Errorf("make a folder for the plugin: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	path := filepath.Join(dir, "ocr")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		return err
	}
	return add(cmd, []string{path})
}
