import type { ReplyOf } from '#platform/contract.ts';
import { type StateLook, StateTag } from '#platform/web/show/StateTag.tsx';
import type { ConditionLine, getCondition } from '../contract.condition.ts';
import './condition/conditionBrief.css';

const LOOKS: Record<ConditionLine['tone'], [StateLook, string]> = {
  ok: ['good', '正常'],
  warn: ['waiting', '留意'],
  bad: ['bad', '需处理'],
};
const ORDER: readonly ConditionLine['tone'][] = ['bad', 'warn', 'ok'];

/** How a line of 运行状况 stands, by shape and word. */
export function ConditionTone({ tone }: { tone: ConditionLine['tone'] }) {
  const [look, word] = LOOKS[tone];
  return <StateTag look={look}>{word}</StateTag>;
}

/** 运行状况 in short: what needs a hand first, with what to do. */
export function ConditionLines({ groups, most }: { groups: ReplyOf<typeof getCondition>['groups']; most: number }) {
  const lines = groups
    .flatMap((group) => group.lines)
    .sort((a, b) => ORDER.indexOf(a.tone) - ORDER.indexOf(b.tone))
    .slice(0, most);
  return (
    <ul className="condition-brief">
      {lines.map(({ key, label, value, tone, hint }) => (
        <li key={key}>
          <ConditionTone tone={tone} />
          <span>{label}</span>
          <span className="condition-brief-value">{hint || value}</span>
        </li>
      ))}
    </ul>
  );
}
