package analysis_test

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/room/analysis/analysistest"
)

// BenchmarkAnalyse analyses games as they are played: by chance, until nothing goes on.
func BenchmarkAnalyse(b *testing.B) {
	for _, variant := range []string{"FC1-C4", "KL1-D1N", "KL1-D3N", "TF1-D1N"} {
		b.Run(variant, func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 2))
			for n := 0; b.Loop(); n++ {
				v, err := engine.ParseVariant(variant)
				if err != nil {
					b.Fatal(err)
				}
				race, err := engine.NewCode(v, uint64(n+1))
				if err != nil {
					b.Fatal(err)
				}
				words := playout(race, random, 80)
				a := open(b, analysistest.NewMemory())
				for !ask(b, a, race, words).GetDone() {
					runtime.Gosched()
				}
			}
		})
	}
}

func playout(race engine.Code, random *rand.Rand, most int) []string {
	play := race.Play()
	var words []string
	for len(words) < most {
		p := play.Position()
		legal := slices.Collect(race.Variant().Moves(&p))
		if len(legal) == 0 || p.Won() {
			break
		}
		m := legal[random.IntN(len(legal))]
		words = append(words, race.Variant().Word(p, m))
		_ = play.Do(m) // it is legal
	}
	return words
}
