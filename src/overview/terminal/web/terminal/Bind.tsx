import { useEffect, useState } from 'react';
import { call } from '#platform/web/call/api.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { QrCode } from '#platform/web/field/QrCode.tsx';
import { getTicket, ticketState } from '../../contract.device.ts';
import { digitsText, PAIR_STATES } from '../../rules.device.ts';
import { PAIR } from '../paths.ts';

/** Milliseconds between two questions whether somebody typed the digits, and after a fault. */
const PACE = 3000;
const PACE_AFTER_FAULT = 15_000;

/** A screen that is not paired: six digits, which a worker types in 终端管理. */
export function Bind({ why, onPaired }: { why: string; onPaired: () => void }) {
  const [digits, setDigits] = useState('');
  const [fault, setFault] = useState('');
  useEffect(() => {
    let gone = false;
    let timer = 0;
    const later = (act: () => Promise<void>, pace = PACE) => {
      if (!gone) timer = window.setTimeout(() => void run(act), pace);
    };
    const run = async (act: () => Promise<void>) => {
      try {
        await act();
        if (!gone) setFault('');
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (!gone) setFault(error.message);
        later(act, PACE_AFTER_FAULT);
      }
    };
    const begin = async () => {
      const made = await call(getTicket, {}, { quiet: true });
      if (gone) return;
      setDigits(made.digits);
      const ask = async () => {
        const { state } = await call(ticketState, { ticket: made.ticket }, { quiet: true });
        if (gone) return;
        if (state === PAIR_STATES.paired) onPaired();
        else later(state === PAIR_STATES.over ? begin : ask, state === PAIR_STATES.over ? 0 : PACE);
      };
      later(ask);
    };
    void run(begin);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [onPaired]);
  return (
    <section className="terminal-bind" aria-label="配对本屏">
      <h1>{why.startsWith('此终端') ? why : '配对本屏'}</h1>
      <p>请工作人员在“终端管理”里打开这台终端，点“配对电视”，输入下面的六位数字；也可以用手机扫码。</p>
      {digits && (
        <>
          <output aria-label="配对数字">{digitsText(digits)}</output>
          <QrCode large text={`${location.origin}/#${PAIR}?code=${digits}`} alt="配对二维码" caption="用手机扫码配对" />
        </>
      )}
      <p className="terminal-fault" role="alert">
        {fault}
      </p>
    </section>
  );
}
