import { useCallback, useEffect, useRef, useState } from 'react';
import { CODE } from '#platform/contract.ts';
import { call } from '#platform/web/call/api.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { getAppMenuList, getContent, heartbeat, type TerminalItem, type TerminalMenu } from '../../contract.device.ts';
import { BEAT_MS, KEPT_HOURS, PATIENCE_MS, type Part } from '../../rules.device.ts';

/** Contents of the parts, as far as they were read. */
export type Contents = Partial<Record<Part, readonly TerminalItem[]>>;

/** What a terminal shows. */
export interface Shown {
  menu: TerminalMenu;
  contents: Contents;
  /** Epoch milliseconds of the last answer. */
  readAt: number;
  /** The server does not answer: this is what was read last. */
  away: boolean;
}

export interface TerminalState {
  /** `unbound`: it is not paired, or no more. `lost`: the server was away for too long, nothing is shown. */
  kind: 'unbound' | 'waiting' | 'shown' | 'lost';
  shown: Shown | null;
  fault: string;
}

const SLOW = '服务器没有应答';

const isUnpaired = (error: unknown) => error instanceof ApiError && error.code === CODE.unauthorised;
const EMPTY: TerminalState = { kind: 'waiting', shown: null, fault: '' };

/** Menu and contents of this terminal, asked for again each half minute; what did not change is not read again. */
export function useTerminal(): TerminalState & { onPaired: () => void } {
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<TerminalState>(EMPTY);
  const last = useRef<Shown | null>(null);

  const onPaired = useCallback(() => {
    last.current = null;
    setState(EMPTY);
    setTurn((now) => now + 1);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` counts the pairings
  useEffect(() => {
    let ended = false;
    let timer = 0;
    let asking = new AbortController();

    const read = async (signal: AbortSignal): Promise<Shown> => {
      const menu = await call(getAppMenuList, { menuOnly: true }, { quiet: true, signal });
      const screen = `${window.innerWidth}×${window.innerHeight}`;
      await call(heartbeat, { screen, clock: Date.now(), playing: '触摸浏览' }, { quiet: true, signal });
      const before = last.current;
      const contents: Contents = {};
      for (const { part, stamp } of menu.menus) {
        const known = before?.menu.menus.find((one) => one.part === part)?.stamp === stamp && before?.contents[part];
        contents[part] = known || (await call(getContent, { part }, { quiet: true, signal })).rows;
      }
      return { menu, contents, readAt: Date.now(), away: false };
    };
    const fail = (error: unknown) => {
      if (ended) return;
      if (isUnpaired(error)) {
        last.current = null;
        ended = true;
        setState({ kind: 'unbound', shown: null, fault: (error as ApiError).message });
        return;
      }
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
        const shown = await read(signal);
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
  }, [turn]);

  return { ...state, onPaired };
}
