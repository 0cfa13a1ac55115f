import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from './Dialog.tsx';

/** Milliseconds that the intranet gets to answer. */
const PATIENCE = 3000;

/**
 * Asks whether to go on in the intranet (specification, section 4), after a try whether this machine reaches it at all:
 * city and county workers may sit at home.
 */
export function IntranetDialog({ url, onStay }: { url: string; onStay: () => void }) {
  const [reached, setReached] = useState<boolean | null>(null);
  useEffect(() => {
    let gone = false;
    isReached(url).then((answer) => {
      if (!gone) setReached(answer);
    });
    return () => {
      gone = true;
    };
  }, [url]);
  const act = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (reached !== null) act.current?.focus();
  }, [reached]);
  const away = reached === false;
  const leave = () => location.assign(url);
  return (
    <Dialog
      title="前往内网"
      icon="shield"
      onClose={onStay}
      foot={
        <>
          <Button onClick={away ? leave : onStay}>{away ? '仍要前往' : '取消'}</Button>
          <Button ref={act} look="primary" disabled={reached === null} onClick={away ? onStay : leave}>
            {away ? '留在当前网络' : '前往内网'}
          </Button>
        </>
      }
    >
      <p>市级和区县党务工作者须在内网办理业务，是否前往内网？</p>
      <p className="field-hint" role="status">
        {reached === null && '正在检查能否连通内网…'}
        {reached && '内网可以连通。'}
        {away && '当前网络连不上内网，请接入内网后再前往；留在当前网络可以继续查看。'}
      </p>
    </Dialog>
  );
}

/** Whether anything answers there; what it says cannot be read from here, and need not be. */
async function isReached(url: string): Promise<boolean> {
  try {
    await fetch(new URL('/favicon.svg', url), {
      mode: 'no-cors',
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(PATIENCE),
    });
    return true;
  } catch {
    return false;
  }
}
