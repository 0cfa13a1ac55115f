/** A help document of the demo: title, pages that it helps with, HTML, and the documents below it. */
export interface HelpText {
  title: string;
  routes?: readonly string[];
  html: string;
  below?: readonly HelpText[];
}

/** Pieces of a help document's HTML. */
export const p = (text: string) => `<p class="rt-indent">${text}</p>`;
export const steps = (...lines: readonly string[]) =>
  `<ol>${lines.map((line) => `<li><p>${line}</p></li>`).join('')}</ol>`;
export const points = (...lines: readonly string[]) =>
  `<ul>${lines.map((line) => `<li><p>${line}</p></li>`).join('')}</ul>`;
export const part = (title: string) => `<h3>${title}</h3>`;
export const table = (head: readonly string[], ...rows: readonly (readonly string[])[]) =>
  `<table><tbody><tr>${head.map((cell) => `<th>${cell}</th>`).join('')}</tr>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table>`;
