import { Link } from 'react-router';
import { useOrg } from '#modules/org/web/pickers.tsx';
import { Icon } from '#platform/web/icons.tsx';
import { pathWithQuery } from '#platform/web/navigation.ts';
import { addMonths } from '../rules.ts';
import { PATHS } from './paths.ts';

export const none = <span className="muted">—</span>;

const LINKS = [
  ['bills', '应缴党费', 'dues'],
  ['payments', '缴纳记录', 'document'],
  ['relief', '减免', 'check'],
] as const;

/** The other parts of 党费管理, at the organisation where this one stands; `here` is left out. */
export function DuesLinks({ here, orgId }: { here: 'bills' | 'payments' | 'relief'; orgId: string | undefined }) {
  return (
    <>
      {LINKS.filter(([tab]) => tab !== here).map(([tab, title, icon]) => (
        <Link
          key={tab}
          className="button"
          to={pathWithQuery(PATHS.list, { orgId, tab: tab === 'bills' ? undefined : tab })}
        >
          <Icon name={icon} />
          {title}
        </Link>
      ))}
      <Link className="button" to={pathWithQuery(PATHS.books, { orgId })}>
        <Icon name="book" />
        月结
      </Link>
    </>
  );
}

/** The organisation that a list without a tree is of. */
export function OfOrg({ orgId }: { orgId: string | undefined }) {
  const { name } = useOrg(orgId);
  return <span className="muted">{name}及下级</span>;
}

/** The months that may be opened or looked at, the newest first. @param back how many before the current one */
export const monthsAround = (current: string, back: number): string[] =>
  Array.from({ length: back + 3 }, (_, at) => addMonths(current, 2 - at));
