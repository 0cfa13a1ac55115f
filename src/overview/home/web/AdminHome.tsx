import { Suspense } from 'react';
import { Link } from 'react-router';
import { getCondition } from '#kernel/system/contract.condition.ts';
import { ConditionLines } from '#kernel/system/web/pickers.condition.tsx';
import { useCall } from '#platform/web/call/hooks.ts';
import { lazyPart } from '#platform/web/route/lazyPart.tsx';
import { may, useSession, useSite } from '#platform/web/session/session.ts';
import { dateTime } from '#platform/web/show/time.ts';
import { Greeting, useEntries } from './Greeting.tsx';
import { HelpPart } from './HelpPart.tsx';
import { NewsPart } from './NewsPart.tsx';
import { NoticePart } from './NoticePart.tsx';
import { Part } from './Part.tsx';
import { TodoCounts, TodoPart, useTodos } from './TodoPart.tsx';
import { dueTodayText } from './words.ts';

const Carousel = lazyPart(async () => ({ default: (await import('#kernel/system/web/pickers.tsx')).Carousel }));

/** Lines of 运行状况 beside the to-dos. */
const LINES = 6;

/** The first page of the administrator: what waits, and how the installation stands; no party work. */
export default function AdminHome() {
  const { carousel } = useSite();
  const entries = useEntries();
  const todos = useTodos();
  const beside = carousel === 'beside';
  return (
    <div className="home">
      <Greeting sentence={todos.data ? dueTodayText(todos.data) : ''} entries={entries} />
      {todos.data && <TodoCounts counts={todos.data} />}
      <div className="home-top">
        <TodoPart />
        <Condition />
      </div>
      <div className={beside ? 'home-pictures beside' : 'home-pictures'}>
        <Suspense fallback={<div className="carousel" />}>
          <Carousel />
        </Suspense>
        {beside && <NoticePart />}
      </div>
      <div className="home-grid branch">
        {!beside && <NoticePart />}
        <NewsPart />
        <HelpPart />
      </div>
    </div>
  );
}

/** 运行状况: what needs a hand first. */
function Condition() {
  const allowed = may(useSession(), 'condition:read');
  const condition = useCall(getCondition, {}, { quiet: true, enabled: allowed });
  if (!allowed) return null;
  const [last] = condition.data?.runs ?? [];
  return (
    <Part
      title="运行状况"
      className="home-condition"
      answer={condition}
      skeleton={LINES}
      extra={
        <Link className="card-extra" to="/sys/condition">
          {last ? `最近一次${last.kind === 'backup' ? '备份' : '演练'}${dateTime(last.endTime)}` : '全部'}
        </Link>
      }
    >
      {({ groups }) => <ConditionLines groups={groups} most={LINES} />}
    </Part>
  );
}
