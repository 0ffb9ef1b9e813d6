/** All variants that a race can be made of by choosing, game by game, as the choice of a new race has them. */
export const variants: readonly string[] = [
  ...["KL1-D1N", "KL1-D1P3", "KL1-D1P1", "KL1-D3N", "KL1-D3P3", "KL1-D3P1"],
  ...["FC1-C4", "FC1-C2", "FC1-C1"],
  ...["TF1-D1N", "TF1-D3N"],
];
