import { Icon } from '#platform/web/show/icons.tsx';

/** The way through a matter in steps: done, now, to come; `at` counts from 0. */
export function Steps({ names, at }: { names: readonly string[]; at: number }) {
  return (
    <ol className="safe-steps" aria-label="步骤">
      {names.map((name, step) => (
        <li
          key={name}
          className={step < at ? 'done' : step === at ? 'now' : undefined}
          aria-current={step === at ? 'step' : undefined}
        >
          <i>{step < at ? <Icon name="check" size={14} /> : step + 1}</i>
          {name}
        </li>
      ))}
    </ol>
  );
}
