import { useContext, useEffect, useState } from 'react';

import { ROLE } from '#kernel/session/contract.ts';
import { greetingAt } from '#kernel/shell/rules.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { usePage } from '#platform/web/shell/PageHead.tsx';
import { PageHelp } from '#platform/web/shell/pageHelp.ts';
import { Icon, type IconName } from '#platform/web/show/icons.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { longDate } from './words.ts';

/** An entry to what is done often; it shows where one of its permissions is held. */
export interface QuickEntry {
  title: string;
  icon: IconName;
  path: string;
  keys: string;
}

const WORKER_ENTRIES: readonly QuickEntry[] = [
  { title: '导入党员', icon: 'import', path: '/affairs/member/import', keys: 'member:import' },
  { title: '登记会议', icon: 'calendarCheck', path: '/affairs/event/addMeeting/0/:workOrgId', keys: 'event:write' },
  { title: '新增党员', icon: 'plus', path: '/affairs/member/edit/add', keys: 'member:write' },
];
const ADMINISTRATOR_ENTRIES: readonly QuickEntry[] = [
  { title: '用户账号', icon: 'person', path: '/popedom/user/account', keys: 'account:read' },
  { title: '系统日志', icon: 'clock', path: '/sys/logs', keys: 'log:read' },
  { title: '组织信息', icon: 'organisation', path: '/affairs/organization', keys: 'org:read' },
  { title: '党员信息', icon: 'members', path: '/affairs/member', keys: 'member:read' },
];

/** The quick entries that work for the session. */
export function useEntries(): readonly QuickEntry[] {
  const session = useSession();
  const entries = session.user.roleId === ROLE.administrator ? ADMINISTRATOR_ENTRIES : WORKER_ENTRIES;
  return entries
    .filter(({ keys }) => may(session, keys, 'any'))
    .map((entry) => ({ ...entry, path: entry.path.replace(':workOrgId', session.user.workOrgId) }));
}

/** Name and time of day, the date with its lunar one, and what the day holds (`sentence`). */
export function Greeting({ sentence, entries }: { sentence: string; entries: readonly QuickEntry[] }) {
  const { user } = useSession();
  const now = new Date();
  const name = user.roleId === ROLE.administrator ? user.userName : `${user.userName}同志`;
  const almanac = useAlmanac(now);
  const page = usePage();
  const Help = useContext(PageHelp);
  return (
    <header className="home-greeting">
      <div className="ridge-art home-ridge" aria-hidden="true" />
      <div className="home-hello">
        <h1>
          {name}，{greetingAt(now.getHours())}
        </h1>
        <p className="home-day">
          <span>{longDate(now)}</span>
          <span>{almanac}</span>
          <span>{sentence}</span>
        </p>
        <p className="home-where">
          <Icon name="organisation" />
          {user.workOrg.name}
        </p>
      </div>
      <nav className="home-entries" aria-label="快捷入口">
        {Help && page && <Help path={page.path} />}
        {entries.map(({ title, icon, path }) => (
          <ButtonLink key={path} icon={icon} to={path}>
            {title}
          </ButtonLink>
        ))}
      </nav>
    </header>
  );
}

const KEPT = 'almanac';

/** The lunar day of today, once its tables are there: they are loaded when the page stands, once a day in a browser. */
function useAlmanac(now: Date): string {
  const day = now.toDateString();
  const [text, setText] = useState(() => kept(day));
  useEffect(() => {
    const before = kept(day);
    setText(before);
    if (before) return;
    let gone = false;
    const waiting = setTimeout(
      () =>
        import('./almanac.ts').then(
          ({ almanacOf }) => {
            const found = almanacOf(new Date(day));
            keep(day, found);
            if (!gone) setText(found);
          },
          // The line stands without it.
          () => {},
        ),
      600,
    );
    return () => {
      gone = true;
      clearTimeout(waiting);
    };
  }, [day]);
  return text;
}

function kept(day: string): string {
  try {
    const [of, text] = (localStorage.getItem(KEPT) ?? '').split('|');
    return of === day ? (text ?? '') : '';
  } catch {
    // Storage may be refused.
    return '';
  }
}

function keep(day: string, text: string): void {
  try {
    localStorage.setItem(KEPT, `${day}|${text}`);
  } catch {
    // Loaded again the next time.
  }
}
