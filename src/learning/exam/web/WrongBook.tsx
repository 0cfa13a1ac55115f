import { useState } from 'react';
import { useCall } from '#platform/web/call/hooks.ts';
import { Pager } from '#platform/web/list/Pager.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { ownWrong, type WrongRow } from '../contract.sit.ts';
import { type Kind, keyWords } from '../rules.ts';
import { KindSelect, kindName, QuestionText } from './pickers.parts.tsx';

const PAGE = 10;

/** 错题本: what was not answered right the last time, with key and explanation, folded until it is thought over again. */
export function WrongBook() {
  const [kind, setKind] = useState('');
  const [page, setPage] = useState(1);
  const of = { ...(kind ? { kind } : {}), pageNum: page, pageSize: PAGE };
  const ownWrongQuery = useCall(ownWrong, of, { quiet: true, keepPrevious: true });
  if (!ownWrongQuery.data) return <Waiting query={ownWrongQuery} lines={6} />;
  const { rows, total } = ownWrongQuery.data;
  return (
    <>
      <div className="exam-row">
        <KindSelect
          value={kind}
          onChange={(next) => {
            setKind(next);
            setPage(1);
          }}
        />
        <span className="muted">共{total}题；再次考试答对后不再列出</span>
      </div>
      {total === 0 ? (
        <div className="card">
          <Empty title={kind ? '没有这种题型的错题' : '没有错题'}>考试公布成绩和答案后，没有答对的题会列在这里。</Empty>
        </div>
      ) : (
        <ol className="exam-wrong">
          {rows.map((row) => (
            <Wrong key={row.id} row={row} />
          ))}
        </ol>
      )}
      {total > PAGE && <Pager page={page} size={PAGE} total={total} capped={false} onPage={setPage} unit="题" />}
    </>
  );
}

function Wrong({ row }: { row: WrongRow }) {
  const [open, setOpen] = useState(false);
  return (
    <li className="card exam-wrong-one">
      <p className="exam-row">
        <span className="tag">{kindName(row.kind)}</span>
        <span className="muted small">
          {row.examTitle} · {dateTime(row.answeredAt)} · 错{row.times}次
        </span>
      </p>
      <QuestionText of={row} withKey={open} />
      {open && (
        <p className="exam-key">
          <b>您的答案</b> {keyWords({ kind: row.kind as Kind, key: row.answer }) || '未答'}
        </p>
      )}
      <div>
        <Button size="compact" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? '收起答案' : '看答案和解析'}
        </Button>
      </div>
    </li>
  );
}
