import { toString as drawQr } from 'qrcode';
import { make } from './dom.ts';
import { ask } from './net.ts';

const PACE_MS = 3000;
const PACE_AFTER_FAULT_MS = 15_000;
const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Shows six digits and a code until a worker has paired this screen; new ones each five minutes.
 * @param why what the server said of a screen that is paired no more; empty: it never was
 */
export async function waitForPairing(main: HTMLElement, why: string): Promise<void> {
  for (;;) {
    try {
      const { ticket, digits } = await ask<{ ticket: string; digits: string }>('getTicket', {});
      await show(main, why, digits);
      for (;;) {
        await rest(PACE_MS);
        // The line may be gone for a moment: the digits stay good.
        const { state } = await ask<{ state: number }>('ticketState', { ticket }).catch(() => ({ state: 0 }));
        if (state === 3) return;
        if (state === 4) break;
      }
    } catch (error) {
      main.replaceChildren(
        make('section', 'pair', make('h1', '', '正在连接服务器'), make('p', '', (error as Error).message)),
      );
      await rest(PACE_AFTER_FAULT_MS);
    }
  }
}

async function show(main: HTMLElement, why: string, digits: string): Promise<void> {
  const svg = await drawQr(`${location.origin}/#/box/pair?code=${digits}`, {
    type: 'svg',
    margin: 2,
    errorCorrectionLevel: 'M',
  });
  const picture = document.createElement('img');
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  picture.alt = '配对二维码';
  const output = make('output', '', `${digits.slice(0, 3)} ${digits.slice(3)}`);
  output.setAttribute('aria-label', '配对数字');
  const words = make(
    'div',
    'pair-words',
    make('h1', '', why === '' ? '配对这台电视' : why),
    make('p', '', '请工作人员登录平台，在“终端管理”里打开这台终端，点“配对电视”，输入这六位数字；也可以用手机扫码。'),
    output,
  );
  main.replaceChildren(make('section', 'pair', words, picture));
}
