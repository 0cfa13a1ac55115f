interface At {
  x: number;
  y: number;
}

const GAP = 34;
const MARGIN = 12;

/**
 * Puts the card beside its marker, right of it where there is room, else left; on a narrow map at the bottom.
 * @param at the marker's middle, and `size` the map's, both in pixels
 */
export function positionCard(card: HTMLElement, at: At, size: At): void {
  const [width, height] = [card.offsetWidth, card.offsetHeight];
  const narrow = size.x < width + 160;
  card.classList.toggle('low', narrow);
  if (narrow) {
    card.style.left = '';
    card.style.top = '';
    return;
  }
  const right = at.x + GAP + width <= size.x - MARGIN || at.x < size.x / 2;
  const left = right ? at.x + GAP : at.x - GAP - width;
  const top = Math.max(MARGIN, Math.min(at.y - 124, size.y - height - MARGIN));
  card.classList.toggle('right', right);
  card.style.left = `${Math.round(left)}px`;
  card.style.top = `${Math.round(top)}px`;
  card.style.setProperty('--point', `${Math.round(Math.max(16, Math.min(at.y - top, height - 24)))}px`);
}
