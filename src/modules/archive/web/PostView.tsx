import { type FormEvent, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { OpinionField } from '#platform/web/dialogs/OpinionField.tsx';
import { emit } from '#platform/web/events.ts';
import { useAct, useCall } from '#platform/web/hooks.ts';
import { RecordLoader } from '#platform/web/RecordLoader.tsx';
import { ApiError } from '#platform/web/request.ts';
import { may, useSession } from '#platform/web/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { dateTime } from '#platform/web/time.ts';
import { answerPost, getPost, removePost, stepHelp } from '../contract.circle.ts';
import { PostCard } from './PostCard.tsx';
import { PATHS } from './paths.ts';
import './archive.css';

type Whole = ReplyOf<typeof getPost>;

/** 动态详情: the post and what was answered; of a request the offers, of which its author chooses one. */
export default function PostView() {
  const { id = '' } = useParams();
  const found = useCall(getPost, { id }, { quiet: true, staleTime: 0 });
  return <RecordLoader query={found}>{(post) => <Shown post={post} />}</RecordLoader>;
}

function Shown({ post }: { post: Whole }) {
  const session = useSession();
  const navigate = useNavigate();
  const remove = useAct(removePost);
  const step = useAct(stepHelp);
  const [removing, setRemoving] = useState(false);
  const tell = (text: string) => emit('notice', { kind: 'success', text });
  return (
    <div className="archive-reading">
      <PageHead title="动态详情" />
      <PostCard post={post} whole>
        {post.can.edit && (
          <Link className="row-act" to={PATHS.post(post.id, session.user.workOrgId)}>
            编辑
          </Link>
        )}
        {post.can.close && (
          <>
            <button
              type="button"
              className="row-act"
              disabled={step.isPending}
              onClick={() => step.mutate({ id: post.id, step: 'solve' }, { onSuccess: () => tell('已解决，谢谢大家') })}
            >
              已解决
            </button>
            <button
              type="button"
              className="row-act"
              disabled={step.isPending}
              onClick={() => step.mutate({ id: post.id, step: 'close' }, { onSuccess: () => tell('已关闭') })}
            >
              关闭
            </button>
          </>
        )}
        {post.can.remove && (
          <button type="button" className="row-act" onClick={() => setRemoving(true)}>
            删除
          </button>
        )}
      </PostCard>
      <section className="card archive-comments" aria-label="回应">
        <div className="card-head">
          <h2>回应</h2>
          <span className="muted">{post.answers.length}条</span>
        </div>
        {may(session, 'circle:post') && !post.isHidden && <Say post={post} />}
        <ol>
          {post.answers.map((one) => (
            <li key={one.id}>
              <p className="archive-who">
                <b>{one.name}</b>
                <span className="muted">{one.orgName}</span>
                <span className="muted">{dateTime(one.createdAt)}</span>
                {one.isOffer && (
                  <span className={one.isChosen ? 'tag ok' : 'tag'}>{one.isChosen ? '由其帮办' : '愿意帮办'}</span>
                )}
              </p>
              <p className="archive-said">{one.content}</p>
              {post.can.choose && one.isOffer && !one.isChosen && (
                <p className="archive-who">
                  <button
                    type="button"
                    className="row-act"
                    disabled={step.isPending}
                    onClick={() =>
                      step.mutate(
                        { id: post.id, step: 'choose', replyId: one.id },
                        { onSuccess: () => tell(`已选定由${one.name}帮办`) },
                      )
                    }
                  >
                    选定帮办
                  </button>
                </p>
              )}
            </li>
          ))}
        </ol>
      </section>
      {removing && (
        <ConfirmDialog
          title="删除这条动态"
          icon="trash"
          act="删除"
          onConfirm={async () => {
            await remove.mutateAsync({ id: post.id });
            navigate(PATHS.circle, { replace: true });
          }}
          onClose={() => setRemoving(false)}
        >
          删除后大家都看不到，回应一并消失。
        </ConfirmDialog>
      )}
    </div>
  );
}

function Say({ post }: { post: Whole }) {
  const answer = useAct(answerPost, { quiet: true });
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');
  const offers = post.kind === 'help' && post.helpState < 2 && !post.can.choose;
  const send = async (isOffer: boolean) => {
    if (!text.trim()) {
      setFault('请输入回应');
      document.getElementById('circle-say')?.focus();
      return;
    }
    try {
      await answer.mutateAsync({ id: post.id, content: text.trim(), isOffer });
      setText('');
      emit('notice', { kind: 'success', text: isOffer ? '已提出帮办' : '已发表' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.fields.content ?? error.message);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(false);
  };
  return (
    <form className="archive-say" noValidate onSubmit={submit}>
      <OpinionField
        id="circle-say"
        label="写回应"
        must={false}
        rows={2}
        max={500}
        value={text}
        fault={fault}
        onChange={(next) => {
          setText(next);
          setFault('');
        }}
      />
      <span className="archive-say-acts">
        {offers && (
          <button
            type="button"
            className="button compact primary"
            disabled={answer.isPending}
            onClick={() => void send(true)}
          >
            我来帮办
          </button>
        )}
        <button
          type="submit"
          className={offers ? 'button compact' : 'button compact primary'}
          disabled={answer.isPending}
        >
          发表
        </button>
      </span>
    </form>
  );
}
