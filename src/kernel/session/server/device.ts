import { randomBytes } from 'node:crypto';
import type { Ctx } from '#platform/server/context.ts';

const HALF_YEAR = 180 * 24 * 3600;

/** A cookie for each account, so that people who share a machine each have their own counter. */
const cookieName = (ctx: Ctx, login: string) => `device_${ctx.vault.sign('device-name', login).slice(0, 12)}`;

/** The device on which this login name signed in before, by its signed cookie; `''` for an unknown one. */
export function knownDevice(ctx: Ctx, loginIndex: Buffer): string {
  const login = loginIndex.toString('hex');
  const [device = '', signature = ''] = (ctx.request.cookies[cookieName(ctx, login)] ?? '').split('.');
  return ctx.vault.verify('device', `${login}.${device}`, signature) ? device : '';
}

/** Lets the browser be known to this login name for half a year; answers its device. */
export function rememberDevice(ctx: Ctx, loginIndex: Buffer, known: string): string {
  const login = loginIndex.toString('hex');
  const device = known || randomBytes(12).toString('hex');
  ctx.response.setCookie(cookieName(ctx, login), `${device}.${ctx.vault.sign('device', `${login}.${device}`)}`, {
    path: '/api',
    httpOnly: true,
    sameSite: 'strict',
    secure: ctx.request.protocol === 'https',
    maxAge: HALF_YEAR,
  });
  return device;
}

/** Where a call comes from, as strangers are counted: the address; of an IPv6 address the 64 bits that one line holds. */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip;
  const [head = '', tail] = ip.toLowerCase().split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const gap = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = [...left, ...gap, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}
