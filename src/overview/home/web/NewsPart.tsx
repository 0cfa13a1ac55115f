import { Link } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { dateTime } from '#platform/web/show/time.ts';
import { homeArticles, homeVideos } from '#publishing/news/contract.read.ts';
import { Part } from './Part.tsx';
import './member.css';
import './below.css';

const NEWS = '/newsInformation';

/** 党建资讯 and 视频: the newest for the viewer's place; where there is none, nothing stands here. */
export function NewsPart() {
  return may(useSession(), homeArticles.access) ? <Newest /> : null;
}

function Newest() {
  const articles = useCall(homeArticles, {}, { quiet: true });
  const videos = useCall(homeVideos, {}, { quiet: true });
  const rows = [...(articles.data ?? []), ...(videos.data ?? []).slice(0, 1)];
  if (rows.length === 0) return null;
  return (
    <Part
      title="党建资讯"
      className="home-own home-news"
      answer={articles}
      skeleton={5}
      extra={
        <Link className="card-extra" to={`${NEWS}/article`}>
          全部
        </Link>
      }
    >
      {() => (
        <ul className="home-own-list">
          {rows.map(({ id, kind, title, columnName, publishedAt }) => (
            <li key={id}>
              <span className={kind === 'video' ? 'tag gold' : 'tag'}>{kind === 'video' ? '视频' : columnName}</span>
              <Link className="ellipsis" to={`${NEWS}/${kind}/view/${id}`} title={title}>
                {title}
              </Link>
              <span className="home-date">{dateTime(publishedAt).slice(5, 10)}</span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
