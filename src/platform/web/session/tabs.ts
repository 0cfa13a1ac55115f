import { emit } from '../call/events.ts';
import { randomKey } from '../call/randomKey.ts';
import { requestJson } from '../call/request.ts';
import { getToken } from './sessionStore.ts';
import { redeem } from './windows.ts';

/** Of the channel on which the open tabs of this origin speak, and of the lock that each holds as long as it is open. */
const NAME = 'session-tabs';
/** Milliseconds that a tab which is known to be open has for an answer: it may be busy. */
const PATIENCE = 2000;
/** The same where the browser does not tell whether there is any: without TLS it knows no locks. */
const BLIND_PATIENCE = 300;

type Word =
  | { kind: 'ask'; asker: string }
  /** `usedAt`: when somebody last worked in the tab (epoch ms); null where nobody is signed in in it. */
  | { kind: 'here'; asker: string; tab: string; usedAt: number | null }
  | { kind: 'please'; asker: string; tab: string }
  | { kind: 'ticket'; asker: string; ticket: string | null }
  | { kind: 'out' };

/** How many tabs are open; null where the browser does not say. */
async function countTabs(): Promise<number | null> {
  const { held = [] } = (await navigator.locks?.query().catch(() => null)) ?? {};
  return navigator.locks ? held.filter(({ name }) => name === NAME).length : null;
}

/** Says a word and collects what is answered until `enough`, or the time is over. */
function converse(message: Word, patience: number, enough: (heard: Word[]) => boolean): Promise<Word[]> {
  const channel = new BroadcastChannel(NAME);
  const heard: Word[] = [];
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      channel.close();
      resolve(heard);
    };
    const timer = setTimeout(end, patience);
    channel.onmessage = ({ data }: MessageEvent<Word>) => {
      if (!('asker' in data && 'asker' in message) || data.asker !== message.asker) return;
      heard.push(data);
      if (enough(heard)) end();
    };
    channel.postMessage(message);
  });
}

/**
 * Signs this tab in through another tab that is signed in already: for a link opened in a new tab, or a typed address. The tab that
 * was used last gives a ticket, and with it its role. Without an answer in time the tab stays signed out.
 */
export async function signInFromOtherTab(): Promise<void> {
  if (typeof BroadcastChannel === 'undefined') return;
  const open = await countTabs();
  if (open === 0) return;
  const asker = randomKey();
  const answers = await converse({ kind: 'ask', asker }, open === null ? BLIND_PATIENCE : PATIENCE, ({ length }) =>
    open === null ? false : length >= open,
  );
  let best: { tab: string; usedAt: number } | null = null;
  for (const word of answers) {
    if (word.kind !== 'here' || word.usedAt === null || (best && best.usedAt >= word.usedAt)) continue;
    best = { tab: word.tab, usedAt: word.usedAt };
  }
  if (!best) return;
  const given = await converse({ kind: 'please', asker, tab: best.tab }, PATIENCE, (heard) =>
    heard.some(({ kind }) => kind === 'ticket'),
  );
  const word = given.find(({ kind }) => kind === 'ticket');
  if (word?.kind === 'ticket' && word.ticket) await redeem(word.ticket);
}

async function newTicket(): Promise<string | null> {
  const token = getToken();
  if (!token) return null;
  const envelope = await requestJson('POST', '/api/session/ticket', {}, token).catch(() => null);
  return (envelope?.data as { ticket?: string } | null | undefined)?.ticket ?? null;
}

/** Ends this tab too where its session went with the sign-out of another; one of somebody else's goes on. */
async function leaveWithOthers(): Promise<void> {
  const token = getToken();
  if (!token) return;
  const envelope = await requestJson('GET', '/api/getInfo', undefined, token).catch(() => null);
  if (envelope?.code === 401 && getToken() === token) emit('signedOut');
}

/** From now on this tab answers those that ask, and hears when another signs out. */
export function joinTabs(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(NAME);
  const own = randomKey();
  const say = (word: Word) => channel.postMessage(word);
  let leftAt = 0;
  window.addEventListener('blur', () => {
    leftAt = Date.now();
  });
  channel.onmessage = async ({ data }: MessageEvent<Word>) => {
    if (data.kind === 'ask') {
      const usedAt = document.hasFocus() ? Date.now() : leftAt;
      say({ kind: 'here', asker: data.asker, tab: own, usedAt: getToken() ? usedAt : null });
    }
    if (data.kind === 'please' && data.tab === own) {
      say({ kind: 'ticket', asker: data.asker, ticket: await newTicket() });
    }
    if (data.kind === 'out') await leaveWithOthers();
  };
  // Held until the tab is closed; whoever asks counts these, and need not wait where there is none.
  void navigator.locks?.request(NAME, { mode: 'shared' }, () => new Promise(() => {}));
}

/** Tells the other tabs that this one has signed out, after the server knows. */
export function notifyTabs(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(NAME);
  channel.postMessage({ kind: 'out' } satisfies Word);
  channel.close();
}
