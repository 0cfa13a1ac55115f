import { cleanHtml } from '../../text/richText.ts';
import { addressOf, fileKeyOf } from './media.ts';
import { picturesOfRtf } from './rtf.ts';

/** How many pictures one paste may bring (specification 9). */
export const MAX_PICTURES = 300;
/** The text of code 13 of the old paste plug-in (specification 8). */
export const TOO_MANY = `Word图片数量超出限制，一次最多${MAX_PICTURES}张`;

const LIST_LEVEL = /mso-list:\s*(l\d+)\s+level(\d)/i;
const NUMBERED = /^[（(]?([0-9]+|[a-z]{1,4}|[一二三四五六七八九十]+)[.)、．）]/i;

const renamed = (html: string, from: RegExp, to: string) =>
  html.replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(from, to));

/** Without styles and scripts, and what stands in them; one that is never closed stays. */
function unscripted(html: string): string {
  const kept: string[] = [];
  let open = '';
  let from = 0;
  for (const piece of html.split(/(<\/?(?:style|script)\b[^<>]*>)/i)) {
    const [, end, name = ''] = /^<(\/?)(style|script)\b/i.exec(piece) ?? [];
    if (open === '' && name !== '' && end === '') {
      open = name.toLowerCase();
      from = kept.length;
    }
    kept.push(piece);
    if (end === '/' && name.toLowerCase() === open) {
      kept.length = from;
      open = '';
    }
  }
  return kept.join('');
}

/** Without what the page's policy would report when the HTML is read: styles are kept under another name, handlers not at all. */
const quiet = (html: string) =>
  renamed(renamed(unscripted(html), /\sstyle\s*=/gi, ' data-style='), /\son[a-z]+\s*=/gi, ' data-on=');

/** Word writes lists as paragraphs whose style names a level; makes them lists within lists. */
function makeLists(body: HTMLElement): void {
  let open: { list: Element; level: number; name: string }[] = [];
  for (const line of body.querySelectorAll<HTMLElement>('[data-style*="mso-list"]')) {
    const [, name = '', at = '0'] = LIST_LEVEL.exec(line.getAttribute('data-style') ?? '') ?? [];
    const level = Number(at);
    if (level === 0) continue;
    const mark = line.querySelector('[data-style*="mso-list:Ignore"], [data-style*="mso-list: Ignore"]');
    const kind = NUMBERED.test(mark?.textContent?.trim() ?? '') ? 'ol' : 'ul';
    mark?.remove();
    if (line.previousElementSibling !== open[0]?.list) open = [];
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop();
    // Another list that begins right behind.
    if (open.length === 1 && open[0]?.level === level && open[0].name !== name) open = [];
    let place = open.at(-1);
    if (!place || place.level < level) {
      const list = body.ownerDocument.createElement(kind);
      if (place) (place.list.lastElementChild ?? place.list).append(list);
      else line.before(list);
      place = { list, level, name };
      open.push(place);
    }
    const item = body.ownerDocument.createElement('li');
    const text = body.ownerDocument.createElement('p');
    text.append(...line.childNodes);
    item.append(text);
    place.list.append(item);
    line.remove();
  }
}

export interface Pasted {
  /** Clean HTML, once the pictures are uploaded: their keys in the order of `pictures`, null where one did not come. */
  html: (keys: readonly (string | null)[]) => string;
  /** In their order; null: a picture of another site, or of a kind that browsers do not show. */
  pictures: (Blob | null)[];
}

/** The bytes of a picture that stands in the HTML itself. */
function ownBytes(src: string): Blob | null {
  const [, type = '', base64 = ''] = /^data:(image\/(?:png|jpeg|gif|webp));base64,([A-Za-z0-9+/=\s]+)$/.exec(src) ?? [];
  if (!type) return null;
  try {
    return new Blob([Uint8Array.from(atob(base64.replace(/\s/g, '')), (sign) => sign.charCodeAt(0))], { type });
  } catch {
    return null;
  }
}

/**
 * Reads what another program put on the clipboard: lists and tables are kept, styles become classes of the profile, and
 * pictures are taken from the RTF beside the HTML, where the HTML only names files of the user's disk.
 */
export function readPasted(html: string, rtf: string): Pasted {
  const page = new DOMParser().parseFromString(quiet(html), 'text/html');
  makeLists(page.body);
  const inRtf = picturesOfRtf(rtf);
  let next = 0;
  const images: HTMLImageElement[] = [];
  const pictures: (Blob | null)[] = [];
  for (const image of page.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? '';
    if (fileKeyOf(src)) continue;
    images.push(image);
    if (/^(data|https?):/i.test(src)) pictures.push(ownBytes(src));
    else {
      const picture = inRtf[next++];
      pictures.push(picture ? new Blob([picture.bytes], { type: picture.type }) : null);
    }
  }
  return {
    pictures,
    html: (keys) => {
      images.forEach((image, at) => {
        const key = keys[at];
        if (key) image.setAttribute('src', addressOf(key));
        else image.remove();
      });
      return cleanHtml(renamed(page.body.innerHTML, /\sdata-style=/gi, ' style='));
    },
  };
}
