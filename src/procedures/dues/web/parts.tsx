import { useOrg } from '#people/org/web/pickers.tsx';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { collectedToday } from '../contract.pay.ts';
import { addMonths } from '../rules.ts';
import { formatYuan } from './money.ts';
import { PATHS } from './paths.ts';

const LINKS = [
  ['bills', '应缴党费', 'dues'],
  ['payments', '缴纳记录', 'document'],
  ['relief', '减免', 'check'],
  ['handup', '上缴下拨', 'transfer'],
  ['orders', '在线订单', 'scan'],
  ['reconcile', '对账', 'check'],
  ['merchants', '收款账户', 'settings'],
] as const;

/** The other parts of 党费管理, at the organisation where this one stands; `here` is left out. */
export function DuesLinks({ here, orgId }: { here: (typeof LINKS)[number][0] | 'left'; orgId: string | undefined }) {
  const session = useSession();
  // Whoever sets accounts, or reconciles them, comes to that from the orders: the list's own head stays short.
  const isNear = (places: readonly string[]) => places.includes(here);
  const isShown = (tab: string) => {
    if (tab === 'merchants') return isNear(['orders', 'reconcile']) && may(session, 'dues:config');
    if (tab === 'reconcile') return isNear(['orders', 'merchants']) && may(session, 'dues:reconcile');
    return true;
  };
  return (
    <>
      {LINKS.filter(([tab]) => tab !== here && isShown(tab)).map(([tab, title, icon]) => (
        <ButtonLink
          key={tab}
          icon={icon}
          to={pathWithQuery(PATHS.list, { orgId, tab: tab === 'bills' ? undefined : tab })}
        >
          {title}
        </ButtonLink>
      ))}
      <ButtonLink icon="book" to={pathWithQuery(PATHS.books, { orgId })}>
        月结
      </ButtonLink>
    </>
  );
}

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
