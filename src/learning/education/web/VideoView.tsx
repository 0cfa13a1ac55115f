import { useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { ButtonLink, Pressable } from '#platform/web/ui/Button.tsx';
import { type Watch, watchVideo } from '../contract.watch.ts';
import { videoTimeText } from '../rules.ts';
import { Notes } from './Notes.tsx';
import { Player } from './Player.tsx';
import { BackToCourse, Progress, progressText } from './parts.tsx';
import { PATHS } from './paths.ts';
import { usePlay } from './usePlay.ts';

/** 观看视频: the video, its chapters, its series, own notes. */
export default function VideoView() {
  const { id = '' } = useParams();
  const found = useCall(watchVideo, { id }, { quiet: true, staleTime: 0 });
  useTitle(found.data?.title);
  return (
    <RecordLoader query={found} fresh>
      {(watch) => <Watching key={watch.id} watch={watch} />}
    </RecordLoader>
  );
}

function Watching({ watch }: { watch: Watch }) {
  const session = useSession();
  // The record is read again when a note is added; where it was begun must not move under the player.
  const [start] = useState(watch);
  const player = useRef<HTMLVideoElement>(null);
  const noteBox = useRef<HTMLTextAreaElement>(null);
  const { state, blocked, reach } = usePlay(player, start);
  const jump = (second: number) => {
    const video = player.current;
    if (!video) return;
    const wanted = Math.max(0, Math.min(second, start.seconds));
    video.currentTime = start.countsHours ? Math.min(wanted, Math.max(reach(), 0)) : wanted;
  };
  const [now, setNow] = useState(0);
  const note = () => {
    player.current?.pause();
    setNow(Math.floor(player.current?.currentTime ?? 0));
    noteBox.current?.focus();
  };
  const at = start.series.findIndex(({ id }) => id === start.id);
  const next = start.series[at + 1];
  return (
    <div className="edu-watching">
      <PageHead title={start.title}>
        <BackToCourse />
        {next && (
          <ButtonLink to={PATHS.view(next.id)}>
            下一讲
            <Icon name="forward" />
          </ButtonLink>
        )}
        {may(session, 'edu:write') && (
          <ButtonLink icon="edit" to={PATHS.edit(start.id)}>
            编辑
          </ButtonLink>
        )}
      </PageHead>
      <div className="edu-stage">
        <div className="edu-stage-main">
          <Player watch={start} player={player} state={state} blocked={blocked} onJump={jump} onNote={note} />
          <section className="card edu-about" aria-label="学习情况">
            <div className="edu-learned">
              <b>
                {state.isLearned ? '已学完' : `已看${state.percent}%`}
                {!state.isLearned && <span className="muted">，看到{start.share}%算学完</span>}
              </b>
              <Progress percent={state.percent} done={state.isLearned} />
            </div>
            <p className="edu-card-tags">
              <span className={start.isRequired ? 'tag red' : 'tag'}>{start.isRequired ? '必修' : '选修'}</span>
              {start.countsHours && <span className="tag gold">计学时</span>}
              {start.labels.map((label) => (
                <span key={label} className="tag">
                  {label}
                </span>
              ))}
              <span className="muted">
                {[
                  start.speaker && `主讲：${start.speaker}`,
                  start.year && `${start.year}年`,
                  `时长${videoTimeText(start.seconds)}`,
                  start.orgName,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </p>
            {start.intro && <p className="edu-intro">{start.intro}</p>}
          </section>
          <Notes
            videoId={start.id}
            notes={watch.notes}
            at={now}
            box={noteBox}
            onFocus={() => setNow(Math.floor(player.current?.currentTime ?? 0))}
            onJump={jump}
          />
        </div>
        <aside className="edu-side">
          {start.chapters.length > 0 && (
            <section className="card edu-list" aria-label="章节">
              <div className="card-head">
                <h2>章节</h2>
              </div>
              <ol>
                {start.chapters.map((chapter) => (
                  <li key={chapter.at}>
                    <Pressable onClick={() => jump(chapter.at)}>
                      <span className="edu-time">{videoTimeText(chapter.at)}</span>
                      <span>{chapter.title}</span>
                    </Pressable>
                  </li>
                ))}
              </ol>
            </section>
          )}
          <section className="card edu-list" aria-label="本单元">
            <div className="card-head">
              <h2>{start.unitName}</h2>
              <span className="muted small">{start.series.length}讲</span>
            </div>
            <ol>
              {start.series.map((one, index) => (
                <li key={one.id}>
                  <Link to={PATHS.view(one.id)} aria-current={one.id === start.id ? 'page' : undefined}>
                    <span className="edu-series-number">{index + 1}</span>
                    <span className="edu-list-title">{one.title}</span>
                    <span className={one.isLearned ? 'tag ok' : 'tag'}>{progressText(one)}</span>
                  </Link>
                </li>
              ))}
            </ol>
          </section>
        </aside>
      </div>
    </div>
  );
}
