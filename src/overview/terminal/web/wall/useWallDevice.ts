import { useCallback, useEffect, useRef, useState } from 'react';
import type { KeptWall } from '#overview/screen/web/pickers.tsx';
import { CODE } from '#platform/contract.ts';
import { call } from '#platform/web/call/api.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { heartbeat } from '../../contract.device.ts';
import { deviceWall } from '../../contract.wall.ts';
import { BEAT_MS, PATIENCE_MS } from '../../rules.device.ts';

interface WallState {
  /** Why it is not paired, or no more; null: it is, or nobody has answered yet. */
  unpaired: string | null;
  data: KeptWall | undefined;
  error: Error | null;
}

/** The figures of this wall, asked for each half minute; the last ones stay while the server is away, and nothing once it is out of use. */
export function useWallDevice(): WallState & { onPaired: () => void; refetch: () => void } {
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<WallState>({ unpaired: null, data: undefined, error: null });
  const again = useRef<() => void>(() => {});

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` counts the pairings
  useEffect(() => {
    let ended = false;
    let timer = 0;
    const beat = async () => {
      clearTimeout(timer);
      const stop = new AbortController();
      const patience = setTimeout(() => stop.abort(), PATIENCE_MS);
      try {
        const asked = { quiet: true, signal: stop.signal };
        const screen = `${window.innerWidth}×${window.innerHeight}`;
        // The machine runs, whether there are figures for it or not.
        await call(heartbeat, { screen, clock: Date.now(), playing: '数据大屏' }, asked);
        const data = (await call(deviceWall, {}, asked)) as KeptWall;
        if (!ended) setState({ unpaired: null, data, error: null });
      } catch (error) {
        if (ended) return;
        if (error instanceof ApiError && error.code === CODE.unauthorised) {
          ended = true;
          setState({ unpaired: error.message, data: undefined, error: null });
          return;
        }
        const said = error instanceof Error ? error : new Error('服务器没有应答');
        // What the server itself refuses is shown no more; while it does not answer, the last figures stay.
        const isRefused = error instanceof ApiError && error.status === 200 && error.code !== CODE.systemError;
        setState((before) => ({ unpaired: null, data: isRefused ? undefined : before.data, error: said }));
      } finally {
        clearTimeout(patience);
      }
      if (!ended) timer = window.setTimeout(() => void beat(), BEAT_MS * (1 + Math.random() / 4));
    };
    again.current = () => void beat();
    void beat();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [turn]);

  const onPaired = useCallback(() => {
    setState({ unpaired: null, data: undefined, error: null });
    setTurn((now) => now + 1);
  }, []);
  const refetch = useCallback(() => again.current(), []);
  return { ...state, onPaired, refetch };
}
