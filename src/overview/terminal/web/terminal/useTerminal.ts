import { useCallback, useEffect, useRef, useState } from 'react';
import { CODE } from '#platform/contract.ts';
import { call } from '#platform/web/call/api.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { getAppMenuList, getContent, getTicket, type TerminalItem, type TerminalMenu } from '../../contract.device.ts';
import { BEAT_MS, KEPT_HOURS, PATIENCE_MS, type Part } from '../../rules.device.ts';

/** Where this browser keeps the terminal's token: it reads what is published, and nothing else. */
const KEPT = 'boxTerminal';

function keptToken(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function keepToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, token);
  } catch {
    // A browser that keeps nothing is bound until it is closed.
  }
}

/** Contents of the parts, as far as they were read. */
export type Contents = Partial<Record<Part, readonly TerminalItem[]>>;

/** What a terminal shows. */
export interface Shown {
  menu: TerminalMenu;
  contents: Contents;
  ticket: string;
  /** Epoch milliseconds of the last answer. */
  readAt: number;
  /** The server does not answer: this is what was read last. */
  away: boolean;
}

export interface TerminalState {
  /** `unbound`: it holds no token that is good. `lost`: the server was away for too long, nothing is shown. */
  kind: 'unbound' | 'waiting' | 'shown' | 'lost';
  shown: Shown | null;
  fault: string;
}

const SLOW = '服务器没有应答';

/** The server knows this token no more. */
class Unbound extends Error {}

const isGone = (error: unknown) => error instanceof ApiError && error.code === CODE.notFound;
const EMPTY: TerminalState = { kind: 'waiting', shown: null, fault: '' };

interface Ticket {
  ticket: string;
  /** Epoch milliseconds from which another one is taken. */
  renewAt: number;
}

/** Menu and contents of this terminal, asked for again once a minute; what did not change is not read again. */
export function useTerminal(): TerminalState & { bind: (token: string) => void } {
  const [token, setToken] = useState(keptToken);
  const [state, setState] = useState<TerminalState>(EMPTY);
  const ticket = useRef<Ticket | null>(null);
  const last = useRef<Shown | null>(null);

  const bind = useCallback((given: string) => {
    keepToken(given);
    ticket.current = null;
    last.current = null;
    setState(EMPTY);
    setToken(given);
  }, []);

  useEffect(() => {
    if (token === null) {
      setState({ ...EMPTY, kind: 'unbound' });
      return;
    }
    let ended = false;
    let timer = 0;
    let asking = new AbortController();

    const ticketNow = async (signal: AbortSignal) => {
      if (ticket.current && ticket.current.renewAt > Date.now()) return ticket.current.ticket;
      const got = await call(getTicket, { token }, { quiet: true, signal }).catch((error) => {
        throw isGone(error) ? new Unbound() : error;
      });
      ticket.current = { ticket: got.ticket, renewAt: Date.now() + got.seconds * 500 };
      return got.ticket;
    };
    const read = async (signal: AbortSignal): Promise<Shown> => {
      const now = await ticketNow(signal);
      const menu = await call(getAppMenuList, { ticket: now }, { quiet: true, signal });
      const before = last.current;
      const contents: Contents = {};
      for (const { part, stamp } of menu.menus) {
        const known = before?.menu.menus.find((one) => one.part === part)?.stamp === stamp && before?.contents[part];
        contents[part] = known || (await call(getContent, { ticket: now, part }, { quiet: true, signal })).rows;
      }
      return { menu, contents, ticket: now, readAt: Date.now(), away: false };
    };
    const forget = () => {
      keepToken(null);
      ticket.current = null;
      last.current = null;
      setToken(null);
    };
    const fail = (error: unknown) => {
      if (ended) return;
      if (error instanceof Unbound) return forget();
      if (!(error instanceof ApiError)) throw error;
      const kept = last.current;
      if (kept && Date.now() - kept.readAt > KEPT_HOURS * 3_600_000) last.current = null;
      const shown = last.current && { ...last.current, away: true };
      setState({ kind: shown ? 'shown' : kept ? 'lost' : 'waiting', shown, fault: error.message });
    };
    const beat = async () => {
      clearTimeout(timer);
      // A line that is torn off gives no answer at all: what takes so long counts as none.
      asking.abort();
      const own = new AbortController();
      asking = own;
      const { signal } = own;
      const patience = setTimeout(() => own.abort(SLOW), PATIENCE_MS);
      try {
        const shown = await read(signal).catch((error) => {
          // A ticket that is over, or of an earlier binding: once more with a new one.
          if (!isGone(error) || ticket.current === null) throw error;
          ticket.current = null;
          return read(signal);
        });
        last.current = shown;
        setState({ kind: 'shown', shown, fault: '' });
      } catch (error) {
        if (signal.aborted && signal.reason !== SLOW) return;
        fail(signal.aborted ? new ApiError(SLOW, 0, 0) : error);
      } finally {
        clearTimeout(patience);
      }
      if (!ended) timer = window.setTimeout(() => void beat(), BEAT_MS * (1 + Math.random() / 4));
    };
    const again = () => void beat();
    again();
    window.addEventListener('online', again);
    return () => {
      ended = true;
      asking.abort();
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [token]);

  return { ...state, bind };
}
