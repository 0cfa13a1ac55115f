import sanitizeHtml from 'sanitize-html';
import { cleanHtml } from '../../text/richText.ts';

/** A piece of rich text as papers set it: a text, or an element with what it holds. */
export type RichNode =
  | string
  | { tag: string; classes: string[]; file?: string; span?: [columns: number, rows: number]; inside: RichNode[] };

const FILE = /fileName=([0-9a-f]{32})/;
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

const spanOf = (text: string | undefined) => Math.min(20, Math.max(1, Number.parseInt(text ?? '1', 10) || 1));

/** The tree of a cleaned rich text for `rich(…)` of the template kit, and the files of its pictures. */
export function richTree(html: string): { nodes: RichNode[]; files: string[] } {
  const root: RichNode[] = [];
  const open: RichNode[][] = [root];
  const files = new Set<string>();
  sanitizeHtml(cleanHtml(html), {
    allowedTags: false,
    allowedAttributes: false,
    // Cleaned already; here it is read alone.
    allowVulnerableTags: true,
    onOpenTag: (tag, { class: classes = '', src = '', colspan, rowspan }) => {
      const file = tag === 'img' ? FILE.exec(src)?.[1] : undefined;
      if (file) files.add(file);
      const node = {
        tag,
        classes: classes.split(' ').filter(Boolean),
        ...(file ? { file } : {}),
        ...(tag === 'td' || tag === 'th' ? { span: [spanOf(colspan), spanOf(rowspan)] as [number, number] } : {}),
        inside: [] as RichNode[],
      };
      open.at(-1)?.push(node);
      open.push(node.inside);
    },
    onCloseTag: () => {
      if (open.length > 1) open.pop();
    },
    textFilter: (text) => {
      const plain = text.replace(/&(amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity);
      if (plain !== '') open.at(-1)?.push(plain);
      return text;
    },
  });
  return { nodes: root, files: [...files] };
}
