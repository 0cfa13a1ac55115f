import { type FormEvent, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { OpinionField } from '#platform/web/dialogs/OpinionField.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { useKeptText } from '#platform/web/kept/useKept.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { answerPost, getPost, removeAnswer, removePost, stepHelp } from '../contract.circle.ts';
import { PostCard } from './PostCard.tsx';
import { PATHS } from './paths.ts';
import './archive.css';

type Whole = ReplyOf<typeof getPost>;

/** 动态详情: the post and what was answered; of a request the offers, of which its author chooses one. */
export default function PostView() {
  const { id = '' } = useParams();
  const postQuery = useCall(getPost, { id }, { quiet: true, staleTime: 0 });
  return <RecordLoader query={postQuery}>{(post) => <Shown post={post} />}</RecordLoader>;
}

function Shown({ post }: { post: Whole }) {
  const session = useSession();
  const navigate = useNavigate();
  const remove = useAct(removePost);
  const step = useAct(stepHelp);
  const removeOne = useAct(removeAnswer);
  const [openDialog, setOpenDialog] = useState<'remove' | 'solve' | { answer: string } | null>(null);
  const close = () => setOpenDialog(null);
  const notify = (text: string) => emit('notice', { kind: 'success', text });
  return (
    <div className="archive-reading">
      <PageHead title="动态详情" />
      <PostCard post={post} whole>
        {post.can.edit && (
          <ButtonLink look="row" to={PATHS.post(post.id, session.user.workOrgId)}>
            编辑
          </ButtonLink>
        )}
        {post.can.close && (
          <>
            <Button look="row" onClick={() => setOpenDialog('solve')}>
              已解决
            </Button>
            <Button
              look="row"
              disabled={step.isPending}
              onClick={() => step.mutate({ id: post.id, step: 'close' }, { onSuccess: () => notify('已关闭') })}
            >
              关闭
            </Button>
          </>
        )}
        {post.can.remove && (
          <Button look="row" onClick={() => setOpenDialog('remove')}>
            删除
          </Button>
        )}
      </PostCard>
      {post.isWaiting && (
        <div className="banner" role="note">
          <span>本组织的党员圈先审后发，审核后大家才能看到。</span>
        </div>
      )}
      {post.reported.length > 0 && (
        <section className="card" aria-label="举报原因">
          <div className="card-head">
            <h2>举报原因</h2>
            <span className="muted">{post.reported.length}人</span>
          </div>
          <ul className="circle-reports">
            {post.reported.map(({ reason, at }) => (
              <li key={at}>
                {reason} <span className="muted small">{dateTime(at)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="card archive-comments" aria-label="回应">
        <div className="card-head">
          <h2>回应</h2>
          <span className="muted">{post.answers.length}条</span>
        </div>
        {may(session, 'circle:post') && !post.isHidden && !post.isWaiting && <Say post={post} />}
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
              {one.can.remove && (
                <p className="archive-who">
                  <Button look="row" onClick={() => setOpenDialog({ answer: one.id })}>
                    删除
                  </Button>
                </p>
              )}
              {post.can.choose && one.isOffer && !one.isChosen && (
                <p className="archive-who">
                  <Button
                    look="row"
                    disabled={step.isPending}
                    onClick={() =>
                      step.mutate(
                        { id: post.id, step: 'choose', replyId: one.id },
                        { onSuccess: () => notify(`已选定由${one.name}帮办`) },
                      )
                    }
                  >
                    选定帮办
                  </Button>
                </p>
              )}
            </li>
          ))}
        </ol>
      </section>
      {openDialog === 'solve' && (
        <ReasonDialog
          title="这件求助已解决"
          act="已解决"
          label={post.helperName ? `对${post.helperName}说句感谢的话` : '说句感谢的话'}
          free
          onDone={async (thanks) => {
            await step.mutateAsync({ id: post.id, step: 'solve', thanks });
            notify('已解决，谢谢大家');
          }}
          onClose={close}
        >
          {post.helperName
            ? `${post.helperName}会收到通知，帮办计入其积分依据。解决后不能再改。`
            : '没有选定帮办的人，不计积分。有人帮过您的，请先在下面“选定帮办”。解决后不能再改。'}
        </ReasonDialog>
      )}
      {openDialog !== null && typeof openDialog === 'object' && (
        <ConfirmDialog
          title="删除这条回应"
          icon="trash"
          act="删除"
          onConfirm={async () => {
            await removeOne.mutateAsync({ id: openDialog.answer });
          }}
          onClose={close}
        >
          删除后大家都看不到。
        </ConfirmDialog>
      )}
      {openDialog === 'remove' && (
        <ConfirmDialog
          title="删除这条动态"
          icon="trash"
          act="删除"
          onConfirm={async () => {
            await remove.mutateAsync({ id: post.id });
            navigate(PATHS.circle, { replace: true });
          }}
          onClose={close}
        >
          删除后大家都看不到，回应一并消失。
        </ConfirmDialog>
      )}
    </div>
  );
}

function Say({ post }: { post: Whole }) {
  const answer = useAct(answerPost, { quiet: true });
  const [text, setText] = useKeptText(`answer ${post.id}`, '回复');
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
          <Button look="primary" size="compact" disabled={answer.isPending} onClick={() => void send(true)}>
            我来帮办
          </Button>
        )}
        <Button submit look={offers ? 'normal' : 'primary'} size="compact" disabled={answer.isPending}>
          发表
        </Button>
      </span>
    </form>
  );
}
