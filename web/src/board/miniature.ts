import type { Progress } from "../wire/game_pb";

/** The colours that a miniature is drawn with. */
export interface MiniColours {
  card: string;
  edge: string;
  back: string;
  place: string;
  home: string;
}

type Pen = Pick<CanvasRenderingContext2D, "fillRect" | "fillStyle">;

const cardsInDeck = 52;
/** As many cards as a column is drawn for before it is pressed together. */
const comfortable = 13;

/**
 * drawMiniature draws a board's shapes: stock, waste and cells at the top, the columns below with their
 * face-down parts in the colour of the backs, and at the bottom a bar as long as the foundations are full.
 */
export function drawMiniature(
  pen: Pen,
  progress: Progress,
  width: number,
  height: number,
  c: MiniColours,
): void {
  const margin = Math.round(width / 24);
  const count = Math.max(1, progress.columns.length);
  const gap = Math.max(1, Math.round(width / 60));
  const cardWidth = (width - 2 * margin - gap * (count - 1)) / count;
  const barHeight = Math.max(3, Math.round(height / 16));
  const topHeight = Math.round(height / 7);
  const barTop = height - margin - barHeight;

  drawTop(pen, progress, { x: margin, y: margin, cardWidth, gap, height: topHeight }, c);
  const y = margin + topHeight + gap + 1;
  progress.columns.forEach((cards, i) => {
    const column = { x: margin + i * (cardWidth + gap), y, width: cardWidth, height: barTop - gap - y };
    drawColumn(pen, cards, progress.faceDown[i] ?? 0, longest(progress), column, c);
  });
  fill(pen, c.place, margin, barTop, width - 2 * margin, barHeight);
  fill(pen, c.home, margin, barTop, ((width - 2 * margin) * progress.home) / cardsInDeck, barHeight);
}

const longest = (progress: Progress): number => Math.max(comfortable, ...progress.columns);

interface Row {
  x: number;
  y: number;
  cardWidth: number;
  gap: number;
  height: number;
}

function drawTop(pen: Pen, progress: Progress, row: Row, c: MiniColours): void {
  const colours = progress.cells.map((taken) => (taken ? c.card : c.place));
  if (colours.length === 0) {
    colours.push(progress.stock > 0 ? c.back : c.place, progress.waste > 0 ? c.card : c.place);
  }
  colours.forEach((colour, i) => {
    fill(pen, colour, row.x + i * (row.cardWidth + row.gap), row.y, row.cardWidth, row.height);
  });
}

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

function drawColumn(
  pen: Pen,
  cards: number,
  faceDown: number,
  most: number,
  area: Area,
  c: MiniColours,
): void {
  const whole = area.height / 6;
  if (cards === 0) {
    fill(pen, c.place, area.x, area.y, area.width, whole);
    return;
  }
  const step = (area.height - whole) / (most - 1);
  for (let i = 0; i < cards; i++) {
    const y = area.y + i * step;
    const height = i === cards - 1 ? whole : step;
    fill(pen, i < faceDown ? c.back : c.card, area.x, y, area.width, height);
    if (i > 0) fill(pen, c.edge, area.x, y, area.width, 0.5);
  }
}

function fill(pen: Pen, colour: string, x: number, y: number, width: number, height: number): void {
  pen.fillStyle = colour;
  pen.fillRect(x, y, width, height);
}
