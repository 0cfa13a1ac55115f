import { useState } from 'react';
import { homeWarnings } from '#overview/home/contract.ts';
import type { ReplyOf } from '#platform/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { Explained } from '#platform/web/field/Explained.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { formatNumber } from '#platform/web/show/number.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Breaches } from './Breaches.tsx';
import { PartFailed } from './Part.tsx';

type Warning = ReplyOf<typeof homeWarnings>[number];

/** 预警: what breaks a rule in the subtree, in one line; opened, each with its number, its rule and the list that holds it. */
export function WarningPart() {
  const { data, error, refetch } = useCall(homeWarnings, {}, { quiet: true });
  const [open, setOpen] = useState(false);
  const warnings = data && sorted(data);
  return (
    <section
      className={open ? 'card home-card home-warnings open' : 'card home-card home-warnings'}
      aria-label="预警"
      aria-busy={!data && !error}
    >
      <div className="home-lead">
        <h2 className="section-title">
          预警
          {warnings !== undefined && warnings.length > 0 && <Icon name="warning" />}
        </h2>
        {warnings !== undefined && warnings.length > 0 && (
          <>
            <p className="home-warning-line">
              <b>{warnings.length}项</b>
              {warnings.map(({ title, count, unit }) => `${title}${formatNumber(count)}${unit}`).join('，')}
            </p>
            <Button size="compact" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? '收起' : '逐项查看'}
            </Button>
          </>
        )}
        {warnings?.length === 0 && (
          <p className="home-fine">
            <Icon name="check" />
            各项都符合规定：任期、书记配备、支部人数、预备期和信息完整都没有问题。
          </p>
        )}
        {!warnings && !error && <span className="skeleton-line" style={{ width: '60%' }} />}
      </div>
      {open && warnings && (
        <div className="home-warning-list">
          {warnings.map((warning) => (
            <WarningCell key={warning.code} warning={warning} />
          ))}
        </div>
      )}
      {error && <PartFailed error={error} onRetry={() => void refetch()} />}
    </section>
  );
}

/** What a regulation of the party says (《…》) before the own rules of the house, then the larger number. */
const sorted = (warnings: readonly Warning[]) =>
  warnings.toSorted(
    (a, b) => Number(b.clause.startsWith('《')) - Number(a.clause.startsWith('《')) || b.count - a.count,
  );

/** The clause up to its colon: regulation and chapter; the whole sentence is in the explanation. */
const sourceOf = (clause: string) => clause.split('：')[0] ?? clause;

function WarningCell({ warning }: { warning: Warning }) {
  const { title, count, detail, clause, unit, href } = warning;
  const [open, setOpen] = useState(false);
  return (
    <>
      <Explained
        className="home-warning"
        align="center"
        href={href}
        onOpen={href === null ? () => setOpen(true) : undefined}
        title={`${title} ${formatNumber(count)}${unit}`}
        text={detail}
        source={clause}
      >
        <span className="home-warning-head">
          {title}
          <b>
            {formatNumber(count)}
            <small>{unit}</small>
          </b>
        </span>
        <span className="home-warning-what">{detail}</span>
        <span className="home-warning-source">{sourceOf(clause)}</span>
      </Explained>
      {open && <Breaches warning={warning} onClose={() => setOpen(false)} />}
    </>
  );
}
