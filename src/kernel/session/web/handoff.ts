import { basePlatformParams, basePlatformTicket } from '#kernel/session/contract.ways.ts';
import { requestJson } from '#platform/web/call/request.ts';
import { type Opened, openedOf } from '#platform/web/signIn/opened.ts';

/** What the base platform is to be asked with: see `basePlatformParams`. */
export interface BaseParams {
  platformUrl: string;
  appKey: string;
  /** Messages count from this origin alone. */
  origin: string;
  state: string;
}

/** A ticket as the base platform hands it over, by message or in the address. */
export interface Handed {
  ticket: string;
  orgId: string;
}

export const NO_TICKET = '未获取到有效的登录信息，请重新登录';

/**
 * Asks how the base platform is to be used; anew for each ticket.
 * @throws Error with the server's sentence, where the platform is not configured too
 */
export async function baseParams(): Promise<BaseParams> {
  const { code, msg, data } = await requestJson('GET', basePlatformParams.path);
  if (code !== 200) throw new Error(msg);
  return data as BaseParams;
}

/**
 * Changes a ticket for a session.
 * @throws Error with the server's sentence
 */
export async function redeemBase({ ticket, orgId }: Handed, state: string): Promise<Opened> {
  const query = new URLSearchParams({ ticket, orgId, state });
  const envelope = await requestJson('GET', `${basePlatformTicket.path}?${query}`);
  const opened = openedOf(envelope);
  if (!opened) throw new Error(envelope.msg);
  return opened;
}

/** The base platform's own sign-in page; it leads back to this address with a ticket. */
export function platformAddress({ platformUrl, appKey, state }: BaseParams, own: string, hash: string): string {
  const [route = '', query = ''] = hash.replace(/^#/, '').split('?');
  const kept = new URLSearchParams(query);
  kept.set('state', state);
  const address = new URL(platformUrl);
  address.searchParams.set('appKey', appKey);
  address.searchParams.set('backUrl', `${own}#${route}?${kept}`);
  return address.href;
}

/**
 * What a message says: a ticket; that the platform has none (`null`); or nothing that concerns this page (`undefined`):
 * it came from elsewhere, or is no object.
 * @param from windows that may speak: the one that holds this page and the one that opened it
 */
export function readMessage(
  message: Pick<MessageEvent, 'origin' | 'source' | 'data'>,
  origin: string,
  from: readonly (MessageEventSource | null)[],
): Handed | null | undefined {
  if (message.origin !== origin || message.source === null || !from.includes(message.source)) return undefined;
  const { data } = message;
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  const { ticket, orgId } = data as { ticket?: unknown; orgId?: unknown };
  if (typeof ticket !== 'string' || ticket === '') return null;
  return { ticket, orgId: typeof orgId === 'string' || typeof orgId === 'number' ? String(orgId) : '' };
}
