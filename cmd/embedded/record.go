package embedded

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
)

// The journal is a header line and records. A record is
//
//	mark      4 bytes, so that records can be found behind damage
//	length    4 bytes, of the body, little-endian
//	checksum  4 bytes, CRC-32C of the length and the body, little-endian
//	body      the instant, the number of commands, and for each the number of its words, and for each
//	          of those its length and bytes; all numbers are unsigned varints
const (
	formatName    = "samedeal journal "
	formatVersion = "1"
	header        = formatName + formatVersion + "\n"

	recordMark   = "\xf5jr\xfa"
	recordPrefix = len(recordMark) + 8

	// maxBody bounds a record: what one pipeline may write.
	maxBody = 1 << 30
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

var (
	errTooLong  = errors.New("the commands of one pipeline are longer than a record may be")
	errBody     = errors.New("the record's body does not parse")
	errCutShort = errors.New("the record is cut short")
	errMark     = errors.New("there is no record")
	errChecksum = errors.New("the record's checksum is wrong")
)

// A command is its name in capitals and its arguments.
type command []string

// A record is what was written in one go, and when.
type record struct {
	at       int64 // milliseconds of Unix time
	commands []command
}

// append writes the record's bytes behind those of data.
func (r record) append(data []byte) ([]byte, error) {
	start := len(data)
	data = append(data, recordMark...)
	data = append(data, make([]byte, 8)...)
	data = binary.AppendUvarint(data, uint64(r.at))
	data = binary.AppendUvarint(data, uint64(len(r.commands)))
	for _, c := range r.commands {
		data = binary.AppendUvarint(data, uint64(len(c)))
		for _, word := range c {
			data = binary.AppendUvarint(data, uint64(len(word)))
			data = append(data, word...)
		}
	}
	length := len(data) - start - recordPrefix
	if length > maxBody {
		return data[:start], errTooLong
	}
	frame := data[start+len(recordMark):]
	binary.LittleEndian.PutUint32(frame, uint32(length))
	binary.LittleEndian.PutUint32(frame[4:], checksum(frame[:4], frame[8:]))
	return data, nil
}

func checksum(length, body []byte) uint32 {
	return crc32.Update(crc32.Checksum(length, castagnoli), castagnoli, body)
}

// cutRecord reads the record at the start of data, and gives how long it is.
func cutRecord(data []byte) (r record, size int, err error) {
	body, err := cutBody(data)
	if err != nil {
		return record{}, 0, err
	}
	r, err = parseBody(body)
	return r, recordPrefix + len(body), err
}

func cutBody(data []byte) ([]byte, error) {
	if len(data) < len(recordMark) {
		return nil, errCutShort
	}
	if string(data[:len(recordMark)]) != recordMark {
		return nil, errMark
	}
	if len(data) < recordPrefix {
		return nil, errCutShort
	}
	frame := data[len(recordMark):]
	length := int64(binary.LittleEndian.Uint32(frame))
	if length > maxBody || length > int64(len(data)-recordPrefix) {
		return nil, errCutShort
	}
	body := frame[8 : 8+length]
	if checksum(frame[:4], body) != binary.LittleEndian.Uint32(frame[4:]) {
		return nil, errChecksum
	}
	return body, nil
}

func parseBody(body []byte) (record, error) {
	p := bodyParser{rest: body}
	r := record{at: int64(p.number())}
	for range p.count() {
		c := make(command, 0, 4)
		for range p.count() {
			c = append(c, p.word())
		}
		if len(c) == 0 {
			p.bad = true
		}
		r.commands = append(r.commands, c)
	}
	if p.bad || len(p.rest) > 0 || r.at < 0 {
		return record{}, errBody
	}
	return r, nil
}

// A bodyParser reads a body from its start. After the first fault it gives zeros.
type bodyParser struct {
	rest []byte
	bad  bool
}

func (p *bodyParser) number() uint64 {
	n, size := binary.Uvarint(p.rest)
	if size <= 0 || p.bad {
		p.bad = true
		return 0
	}
	p.rest = p.rest[size:]
	return n
}

// count reads how many things follow, each of which takes a byte at least.
func (p *bodyParser) count() uint64 {
	n := p.number()
	if n > uint64(len(p.rest)) {
		p.bad = true
		return 0
	}
	return n
}

func (p *bodyParser) word() string {
	n := p.count()
	word := string(p.rest[:n])
	p.rest = p.rest[n:]
	return word
}
