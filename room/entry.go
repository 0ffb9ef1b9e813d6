package room

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// EntryID is the id of an entry of a seat's log: <epoch>-<index>. The store takes only ids above
// the last one, so whoever has written <epoch>-0, the claim, shuts out all earlier epochs.
type EntryID struct{ Epoch, Index uint64 }

// String writes the id as the store knows it: 3-7.
func (id EntryID) String() string {
	return strconv.FormatUint(id.Epoch, 10) + "-" + strconv.FormatUint(id.Index, 10)
}

// ParseEntryID reads an id as String writes it.
func ParseEntryID(text string) (EntryID, error) {
	epoch, index, found := strings.Cut(text, "-")
	if !found {
		return EntryID{}, fmt.Errorf("entry id %q: want epoch and index with a hyphen between", text)
	}
	var id EntryID
	var err error
	if id.Epoch, err = strconv.ParseUint(epoch, 10, 64); err != nil {
		return EntryID{}, fmt.Errorf("entry id %q: %w", text, err)
	}
	if id.Index, err = strconv.ParseUint(index, 10, 64); err != nil {
		return EntryID{}, fmt.Errorf("entry id %q: %w", text, err)
	}
	return id, nil
}

// Compare orders ids as the store does.
func (id EntryID) Compare(other EntryID) int {
	return cmp.Or(cmp.Compare(id.Epoch, other.Epoch), cmp.Compare(id.Index, other.Index))
}

// Entry is an entry of a seat's log as it is stored: a marshalled SeatEntry under its id.
type Entry struct {
	ID   EntryID
	Data []byte
}

// seal makes the entry of a record under the claim that has this nonce.
func seal(id EntryID, record *samedealv1.SeatEntry, nonce uint64) (Entry, error) {
	record.Nonce = nonce
	data, err := proto.Marshal(record)
	if err != nil {
		return Entry{}, fmt.Errorf("entry %s: %w", id, err)
	}
	return Entry{ID: id, Data: data}, nil
}

func openEntry(holder Holder) *samedealv1.SeatEntry {
	return &samedealv1.SeatEntry{Kind: &samedealv1.SeatEntry_Open{Open: &samedealv1.Open{
		Engine: engine.RulesVersion, Tab: []byte(holder.Tab), Attempt: holder.Attempt,
	}}}
}

// actionEntry is the record of an accepted action.
func actionEntry(word string, atMS, number uint32) *samedealv1.SeatEntry {
	record := &samedealv1.SeatEntry{AtMs: atMS, Number: number}
	if word == undoWord {
		record.Kind = &samedealv1.SeatEntry_Undo{Undo: &samedealv1.Undone{}}
	} else {
		record.Kind = &samedealv1.SeatEntry_Move{Move: word}
	}
	return record
}

// finishEntry is the record of an end that is no win.
func finishEntry(ending samedealv1.Ending, atMS uint32) *samedealv1.SeatEntry {
	return &samedealv1.SeatEntry{
		Kind: &samedealv1.SeatEntry_Finish{Finish: &samedealv1.Finish{Ending: ending}},
		AtMs: atMS,
	}
}

// digest stands for a log up to some entry: logs that differ have different digests.
type digest struct {
	length int64
	hash   uint64
}

func digestOf(entries []Entry) digest {
	var d digest
	for _, e := range entries {
		d = d.with(e)
	}
	return d
}

// with is the digest of the log with one entry more: FNV-1a over all ids and data.
func (d digest) with(e Entry) digest {
	h := fnv.New64a()
	_, _ = h.Write(binary.BigEndian.AppendUint64(nil, d.hash))
	_, _ = h.Write([]byte(e.ID.String()))
	_, _ = h.Write(e.Data)
	return digest{length: d.length + 1, hash: h.Sum64()}
}
