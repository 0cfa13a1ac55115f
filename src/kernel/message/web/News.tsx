import { Link, Navigate, useLocation } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { useBack } from '#platform/web/route/back.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { TODOS_PATH, unreadCount } from '../contract.ts';
import { NoticeList } from './NoticeList.tsx';
import './news.css';

/** `/news`: my notices; my to-dos stand in 今日, whither the second tab and older links lead. */
export default function News() {
  const { search } = useLocation();
  const back = useBack();
  const { data } = useCall(unreadCount, {}, { quiet: true });
  if (readQuery(search, ['tab']).tab === 'todo') return <Navigate to={TODOS_PATH} replace />;
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
          {tab('我的通知', '/news', true, data?.notices)}
          {tab('我的待办', TODOS_PATH, false, data?.todos)}
        </div>
        <NoticeList />
      </div>
    </div>
  );
}
