import { partsOf, textOf, wholeOf } from '#platform/server/http/multipart.ts';
import { CODE } from '../../contract.ts';
import { cleanName } from '../../files/fileRules.ts';
import type { Ctx } from '../context.ts';
import { badInput, Refusal } from '../errors.ts';
import { refuseOverQuota } from '../files/quota.ts';

export interface ReceivedSheet {
  bytes: Buffer;
  fileName: string;
  texts: Readonly<Record<string, string>>;
}

const MIB = 1024 * 1024;
/** The largest upload; what does not say how long it is counts as this. */
const LARGEST = 21 * MIB;
/** Bytes of sheets that this process holds at once, of all, of an organisation and of an account. */
export const WAITING = { server: 64 * MIB, org: 43 * MIB, account: 22 * MIB } as const;
const held = new Map<string, number>();
const SECONDS = 10;

/** Counts a sheet in before a byte of it is read; refuses with 429 what would be too much. Answers how it is counted out. */
function enter(ctx: Ctx): { bytes: number; leave: () => void } {
  const declaredLength = Number(ctx.request.headers['content-length']);
  const bytes = Number.isInteger(declaredLength) && declaredLength >= 0 ? Math.min(declaredLength, LARGEST) : LARGEST;
  const { accountId, orgId } = ctx.session;
  const rooms = [
    ['server', WAITING.server],
    [`org ${orgId}`, WAITING.org],
    [`account ${accountId}`, WAITING.account],
  ] as const;
  if (rooms.some(([room, most]) => (held.get(room) ?? 0) + bytes > most)) {
    const again = { retryAfter: SECONDS };
    throw new Refusal(CODE.business, '正在读取的表格太多，请等前面的读完再上传', again, 429);
  }
  for (const [room] of rooms) held.set(room, (held.get(room) ?? 0) + bytes);
  const leave = () => {
    for (const [room] of rooms) {
      const left = (held.get(room) ?? 0) - bytes;
      if (left > 0) held.set(room, left);
      else held.delete(room);
    }
  };
  return { bytes, leave };
}

/**
 * Receives the table of a multipart upload and its text fields, and counts its bytes as long as they are used. Refuses at `file`
 * what is no table by its name, with 429 when too many bytes wait, and what exceeds the account's quota.
 */
export const withSheet = <T>(ctx: Ctx, use: (sheet: ReceivedSheet) => Promise<T>): Promise<T> =>
  withRoom(ctx, async (bytes) => {
    await refuseOverQuota(ctx.db, ctx.session.accountId, bytes);
    return use(await receive(ctx));
  });

/**
 * Counts the request's body among the sheets that this process holds, as long as it is used. `bytes` is the length that the request
 * states.
 */
export async function withRoom<T>(ctx: Ctx, use: (bytes: number) => Promise<T>): Promise<T> {
  const { bytes, leave } = enter(ctx);
  try {
    return await use(bytes);
  } finally {
    leave();
  }
}

async function receive(ctx: Ctx): Promise<ReceivedSheet> {
  let bytes: Buffer | null = null;
  let fileName = '';
  const texts: Record<string, string> = {};
  for await (const part of partsOf(ctx.request)) {
    if (part.type === 'file') {
      bytes = await wholeOf(part);
      fileName = cleanName(part.filename);
    } else texts[part.fieldname] = textOf(part);
  }
  if (!bytes || bytes.length === 0) throw badInput({ file: '请选择要导入的文件' });
  if (!/\.(xlsx|xls|csv)$/i.test(fileName)) throw badInput({ file: '只能导入 xlsx、xls 或 csv 文件' });
  return { bytes, fileName, texts };
}
