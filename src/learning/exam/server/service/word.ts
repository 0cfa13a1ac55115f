import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  ImageRun,
  type IRunOptions,
  convertMillimetersToTwip as mm,
  Packer,
  PageNumber,
  Paragraph,
  type ParagraphChild,
  Table,
  TableCell,
  TableRow,
  TabStopType,
  TextRun,
  WidthType,
} from 'docx';
import { type PrintedSection, SIGNED } from '#learning/exam/rules.print.ts';
import { LETTERS } from '#learning/exam/rules.ts';
import { MAX_PIXELS } from '#platform/files/fileRules.ts';
import { sharp } from '#platform/server/files/sharp.ts';
import { type RichNode, richTree } from '#platform/server/papers/rich.ts';

/** Millimetres between the margins of the page. */
const LINE = 170;
const FONT = { ascii: 'Times New Roman', hAnsi: 'Times New Roman', eastAsia: '宋体' };
/** Pixels of a picture that are a millimetre, and the widest picture, in pixels. */
const PER_MM = 96 / 25.4;
const WIDEST = Math.floor(120 * PER_MM);

type Block = Paragraph | Table;
type Pictures = ReadonlyMap<string, { data: Buffer; width: number; height: number }>;

const INLINE: Readonly<Record<string, Partial<IRunOptions>>> = {
  strong: { bold: true },
  em: { italics: true },
  u: { underline: {} },
  s: { strike: true },
  sub: { subScript: true },
  sup: { superScript: true },
};

/** What a word processor takes for pictures, by id: PNG, no wider than the text. */
async function readable(files: Readonly<Record<string, Uint8Array>>): Promise<Pictures> {
  const made = Object.entries(files).map(async ([name, bytes]) => {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS })
      .rotate()
      .resize({ width: WIDEST, withoutEnlargement: true })
      .png();
    const { data, info } = await picture.toBuffer({ resolveWithObject: true });
    return [name.slice(0, 32), { data, width: info.width, height: info.height }] as const;
  });
  return new Map(await Promise.all(made));
}

const run = (text: string, look: Partial<IRunOptions> = {}) => new TextRun({ ...look, text });

/** A text without its line breaks and the gaps beside them. */
function unbroken(text: string): string {
  const lines = text.split('\n');
  return lines
    .map((line, at) => (at > 0 ? line.trimStart() : line))
    .map((line, at) => (at < lines.length - 1 ? line.trimEnd() : line))
    .join('');
}

/** Words and pictures of nodes that stand within a line. */
function within(nodes: readonly RichNode[], pictures: Pictures, look: Partial<IRunOptions> = {}): ParagraphChild[] {
  return nodes.flatMap((node): ParagraphChild[] => {
    if (typeof node === 'string') return [run(unbroken(node), look)];
    if (node.tag === 'br') return [new TextRun({ ...look, break: 1 })];
    if (node.tag === 'img') {
      const picture = pictures.get(node.file ?? '');
      if (!picture) return [];
      const { data, width, height } = picture;
      return [new ImageRun({ type: 'png', data, transformation: { width, height } })];
    }
    return within(node.inside, pictures, { ...look, ...INLINE[node.tag] });
  });
}

const rowsOf = (node: RichNode): Extract<RichNode, object>[] =>
  typeof node === 'string' ? [] : node.tag === 'tr' ? [node] : node.inside.flatMap(rowsOf);

function tableOf(node: Extract<RichNode, object>, pictures: Pictures): Table {
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: rowsOf(node).map(
      (row) =>
        new TableRow({
          children: row.inside.flatMap((cell) => {
            if (typeof cell === 'string') return [];
            const [columnSpan, rowSpan] = cell.span ?? [1, 1];
            const children = blocksOf(cell.inside, pictures, '');
            return [
              new TableCell({ columnSpan, rowSpan, children: children.length > 0 ? children : [new Paragraph('')] }),
            ];
          }),
        }),
    ),
  });
}

const BLOCKS = ['p', 'h2', 'h3', 'h4', 'h5', 'li', 'blockquote', 'div', 'figure', 'figcaption', 'pre'];

/** Paragraphs and tables of a rich text; the first paragraph begins with `lead`. */
function blocksOf(nodes: readonly RichNode[], pictures: Pictures, lead: string): Block[] {
  const found: Block[] = [];
  let line: RichNode[] = [];
  let first = lead;
  const close = () => {
    if (first === '' && line.every((node) => typeof node === 'string' && node.trim() === '')) line = [];
    if (line.length === 0 && first === '') return;
    found.push(new Paragraph({ children: [run(first), ...within(line, pictures)] }));
    line = [];
    first = '';
  };
  const walk = (all: readonly RichNode[]) => {
    for (const node of all) {
      if (typeof node === 'string' || (!BLOCKS.includes(node.tag) && !['ul', 'ol', 'table'].includes(node.tag)))
        line.push(node);
      else {
        if (line.length > 0) close();
        if (node.tag === 'table') {
          if (first !== '') close();
          found.push(tableOf(node, pictures));
        } else walk(node.inside);
        if (line.length > 0) close();
      }
    }
  };
  walk(nodes);
  close();
  return found;
}

function optionsOf({ options, across }: PrintedSection['questions'][number]): Paragraph[] {
  const lines: Paragraph[] = [];
  for (let at = 0; at < options.length; at += across) {
    const words = options.slice(at, at + across).map((option, next) => `${LETTERS[at + next]}．${option}`);
    lines.push(
      new Paragraph({
        indent: { left: mm(6) },
        tabStops: Array.from({ length: across - 1 }, (_, stop) => ({
          type: TabStopType.LEFT,
          position: mm(6 + ((LINE - 6) / across) * (stop + 1)),
        })),
        children: [run(words.join('\t'))],
      }),
    );
  }
  return lines;
}

const RULE = { style: BorderStyle.SINGLE, size: 4, color: '888888', space: 1 } as const;

function questionOf(one: PrintedSection['questions'][number], pictures: Pictures): Block[] {
  const lead = `${one.n}．`;
  const tail = `${one.worth}${one.kind === 3 ? '（　　　）' : ''}`;
  const lines = one.stem.split('\n');
  const stem =
    one.rich === ''
      ? lines.map(
          (line, at) =>
            new Paragraph({ children: [run(`${at === 0 ? lead : ''}${line}${at === lines.length - 1 ? tail : ''}`)] }),
        )
      : [...blocksOf(richTree(one.rich).nodes, pictures, lead), ...(tail === '' ? [] : [new Paragraph(tail)])];
  const room = Array.from(
    { length: one.lines },
    () => new Paragraph({ border: { bottom: RULE }, spacing: { before: 160 }, children: [] }),
  );
  return [...stem, ...optionsOf(one), ...room];
}

function keyOf({ questions }: PrintedSection): Paragraph[] {
  return questions.flatMap((one) => [
    new Paragraph({ children: [run(`${one.n}．`), run(one.key, { bold: true })] }),
    ...(one.explanation === ''
      ? []
      : [new Paragraph({ indent: { left: mm(6) }, children: [run(`解析：${one.explanation}`)] })]),
  ]);
}

/**
 * A paper, or its key, as a Word file on A4 that may be worked on.
 * @param of `facts` stands below the title, `mark` at the foot of each page; `pictures` are those of rich stems, by stored name
 */
export async function wordOf(of: {
  title: string;
  facts: string;
  mark: string;
  part: 'paper' | 'key';
  sections: readonly PrintedSection[];
  pictures: Readonly<Record<string, Uint8Array>>;
}): Promise<Buffer> {
  const pictures = await readable(of.pictures);
  const centred = (children: TextRun[]) => new Paragraph({ alignment: AlignmentType.CENTER, children });
  const body = of.sections.flatMap((section): Block[] => [
    new Paragraph({
      keepNext: true,
      spacing: { before: 240, after: 80 },
      children: [run(section.name, { bold: true }), run(`（${section.note}）`)],
    }),
    ...(of.part === 'key' ? keyOf(section) : section.questions.flatMap((one) => questionOf(one, pictures))),
  ]);
  const file = new Document({
    creator: '',
    title: of.title,
    styles: { default: { document: { run: { font: FONT, size: 23 }, paragraph: { spacing: { line: 340 } } } } },
    sections: [
      {
        properties: {
          page: {
            size: { width: mm(210), height: mm(297) },
            margin: { top: mm(20), bottom: mm(20), left: mm(20), right: mm(20) },
          },
        },
        footers: {
          default: new Footer({
            children: [
              centred([
                new TextRun({ size: 18, children: ['第', PageNumber.CURRENT, '页 共', PageNumber.TOTAL_PAGES, '页'] }),
              ]),
              centred([run(of.mark, { size: 15, color: '777777' })]),
            ],
          }),
        },
        children: [
          centred([run(of.title, { bold: true, size: 36 })]),
          centred([run(of.facts, { size: 20 })]),
          ...(of.part === 'key' ? [] : [centred([run(SIGNED)])]),
          ...body,
        ],
      },
    ],
  });
  return Packer.toBuffer(file);
}
