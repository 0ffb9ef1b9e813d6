package solve

// An attempt is a best-first search with some weights, and how many states it may look at in the first
// round.
type attempt struct {
	weights
	quota int
}

// manyCells is what is tried with three cells or more, fewCells with fewer. The weights were found by
// chance and by climbing, and chosen in their order with their quotas so that Microsoft's deals from 1
// on take the fewest states: together, each where the ones before it fail.
var (
	manyCells = []attempt{
		{weights{out: 68, uneven: -4, breaks: 91, above: 29, second: 4, low: 7, loose: 34, spaces: 20, depth: 19}, 600},
		{weights{out: 49, uneven: -2, breaks: 73, above: 16, second: 3, sister: 31, covered: 28, low: 9, loose: 102, full: 70, spaces: 26, depth: 17}, 900},
		{weights{uneven: 24, breaks: 37, second: 2, sister: 18, covered: 28, loose: 76, full: 73, spaces: 66, depth: -6}, 1300},
		{weights{out: 37, uneven: 12, breaks: 75, above: 40, second: 12, sister: 26, low: 12, loose: 74, full: 8, spaces: 22, depth: 1}, 400},
		{weights{breaks: 54, above: 25, second: 9, sister: 76, covered: 6, loose: 94, full: 39, spaces: 25, depth: 17}, 400},
		{weights{out: 110, breaks: 26, above: 50, second: 13, sister: 17, low: 8, full: 31, depth: 18}, 900},
	}
	fewCells = []attempt{
		{weights{out: 72, uneven: 4, breaks: 100, above: 38, second: 6, sister: 6, covered: 16, low: 5, loose: 92, full: 113, spaces: 53, depth: 34}, 900},
		{weights{out: 33, uneven: 5, breaks: 63, above: 13, second: 10, sister: 33, covered: 20, low: 19, loose: 42, full: 32, spaces: 59, depth: -5}, 900},
		{weights{out: 62, uneven: -4, above: 15, sister: 4, low: 9, loose: 37, full: 35, spaces: 58, depth: -3}, 2000},
		{weights{out: 51, uneven: 13, breaks: 51, above: 46, second: 18, sister: 24, covered: 12, low: 18, loose: 34, full: 31, spaces: 28, depth: 37}, 4500},
		{weights{uneven: 14, breaks: 12, above: 8, second: 9, sister: 8, covered: 19, loose: 30, full: 90, spaces: 77, depth: -3}, 2000},
		{weights{uneven: 18, breaks: 105, above: 48, second: 2, covered: 27, low: 6, loose: 29, full: 108, spaces: 27, depth: 14}, 900},
		{weights{out: 84, above: 16, second: 19, sister: 19, low: 6, loose: 73, full: 19, spaces: 57, depth: -2}, 900},
	}
)
