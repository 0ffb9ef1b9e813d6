package engine_test

import (
	"bytes"
	"testing"

	"github.com/samedeal/samedeal/engine"
)

// The commitments are what sha256sum says of the three lines:
//
//	printf 'samedeal-seal-1\nKL1-D3N-CHQWENRTYUIOP\n000102...1e1f\n' | sha256sum
func TestSealIsGolden(t *testing.T) {
	counted := make([]byte, engine.SaltBytes)
	for i := range counted {
		counted[i] = byte(i)
	}
	for _, c := range []struct {
		code string
		salt []byte
		want string
	}{
		{"KL1-D3N-CHQWENRTYUIOP", counted, "fcad8066c896ce9f95bda32c5e996bea51184efbffb9c7b905cb49a764b81228"},
		{"FC1-C4-AAAAAKH", bytes.Repeat([]byte{0xAB}, engine.SaltBytes), "decef290a854b292fc98e65f30db6c40b4b713b36894a00e28306dbc6e63cd82"},
	} {
		code, err := engine.ParseCode(c.code)
		if err != nil {
			t.Fatal(err)
		}
		if got := engine.Commitment(code, c.salt); got != c.want {
			t.Errorf("%s: %s, want %s", c.code, got, c.want)
		}
	}
}
