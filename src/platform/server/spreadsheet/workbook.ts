import { posix } from 'node:path';
import * as XLSX from '@e965/xlsx';
import { CHINESE_FORMATS, cleanText } from './cellText.ts';
import { BROKEN, LIMITS, Refused, TOO_LONG, TOO_MUCH } from './limits.ts';
import type { Part } from './unzip.ts';
import { readWholeXml, readXml } from './xml.ts';

/** A workbook but for its rows. */
export interface Workbook {
  sheets: { name: string; hidden: boolean; part: Part }[];
  /** Texts that cells share, by their numbers. */
  shared: readonly string[];
  /** The format of numbers, by the number of the style. */
  formats: readonly string[];
  /** The names of styles. */
  styles: readonly string[];
  /** Days count from 1904. */
  from1904: boolean;
}

const WORKBOOK = 'xl/workbook.xml';

/** Where the parts are that a part refers to, by the id and by the last word of the kind of the relation. */
async function relationsOf(parts: ReadonlyMap<string, Part>, of: string) {
  const targets = new Map<string, string>();
  const { dir, base } = posix.parse(of);
  await readWholeXml(parts.get(`${dir}/_rels/${base}.rels`.toLowerCase()), {
    open(name, { Id, Type, Target }) {
      if (name !== 'Relationship' || !Target) return;
      const path = (Target.startsWith('/') ? Target.slice(1) : posix.join(dir, Target)).toLowerCase();
      targets.set(`id ${Id}`, path);
      targets.set(`kind ${posix.basename(Type ?? '')}`, path);
    },
  });
  return targets;
}

/** The parts of a workbook except its rows. Throws a refusal where it is no workbook, or its texts are too large. */
export async function openWorkbook(parts: ReadonlyMap<string, Part>): Promise<Workbook> {
  const main = parts.get(WORKBOOK);
  if (!main) throw new Refused('文件已损坏或不是表格，不能打开');
  const targets = await relationsOf(parts, WORKBOOK);
  const kept = (kind: string) => {
    const part = parts.get(targets.get(`kind ${kind}`) ?? '');
    if (part && part.size > LIMITS.keptPart) throw new Refused(kind === 'sharedStrings' ? TOO_LONG : TOO_MUCH);
    return part;
  };
  const sheets: Workbook['sheets'] = [];
  let from1904 = false;
  await readWholeXml(main, {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = isTrue(attributes.date1904);
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      const part = parts.get(targets.get(`id ${id}`) ?? '');
      if (!part) throw new Refused(BROKEN);
      sheets.push({ name: attributes.name ?? '', hidden: /hidden$/i.test(attributes.state ?? ''), part });
    },
  });
  return { sheets, from1904, shared: await readShared(kept('sharedStrings')), ...(await readStyles(kept('styles'))) };
}

export const isTrue = (text: string | undefined) => text === '1' || text === 'true';

/** Signs that a workbook writes by their number. */
const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** Collects the text of a cell from the `t` elements of its differently formatted pieces; phonetic readings are left out. */
export class RichText {
  #text = '';
  #inText = false;
  #inReading = false;

  open(name: string): void {
    if (name === 'rPh') this.#inReading = true;
    this.#inText = name === 't' && !this.#inReading;
  }

  add(piece: string): void {
    if (this.#inText) this.append(piece);
  }

  append(piece: string): void {
    this.#text += piece;
    if (this.#text.length > LIMITS.cellSigns * 2) throw new Refused(TOO_LONG);
  }

  close(name: string): void {
    this.#inText = false;
    if (name === 'rPh') this.#inReading = false;
  }

  /** The text as people read it; begins anew. */
  take(): string {
    const text = cleanText(unescaped(this.#text));
    this.#text = '';
    if (text.length > LIMITS.cellSigns) throw new Refused(TOO_LONG);
    return text;
  }

  /** The text as it stands; begins anew. */
  takeBare(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}

async function readShared(part: Part | undefined): Promise<string[]> {
  const shared: string[] = [];
  if (!part) return shared;
  const text = new RichText();
  let signs = 0;
  const reading = readXml(part, {
    open: (name) => text.open(name),
    text: (piece) => text.add(piece),
    close(name) {
      text.close(name);
      if (name !== 'si') return;
      const one = text.take();
      signs += one.length;
      if (shared.length >= LIMITS.sharedTexts || signs > LIMITS.sharedSigns) throw new Refused(TOO_LONG);
      shared.push(one);
    },
  });
  for await (const _ of reading);
  return shared;
}

async function readStyles(part: Part | undefined): Promise<Pick<Workbook, 'formats' | 'styles'>> {
  const named = new Map<string, string>();
  const formats: string[] = [];
  const styles: string[] = [];
  let ofCells = false;
  await readWholeXml(part, {
    open(name, attributes) {
      if (name === 'numFmt') named.set(attributes.numFmtId ?? '', attributes.formatCode ?? '');
      if (name === 'cellStyle') styles.push(`cellStyle ${attributes.name ?? ''}`);
      if (name === 'cellXfs') ofCells = true;
      if (name !== 'xf' || !ofCells) return;
      const id = attributes.numFmtId ?? '0';
      const built: unknown = CHINESE_FORMATS[Number(id)] ?? XLSX.SSF.get_table()[Number(id)];
      formats.push(named.get(id) ?? (typeof built === 'string' ? built : 'General'));
    },
    close(name) {
      if (name === 'cellXfs') ofCells = false;
    },
  });
  return { formats, styles };
}

/** The texts of the properties of a workbook. */
export async function readProperties(parts: ReadonlyMap<string, Part>): Promise<string[]> {
  const texts: string[] = [];
  for (const [name, part] of parts) {
    if (!/^docprops\/[^/]+\.xml$/.test(name)) continue;
    if (part.size > LIMITS.keptPart) throw new Refused(TOO_MUCH);
    let text = '';
    const take = () => {
      if (text.trim() !== '') texts.push(text);
      text = '';
    };
    await readWholeXml(part, {
      open: take,
      close: take,
      text(piece) {
        text += piece;
        if (text.length > LIMITS.cellSigns) throw new Refused(TOO_LONG);
      },
    });
  }
  return texts;
}
