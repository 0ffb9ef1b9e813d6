package engine_test

import (
	"errors"
	"fmt"

	"github.com/samedeal/samedeal/engine"
)

func ExampleParseCode() {
	code, err := engine.ParseCode("fc1-c4-aaaaakh")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(code, "is deal", code.Number())
	fmt.Print(code.Variant().Board(code.Start()))
	// Output:
	// FC1-C4-AAAAAKH is deal 267
	// Foundations: S-0 H-0 D-0 C-0
	// Freecells: - - - -
	// 7H 5D 2D 8D TC 2H 8S
	// 2C AD 8H 3H 9H 6S KH
	// QC 6C 2S JS 3C KS 9C
	// 3S AC 6D KC 8C 4C 7D
	// 4H 6H JD TS TD QD
	// AH 5C QS 9S 9D 7C
	// JH TH JC 5H 4D 3D
	// QH KD 7S AS 5S 4S
}

func ExampleParseCode_wrong() {
	_, err := engine.ParseCode("KL1-D2N-AAAAAAB")
	fmt.Println(err)
	// Output: the code's options are "D2N"; KL1 takes D3N, D3P1, D3P3, D1N, D1P1 or D1P3
}

func ExamplePlay_Do() {
	code, _ := engine.ParseCode("KL1-D3N-AAAAAAB")
	g := code.Play()
	for word := range engine.Words("35 16 u") {
		m, _ := engine.ParseMove(word)
		refusal := g.Do(m)
		fmt.Println(word, refusal.Rule, g.Undoable())
	}
	// Output:
	// 35 ACCEPTED 1
	// 16 SAME_COLOUR 1
	// u ACCEPTED 0
}

func ExamplePlay_Replay() {
	code, _ := engine.ParseCode("KL1-D3N-AAAAAAB")
	g := code.Play()
	accepted, err := g.Replay(engine.Words("35 72 16 n"))
	var refusal engine.Refusal
	fmt.Println(accepted, errors.As(err, &refusal), err)
	// Output: 2 true word 3, "16": SAME_COLOUR: the colours do not alternate
}

func ExampleVariant_Moves() {
	code, _ := engine.ParseCode("KL1-D3N-AAAAAAB")
	v, p := code.Variant(), code.Start()
	for m := range v.Moves(&p) {
		fmt.Println(v.Word(p, m))
	}
	// Output:
	// 35
	// 72
	// n
}
