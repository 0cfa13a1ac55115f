import { useEffect } from 'react';
import { WallOf } from '#overview/screen/web/pickers.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { keepAwake } from '../player/wake.ts';
import { Bind } from '../terminal/Bind.tsx';
import { useWallDevice } from './useWallDevice.ts';
import '../terminal/terminal.css';

/** Milliseconds between two looks at the hour and at the memory. */
const LOOKS = 60_000;
/** The page loads itself anew in the night's quiet hour, and where it takes a third more memory than at first. */
const RELOADS_AT = 3;
const GROWTH = 1.3;

const heapOf = (): number =>
  (performance as Performance & { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize ?? 0;

/** `/box/wall`: a data wall that hangs for months, paired by six digits; nobody is signed in at it. */
export default function Wall() {
  const { unpaired, data, error, onPaired, refetch } = useWallDevice();
  useTitle('数据大屏');
  useLongRun();
  if (unpaired !== null)
    return (
      <div className="terminal">
        <Bind why={unpaired} onPaired={onPaired} />
      </div>
    );
  return <WallOf query={{ data, error, refetch }} />;
}

/** Keeps the screen lit, and the page fresh: it is never loaded anew while the server does not answer. */
function useLongRun() {
  useEffect(() => {
    const sleep = keepAwake();
    const begun = Date.now();
    let first = 0;
    const timer = setInterval(() => {
      const heap = heapOf();
      const age = Date.now() - begun;
      if (first === 0 && age > 10 * LOOKS) first = heap;
      const isNight = new Date().getHours() === RELOADS_AT && age > 2 * 3_600_000;
      const isHeavy = first > 0 && heap > first * GROWTH && age > 3_600_000;
      if (isNight || isHeavy)
        void fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
          ({ ok }) => ok && location.reload(),
          () => {},
        );
    }, LOOKS);
    return () => {
      clearInterval(timer);
      sleep();
    };
  }, []);
}
