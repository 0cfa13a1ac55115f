import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { useOneAtATime } from '#platform/web/press/oneAtATime.ts';
import { useUndo } from '#platform/web/press/undo.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  type ComparedSide,
  decidePair,
  getPair,
  LIKENESSES,
  mergePair,
  type PairDetail,
  undoMerge,
} from '../../contract.duplicates.ts';
import './duplicates.css';

/** `/affairs/member/duplicates/:id`: two records side by side, made one or declared two people. */
export default function PairPage() {
  const { id = '' } = useParams();
  const pair = useCall(getPair, { id }, { quiet: true, staleTime: 0 });
  if (!pair.data) return <Waiting query={pair} lines={14} />;
  return <Newest key={id} pair={pair.data} again={() => pair.refetch()} />;
}

/** Records that somebody changed meanwhile are compared anew, but not under a dialog that speaks of what was compared. */
function Newest({ pair, again }: { pair: PairDetail; again: () => Promise<unknown> }) {
  const [held, setHeld] = useState<PairDetail | null>(null);
  const shown = held ?? pair;
  const [opened, setOpened] = useState(shown);
  const isOther = opened.a.version !== shown.a.version || opened.b.version !== shown.b.version;
  const isChanged = isOther && opened.state === 'open' && shown.state === 'open';
  return (
    <>
      {isChanged && (
        <p className="banner warn" role="alert">
          <Icon name="warning" />
          <span className="grow">信息已被他人修改，下面是现在的内容，请重新选择</span>
          <Button look="word" onClick={() => setOpened(shown)}>
            知道了
          </Button>
        </p>
      )}
      <Compare
        key={`${shown.state}-${shown.a.version}-${shown.b.version}`}
        pair={shown}
        hold={(on) => setHeld(on ? shown : null)}
        again={again}
      />
    </>
  );
}

type SideName = 'a' | 'b';
const otherOf = (side: SideName): SideName => (side === 'a' ? 'b' : 'a');
const ORDER: Readonly<Record<SideName, string>> = { a: '第一份', b: '第二份' };

/** Of each differing field the side that is proposed: the kept one's own value, unless it has none. */
const proposal = (pair: PairDetail, keep: SideName): Record<string, SideName> =>
  Object.fromEntries(
    pair.fields
      .filter(({ differs }) => differs)
      .map((field) => [field.field, field[keep] === '' ? otherOf(keep) : keep] as const),
  );

interface CompareProps {
  pair: PairDetail;
  /** Keeps what is compared as it is while a dialog asks about it. */
  hold: (on: boolean) => void;
  again: () => Promise<unknown>;
}

function Compare({ pair, hold, again }: CompareProps) {
  const merge = useAct(mergePair, { quiet: true });
  const undo = useAct(undoMerge);
  const decide = useAct(decidePair, { quiet: true });
  const back = useAct(decidePair);
  const offerUndo = useUndo(undoMerge, mergePair);
  const offerBack = useUndo(decidePair, decidePair);
  const [keep, setKeep] = useState<SideName>(pair.keep);
  const [choice, setChoice] = useState(() => proposal(pair, pair.keep));
  const [asking, setAsking] = useState<'merge' | 'different' | 'undo' | null>(null);
  const open = pair.can.merge;
  const one = useOneAtATime(again);
  const ask = (what: NonNullable<typeof asking>) => {
    hold(true);
    setAsking(what);
  };
  const close = () => {
    setAsking(null);
    hold(false);
    void again();
  };
  const keepSide = (side: SideName) => {
    setKeep(side);
    setChoice(proposal(pair, side));
  };
  const taken = Object.keys(choice).filter((field) => choice[field] !== keep);
  const differing = pair.fields.filter(({ differs }) => differs).length;

  const doMerge = async (reason: string) => {
    await merge.mutateAsync({
      id: pair.id,
      keep,
      fields: taken,
      versionA: pair.a.version,
      versionB: pair.b.version,
      reason,
    });
    offerUndo(`已合并${pair[keep].name}的两份信息`, { id: pair.id });
  };
  const doDecide = async (reason: string) => {
    await decide.mutateAsync({ id: pair.id, different: true, reason });
    offerBack('已认定不是同一人', { id: pair.id, different: false });
  };
  const doUndo = async () => {
    await undo.mutateAsync({ id: pair.id });
    emit('notice', { kind: 'success', text: '已撤销合并，两份信息已恢复' });
  };

  return (
    <>
      <PageHead title={`对照 ${pair.a.name}`}>
        {pair.state === 'different' && pair.can.decide && (
          <Button
            // The client has shown why it failed; what stands now is read in either case.
            onClick={() => void one(() => back.mutateAsync({ id: pair.id, different: false }).catch(() => {}))}
          >
            收回认定
          </Button>
        )}
        {open && (
          <>
            <Button onClick={() => ask('different')}>不是同一人</Button>
            <Button look="primary" onClick={() => ask('merge')}>
              合并
            </Button>
          </>
        )}
        {pair.can.undo && <Button onClick={() => ask('undo')}>撤销合并</Button>}
      </PageHead>
      <PairState pair={pair} />
      <section className="card" aria-label="两份信息">
        <p className="compare-note">
          {pair.by.length > 0 && `${pair.by.map((by) => LIKENESSES[by]).join('、')}相同，`}
          {differing > 0 ? `有${differing}项不一样，已标出` : '各项都一样'}
          {open && '。请选择保留哪一份，再逐项选择留用的内容'}。
        </p>
        <table className="table compare">
          <thead>
            <tr>
              <th scope="col">项目</th>
              {(['a', 'b'] as const).map((side) => (
                <th key={side} scope="col">
                  {open ? (
                    <label>
                      <input
                        type="radio"
                        className="tick"
                        name="keep"
                        checked={keep === side}
                        disabled={pair[side].deleted}
                        onChange={() => keepSide(side)}
                      />
                      保留{ORDER[side]}
                    </label>
                  ) : (
                    ORDER[side]
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">所在党支部</th>
              {(['a', 'b'] as const).map((side) => (
                <td key={side}>
                  <Place side={pair[side]} />
                </td>
              ))}
            </tr>
            {pair.fields.map((field) => (
              <tr key={field.field} className={field.differs ? 'differs' : undefined}>
                <th scope="row">
                  {field.label}
                  {field.differs && <span className="visually-hidden">，不一样</span>}
                </th>
                {(['a', 'b'] as const).map((side) => (
                  <td key={side}>
                    {open && field.differs ? (
                      <label>
                        <input
                          type="radio"
                          className="tick"
                          name={`take-${field.field}`}
                          aria-label={`${field.label}用${ORDER[side]}的：${field[side] || '空'}`}
                          checked={choice[field.field] === side}
                          onChange={() => setChoice({ ...choice, [field.field]: side })}
                        />
                        {field[side] || <span className="muted">（空）</span>}
                      </label>
                    ) : (
                      field[side] || <span className="muted">—</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">相关记录</th>
              {(['a', 'b'] as const).map((side) => (
                <td key={side}>
                  <Hangs things={pair[side].hangs} />
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">最近修改</th>
              {(['a', 'b'] as const).map((side) => (
                <td key={side}>
                  {pair[side].updateName} {dateTime(pair[side].updateDate)}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
      {asking === 'merge' && (
        <ReasonDialog title={`合并 ${pair.a.name}`} act="合并" label="合并原因" onDone={doMerge} onClose={close}>
          保留{ORDER[keep]}（{pair[keep].orgName}）{taken.length > 0 && `，其中${taken.length}项用另一份的内容`}
          。另一份的相关记录移到保留的一份，信息进入回收站；保留的一份没有再修改以前，可以撤销合并。
        </ReasonDialog>
      )}
      {asking === 'different' && (
        <ReasonDialog title="认定不是同一人" act="认定" label="理由" onDone={doDecide} onClose={close}>
          以后再查找时，这两份信息不再列出；认定可以收回。
        </ReasonDialog>
      )}
      {asking === 'undo' && (
        <ConfirmDialog title="撤销合并" icon="undo" act="撤销合并" onConfirm={doUndo} onClose={close}>
          两份信息回到合并以前的样子，移过去的相关记录也移回原来的一份。
        </ConfirmDialog>
      )}
    </>
  );
}

/** What was decided of the pair, by whom, and why a merge cannot be undone any more. */
function PairState({ pair }: { pair: PairDetail }) {
  if (pair.state === 'open') return null;
  const when = pair.decidedAt && `${pair.decidedBy} ${dateTime(pair.decidedAt)}`;
  return (
    <div className={pair.merge && pair.merge.obstacles.length > 0 ? 'banner warn' : 'banner ok'} role="status">
      <span className="grow">
        {pair.stateName}，{when}：{pair.reason}
        {pair.merge && pair.merge.moved.length > 0 && (
          <> 已移到保留的一份：{pair.merge.moved.map(({ label, count }) => `${label}${count}项`).join('、')}。</>
        )}
        {pair.merge?.obstacles.map((text) => (
          <b key={text}> 不能再撤销：{text}。</b>
        ))}
      </span>
      {pair.merge && <Link to={`/affairs/member/browse/${pair.merge.keptId}`}>查看保留的一份</Link>}
    </div>
  );
}

function Place({ side }: { side: ComparedSide }) {
  return (
    <>
      {side.orgName} {side.deleted && <span className="tag">在回收站</span>}
      <span className="muted small"> 完整度{side.completeness}%</span>
    </>
  );
}

function Hangs({ things }: { things: ComparedSide['hangs'] }) {
  if (things.length === 0) return <span className="muted">没有</span>;
  return (
    <ul className="compare-hangs">
      {things.map(({ label, count }) => (
        <li key={label}>
          {label} {count}项
        </li>
      ))}
    </ul>
  );
}
