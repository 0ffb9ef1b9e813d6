package engine

// klondike is the classic: only the last card of each column is dealt face up.
type klondike struct{}

func (klondike) Version() string { return "KL1" }

func (klondike) Descriptions() []Description {
	description := func(options string, draw, passes int) Description {
		return Description{
			Options:  options,
			Columns:  triangleColumns,
			FaceDown: true,
			Draw:     draw,
			Passes:   passes,
			Points:   Points{Home: 10, FromWaste: 5, TurnedUp: 5, Redeal: -100},
			Fits:     alternatingFromKing,
			Turn:     drawOrRedeal,
			Settle:   turnUpLast,
		}
	}
	return []Description{
		description("D3N", 3, 0), description("D3P1", 3, 1), description("D3P3", 3, 3),
		description("D1N", 1, 0), description("D1P1", 1, 1), description("D1P3", 1, 3),
	}
}

func (klondike) LastNumber() uint64 { return lastLongNumber }

func (g klondike) Deal(number uint64) Deal {
	deal := dealTriangle(g.Version(), number)
	for _, column := range deal.Columns {
		for i := range column[:len(column)-1] {
			column[i] = column[i].FaceDown()
		}
	}
	return deal
}
