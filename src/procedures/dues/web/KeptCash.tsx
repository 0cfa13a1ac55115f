import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { formatYuan } from './money.ts';
import type { useKeptCash } from './useKeptCash.ts';

/** What was taken in cash without a network and is not booked yet; what was refused says why. */
export function KeptCash({ cash: { kept, drop } }: { cash: Pick<ReturnType<typeof useKeptCash>, 'kept' | 'drop'> }) {
  const waiting = kept.filter(({ fault }) => fault === '');
  const refused = kept.filter(({ fault }) => fault !== '');
  if (kept.length === 0) return null;
  const sum = waiting.reduce((all, one) => all + one.sum, 0);
  return (
    <div className="dues-open" role="status">
      {waiting.length > 0 && (
        <p className="banner warn">
          <Icon name="warning" />
          <span className="grow">
            断网时收的{waiting.length}笔、{formatYuan(sum)}元加密存在本机，网络恢复后自动登记一次：
            {waiting.map(({ names }) => names).join('；')}
          </span>
        </p>
      )}
      {refused.map((one) => (
        <p key={one.key} className="banner bad">
          <Icon name="close" />
          <span className="grow">
            断网时收{one.names}的{formatYuan(one.sum)}元没有登记：{one.fault}。请核对现金，退还或重新登记。
          </span>
          <Button look="word" onClick={() => drop(one.key)}>
            已处理
          </Button>
        </p>
      ))}
    </div>
  );
}
