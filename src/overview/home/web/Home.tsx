import { Suspense, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { ROLE } from '#kernel/session/contract.ts';
import { shownSwipers } from '#kernel/system/contract.swiper.ts';
import { homeMembers, homeOrgs } from '#overview/home/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { lazyPart } from '#platform/web/route/lazyPart.tsx';
import { useSession, useSite } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { FigurePart } from './FigurePart.tsx';
import { Greeting, useEntries } from './Greeting.tsx';
import { HelpPart } from './HelpPart.tsx';
import { NewsPart } from './NewsPart.tsx';
import { NoticePart } from './NoticePart.tsx';
import { TodoCounts, TodoPart, useTodos } from './TodoPart.tsx';
import { WarningPart } from './WarningPart.tsx';
import { dueTodayText } from './words.ts';
import './home.css';
import './figures.css';
import './below.css';
import './narrow.css';
import './large.css';

const AdminHome = lazyPart(() => import('./AdminHome.tsx'));
const BoardPart = lazyPart(() => import('./BoardPart.tsx'));
const Charts = lazyPart(() => import('./Charts.tsx'));
const DutyPart = lazyPart(() => import('./DutyPart.tsx'));
const WorkParts = lazyPart(() => import('./WorkParts.tsx'));
const Carousel = lazyPart(async () => ({ default: (await import('#kernel/system/web/pickers.tsx')).Carousel }));

/** The first page of party workers, and of administrators theirs. */
export default function Home() {
  if (useSession().user.roleId !== ROLE.administrator) return <WorkHome />;
  return (
    <Suspense>
      <AdminHome />
    </Suspense>
  );
}

/** The first page of the party workers: the day's work, the organisation in numbers, what is amiss. */
function WorkHome() {
  const { carousel } = useSite();
  const entries = useEntries();
  const todos = useTodos();
  const orgs = useCall(homeOrgs, {}, { quiet: true });
  const members = useCall(homeMembers, {}, { quiet: true });
  const pictures = useCall(shownSwipers, {}, { quiet: true, staleTime: 300_000 });
  const shown = (pictures.data?.length ?? 0) > 0;
  const beside = shown && carousel === 'beside';
  const settled = useSettled();
  const leads = useLocation().pathname === '/countyCity';
  // An organisation alone has nothing below it, whatever its type.
  const branch = orgs.data?.figures[0]?.value === 1;
  return (
    <div className="home">
      <Greeting sentence={todos.data ? dueTodayText(todos.data) : ''} entries={entries} />
      {todos.data && <TodoCounts counts={todos.data} />}
      <div className="home-top">
        <TodoPart />
        <nav className="card home-tiles" aria-label="快捷入口">
          {entries.map(({ title, icon, path }) => (
            <Link key={path} to={path}>
              <Icon name={icon} size={24} />
              {title}
            </Link>
          ))}
        </nav>
        <FigurePart members={members} orgs={orgs} branch={branch} />
      </div>
      {settled && (
        <Suspense fallback={<div className="card home-duty" />}>
          <div className="home-duty">
            <DutyPart />
          </div>
        </Suspense>
      )}
      <div className={beside ? 'home-row no-notices' : 'home-row'}>
        {settled && (
          <Suspense>
            <WorkParts />
          </Suspense>
        )}
        {!beside && <NoticePart />}
      </div>
      {settled && leads && (
        <Suspense>
          <BoardPart />
        </Suspense>
      )}
      <WarningPart />
      {shown && (
        <div className={beside ? 'home-pictures beside' : 'home-pictures'}>
          <Suspense fallback={<div className="carousel" />}>
            <Carousel />
          </Suspense>
          {beside && <NoticePart />}
        </div>
      )}
      <div className={branch ? 'home-grid branch' : 'home-grid'}>
        <NewsPart />
        <HelpPart />
        {/* Which parts there are follows from the numbers. */}
        {settled && orgs.data && (
          <Suspense>
            <Charts branch={branch} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** True once the first paint is over. */
function useSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setSettled(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return settled;
}
