import { Link } from 'react-router';
import { beijingDay } from '#platform/days.ts';
import { yearsOf } from '#platform/periods.ts';
import { Icon } from '#platform/web/icons.tsx';
import { may, useSession } from '#platform/web/session.ts';
import { StoredImage } from '#platform/web/upload/StoredImage.tsx';
import type { MaterialRow } from '../contract.read.ts';
import {
  KINDS,
  type Kind,
  PART_STANDINGS,
  type PartStanding,
  STANDINGS,
  STATES,
  type Standing,
  type State,
} from '../rules.ts';
import { PATHS } from './paths.ts';
import './special.css';

export const none = <span className="muted">—</span>;
export const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
export const KIND_OPTIONS = optionsOf(KINDS);
export const yearOptions = () => {
  const years = yearsOf(beijingDay());
  return [(years[0] ?? 0) + 1, ...years].map((year) => ({ value: String(year), label: `${year}年` }));
};

const STATE_TONES: Readonly<Record<State, string>> = {
  draft: 'tag',
  published: 'tag info',
  ended: 'tag ok',
  withdrawn: 'tag',
};
/** How an activity stands; one that has not begun is said so. */
export function ActivityTag({ of }: { of: { state: State; startsOn: string } }) {
  const isComing = of.state === 'published' && of.startsOn > beijingDay();
  return <span className={STATE_TONES[of.state]}>{isComing ? '未开始' : STATES[of.state]}</span>;
}

const TONES: Readonly<Record<Standing, string>> = {
  done: 'tag ok',
  doneLate: 'tag warn',
  asked: 'tag info',
  late: 'tag bad',
  open: 'tag',
  void: 'tag',
};
/** How a material stands: returned is said beside it, never by colour alone. */
export const MaterialTag = ({ standing, isReturned }: { standing: Standing; isReturned?: boolean }) => (
  <span className="special-tags">
    <span className={TONES[standing]}>{STANDINGS[standing]}</span>
    {isReturned && <span className="tag warn">已退回</span>}
  </span>
);

const PART_TONES: Readonly<Record<PartStanding, string>> = {
  finished: 'tag ok',
  waiting: 'tag info',
  late: 'tag bad',
  lacking: 'tag',
};
export const PartTag = ({ standing }: { standing: PartStanding }) => (
  <span className={PART_TONES[standing]}>{PART_STANDINGS[standing]}</span>
);

/** A day with how far it is, for what is still to be handed in. */
export function Due({ row }: { row: Pick<MaterialRow, 'state' | 'dueOn' | 'daysLeft'> }) {
  if (row.state !== 'open' && row.state !== 'returned') return row.dueOn;
  const { daysLeft } = row;
  const words = daysLeft < 0 ? `逾期${-daysLeft}天` : daysLeft === 0 ? '今天截止' : `还有${daysLeft}天`;
  return (
    <>
      <span className={daysLeft < 0 ? 'special-late' : undefined}>{words}</span>
      <span className="muted">（{row.dueOn}）</span>
    </>
  );
}

/** The poster of an activity; its kind where it has none. */
export const Poster = ({ poster, kind }: { poster: string; kind: Kind }) => (
  <span className="special-poster" aria-hidden="true">
    {poster ? <StoredImage fileKey={`${poster}-z`} alt="" /> : <span className="serif">{KINDS[kind]}</span>}
  </span>
);

const LINKS = [
  ['list', PATHS.list, '专项活动', 'growth', 'special:read'],
  ['open', PATHS.open, '活动资料', 'book', 'special:own'],
  ['materials', PATHS.materials, '附件资料', 'document', 'special:read'],
  ['conditions', PATHS.conditions, '附件情况', 'chart', 'special:read'],
  ['certificates', PATHS.certificates, '我的证书', 'clipboard', 'special:own'],
] as const;

/** The other pages of 专项活动; `here` is left out. */
export function SpecialLinks({ here }: { here: (typeof LINKS)[number][0] }) {
  const session = useSession();
  return LINKS.filter(([key, , , , right]) => key !== here && may(session, right)).map(([key, path, name, icon]) => (
    <Link key={key} className="button" to={path}>
      <Icon name={icon} />
      {name}
    </Link>
  ));
}
