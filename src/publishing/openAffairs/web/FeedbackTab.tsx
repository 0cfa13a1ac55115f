import { type FormEvent, useId, useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError, isConflict } from '#platform/web/call/request.ts';
import { OpinionField } from '#platform/web/dialogs/OpinionField.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { MaskedValue } from '#platform/web/field/MaskedValue.tsx';
import { useKeptText } from '#platform/web/kept/useKept.ts';
import { Empty, Failed, Skeleton } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { type Feedback, giveFeedback, listFeedback, replyFeedback, revealFeedbackPhone } from '../contract.feedback.ts';
import type { AffairDetail } from '../contract.ts';

/** 意见与答复: whoever works on the affair sees and answers all; a reader gives and sees the own. */
export function FeedbackTab({ affair }: { affair: AffairDetail }) {
  const list = useCall(listFeedback, { id: affair.id }, { quiet: true, staleTime: 0 });
  const [answering, setAnswering] = useState<Feedback | null>(null);
  const reply = useAct(replyFeedback, { quiet: true });
  const reveal = useAct(revealFeedbackPhone, { quiet: true });
  return (
    <div className="open-feedback">
      {affair.can.feedback && !affair.can.reply && <Say id={affair.id} />}
      {list.error && !list.data && <Failed error={list.error} onRetry={() => list.refetch()} />}
      {list.isPending && <Skeleton />}
      {list.data?.length === 0 && (
        <Empty title="还没有意见">
          {affair.can.reply
            ? '党员和居民对公开中的事项提出意见后，在这里答复。'
            : '对这件事项有意见或疑问，可以写在上面。'}
        </Empty>
      )}
      <ul className="open-said" aria-label="意见">
        {list.data?.map((one) => (
          <li key={one.id}>
            <p className="muted small">
              {one.isMine ? '我' : one.name || '居民'}，{dateTime(one.createDate)}
              {one.isResident && <span className="tag">居民（未登录）</span>}
              {one.inPublic && <span className="tag ok">登在公开页</span>}
            </p>
            <p className="open-words">{one.content}</p>
            {one.phonenumber && (
              <p>
                电话{' '}
                <MaskedValue
                  label="居民电话"
                  masked={one.phonenumber}
                  reveal={async (reason) => (await reveal.mutateAsync({ id: one.id, reason })).value}
                />
              </p>
            )}
            {one.reply ? (
              <div className="open-reply">
                <p className="muted small">
                  {one.replyName}答复，{dateTime(one.replyDate)}
                </p>
                <p className="open-words">{one.reply}</p>
              </div>
            ) : (
              !affair.can.reply && <p className="muted small">等待答复</p>
            )}
            {affair.can.reply && (
              <Button look={one.reply ? 'normal' : 'primary'} size="compact" onClick={() => setAnswering(one)}>
                {one.reply ? '修改答复' : '答复'}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {answering && (
        <ReasonDialog
          title={`答复 ${answering.name || '居民'}的意见`}
          act="答复"
          label="答复"
          max={500}
          further={{
            start: { inPublic: answering.inPublic },
            draw: ({ inPublic }, set) =>
              answering.isResident && (
                <label className="filter-option">
                  <input
                    type="checkbox"
                    className="tick"
                    checked={inPublic}
                    onChange={(event) => set({ inPublic: event.target.checked })}
                  />
                  意见和答复登在公开页上，不显示称呼和电话
                </label>
              ),
          }}
          onDone={async (text, { inPublic }) => {
            try {
              await reply.mutateAsync({ id: answering.id, version: answering.version, reply: text, inPublic });
            } catch (error) {
              // Where somebody else was first, their answer is shown, and the next press is about that.
              const theirs = isConflict(error) && (await list.refetch()).data?.find(({ id }) => id === answering.id);
              if (theirs) setAnswering(theirs);
              throw error;
            }
            emit('notice', { kind: 'success', text: answering.isResident ? '已答复' : '已答复，已通知本人' });
          }}
          onClose={() => setAnswering(null)}
        >
          <p className="open-words">{answering.content}</p>
          {answering.reply && (
            <div className="open-reply">
              <p className="muted small">
                现在的答复：{answering.replyName}，{dateTime(answering.replyDate)}
              </p>
              <p className="open-words">{answering.reply}</p>
            </div>
          )}
        </ReasonDialog>
      )}
    </div>
  );
}

function Say({ id }: { id: string }) {
  const field = useId();
  const say = useAct(giveFeedback, { quiet: true });
  const [text, setText] = useKeptText(`feedback ${id}`, '反映的情况');
  const [fault, setFault] = useState('');
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim()) {
      setFault('请输入意见');
      document.getElementById(field)?.focus();
      return;
    }
    try {
      await say.mutateAsync({ id, content: text.trim() });
      setText('');
      emit('notice', { kind: 'success', text: '意见已提交，答复后会通知您' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(Object.values(error.fields)[0] ?? error.message);
    }
  };
  return (
    <form className="open-say" noValidate onSubmit={send}>
      <OpinionField
        id={field}
        label="我的意见"
        rows={3}
        max={500}
        value={text}
        fault={fault}
        hint="意见只有您和本组织的党务工作者看得到"
        onChange={(typed) => {
          setText(typed);
          setFault('');
        }}
      />
      <Button submit look="primary" disabled={say.isPending}>
        提交意见
      </Button>
    </form>
  );
}
