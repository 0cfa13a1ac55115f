import { type ComponentType, lazy, useEffect, useState } from 'react';
import { Icon } from '../show/icons.tsx';
import { Button } from '../ui/Button.tsx';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A part of a page whose code is loaded when it is first shown, for `Suspense`. If the code does not load, only this part shows it
 * and offers another try; the page and what was typed there stay.
 */
export function lazyPart<Props extends object>(load: Load<Props>) {
  return lazy<ComponentType<Props>>(() =>
    load().catch(() => ({ default: (props: Props) => <Again load={load} props={props} /> })),
  );
}

function Again<Props extends object>({ load, props }: { load: Load<Props>; props: Props }) {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const [trying, setTrying] = useState(false);
  const attempt = async () => {
    setTrying(true);
    const loaded = await load().catch(() => null);
    setTrying(false);
    if (loaded) setPart(() => loaded.default);
  };
  // Shown once more, the network may be there again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each showing
  useEffect(() => void attempt(), []);
  if (Part) return <Part {...props} />;
  return (
    <p className="banner warn" role="alert">
      <Icon name="warning" />
      <span className="grow">这一部分没有加载成功，页面内容都在</span>
      <Button look="word" disabled={trying} onClick={attempt}>
        重试
      </Button>
    </p>
  );
}
