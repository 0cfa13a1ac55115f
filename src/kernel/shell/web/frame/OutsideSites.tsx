import { outsideSites } from '#kernel/session/contract.ways.ts';
import { openOutsideSite } from '#kernel/session/web/pickers.tsx';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { Icon, type IconName } from '#platform/web/show/icons.tsx';
import { Pressable } from '#platform/web/ui/Button.tsx';

type OutsideSite = ReplyOf<typeof outsideSites>[number];

/** The sites that have an entry in the menu (specification, section 6); the publishing platform stands in the chooser. */
const ENTRIES: Partial<Record<OutsideSite['key'], IconName>> = {
  dataVisualisation: 'screen',
  annualStatistics: 'sheet',
  assessmentSupervision: 'clipboard',
};
const RIGHTS = Object.keys(ENTRIES)
  .map((key) => `outside:${key}`)
  .join(',');
const FIVE_MINUTES = 300_000;

/** The outside sites that this host knows and this role may open. */
export function useOutsideSites(): OutsideSite[] {
  const enabled = may(useSession(), RIGHTS, 'any');
  const { data = [] } = useCall(outsideSites, {}, { enabled, quiet: true, staleTime: FIVE_MINUTES });
  return enabled ? data.filter(({ key }) => ENTRIES[key] !== undefined) : [];
}

/** Their group of the menu; each opens in a window of its own. */
export function OutsideSites({
  sites,
  folded,
  onChoose,
}: {
  sites: OutsideSite[];
  folded: boolean;
  onChoose?: () => void;
}) {
  if (sites.length === 0) return null;
  const open = (key: OutsideSite['key']) => {
    openOutsideSite(key).catch((error: Error) => emit('notice', { kind: 'warning', text: error.message }));
    onChoose?.();
  };
  return (
    <div className="side-group">
      {!folded && <div className="side-title">外部系统</div>}
      {sites.map(({ key, name }) => (
        <Pressable
          key={key}
          className="side-entry side-outside"
          title={`${name}（在新窗口打开）`}
          onClick={() => open(key)}
        >
          <Icon name={ENTRIES[key] ?? 'link'} />
          <span>{name}</span>
        </Pressable>
      ))}
    </div>
  );
}
