import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useAct } from '#platform/web/call/hooks.ts';
import { RichText } from '#platform/web/editor/RichText.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { StoredImage } from '#platform/web/upload/StoredImage.tsx';
import { helpStateName, likePost, type Post } from '../contract.circle.ts';
import { POST_KINDS } from '../rules.circle.ts';
import { PostCare } from './PostCare.tsx';
import { videoHtml } from './parts.tsx';
import { PATHS } from './paths.ts';
import './archive.css';
import './circle.css';

/** A post with what can be done with it. @param whole on its own page: nothing leads there */
export function PostCard({ post, whole = false, children }: { post: Post; whole?: boolean; children?: ReactNode }) {
  const like = useAct(likePost);
  return (
    <article className="card circle-post" aria-label={`${post.name}的${POST_KINDS[post.kind]}`}>
      <header>
        <span className="seal" aria-hidden="true">
          {[...post.name][0]}
        </span>
        <span className="circle-who">
          <b>{post.name}</b>
          <span className="muted small">
            {post.orgName}，<span className="circle-when">{dateTime(post.createdAt)}</span>
          </span>
        </span>
        <span className={post.kind === 'help' ? 'tag red' : 'tag'}>{POST_KINDS[post.kind]}</span>
        {post.kind === 'help' && (
          <span className={post.helpState === 2 ? 'tag ok' : 'tag'}>{helpStateName(post.helpState)}</span>
        )}
        {post.isWaiting && <span className="tag warn">待审核</span>}
        {post.isHidden && <span className="tag bad">已隐藏</span>}
        {post.objectionOpen && <span className="tag warn">有异议</span>}
        {post.reports > 0 && <span className="tag warn">{post.reports}人举报</span>}
      </header>
      {post.isHidden && post.hiddenFor && (
        <div className="banner warn" role="note">
          <span>
            隐藏原因：{post.hiddenFor}
            {post.objection && <>。作者的异议：{post.objection}</>}
          </span>
        </div>
      )}
      <p className="archive-said">{post.content}</p>
      {post.helperName && (
        <p className="circle-thanks">
          由<b>{post.helperName}</b>帮办
          {post.thanks && (
            <>
              ，{post.name}说：“{post.thanks}”
            </>
          )}
        </p>
      )}
      {post.pictures.length > 0 && (
        <ul className="circle-pictures">
          {post.pictures.map((id, at) => (
            <li key={id}>
              <StoredImage fileKey={`${id}-t`} alt={`图${at + 1}`} />
            </li>
          ))}
        </ul>
      )}
      {post.video && <RichText html={videoHtml(post.video)} />}
      <footer>
        {post.topics.map((topic) => (
          <Link key={topic} className="tag" to={pathWithQuery(PATHS.circle, { topic })}>
            {topic}
          </Link>
        ))}
        <Button
          look="row"
          aria-pressed={post.isLiked}
          disabled={like.isPending}
          onClick={() => like.mutate({ id: post.id, like: !post.isLiked })}
        >
          {post.isLiked ? '已赞' : '赞'} {post.likes}
        </Button>
        {!whole && (
          <ButtonLink look="row" to={PATHS.postView(post.id)}>
            {post.kind === 'help' && post.helpState < 2 ? '帮办' : '回应'} {post.replies}
          </ButtonLink>
        )}
        <PostCare post={post} />
        {children}
      </footer>
    </article>
  );
}
