import type { Ctx } from '../context.ts';
import { badInput } from '../errors.ts';
import { partsOf, textOf, wholeOf } from '../multipart.ts';

/** The table of a multipart upload with the texts beside it. Refuses, at `file`, what is no table by its name. */
export async function receiveSheet(
  ctx: Ctx,
): Promise<{ bytes: Buffer; fileName: string; texts: Readonly<Record<string, string>> }> {
  let bytes: Buffer | null = null;
  let fileName = '';
  const texts: Record<string, string> = {};
  for await (const part of partsOf(ctx.request)) {
    if (part.type === 'file') {
      bytes = await wholeOf(part);
      fileName = part.filename.replace(/[\u0000-\u001f\u007f/\\]/g, '').slice(-100);
    } else texts[part.fieldname] = textOf(part);
  }
  if (!bytes || bytes.length === 0) throw badInput({ file: '请选择要导入的文件' });
  if (!/\.(xlsx|xls|csv)$/i.test(fileName)) throw badInput({ file: '只能导入 xlsx、xls 或 csv 文件' });
  return { bytes, fileName, texts };
}
