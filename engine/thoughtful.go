package engine

// thoughtful is Thoughtful, "Solitaire Réfléchi": Klondike's layout with every card of the columns
// face up.
type thoughtful struct{}

func (thoughtful) Version() string { return "TF1" }

func (thoughtful) Descriptions() []Description {
	description := func(options string, draw int) Description {
		return Description{
			Options: options,
			Columns: triangleColumns,
			Draw:    draw,
			Points:  Points{Home: 10, FromWaste: 5, Redeal: -100},
			Fits:    alternatingFromKing,
			Turn:    drawOrRedeal,
		}
	}
	return []Description{description("D1N", 1), description("D3N", 3)}
}

func (thoughtful) LastNumber() uint64 { return lastLongNumber }

func (g thoughtful) Deal(number uint64) Deal { return dealTriangle(g.Version(), number) }
