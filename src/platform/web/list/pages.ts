/** The page numbers to offer: first, last and the neighbours of the current page; 0 marks a gap. */
export function pagesAround(page: number, last: number): number[] {
  const wanted = [1, page - 1, page, page + 1, last];
  if (page <= 3) wanted.push(2, 3, 4);
  if (page >= last - 2) wanted.push(last - 1, last - 2, last - 3);
  const pages = [...new Set(wanted)].filter((n) => n >= 1 && n <= last).sort((a, b) => a - b);
  return pages.flatMap((n, at) => (at > 0 && n - (pages[at - 1] ?? 0) > 1 ? [0, n] : [n]));
}
