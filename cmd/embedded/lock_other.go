//go:build !unix || aix || solaris

package embedded

import (
	"errors"
	"os"
)

// lockFile refuses: without a lock two processes would write one journal.
func lockFile(string) (*os.File, error) {
	return nil, errors.New("this system has no file locks that the store knows how to use; run it without a data folder, or with Redis")
}
