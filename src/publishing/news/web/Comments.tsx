import { type FormEvent, useState } from 'react';
import { useSiteWords } from '#people/groups/web/pickers.tsx';
import { findWords } from '#platform/text/textWords.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { OpinionField } from '#platform/web/dialogs/OpinionField.tsx';
import { useKeptText } from '#platform/web/kept/useKept.ts';
import { PersonalNumbers } from '#platform/web/show/PersonalNumbers.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { addComment, type Comment, listComments, removeComment, showComment } from '../contract.read.ts';

const SHOWN = 100;

/** 评论: real name and branch, answers one level deep. */
export function Comments({ id, reviewed }: { id: string; reviewed: boolean }) {
  const commentsQuery = useCall(listComments, { id, pageSize: SHOWN }, { quiet: true });
  const add = useAct(addComment, { quiet: true });
  const [text, setText] = useKeptText(`comment ${id}`, '评论');
  const [fault, setFault] = useState('');
  const [answered, setAnswered] = useState<Comment | null>(null);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim()) {
      setFault('请输入评论');
      document.getElementById('archive-say')?.focus();
      return;
    }
    try {
      const done = await add.mutateAsync({ id, content: text.trim(), ...(answered ? { parentId: answered.id } : {}) });
      setText('');
      setAnswered(null);
      emit('notice', { kind: 'success', text: done.isWaiting ? '已提交，审核后显示' : '已发表' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.fields.content ?? error.message);
    }
  };
  const { stops, reminds } = findWords([{ label: '评论', text }], useSiteWords());
  const rows = commentsQuery.data?.rows ?? [];
  return (
    <section className="card archive-comments" aria-label="评论">
      <div className="card-head">
        <h2>评论</h2>
        {commentsQuery.data && <span className="muted">{commentsQuery.data.total}条</span>}
      </div>
      <form className="archive-say" noValidate onSubmit={send}>
        <OpinionField
          id="archive-say"
          label={answered ? `回复${answered.name}` : '写评论'}
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
        <PersonalNumbers found={[...stops, ...reminds]} lead="词库提示：" />
        <span className="archive-say-acts">
          <span className="muted small">以姓名和所在支部显示{reviewed ? '，审核后可见' : ''}</span>
          {answered && (
            <Button size="compact" onClick={() => setAnswered(null)}>
              不回复
            </Button>
          )}
          <Button submit look="primary" size="compact" disabled={add.isPending}>
            发表
          </Button>
        </span>
      </form>
      {rows.length > 0 && (
        <ol>
          {rows.map((row) => (
            <One key={row.id} row={row} onAnswer={() => setAnswered(row)} />
          ))}
        </ol>
      )}
    </section>
  );
}

function One({ row, onAnswer }: { row: Comment; onAnswer: () => void }) {
  const remove = useAct(removeComment);
  const show = useAct(showComment);
  return (
    <li className={row.parentId ? 'answer' : undefined}>
      <p className="archive-who">
        <b>{row.name}</b>
        <span className="muted">{row.orgName}</span>
        <span className="muted">{dateTime(row.createdAt)}</span>
        {row.isWaiting && <span className="tag warn">待审</span>}
      </p>
      <p className="archive-said">{row.content}</p>
      <p className="archive-who">
        {!row.isWaiting && (
          <Button look="row" onClick={onAnswer}>
            回复
          </Button>
        )}
        {row.can.show && (
          <Button look="row" disabled={show.isPending} onClick={() => show.mutate({ id: row.id })}>
            显示
          </Button>
        )}
        {row.can.remove && (
          <Button look="row" disabled={remove.isPending} onClick={() => remove.mutate({ id: row.id })}>
            删除
          </Button>
        )}
      </p>
    </li>
  );
}
