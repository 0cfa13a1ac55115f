import { useState } from 'react';
import { METHODS, type Method } from '#assessment/orgAssessment/rules.ts';
import { GivenSection } from '#house/web/given/parts.tsx';
import { OrgDialog } from '#people/org/web/pickers.tsx';
import {
  ASSESS_KINDS,
  type AssessKind,
  INSPECTION_TIMES,
  type InspectionTime,
  SUBMIT_FREQUENCIES,
  type SubmitFrequency,
} from '#platform/time/periods.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { setItems, setReviewer } from '../contract.ts';
import { MAX_PARTS, pointsText } from '../rules.ts';
import type { Evaluation } from './EvaluationActs.tsx';
import { GradesDialog } from './GradesDialog.tsx';
import { type Item, ItemDialog, type Part, PartDialog, sentOf } from './ItemDialog.tsx';
import './trinity.css';

type Open =
  | { kind: 'part'; part: Part | null }
  | { kind: 'item'; part: Part; item: Item | null }
  | { kind: 'reviewer'; part: Part }
  | { kind: 'grades' };

/** The tree of an evaluation with who reviews each part, and its grades; written while it is a draft. */
export function EvaluationBelow({ evaluation }: { evaluation: Evaluation }) {
  /** With the evaluation as it was when the dialog opened: whoever saved since then is told of, and not written over. */
  const [shown, setShown] = useState<{ open: Open; evaluation: Evaluation } | null>(null);
  const setOpen = (open: Open) => setShown({ open, evaluation });
  const close = () => setShown(null);
  const { parts, own, fault } = evaluation;
  const isDraft = own.open;
  return (
    <>
      {evaluation.reason && (
        <div className="banner info" role="note">
          <Icon name="clock" />
          <span>
            期限延长到{evaluation.endsOn}：{evaluation.reason}
          </span>
        </div>
      )}
      {fault && (
        <div className="banner warn" role="note">
          <Icon name="warning" />
          <span>还不能开始：{fault}</span>
        </div>
      )}
      <GivenSection
        id="trinity-items"
        title={`考评指标（${parts.reduce((sum, { items }) => sum + items.length, 0)}项，共${pointsText(evaluation.points)}分）`}
        act={
          isDraft &&
          parts.length < MAX_PARTS && (
            <Button
              look={parts.length === 0 ? 'primary' : 'normal'}
              size="compact"
              icon="plus"
              aria-haspopup="dialog"
              onClick={() => setOpen({ kind: 'part', part: null })}
            >
              添加板块
            </Button>
          )
        }
      >
        {parts.length === 0 && (
          <p className="muted">
            还没有定。先添加板块，例如“平时督查”“资料审核”“年终测评”，再在板块里添加指标；满分合计100分。
          </p>
        )}
        {parts.map((part) => (
          <PartOf key={part.id} evaluation={evaluation} part={part} onOpen={setOpen} />
        ))}
      </GivenSection>
      <GivenSection
        id="trinity-grades"
        title="等次"
        act={
          own.set && (
            <Button size="compact" icon="edit" aria-haspopup="dialog" onClick={() => setOpen({ kind: 'grades' })}>
              修改等次
            </Button>
          )
        }
      >
        <ul className="trinity-grades">
          {evaluation.grades.map(({ label, from }) => (
            <li key={label} className="tag">
              {label}：{pointsText(from)}分起
            </li>
          ))}
        </ul>
      </GivenSection>
      {shown && <Shown {...shown} onClose={close} />}
    </>
  );
}

function Shown({ open, ...rest }: { open: Open; evaluation: Evaluation; onClose: () => void }) {
  if (open.kind === 'part') return <PartDialog part={open.part} {...rest} />;
  if (open.kind === 'item') return <ItemDialog part={open.part} item={open.item} {...rest} />;
  if (open.kind === 'reviewer') return <Reviewer part={open.part} {...rest} />;
  return <GradesDialog {...rest} />;
}

interface PartProps {
  evaluation: Evaluation;
  part: Part;
  onOpen: (open: Open) => void;
}

function PartOf({ evaluation, part, onOpen }: PartProps) {
  const save = useAct(setItems);
  const { id, version, own } = evaluation;
  const isDraft = own.open;
  const write = (parts: readonly Part[], text: string) =>
    save
      .mutateAsync({ id, version, parts: parts.map(sentOf) })
      .then(() => emit('notice', { kind: 'success', text }))
      // The client has shown why.
      .catch(() => {});
  const without = (item: Item) =>
    evaluation.parts.map((one) =>
      one.id === part.id ? { ...one, items: one.items.filter(({ id: each }) => each !== item.id) } : one,
    );
  return (
    <div className="trinity-part">
      <h3>
        <span>
          {part.title}（{pointsText(part.items.reduce((sum, { points }) => sum + points, 0))}分）
        </span>
        <span className="muted small">由{part.reviewerName || evaluation.orgName}评审</span>
        <span className="trinity-acts">
          {isDraft && (
            <>
              <Act words="添加指标" of={part.title} onClick={() => onOpen({ kind: 'item', part, item: null })} />
              <Act words="改名" of={part.title} onClick={() => onOpen({ kind: 'part', part })} />
              <Act
                words="去掉"
                of={part.title}
                disabled={save.isPending}
                onClick={() =>
                  void write(
                    evaluation.parts.filter((one) => one.id !== part.id),
                    `已去掉“${part.title}”`,
                  )
                }
              />
            </>
          )}
          {own.set && <Act words="评审组织" of={part.title} onClick={() => onOpen({ kind: 'reviewer', part })} />}
        </span>
      </h3>
      {part.items.length === 0 ? (
        <p className="muted">还没有指标。</p>
      ) : (
        <ol className="trinity-items">
          {part.items.map((item) => (
            <li key={item.id}>
              <p>
                <b>{item.title}</b>
                <span className="tag red">{pointsText(item.points)}分</span>
                <span className="tag">{METHODS[item.method as Method]}</span>
                {item.kind === 2 && <span className="tag gold">{ASSESS_KINDS[item.kind as AssessKind]}</span>}
                <span className="muted">
                  {item.method === 2 && `${SUBMIT_FREQUENCIES[item.submit as SubmitFrequency]}，`}
                  {INSPECTION_TIMES[item.inspection as InspectionTime]}
                </span>
                {isDraft && (
                  <span className="trinity-acts">
                    <Act words="修改" of={item.title} onClick={() => onOpen({ kind: 'item', part, item })} />
                    <Act
                      words="去掉"
                      of={item.title}
                      disabled={save.isPending}
                      onClick={() => void write(without(item), `已去掉“${item.title}”`)}
                    />
                  </span>
                )}
              </p>
              {item.method === 1 && (
                <p className="muted">
                  按“{item.checkLabel}”自动核查，每处扣{pointsText(item.breach)}分
                  {item.cap > 0 && `，最多扣${pointsText(item.cap)}分`}
                </p>
              )}
              {item.standard && <p className="muted record-text">{item.standard}</p>}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

const Act = ({
  words,
  of,
  disabled = false,
  onClick,
}: {
  words: string;
  of: string;
  disabled?: boolean;
  onClick: () => void;
}) => (
  <Button look="link" size="compact" aria-label={`${words} ${of}`} disabled={disabled} onClick={onClick}>
    {words}
  </Button>
);

function Reviewer({ evaluation, part, onClose }: { evaluation: Evaluation; part: Part; onClose: () => void }) {
  const save = useAct(setReviewer);
  return (
    <OrgDialog
      title={`评审组织 ${part.title}`}
      multiple={false}
      chosen={part.reviewerId ? [{ id: part.reviewerId, name: part.reviewerName, note: '' }] : []}
      refuse={() => ''}
      onConfirm={([one]) =>
        void save
          .mutateAsync({
            id: evaluation.id,
            version: evaluation.version,
            partId: part.id,
            ...(one ? { reviewerId: one.id } : {}),
          })
          .then(() =>
            emit('notice', { kind: 'success', text: `“${part.title}”由${one?.name ?? evaluation.orgName}评审` }),
          )
          // The client has shown why.
          .catch(() => {})
      }
      onClose={onClose}
    />
  );
}
