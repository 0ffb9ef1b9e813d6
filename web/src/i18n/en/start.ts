// The messages that the start page and the frame around all pages need: they come with the first load.

import { common } from "./common";
import { daily } from "./daily";
import { game } from "./game";
import { home } from "./home";
import { settings } from "./settings";

export const start = { common, daily, game, home, settings };

export type StartMessages = typeof start;
