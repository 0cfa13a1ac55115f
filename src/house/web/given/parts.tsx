import type { ReactNode } from 'react';
import type { Decision } from '#house/givenCalls.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import './given.css';

/** How far a last day is; negative: late. */
export const daysLeftText = (daysLeft: number) =>
  daysLeft < 0 ? `逾期${-daysLeft}天` : daysLeft === 0 ? '今天截止' : `还有${daysLeft}天`;

/** The same, late ones in the colour that warns as well. */
export const DaysLeft = ({ days }: { days: number }) => (
  <span className={days < 0 ? 'given-late' : undefined}>{daysLeftText(days)}</span>
);

/** Tags for how a part is going. That it was returned is written in words, not only shown by colour. */
export const StandingTags = ({ tone, words, isReturned }: { tone: string; words: string; isReturned: boolean }) => (
  <span className="given-tags">
    <span className={tone}>{words}</span>
    {isReturned && <span className="tag warn">已退回</span>}
  </span>
);

/** What became of what was handed in. @param verb 审核 or 验收 */
export function DecisionTag({ decision, verb }: { decision: Decision; verb: string }) {
  const [tone, words] = (
    {
      waiting: ['tag info', `待${verb}`],
      accepted: ['tag ok', `${verb}通过`],
      returned: ['tag bad', '退回'],
      recalled: ['tag', '已撤回'],
    } as const
  )[decision];
  return <span className={tone}>{words}</span>;
}

/** Shows that given work ended early, and why. */
export const OverBanner = ({ words, reason }: { words: string; reason: string }) =>
  reason && (
    <div className="banner warn" role="note">
      <Icon name="warning" />
      <span>
        {words}：{reason}
      </span>
    </div>
  );

interface Stands {
  state: string;
  /** Why it came back. */
  opinion: string;
  /** Who handed it in and who decides. */
  waits: string;
  /** That nothing is asked any more, and why. */
  over: string;
}

/** The banner above a part: returned with the reason, waiting for the decision, or ended. */
export function StandingBanner({ state, opinion, waits, over }: Stands) {
  const [tone, icon, words] =
    state === 'returned'
      ? (['warn', 'warning', `退回：${opinion}`] as const)
      : state === 'asked'
        ? (['info', 'clock', waits] as const)
        : (['info', 'warning', state === 'void' ? over : ''] as const);
  if (words === '') return null;
  return (
    <div className={`banner ${tone}`} role="note">
      <Icon name={icon} />
      <span>{words}</span>
    </div>
  );
}

/** A table of the organisations and how far each is; it scrolls inside its box. */
export const PartsTable = ({ label, heads, children }: { label: string; heads: string[]; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
  <section className="given-scroll" tabIndex={0} aria-label={label}>
    <table className="given-table">
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
);

/** A section of the page of given work: heading, acts and content. */
export const GivenSection = ({
  id,
  title,
  act,
  children,
}: Record<'act' | 'children', ReactNode> & Record<'id' | 'title', string>) => (
  <section className="given-section" aria-labelledby={id}>
    <div className="record-section">
      <h2 id={id} className="section-title">
        {title}
      </h2>
      {act}
    </div>
    {children}
  </section>
);
