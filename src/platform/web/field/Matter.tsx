import type { ReactNode } from 'react';
import './matter.css';

/** The head of a matter that is asked and decided: its name, the tag of its state, and the acts. */
export function MatterHead({ name, state, children }: { name: string; state: ReactNode; children: ReactNode }) {
  return (
    <header className="matter-head">
      <h1>
        {name}
        {state}
      </h1>
      <div className="matter-acts">{children}</div>
    </header>
  );
}

/** A card of facts below the head. @param extra stands right of its title */
export function FactCard({ title, extra, children }: { title: string; extra?: ReactNode; children: ReactNode }) {
  return (
    <section className="card" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
        {extra && <span className="card-extra">{extra}</span>}
      </div>
      <dl className="matter-facts">{children}</dl>
    </section>
  );
}

/** A label and its value; nothing reads as a dash. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children || '—'}</dd>
    </div>
  );
}
