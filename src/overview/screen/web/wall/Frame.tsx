import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Endpoint, InputOf } from '#platform/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { pauseOf } from '../../rules.wall.ts';
import './wall.css';
import './wallSizes.css';

const WEEK = '日一二三四五六';

/** Reads a wall and goes on asking; what was read last stays while the server is away. @param enabled false: the reader may not ask */
export function useWall<E extends Endpoint>(endpoint: E, input: InputOf<E>, enabled = true) {
  const [pause] = useState(() => pauseOf(Math.random()));
  return useCall(endpoint, input, { quiet: true, staleTime: 0, enabled, refetchInterval: () => pause });
}

interface WallQuery<T> {
  data: T | undefined;
  error: Error | null;
  refetch: () => unknown;
}

interface FrameProps<T> {
  query: WallQuery<T>;
  title: (data: T) => string;
  /** It has further columns for a wide window. */
  widens?: boolean;
  children: (data: T) => ReactNode;
}

/** The canvas of a wall: header with ridges, title, clock and lunar day, then what the wall shows. */
export function Frame<T extends { asOf: string; org: { name: string; above: string } }>(props: FrameProps<T>) {
  const { query, title, widens, children } = props;
  const { data } = query;
  const name = data ? title(data) : '数据大屏';
  useTitle(name);
  return (
    <main className={widens ? 'wall widens' : 'wall'}>
      <div className="wall-canvas">
        <header className="wall-head">
          <Ridges />
          <h1 className={[...name].length > 14 ? 'long' : undefined}>{name}</h1>
          {data && (
            <p className="wall-path">
              {data.org.name}
              <small className={query.error ? 'away' : undefined}>
                {data.org.above && `${data.org.above} · `}数据截至{momentOf(new Date(data.asOf))}
                {query.error && '，服务器暂时没有应答'}
              </small>
            </p>
          )}
          <Clock asOf={data?.asOf} />
        </header>
        {data ? children(data) : <Said query={query} />}
      </div>
    </main>
  );
}

/** What stands in place of a wall that was never read. */
function Said({ query }: { query: WallQuery<unknown> }) {
  return (
    <div className="wall-said" role={query.error ? 'alert' : 'status'}>
      {query.error ? (
        <p>
          {query.error.message}
          <br />
          <Button look="word" onClick={() => void query.refetch()}>
            重试
          </Button>
        </p>
      ) : (
        <p>正在读取数据</p>
      )}
    </div>
  );
}

const two = (n: number) => String(n).padStart(2, '0');
const clockOf = (at: Date) => `${two(at.getHours())}:${two(at.getMinutes())}`;

/** An hour of to-day, or the day with it: figures of yesterday never read as those of to-day. */
function momentOf(at: Date): string {
  const isToday = at.toDateString() === new Date().toDateString();
  return isToday ? clockOf(at) : `${at.getMonth() + 1}月${at.getDate()}日${clockOf(at)}`;
}

/** By the server's clock, as far as it was told: that of the device may be wrong. */
function Clock({ asOf }: { asOf: string | undefined }) {
  const [now, setNow] = useState(() => new Date());
  const ahead = useRef(0);
  // Answers are at most seconds old when they come in: what differs by more is the device's clock.
  useEffect(() => {
    const difference = asOf ? Date.parse(asOf) - Date.now() : 0;
    ahead.current = Math.abs(difference) > 60_000 ? difference : 0;
  }, [asOf]);
  const [lunar, setLunar] = useState('');
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date(Date.now() + ahead.current)), 1000);
    return () => clearInterval(timer);
  }, []);
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  useEffect(() => {
    let gone = false;
    void import('#platform/web/calendar/lunar.ts').then(({ almanacOf }) => {
      if (!gone) setLunar(almanacOf(day)?.lunar ?? '');
    });
    return () => {
      gone = true;
    };
  }, [day]);
  return (
    <div className="wall-clock">
      <span>
        {now.getFullYear()}年{now.getMonth() + 1}月{now.getDate()}日 星期{WEEK[now.getDay()]}
        <small>{lunar && `农历${lunar}`}</small>
      </span>
      <b>{clockOf(now)}</b>
    </div>
  );
}

/** Three ranges of the gorge at either side of the title, and the line below it. */
function Ridges() {
  return (
    <svg viewBox="0 0 1920 90" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 0H1920V90H0Z" fill="#3A070B" />
      <path
        d="M0 62L60 44L128 58L206 26L268 46L330 18L402 50L470 8L540 42L610 30L688 60L760 40L820 66L1100 66L1164 42L1236 60L1312 28L1378 44L1446 10L1520 48L1592 20L1660 46L1720 30L1796 58L1862 42L1920 60V90H0Z"
        fill="#5A0D12"
        opacity=".75"
      />
      <path
        d="M0 78L74 58L150 72L232 48L306 66L380 40L462 68L540 54L622 76L704 62L790 82H1130L1216 62L1300 76L1382 52L1460 70L1538 42L1616 66L1692 50L1770 74L1848 58L1920 76V90H0Z"
        fill="#7A1518"
        opacity=".7"
      />
      <path
        d="M0 86L110 72L236 84L352 66L470 82L590 74L720 88H1200L1330 74L1450 84L1568 66L1690 84L1810 72L1920 86V90H0Z"
        fill="#8E1C1C"
        opacity=".8"
      />
      <path d="M0 89.25H1920" stroke="#8E3A2A" strokeWidth="1.5" />
      <path d="M630 89H1290" stroke="#F7D774" strokeWidth="2" />
    </svg>
  );
}
