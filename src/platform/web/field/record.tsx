import type { ReactNode } from 'react';
import { Icon } from '../show/icons.tsx';
import './record.css';

/**
 * The head of a record: seal, name with tags, place and facts; the acts are its children.
 * @param seal one character; by default the first of the name
 */
export function RecordHead({
  name,
  seal = name.slice(0, 1),
  tags,
  place,
  facts,
  children,
}: {
  name: string;
  seal?: string;
  tags?: ReactNode;
  place?: ReactNode;
  facts?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section className="card record-head">
      <span className="seal" aria-hidden="true">
        {seal}
      </span>
      <div className="record-name">
        <h1>
          {name}
          {tags && <span className="record-tags">{tags}</span>}
        </h1>
        {place && <p className="record-place">{place}</p>}
        {facts && <p className="record-facts">{facts}</p>}
      </div>
      {children && <div className="record-acts">{children}</div>}
    </section>
  );
}

/** One line of a record: label, value, and where the value comes from. */
export function Line({
  label,
  source,
  wide,
  children,
}: {
  label: string;
  source?: string;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={wide ? 'wide' : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {source && <dd className="record-source">{source}</dd>}
    </div>
  );
}

/** A value that is not there: says so, and offers the act that fixes it. */
export function Missing({ act }: { act?: ReactNode }) {
  return (
    <span className="record-missing">
      <Icon name="warning" size={14} />
      未填写{act}
    </span>
  );
}

const RADIUS = 34.5;
const ROUND = 2 * Math.PI * RADIUS;

/** 信息完整度 as a ring; `children` name in words what is missing. */
export function Ring({ percent, children }: { percent: number; children: ReactNode }) {
  const tone = percent >= 80 ? 'var(--ok-fill)' : 'var(--warn-fill)';
  return (
    <div className="record-ring">
      <span>
        <svg
          width="76"
          height="76"
          viewBox="0 0 76 76"
          fill="none"
          strokeWidth="7"
          role="img"
          aria-label={`完整度${percent}%`}
        >
          <circle cx="38" cy="38" r={RADIUS} stroke="var(--track)" />
          <circle
            cx="38"
            cy="38"
            r={RADIUS}
            stroke={tone}
            strokeLinecap="round"
            strokeDasharray={`${(ROUND * percent) / 100} ${ROUND}`}
          />
        </svg>
        <b>
          {percent}
          <small>%</small>
        </b>
      </span>
      <p>{children}</p>
    </div>
  );
}
