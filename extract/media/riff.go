package media

import (
	"encoding/binary"
	"time"

	"github.com/aranea-search/aranea"
)

// readRIFF reads the chunks of a WAV or AVI file.
func readRIFF(b []byte, t *tags) {
	rate := uint64(0) // bytes of sound per second
	riffChunks(b[12:], func(id string, c []byte) {
		switch {
		case id == "fmt " && len(c) >= 12:
			rate = uint64(binary.LittleEndian.Uint32(c[8:]))
		case id == "data":
			t.lasts = seconds(max(uint64(t.size), uint64(len(b))), rate)
		case id == "LIST" && len(c) >= 4:
			readList(string(c[:4]), c[4:], t)
		}
	})
}

// readList reads a list of chunks: tags, or the properties of a film.
func readList(form string, b []byte, t *tags) {
	riffChunks(b, func(id string, c []byte) {
		switch {
		case form == "hdrl" && id == "avih" && len(c) >= 40:
			frames := uint64(binary.LittleEndian.Uint32(c[16:]))
			t.lasts = seconds(frames*uint64(binary.LittleEndian.Uint32(c)), uint64(time.Second/time.Microsecond))
			t.width, t.height = int(binary.LittleEndian.Uint32(c[32:])&(1<<31-1)), int(binary.LittleEndian.Uint32(c[36:])&(1<<31-1))
		case form == "INFO":
			infoChunk(id, legacy(c), t)
		}
	})
}

func infoChunk(id, text string, t *tags) {
	switch id {
	case "INAM":
		t.called(text)
	case "IART", "IPRD", "IGNR", "ICOP":
		t.add(aranea.ElementText, text)
	case "ICMT", "ISBJ":
		t.add(aranea.ElementDescription, text)
	case "IKEY":
		t.add(aranea.ElementKeywords, text)
	case "ICRD":
		t.dated("RIFF ICRD", text)
	}
}
