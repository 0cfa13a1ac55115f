import { codeOf } from '../call/request.ts';
import type { Pasted } from './paste.ts';
import { readPasted } from './paste.ts';

/** Bytes of a Word document, as of everything that travels in one piece. */
const MAX_BYTES = 20 * 1024 ** 2;

/** What of a document is kept beside the usual (headings, bold, lists, tables, links). */
const STYLES = [
  'u => u',
  "p[style-name='rt-center'] => p.rt-center:fresh",
  "p[style-name='rt-right'] => p.rt-right:fresh",
  "p[style-name='rt-indent'] => p.rt-indent:fresh",
];

/** A paragraph or what holds some, as the library has it. */
interface Part {
  type: string;
  children?: Part[];
  styleName?: string | null;
  alignment?: string | null;
  numbering?: unknown;
  indent?: { firstLine?: string | null };
}

/** Says by a style what paragraphs say themselves, since styles are all that the library turns into HTML. */
function withLooks(part: Part): Part {
  const children = part.children?.map(withLooks);
  const whole = children ? { ...part, children } : part;
  if (part.type !== 'paragraph' || part.numbering || /heading|title|list/i.test(part.styleName ?? '')) return whole;
  const { alignment, indent } = part;
  const look =
    alignment === 'center' || alignment === 'right' ? alignment : Number(indent?.firstLine) > 0 ? 'indent' : null;
  return look ? { ...whole, styleName: `rt-${look}` } : whole;
}

/**
 * Reads a Word document on this machine: headings, bold, lists, tables and links as HTML of the profile, its pictures to be
 * uploaded. The library's code is loaded when the first document is chosen.
 * @throws a sentence for the user: not a document, too large, or not to be read
 */
export async function readDocx(file: File): Promise<Pasted> {
  if (!/\.docx$/i.test(file.name)) throw new Error('请选择 .docx 文档；旧的 .doc 请先另存为 .docx');
  if (file.size > MAX_BYTES) throw new Error(`文件大小超过限制，最大${MAX_BYTES / 1024 ** 2}M`);
  const arrayBuffer = await file.arrayBuffer().catch(() => {
    throw new Error('打开本地文件错误，请重新选择');
  });
  const { default: mammoth } = await codeOf(import('mammoth'));
  try {
    const { value } = await mammoth.convertToHtml(
      { arrayBuffer },
      {
        styleMap: STYLES,
        externalFileAccess: false,
        transformDocument: withLooks,
        convertImage: mammoth.images.imgElement(async (image) => ({
          src: `data:${image.contentType};base64,${await image.readAsBase64String()}`,
        })),
      },
    );
    return readPasted(value, '');
  } catch {
    throw new Error('不能读取本地文件，它可能不是Word文档或已损坏');
  }
}
