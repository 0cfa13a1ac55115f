import { useState } from 'react';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { formatNumber } from '#platform/web/show/number.ts';
import { Button, Pressable } from '#platform/web/ui/Button.tsx';
import { fixImportGroup, type importGroups } from '../../contract.import.ts';
import { UpdateDialog } from './UpdateDialog.tsx';

type Group = ReplyOf<typeof importGroups>[number];
interface Fixed {
  code: string;
  label: string;
  from: string;
  to: string;
  count: number;
}

interface GroupsProps {
  batchId: string;
  groups: readonly Group[];
  bad: number;
  /** The group whose rows stand at the right; empty: all. */
  shown: string;
  onShow: (code: string) => void;
  /** False while typed cells wait to be saved: a click would rewrite their rows on the server. */
  idle: boolean;
}

/** The bad rows by kind of error: those that one click fixes, then those that need eyes. */
export function Groups({ batchId, groups, bad, shown, onShow, idle }: GroupsProps) {
  const fix = useAct(fixImportGroup);
  const [updating, setUpdating] = useState(false);
  const [fixed, setFixed] = useState<readonly Fixed[]>([]);
  const run = async (group: Group, rewriting: NonNullable<Group['fix']>) => {
    try {
      const { written, bad: still } = await fix.mutateAsync({ id: batchId, code: group.code });
      const { from, to, count } = rewriting;
      setFixed([
        ...fixed.filter(({ code }) => code !== group.code),
        { code: group.code, label: group.label, from, to, count },
      ]);
      const rest = still > 0 ? `，${formatNumber(still)}行还有别的错误` : '';
      emit('notice', { kind: 'success', text: `已改${formatNumber(count)}行，入库${formatNumber(written)}行${rest}` });
      if (shown === group.code) onShow('');
    } catch {
      // The client has shown why.
    }
  };
  return (
    <section className="card import-groups">
      <div className="card-head">
        <h2>错误分组</h2>
        <span className="card-extra">
          待修正{groups.length}类，{formatNumber(bad)}行
          {groups.reduce((sum, { count }) => sum + count, 0) > bad && '（一行有几处错误的，各类都计）'}
        </span>
      </div>
      <ul>
        {fixed.map((group) => (
          <li key={`fixed-${group.code}`} className="fixed">
            <p>
              <Icon name="check" size={15} />
              {group.label}
              <em>已改{formatNumber(group.count)}行</em>
            </p>
            <div>
              <span className="ellipsis">
                {group.from}
                <span className="import-arrow">→</span>
                {group.to}
              </span>
            </div>
          </li>
        ))}
        {groups.map((group) => (
          <li key={group.code} aria-current={shown === group.code || undefined}>
            <p>
              <Pressable
                className="import-group-title"
                aria-pressed={shown === group.code}
                title={shown === group.code ? '看全部' : '只看这一组'}
                onClick={() => onShow(shown === group.code ? '' : group.code)}
              >
                {group.label}
              </Pressable>
              <em>{formatNumber(group.count)}行</em>
            </p>
            <div>
              {group.fix ? (
                <span className="ellipsis" title={`${group.fix.from} → ${group.fix.to}`}>
                  {group.fix.from}
                  <span className="import-arrow">→</span>
                  {group.fix.to}
                </span>
              ) : (
                <span>{group.hint}</span>
              )}
              {group.fix ? (
                <Button
                  look="outline"
                  size="compact"
                  icon="magic"
                  iconSize={13}
                  disabled={fix.isPending || !idle}
                  title={idle ? undefined : '请先保存已改好的行'}
                  onClick={() => group.fix && run(group, group.fix)}
                >
                  一键改正{formatNumber(group.fix.count)}行
                </Button>
              ) : (
                <>
                  {group.code === 'duplicate' && (
                    <Button
                      look="outline"
                      size="compact"
                      disabled={!idle}
                      title={idle ? undefined : '请先保存已改好的行'}
                      onClick={() => setUpdating(true)}
                    >
                      更新已在册人员
                    </Button>
                  )}
                  <Button
                    size="compact"
                    aria-label={`${shown === group.code ? '看全部' : '逐行改'}：${group.label}`}
                    onClick={() => onShow(shown === group.code ? '' : group.code)}
                  >
                    {shown === group.code ? '看全部' : '逐行改'}
                  </Button>
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
      <p className="import-groups-note">
        {idle
          ? '一键改正会改写这一组的同类写法并把改好的行入库；身份证号、姓名不会被自动改写。'
          : '有改好的行尚未入库，保存后才能一键改正。'}
      </p>
      {updating && <UpdateDialog batchId={batchId} onClose={() => setUpdating(false)} />}
    </section>
  );
}
