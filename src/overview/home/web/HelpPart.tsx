import { Link } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { dateTime } from '#platform/web/show/time.ts';
import { homeHelp } from '#publishing/news/contract.circle.ts';
import { Part } from './Part.tsx';

const ROWS = 4;

/** 求助: what people of the viewer's place need now; where nobody does, nothing stands here. */
export function HelpPart() {
  return may(useSession(), homeHelp.access) ? <Open /> : null;
}

function Open() {
  const open = useCall(homeHelp, { pageSize: ROWS }, { quiet: true });
  if (!open.data?.rows.length) return null;
  return (
    <Part
      title="求助"
      className="home-own home-help"
      answer={open}
      skeleton={ROWS}
      extra={
        <Link className="card-extra" to="/archive/helpcenter">
          帮助中心
        </Link>
      }
    >
      {({ rows }) => (
        <ul className="home-own-list">
          {rows.map(({ id, content, helpState, name, createdAt }) => (
            <li key={id}>
              <span className={helpState === 0 ? 'tag red' : 'tag'}>{helpState === 0 ? '待回应' : '帮办中'}</span>
              <Link className="ellipsis" to={`/archive/circleFriendsView/${id}`} title={`${name}：${content}`}>
                {content}
              </Link>
              <span className="home-date">{dateTime(createdAt).slice(5, 10)}</span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
