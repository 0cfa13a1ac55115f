import { useOrg } from '#people/org/web/pickers.tsx';
import { useCall } from '#platform/web/call/hooks.ts';
import { collectedToday } from '../contract.pay.ts';
import { addMonths } from '../rules.ts';
import { formatYuan } from './money.ts';

/** The organisation that a list without a tree is of. */
export function OfOrg({ orgId }: { orgId: string | undefined }) {
  const { name } = useOrg(orgId);
  return <span className="muted">{name}及下级</span>;
}

/** 今日代收: what the session itself has taken in cash today, to be held against the cash in hand. */
export function Today() {
  const { data } = useCall(collectedToday, {}, { quiet: true });
  if (!data || data.receipts === 0) return null;
  return (
    <p className="secondary" role="status">
      今日代收{data.people}人，收据{data.receipts}张，共<b>{formatYuan(data.amount)}</b>元
    </p>
  );
}

/** The months that may be opened or looked at, the newest first. @param back how many before the current one */
export const monthsAround = (current: string, back: number): string[] =>
  Array.from({ length: back + 3 }, (_, at) => addMonths(current, 2 - at));
