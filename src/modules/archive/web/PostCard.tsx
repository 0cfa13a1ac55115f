import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { emit } from '#platform/web/events.ts';
import { useAct } from '#platform/web/hooks.ts';
import { pathWithQuery } from '#platform/web/navigation.ts';
import { dateTime } from '#platform/web/time.ts';
import { StoredImage } from '#platform/web/upload/StoredImage.tsx';
import { decidePost, helpStateName, likePost, type Post, reportPost } from '../contract.circle.ts';
import { POST_KINDS } from '../rules.circle.ts';
import { PATHS } from './paths.ts';
import './archive.css';

/** A post with what can be done with it. @param whole on its own page: nothing leads there */
export function PostCard({ post, whole = false, children }: { post: Post; whole?: boolean; children?: ReactNode }) {
  const like = useAct(likePost);
  const report = useAct(reportPost, { quiet: true });
  const decide = useAct(decidePost, { quiet: true });
  const [asked, setAsked] = useState<'report' | 'hide' | null>(null);
  const tell = (text: string) => emit('notice', { kind: 'success', text });
  const close = () => setAsked(null);
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
        {post.isHidden && <span className="tag bad">已隐藏</span>}
        {post.reports > 0 && <span className="tag warn">{post.reports}人举报</span>}
      </header>
      {post.isHidden && post.hiddenFor && <p className="muted">隐藏原因：{post.hiddenFor}</p>}
      <p className="archive-said">{post.content}</p>
      {post.pictures.length > 0 && (
        <ul className="circle-pictures">
          {post.pictures.map((id, at) => (
            <li key={id}>
              <StoredImage fileKey={`${id}-t`} alt={`图${at + 1}`} />
            </li>
          ))}
        </ul>
      )}
      <footer>
        {post.topics.map((topic) => (
          <Link key={topic} className="tag" to={pathWithQuery(PATHS.circle, { topic })}>
            {topic}
          </Link>
        ))}
        <button
          type="button"
          className="row-act"
          aria-pressed={post.isLiked}
          disabled={like.isPending}
          onClick={() => like.mutate({ id: post.id, like: !post.isLiked })}
        >
          {post.isLiked ? '已赞' : '赞'} {post.likes}
        </button>
        {!whole && (
          <Link className="row-act" to={PATHS.postView(post.id)}>
            {post.kind === 'help' && post.helpState < 2 ? '帮办' : '回应'} {post.replies}
          </Link>
        )}
        {post.can.report && (
          <button type="button" className="row-act" onClick={() => setAsked('report')}>
            举报
          </button>
        )}
        {post.can.moderate && !post.isHidden && (
          <button type="button" className="row-act" onClick={() => setAsked('hide')}>
            隐藏
          </button>
        )}
        {post.can.moderate && (post.isHidden || post.reports > 0) && (
          <button
            type="button"
            className="row-act"
            disabled={decide.isPending}
            onClick={() => decide.mutate({ id: post.id, hide: false }, { onSuccess: () => tell('已恢复显示') })}
          >
            没有问题
          </button>
        )}
        {children}
      </footer>
      {asked === 'report' && (
        <ReasonDialog
          title="举报这条动态"
          act="举报"
          label="举报原因"
          onDone={async (reason) => {
            await report.mutateAsync({ id: post.id, reason });
            tell('已收到，管理人会尽快处理');
          }}
          onClose={close}
        >
          {post.name}所在组织的管理人会立即收到待办；三人举报先隐藏。
        </ReasonDialog>
      )}
      {asked === 'hide' && (
        <ReasonDialog
          title="隐藏这条动态"
          act="隐藏"
          label="隐藏原因"
          onDone={async (reason) => {
            await decide.mutateAsync({ id: post.id, hide: true, reason });
            tell('已隐藏');
          }}
          onClose={close}
        >
          隐藏后只有作者自己能看到，作者会看到原因。
        </ReasonDialog>
      )}
    </article>
  );
}
