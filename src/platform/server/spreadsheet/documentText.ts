import type { Part } from './unzip.ts';
import { readXml } from './xml.ts';

/** The parts of a word processor's document that hold text which its reader sees. */
const TEXTS = /^word\/(document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml$/;
export const DOCUMENT = 'word/document.xml';

/** The paragraphs of a docx, its headers, notes and remarks too, one after the other; nothing else of it is kept. */
export async function* documentParagraphs(parts: ReadonlyMap<string, Part>): AsyncGenerator<string> {
  for (const [name, part] of parts) {
    if (!TEXTS.test(name)) continue;
    let inText = false;
    let paragraph = '';
    const done: string[] = [];
    const reader = {
      open: (tag: string) => {
        inText = tag === 't';
        if (tag === 'tab' || tag === 'br') paragraph += ' ';
      },
      text: (piece: string) => {
        if (inText) paragraph += piece;
      },
      close: (tag: string) => {
        if (tag === 't') inText = false;
        if (tag !== 'p') return;
        if (paragraph.trim() !== '') done.push(paragraph);
        paragraph = '';
      },
    };
    for await (const _ of readXml(part, reader)) yield* done.splice(0);
  }
}
