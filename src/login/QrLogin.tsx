import { useEffect, useRef, useState } from 'react';
import { Icon } from '#platform/web/show/icons.tsx';
import { AfterSignIn } from '#platform/web/signIn/AfterSignIn.tsx';
import type { Opened } from '#platform/web/signIn/opened.ts';
import { QrPicture } from './QrPicture.tsx';
import { type QrView, restWhileVisible, waitForPhone } from './qr.ts';

interface QrLoginProps {
  /** What the mobile application is called. */
  appName: string;
  /** A phone has read the code: the page has time to fetch what comes after the login. */
  onScanned: () => void;
  onNotice: (message: string) => void;
  onIn: (token: string) => void;
}

/** Login with the mobile application: the code, the number that the phone asks for, and what the phone has done so far. */
export function QrLogin({ appName, onScanned, onNotice, onIn }: QrLoginProps) {
  const [view, setView] = useState<QrView>({ name: 'loading' });
  const [opened, setOpened] = useState<Opened | null>(null);
  const [turn, setTurn] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` counts the beginnings
  useEffect(() => {
    const stop = new AbortController();
    waitForPhone(setView, restWhileVisible(stop.signal), stop.signal).then((found) => {
      if (found && !stop.signal.aborted) setOpened(found);
    });
    return () => stop.abort();
  }, [turn]);

  const scanned = view.name === 'shown' && view.scanned;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each scan
  useEffect(() => {
    if (scanned) onScanned();
  }, [scanned]);

  return (
    <div className="qr-login">
      <div className="qr-frame">
        <i />
        {view.name === 'shown' && <QrPicture text={view.code.address} size={176} title="登录二维码" />}
        {view.name === 'loading' && <span className="qr-wait" />}
        {view.name === 'failed' && <Icon name="warning" size={32} />}
        {scanned && (
          <span className="qr-scanned">
            <Icon name="check" size={28} />
            已扫码
          </span>
        )}
      </div>
      {view.name === 'failed' ? (
        <p role="alert">
          <b>{view.message}</b>
          <br />
          正在自动重试，也可以改用账号登录
        </p>
      ) : (
        <p>
          <b>用{appName}手机应用扫码</b>
          <br />
          扫码后请在手机上确认，并选择数字
          {/* Read out when the number changes, not with each second. */}
          <em aria-live="polite">{view.name === 'shown' ? view.code.number : '\u2007\u2007'}</em>
        </p>
      )}
      <p className="muted">
        {view.name === 'shown' &&
          (scanned ? '请在手机上选择上面的数字' : <Countdown key={view.code.uuid} until={view.code.until} />)}
      </p>
      <AfterSignIn
        opened={opened}
        onIn={onIn}
        onGiveUp={(message) => {
          setOpened(null);
          setTurn(turn + 1);
          if (message) onNotice(message);
        }}
      />
    </div>
  );
}

/** The seconds until the code is replaced. They change in place: the panel is not drawn anew for them. */
function Countdown({ until }: { until: number }) {
  const word = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const tell = () => {
      const left = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      if (word.current) word.current.textContent = String(left);
    };
    tell();
    const timer = setInterval(tell, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <>
      二维码还有
      <span ref={word} />
      秒换新，到时自动更换
    </>
  );
}
