import { Link } from 'react-router';
import { listNotices } from '#kernel/message/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { dateTime } from '#platform/web/show/time.ts';
import { Part } from './Part.tsx';

const SHOWN = 5;
/** Types that call for an act are red (dictionary 0178: 通知, 会议). */
const URGENT = new Set(['1', '4']);

/** 通知公告: the latest five; what is not yet received stands in bold. */
export function NoticePart() {
  const answer = useCall(listNotices, { pageNum: 1, pageSize: SHOWN }, { quiet: true });
  return (
    <Part
      title="通知公告"
      className="home-notices"
      answer={answer}
      skeleton={SHOWN}
      extra={
        <Link className="card-extra" to="/news">
          {answer.data ? `全部${answer.data.total}条` : '全部'}
        </Link>
      }
    >
      {({ rows }) =>
        rows.length === 0 ? (
          <div className="home-done">
            <h3>没有通知</h3>
            <p>上级组织发布通知后，会出现在这里。</p>
          </div>
        ) : (
          <ul>
            {rows.map((row) => (
              <li key={row.id}>
                <span className={URGENT.has(row.type) && row.isHandle === 0 ? 'tag red' : 'tag'}>{row.typeName}</span>
                <Link
                  className={row.isHandle === 0 ? 'ellipsis new' : 'ellipsis'}
                  to={pathWithQuery('/news', { id: row.id })}
                  title={row.title}
                >
                  {row.title}
                  {row.isHandle === 0 && <span className="visually-hidden">，未处理</span>}
                </Link>
                <span className="home-date">{dateTime(row.createTime).slice(5, 10)}</span>
              </li>
            ))}
          </ul>
        )
      }
    </Part>
  );
}
