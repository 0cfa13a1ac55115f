import { Link } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { durationText } from '#platform/web/show/time.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { myVideos, type VideoRow } from '../contract.watch.ts';
import { VideoCard } from './parts.tsx';
import { PATHS } from './paths.ts';

/** 学习视频: what to go on with, required first; what was learned this year. */
export default function MemberVideo() {
  const myVideosQuery = useCall(myVideos, {}, { quiet: true, staleTime: 0 });
  return (
    <div className="list-page">
      <PageHead title="学习视频">
        <ButtonLink look="primary" icon="screen" to={PATHS.center}>
          全部视频
        </ButtonLink>
      </PageHead>
      <RecordLoader query={myVideosQuery}>
        {(mine) => (
          <>
            <dl className="card edu-figures">
              <div>
                <dt>必修学完</dt>
                <dd>
                  {mine.requiredLearned}
                  <span className="muted"> / {mine.requiredTotal}讲</span>
                </dd>
              </div>
              <div>
                <dt>今年学完</dt>
                <dd>
                  {mine.learned.length}
                  <span className="muted">讲</span>
                </dd>
              </div>
              <div>
                <dt>今年看过</dt>
                <dd>{durationText(mine.seenSeconds)}</dd>
              </div>
              <div>
                <dt>其中计学时</dt>
                <dd>{durationText(mine.countedSeconds)}</dd>
              </div>
            </dl>
            {mine.required.length + mine.begun.length + mine.learned.length === 0 && (
              <div className="card">
                <Empty title="没有要继续学习的视频" act={<Link to={PATHS.center}>去视频中心看看</Link>}>
                  必修的视频和看了一半的会出现在这里。
                </Empty>
              </div>
            )}
            <Part title="必修，还没学完" rows={mine.required} />
            <Part title="继续学习" rows={mine.begun} />
            <Part title="今年学完的" rows={mine.learned} />
          </>
        )}
      </RecordLoader>
    </div>
  );
}

function Part({ title, rows }: { title: string; rows: readonly VideoRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section className="edu-part" aria-label={title}>
      <h2>
        {title}
        <span className="muted small"> {rows.length}讲</span>
      </h2>
      <ul className="edu-grid">
        {rows.map((row) => (
          <VideoCard key={row.id} row={row} />
        ))}
      </ul>
    </section>
  );
}
