import { type ReactNode, useId } from 'react';

/** One state of a widget in the gallery, under its name. */
export function Case({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <section className={wide ? 'gallery-case wide' : 'gallery-case'} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <div>{children}</div>
    </section>
  );
}

/** The states of a widget beside each other. */
export function Cases({ children }: { children: ReactNode }) {
  return <div className="gallery-cases">{children}</div>;
}
