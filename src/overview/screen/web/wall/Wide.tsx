import { useSyncExternalStore } from 'react';
import { may, useSession } from '#platform/web/session/session.ts';
import { activitySecond, convertSecond, duesSecond } from '../../contract.second.ts';
import type { OrgWallData } from '../../contract.wall.ts';
import { sharePercent } from '../../rules.wall.ts';
import { useWall } from './Frame.tsx';
import { Chart, groupDigits, NoRight, Panel } from './parts.tsx';

/** From this proportion on a wall gets more columns, never wider ones (SCREENS.md 2). */
const WIDE = '(min-aspect-ratio: 26/10)';
const watch = (tell: () => void) => {
  const query = matchMedia(WIDE);
  query.addEventListener('change', tell);
  return () => query.removeEventListener('change', tell);
};

/** Whether the window has room for the further columns. */
export const useWide = (): boolean => useSyncExternalStore(watch, () => matchMedia(WIDE).matches);

/** Rows that a column of its whole height has room for. */
const ROWS = 20;
const STEP = 43;

interface Ranked {
  id: string;
  name: string;
  /** What the bar is drawn of. */
  value: number;
  shown: string;
  /** It stands out as lacking. */
  lacks?: boolean;
}

const short = (name: string) => name.replace(/^中共/, '').replace(/(委员会|党委|党工委)$/, '');

/** Organisations by one number, the largest first: the first is gilt, the others bronze. */
function Ranks({ caption, rows, full }: { caption: string; rows: readonly Ranked[]; full?: number }) {
  const ordered = [...rows].sort((a, b) => b.value - a.value).slice(0, ROWS);
  const most = full ?? Math.max(1, ...ordered.map(({ value }) => value));
  if (ordered.length === 0) return <p className="none">没有数据</p>;
  return (
    <Chart caption={caption} width={410} height={ROWS * STEP} rows={ordered.map(({ name, shown }) => [name, shown])}>
      {ordered.map(({ id, name, value, shown, lacks }, at) => (
        <g key={id} transform={`translate(0 ${at * STEP})`}>
          <text y="18" fontSize="18">
            {[...short(name)].slice(0, 14).join('')}
          </text>
          <text x="410" y="18" fontSize="18" textAnchor="end" className={lacks ? 'lack' : 'number'}>
            {shown}
          </text>
          <rect y="26" width="410" height="6" fill="#3C0A0E" />
          <rect
            y="26"
            width={(Math.min(value, most) * 410) / most}
            height="6"
            fill={at === 0 ? '#F7D774' : '#B98A5E'}
          />
        </g>
      ))}
    </Chart>
  );
}

/** The organisations right below by members. */
export function WideMembers({ data: { below } }: { data: OrgWallData }) {
  const rows = below.map(({ id, name, members }) => ({ id, name, value: members, shown: groupDigits(members) }));
  return (
    <Panel title="下级组织党员" about="党员数，名">
      <Ranks caption="下级组织的党员数" rows={rows} />
    </Panel>
  );
}

/** The organisations right below by what the year brought. */
export function WideGrowth({ data: { org } }: { data: OrgWallData }) {
  const allowed = may(useSession(), 'relation:read');
  const { data } = useWall(convertSecond, { orgId: org.id, pageSize: ROWS }, allowed);
  const rows = (data?.rows ?? []).map(({ id, name, recruited, restored, arrived, gone, left, before, now }) => ({
    id,
    name,
    value: Math.max(0, recruited + restored + arrived),
    shown: `＋${recruited + restored + arrived}　－${gone + left}　净${now - before >= 0 ? '增' : '减'}${Math.abs(now - before)}`,
    lacks: now < before,
  }));
  return (
    <Panel title="党员增减" about="今年以来，增、减、净增减">
      {allowed ? <Ranks caption="下级组织今年的党员增减" rows={rows} /> : <NoRight />}
    </Panel>
  );
}

/** The organisations right below by 收缴率 of this month. */
export function WideDues({ data: { org } }: { data: OrgWallData }) {
  const allowed = may(useSession(), 'dues:read');
  const { data } = useWall(duesSecond, { orgId: org.id, pageSize: ROWS }, allowed);
  const rows = (data?.rows ?? []).map(({ id, name, due, paid }) => ({
    id,
    name,
    value: sharePercent(paid, due),
    shown: `${sharePercent(paid, due)}%`,
  }));
  return (
    <Panel title="各组织党费收缴" about={data?.span}>
      {allowed ? <Ranks caption="下级组织本月的党费收缴率" rows={rows} full={100} /> : <NoRight />}
    </Panel>
  );
}

/** The organisations right below by how far they met 组织生活. */
export function WideActivity({ data: { org } }: { data: OrgWallData }) {
  const allowed = may(useSession(), 'event:read');
  const { data } = useWall(activitySecond, { orgId: org.id, pageSize: ROWS }, allowed);
  const rows = (data?.rows ?? []).map(({ id, name, ok, due }) => ({
    id,
    name,
    value: sharePercent(ok, due),
    shown: `${sharePercent(ok, due)}%`,
  }));
  return (
    <Panel title="各组织组织生活" about={data?.span}>
      {allowed ? <Ranks caption="下级组织的组织生活完成率" rows={rows} full={100} /> : <NoRight />}
    </Panel>
  );
}
