import { useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { Empty, Failed, Skeleton } from '#platform/web/show/states.tsx';
import { ButtonLink, Pressable } from '#platform/web/ui/Button.tsx';
import { homeHelp, postsOfOrg, proposeTopics } from '../contract.circle.ts';
import { PostCard } from './PostCard.tsx';
import { PATHS } from './paths.ts';
import './archive.css';

/** 帮助中心: what somebody needs now, what was solved, and the help of the platform. */
export default function HelpCenter() {
  const session = useSession();
  const open = useCall(homeHelp, { pageSize: 20 }, { quiet: true });
  const [topic, setTopic] = useState('');
  const solved = useCall(
    postsOfOrg,
    { kind: 'help', helpState: '2', pageSize: 20, ...(topic ? { topic } : {}) },
    { quiet: true, keepPrevious: true },
  );
  const topics = useCall(proposeTopics, { solved: true }, { quiet: true });
  return (
    <div className="list-page">
      <PageHead title="帮助中心">
        <ButtonLink icon="book" to="/help">
          平台帮助文档
        </ButtonLink>
        {may(session, 'circle:post') && (
          <ButtonLink look="primary" icon="plus" to={PATHS.post('add', session.user.workOrgId)}>
            发布求助
          </ButtonLink>
        )}
      </PageHead>
      <div className="circle-center">
        <section aria-label="等人帮办的求助" className="circle-list">
          <h2 className="section-title">等人帮办的求助</h2>
          {open.error && !open.data ? (
            <Failed error={open.error} onRetry={() => void open.refetch()} />
          ) : !open.data ? (
            <Skeleton lines={6} />
          ) : open.data.rows.length === 0 ? (
            <div className="card">
              <Empty title="没有等人帮办的求助">有党员在党员圈发布求助时，会出现在这里。</Empty>
            </div>
          ) : (
            open.data.rows.map((post) => <PostCard key={post.id} post={post} />)
          )}
        </section>
        <section className="card" aria-label="已解决">
          <div className="card-head">
            <h2>已解决</h2>
            {solved.data && (
              <span className="muted">
                {solved.data.total}
                {solved.data.capped && '+'}件
              </span>
            )}
          </div>
          {(topics.data?.length ?? 0) > 0 && (
            <fieldset className="circle-topics" aria-label="按话题">
              {['', ...(topics.data ?? [])].map((one) => (
                <Pressable
                  key={one}
                  className={one === topic ? 'tag red' : 'tag'}
                  aria-pressed={one === topic}
                  onClick={() => setTopic(one)}
                >
                  {one || '全部'}
                </Pressable>
              ))}
            </fieldset>
          )}
          {solved.error && !solved.data && <Failed error={solved.error} onRetry={() => void solved.refetch()} />}
          {solved.data?.rows.length === 0 && <p className="circle-quiet">还没有解决的求助。</p>}
          <ul className="circle-solved">
            {solved.data?.rows.map((post) => (
              <li key={post.id}>
                <Link to={PATHS.postView(post.id)}>{post.content.slice(0, 40)}</Link>
                <span className="muted small">
                  {post.name}，{post.helperName ? `由${post.helperName}帮办` : `${post.replies}条回应`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}
