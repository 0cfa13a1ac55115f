import type { Services, Session } from '../context.ts';
import { Refusal, refuse, tooManyRequests } from '../errors.ts';
import { countHit } from './rate.ts';

/** Uploads of one account that are received at once in a process; the page sends the chunks of a video four at a time. */
export const UPLOADS_AT_ONCE = 12;
/** Bytes that are counted where the sender does not say how many come: as many as one upload may have. */
const MOST_BYTES = 20 * 1024 * 1024;
const KIB = 1024;
const DAY_SECONDS = 86_400;

const underway = new Map<string, number>();

/**
 * Lets an upload begin, before any of it is read.
 * @param length bytes as the sender says
 * @returns what ends it, to be called once
 * @throws HTTP 429 where as many are under way as may; refuses where the account has sent as much today as it may
 */
export async function beginUpload(
  services: Services,
  { accountId }: Pick<Session, 'accountId'>,
  length: number | undefined,
): Promise<() => void> {
  const now = underway.get(accountId) ?? 0;
  if (now >= UPLOADS_AT_ONCE) {
    const { status, data } = tooManyRequests(5);
    throw new Refusal(status, '您同时上传的文件太多，请等前面的传完再传', data, status);
  }
  underway.set(accountId, now + 1);
  const end = () => {
    const left = (underway.get(accountId) ?? 1) - 1;
    if (left > 0) underway.set(accountId, left);
    else underway.delete(accountId);
  };
  try {
    await countDay(services, accountId, length ?? MOST_BYTES);
  } catch (error) {
    end();
    throw error;
  }
  return end;
}

/** Counts what is sent, in KiB, by days of the world's clock: the day changes at eight in the morning in Beijing. */
async function countDay(services: Services, accountId: string, length: number): Promise<void> {
  const { uploadGigabytes } = services.config;
  const most = Math.floor(uploadGigabytes * KIB * KIB);
  try {
    await countHit(services, `upload:a${accountId}`, most, DAY_SECONDS, Math.ceil(length / KIB));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw refuse(`您一天里上传的文件已超过${uploadGigabytes}GB，请明天再传；确有需要的请联系系统管理员调整`);
  }
}
