import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { listClasses } from '../../contract.classes.ts';
import { labelChoices } from '../../contract.labels.ts';
import { sortAsTree } from '../../rules.ts';
import { Labels } from '../pickers.tsx';
import { MarkedRows } from './MarkedRows.tsx';
import { FILTER } from './paths.ts';
import '../content.css';

const NONE: readonly never[] = [];
type Asked = Partial<Record<string, string>>;

/** `/contentManager/label/filter`: content by several labels and a class; the address holds what is asked. */
export default function LabelFilter() {
  const navigate = useNavigate();
  const { search } = useLocation();
  // The router takes its time to change the address; a second tick until then must not take the first one back.
  const [ahead, setAhead] = useState<Asked | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address has arrived
  useEffect(() => setAhead(null), [search]);
  const asked = ahead ?? (readQuery(search, ['labels', 'match', 'classId']) as Asked);
  const choices = useCall(labelChoices, {}, { quiet: true });
  const tree = useCall(listClasses, {}, { quiet: true });
  const [labels, classes] = [choices.data ?? NONE, tree.data ?? NONE];
  const failed = [choices, tree].find(({ error, data }) => error && !data);
  const chosen = (asked.labels ?? '').split(',').filter(Boolean);
  const any = asked.match === 'any';
  const change = (patch: Readonly<Record<string, string>>) => {
    const next = Object.fromEntries(Object.entries({ ...asked, ...patch }).filter(([, value]) => value));
    setAhead(next);
    navigate(pathWithQuery(FILTER, next as Record<string, string>), { replace: true });
  };
  const toggle = (id: string) =>
    change({ labels: (chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]).join(',') });
  return (
    <div className="list-page">
      <PageHead />
      <div className="card content-list">
        <div className="content-asked">
          <fieldset className="people-field">
            <legend className="field-label">标签</legend>
            <div className="label-ticks">
              {labels.map((label) => (
                <label key={label.id} className="filter-option">
                  <input
                    type="checkbox"
                    className="tick"
                    checked={chosen.includes(label.id)}
                    onChange={() => toggle(label.id)}
                  />
                  <Labels labels={[label]} />
                </label>
              ))}
              {choices.isPending && <span className="muted">正在读取标签</span>}
              {choices.data?.length === 0 && <span className="muted">还没有标签</span>}
              {failed && (
                <span className="field-fault" role="alert">
                  <Icon name="warning" size={14} />
                  标签和分类没有读到：{failed.error?.message}
                  <Button look="word" onClick={() => void Promise.all([choices.refetch(), tree.refetch()])}>
                    重试
                  </Button>
                </span>
              )}
            </div>
          </fieldset>
          <div className="content-line">
            <label className="field-box">
              <span className="muted">匹配</span>
              <select value={any ? 'any' : 'all'} onChange={(event) => change({ match: event.target.value })}>
                <option value="all">同时带有所选标签</option>
                <option value="any">带有任一所选标签</option>
              </select>
              <Icon name="down" size={14} />
            </label>
            <label className="field-box">
              <span className="muted">分类</span>
              <select value={asked.classId ?? ''} onChange={(event) => change({ classId: event.target.value })}>
                <option value="">全部</option>
                {asked.classId && !classes.some(({ id }) => id === asked.classId) && (
                  <option value={asked.classId}>{tree.isPending ? '正在读取' : '已选的分类'}</option>
                )}
                {sortAsTree(classes).map(({ id, name, level }) => (
                  <option key={id} value={id}>
                    {'　'.repeat(level - 1)}
                    {name}
                  </option>
                ))}
              </select>
              <Icon name="down" size={14} />
            </label>
            {(chosen.length > 0 || asked.classId) && (
              <Button look="link" size="compact" onClick={() => change({ labels: '', classId: '', match: '' })}>
                清除条件
              </Button>
            )}
          </div>
        </div>
        <MarkedRows
          caption="筛选结果"
          input={{
            labelIds: chosen.join(','),
            match: any ? 'any' : 'all',
            ...(asked.classId && { classId: asked.classId }),
          }}
          empty={
            chosen.length > 0 || asked.classId
              ? '没有符合条件的内容，可减少标签或改为“带有任一”。'
              : '您管理范围内还没有带标签的内容。'
          }
        />
      </div>
    </div>
  );
}
