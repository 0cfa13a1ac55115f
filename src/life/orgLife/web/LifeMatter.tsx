import { useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { toLocal } from '#platform/web/dateTime/clock.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { Line } from '#platform/web/field/record.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { getMatter, type Matter, type Problem, removeStatement, type Statement } from '../contract.life.ts';
import { PrepareDialog, ProblemDialog, ReportDialog, SettleDialog, StatementDialog } from './LifeMatterDialogs.tsx';
import './event.css';

type Asking = 'prepare' | 'statement' | 'problem' | 'report' | { settle: Problem } | { remove: Statement } | null;

/** What a meeting of type 6 or 7 has beside its minutes: preparation, what was said by name, problems until they are struck off. */
export function LifeMatter({ id }: { id: string }) {
  const query = useCall(getMatter, { id }, { quiet: true, staleTime: 0 });
  if (!query.data) return <Waiting query={query} lines={4} />;
  return <Cards matter={query.data} />;
}

const TONES = { done: 'ok', late: 'bad', open: 'warn' } as const;

function Cards({ matter }: { matter: Matter }) {
  const [asking, setAsking] = useState<Asking>(null);
  const { can } = matter;
  return (
    <>
      <section className="card" aria-label="会前准备">
        <div className="card-head">
          <h2>会前准备</h2>
          {can.edit && (
            <span className="card-extra">
              <Button icon="edit" onClick={() => setAsking('prepare')}>
                填写
              </Button>
            </span>
          )}
        </div>
        <dl className="record-fields">
          {matter.type === 7 && (
            <Line label={matter.planDue ? `会议方案（${matter.planDue}前报上级）` : '会议方案'} wide>
              <span className="life-minutes">{matter.plan || '—'}</span>
            </Line>
          )}
          <Line label="会前学习" wide>
            <span className="life-minutes">{matter.study || '—'}</span>
          </Line>
          <Line label="征求意见" wide>
            <span className="life-minutes">{matter.opinions || '—'}</span>
          </Line>
        </dl>
      </section>
      <Statements matter={matter} onAsk={setAsking} />
      <Problems matter={matter} onAsk={setAsking} />
      {matter.reportDue && (
        <section className="card" aria-label="情况报告">
          <div className="card-head">
            <h2>情况报告</h2>
            <span className="secondary">
              {matter.reportedAt
                ? `${matter.reportedBy} ${toLocal(matter.reportedAt)}上报`
                : `应于${matter.reportDue}前上报`}
            </span>
            {can.report && (
              <span className="card-extra">
                <Button icon="document" onClick={() => setAsking('report')}>
                  上报
                </Button>
              </span>
            )}
          </div>
          <p className={matter.report ? 'life-write life-minutes' : 'life-empty'}>{matter.report || '还没有上报。'}</p>
        </section>
      )}
      <Dialogs matter={matter} asking={asking} onClose={() => setAsking(null)} />
    </>
  );
}

function Statements({ matter, onAsk }: { matter: Matter; onAsk: (asking: Asking) => void }) {
  const { statements, hidden, can } = matter;
  return (
    <section className="card" aria-label="批评与自我批评">
      <div className="card-head">
        <h2>批评与自我批评</h2>
        <span className="secondary">只有到会的同志能看，不进检索、导出和打印</span>
        {can.edit && (
          <span className="card-extra">
            <Button icon="plus" onClick={() => onAsk('statement')}>
              登记发言
            </Button>
          </span>
        )}
      </div>
      {statements.length === 0 && hidden === 0 && <p className="life-empty">还没有登记对照检查材料和发言。</p>}
      {hidden > 0 && (
        <p className="banner">
          <Icon name="lock" />
          <span className="grow">
            {statements.length > 0 ? '另有' : '有'}
            {hidden}条点名发言，只有到会的同志能看。
          </span>
        </p>
      )}
      <ul className="life-people">
        {statements.map((one) => (
          <li key={one.id}>
            <span className="grow">
              {one.fromName}
              {one.aboutName && `对${one.aboutName}`} <span className="tag">{one.kindName}</span>
              <span className="life-minutes">{one.said}</span>
            </span>
            {can.edit && (
              <Button
                size="compact"
                aria-label={`删去${one.fromName}的${one.kindName}`}
                onClick={() => onAsk({ remove: one })}
              >
                删去
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Problems({ matter, onAsk }: { matter: Matter; onAsk: (asking: Asking) => void }) {
  const { problems, can } = matter;
  const done = problems.filter(({ state }) => state === 'done').length;
  return (
    <section className="card" aria-label="问题整改">
      <div className="card-head">
        <h2>问题整改</h2>
        {problems.length > 0 && (
          <span className="secondary">
            {problems.length}个问题，已销号{done}个
          </span>
        )}
        {can.follow && (
          <span className="card-extra">
            <Button icon="plus" onClick={() => onAsk('problem')}>
              登记问题
            </Button>
          </span>
        )}
      </div>
      {problems.length === 0 && (
        <p className="life-empty">{can.follow ? '会上查摆的问题登记在这里，逐项整改销号。' : '还没有登记整改问题。'}</p>
      )}
      <ul className="life-people">
        {problems.map((one) => (
          <li key={one.id}>
            <span className="grow">
              {one.problem}
              <small className="muted">措施：{one.measure}</small>
              <small className="muted">
                {one.personName ? `${one.personName}负责，` : ''}
                {one.dueOn}前完成
                {one.doneOn && `；${one.doneOn}完成：${one.evidence}（${one.doneBy}）`}
              </small>
            </span>
            <span className={`tag ${TONES[one.state]}`}>{one.stateName}</span>
            {can.follow && one.state !== 'done' && (
              <Button size="compact" onClick={() => onAsk({ settle: one })}>
                销号
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Dialogs({ matter, asking, onClose }: { matter: Matter; asking: Asking; onClose: () => void }) {
  const remove = useAct(removeStatement);
  if (asking === null) return null;
  if (asking === 'prepare') return <PrepareDialog matter={matter} onClose={onClose} />;
  if (asking === 'statement') return <StatementDialog matter={matter} onClose={onClose} />;
  if (asking === 'problem') return <ProblemDialog matter={matter} onClose={onClose} />;
  if (asking === 'report') return <ReportDialog matter={matter} onClose={onClose} />;
  if ('settle' in asking) return <SettleDialog matter={matter} problem={asking.settle} onClose={onClose} />;
  return (
    <ConfirmDialog
      title="删去发言"
      icon="trash"
      act="删去"
      onConfirm={async () => {
        await remove.mutateAsync({ id: matter.id, statementId: asking.remove.id });
        emit('notice', { kind: 'success', text: '已删去' });
      }}
      onClose={onClose}
    >
      {asking.remove.fromName}的{asking.remove.kindName}将被删去；只能删去自己登记的。
    </ConfirmDialog>
  );
}
