import type { ReactNode } from 'react';
import './wide.css';

/** A box around a `table` that scrolls to the side, reached by the keyboard; cells of class `stays` stay at the left. */
export function Wide({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="wide-scroll" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
