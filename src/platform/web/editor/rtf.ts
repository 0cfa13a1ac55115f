/** A picture in RTF; in a list, `null` is a picture of a kind that browsers do not show (WMF, EMF). */
export interface RtfPicture {
  type: 'image/png' | 'image/jpeg';
  bytes: Uint8Array<ArrayBuffer>;
}

/** Where the group that begins at `start` (a `{`) ends, behind its `}`; the end of the text where it is not closed. */
function endOfGroup(rtf: string, start: number): number {
  let depth = 0;
  for (let at = start; at < rtf.length; at++) {
    const sign = rtf[at];
    if (sign === '\\') at++;
    else if (sign === '{') depth++;
    else if (sign === '}' && --depth === 0) return at + 1;
  }
  return rtf.length;
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length >> 1);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}

function pictureOf(group: string): RtfPicture | null {
  const type = /\\pngblip\b/.test(group) ? 'image/png' : /\\jpegblip\b/.test(group) ? 'image/jpeg' : null;
  if (type === null) return null;
  // Properties stand in groups of their own, e.g. {\*\blipuid …} whose sign is hexadecimal too.
  let own = '';
  for (let at = 1; at < group.length - 1; ) {
    if (group[at] === '{') {
      at = endOfGroup(group, at);
      // Else the digits behind it would read on a word before it.
      own += ' ';
    } else {
      const next = group.indexOf('{', at);
      const end = next < 0 ? group.length - 1 : next;
      own += group.slice(at, end);
      at = end;
    }
  }
  const hex = own.replace(/\\\*?[a-z]+-?\d* ?/gi, '').replace(/[^0-9a-f]/gi, '');
  return hex.length < 16 ? null : { type, bytes: bytesOf(hex) };
}

/** Groups whose pictures the HTML does not name: doubles for old readers, page heads and feet, bullets, the page's ground. */
const ASIDE = /^\{(?:\\\*)?\\(?:nonshppict|shprslt|header[lrf]?|footer[lrf]?|listpicture|background)(?![a-z])/;

/**
 * The pictures of an RTF text in order, as word processors put them on the clipboard beside the HTML. Pictures outside of paragraphs
 * are left out, so that the n-th is the n-th picture of the HTML.
 */
export function picturesOfRtf(rtf: string): (RtfPicture | null)[] {
  const pictures: (RtfPicture | null)[] = [];
  for (let at = rtf.indexOf('{'); at >= 0; ) {
    if (ASIDE.test(rtf.slice(at, at + 16))) at = endOfGroup(rtf, at);
    else if (/^\{\\pict\b/.test(rtf.slice(at, at + 7))) {
      const end = endOfGroup(rtf, at);
      pictures.push(pictureOf(rtf.slice(at, end)));
      at = end;
    } else at++;
    at = rtf.indexOf('{', at);
  }
  return pictures;
}
