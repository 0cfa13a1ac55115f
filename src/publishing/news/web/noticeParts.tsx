import type { Tally } from '../contract.notice.ts';
import { RECEIPTS, type Receipt } from '../rules.notice.ts';
import './notice.css';

const TONES: Readonly<Record<Receipt, string>> = {
  confirmed: 'tag ok',
  read: 'tag ok',
  told: 'tag info',
  unread: 'tag red',
  none: 'tag',
};

/** How somebody stands with an announcement; one that was read and still asks to be confirmed says so. */
export function ReceiptTag({ state, asksConfirm }: { state: Receipt; asksConfirm: boolean }) {
  if (state === 'read' && asksConfirm) return <span className="tag warn">已读，待确认</span>;
  return <span className={TONES[state]}>{RECEIPTS[state]}</span>;
}

/** Whoever is done: has read it, confirmed it where that is asked for, or was told. */
export const doneOf = (tally: Tally, asksConfirm: boolean): number =>
  tally.confirmed + tally.told + (asksConfirm ? 0 : tally.read);

/** How many of those who are to know it are done, as a bar with its numbers. */
export function Reached({ tally, asksConfirm }: { tally: Tally; asksConfirm: boolean }) {
  const done = doneOf(tally, asksConfirm);
  return (
    <span className="notice-reached">
      <progress max={Math.max(1, tally.total)} value={done} aria-label="已完成" />
      <span>
        {done}/{tally.total}人
      </span>
    </span>
  );
}
