package engine

// FreeCellDeal lays out FreeCell deals past the range of the codes too.
var FreeCellDeal = freeCell{}.Deal
