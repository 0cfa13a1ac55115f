import { type RefObject, useEffect } from 'react';
import { checkText } from '../../text/textCheck.ts';
import './markedNumbers.css';

const NAME = 'personal-number';
const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, li, td, th, blockquote, figcaption, caption, pre';

/** The places of the personal numbers in what a box shows, block by block; a number may stand half in bold. */
function rangesIn(box: HTMLElement): Range[] {
  const ranges: Range[] = [];
  for (const block of box.querySelectorAll<HTMLElement>(BLOCKS)) {
    if (block.querySelector(BLOCKS)) continue;
    const nodes: Text[] = [];
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node as Text);
    const place = (at: number): [Text, number] | null => {
      let left = at;
      for (const node of nodes) {
        if (left <= node.length) return [node, left];
        left -= node.length;
      }
      return null;
    };
    for (const { start, end } of checkText(nodes.map((node) => node.data).join(''))) {
      const [from, to] = [place(start), place(end)];
      if (!from || !to) continue;
      const range = new Range();
      range.setStart(...from);
      range.setEnd(...to);
      ranges.push(range);
    }
  }
  return ranges;
}

/** Marks the personal numbers in what a box shows, also while it is typed there; the text itself stays as it is. */
export function useMarkedNumbers(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    // A browser without such marks still names each place in words.
    if (!element || !('highlights' in CSS)) return;
    let frame = 0;
    const mark = () => {
      frame = 0;
      CSS.highlights.set(NAME, new Highlight(...rangesIn(element)));
    };
    const later = () => {
      frame ||= requestAnimationFrame(mark);
    };
    mark();
    const observer = new MutationObserver(later);
    observer.observe(element, { childList: true, characterData: true, subtree: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      CSS.highlights.delete(NAME);
    };
  }, [box]);
}
