// What a board shows, to be compared with what it should show.

import { settled } from "./board.mjs";

/** still waits until all is answered, nothing moves, and the cards that moved lie among the others again. */
export async function still(page) {
  await settled(page);
  await page.waitForFunction(() => {
    const cards = [...document.querySelectorAll('[data-testid="board"] [data-index]')];
    const atRest = (card) => Number(card.style.zIndex) < 1000 && !card.classList.contains("in-hand");
    return cards.length === 52 && cards.every(atRest);
  });
}

/**
 * picture gives all that a board shows, by places: the card, where it is drawn and over which others, its face,
 * and each pile's name. Two boards of the same game give the same, whatever led to them.
 */
export async function picture(page) {
  await still(page);
  return page.locator('[data-testid="board"]').evaluate((board) => {
    const shown = {};
    // A face is long, and all that matters is whether it is another one.
    const short = (text) =>
      [...text].reduce((hash, sign) => (hash * 31 + sign.codePointAt(0)) | 0, 0).toString(16);
    for (const node of board.querySelectorAll("[data-index]")) {
      const { card, pile, index } = node.dataset;
      const face = node.querySelector(".face").innerHTML.replaceAll(/<!--.*?-->/g, "");
      shown[`${pile}${index.padStart(2, "0")}`] = {
        card,
        at: node.style.transform,
        size: [node.style.width, node.style.height],
        z: node.style.zIndex,
        visibility: getComputedStyle(node).visibility,
        face: short(face),
      };
    }
    for (const stop of board.querySelectorAll("button[data-pile]")) {
      shown[`name of ${stop.dataset.pile}`] = stop.getAttribute("aria-label");
    }
    shown.marks = board.querySelectorAll(".mark").length;
    return Object.fromEntries(Object.entries(shown).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** freshPicture is the same game's picture on a page that has just been loaded. */
export async function freshPicture(page) {
  const moves = await page.getByTestId("race").getAttribute("data-moves");
  await page.reload();
  await page.locator(`[data-testid="race"][data-moves="${moves}"]`).waitFor();
  return picture(page);
}
