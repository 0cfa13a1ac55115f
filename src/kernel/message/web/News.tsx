import { Link, useLocation } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { useBack } from '#platform/web/route/back.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { unreadCount } from '../contract.ts';
import { NoticeList } from './NoticeList.tsx';
import { TodoList } from './TodoList.tsx';
import './news.css';

/** `/news`: my notices and my to-dos, each at an address of its own. */
export default function News() {
  const { search } = useLocation();
  const todo = readQuery(search, ['tab']).tab === 'todo';
  const back = useBack();
  const { data } = useCall(unreadCount, {}, { quiet: true });
  const tab = (title: string, to: string, active: boolean, count: number | undefined) => (
    <Link className="tab" role="tab" aria-selected={active} to={to}>
      {title}
      <span className="count">{count ?? ''}</span>
    </Link>
  );
  return (
    <div className="list-page">
      <PageHead>
        <Button icon="back" onClick={back}>
          返回
        </Button>
      </PageHead>
      <div className="card news">
        <div className="tabs" role="tablist" aria-label="消息">
          {tab('我的通知', '/news', !todo, data?.notices)}
          {tab('我的待办', pathWithQuery('/news', { tab: 'todo' }), todo, data?.todos)}
        </div>
        {todo ? <TodoList /> : <NoticeList />}
      </div>
    </div>
  );
}
