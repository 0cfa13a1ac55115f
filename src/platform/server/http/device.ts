import type { FastifyRequest } from 'fastify';
import { CODE } from '#platform/contract.ts';
import type { Device, Services } from '../context.ts';
import { Refusal } from '../errors.ts';
import { hashToken } from '../secrecy/crypto.ts';
import { countHitInMemory } from './rate.ts';

/** The cookie of a paired screen, for the calls below `DEVICE_PATH` alone. */
export const DEVICE_COOKIE = 'device';
export const DEVICE_PATH = '/api/terminal';

/** Finds the device of a token, or says why there is none. */
type Finder = (services: Services, tokenHash: Buffer) => Promise<Device | { why: string }>;
let findDevice: Finder | null = null;

/** Lets the room that keeps devices answer for their tokens; told in its `announce`. */
export const knowsDevices = (finder: Finder) => {
  findDevice = finder;
};

const UNPAIRED = '本终端没有配对';

/**
 * The device of a call with `access: 'device'`, asked anew at each request, so that one that is out of use reads nothing more.
 * @throws body code 401 where there is none, HTTP 429 above the limit of the call
 */
export async function admitDevice(
  services: Services,
  request: Pick<FastifyRequest, 'cookies'>,
  { path, rate }: { path: string; rate?: { hits: number; seconds: number; by: string } | undefined },
): Promise<Device> {
  const token = request.cookies[DEVICE_COOKIE] ?? '';
  if (!findDevice || !/^[A-Za-z0-9_-]{43}$/.test(token)) throw new Refusal(CODE.unauthorised, UNPAIRED, null);
  const found = await findDevice(services, hashToken(token));
  if ('why' in found) throw new Refusal(CODE.unauthorised, found.why || UNPAIRED, null);
  // Thousands of screens ask every half minute: their limits are counted here and written nowhere.
  if (rate?.by === 'device') countHitInMemory(`${path}:d${found.id}`, rate.hits, rate.seconds);
  return found;
}
