import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { bindProjects, listProjects, listTypes } from '../contract.ts';
import { pointsText } from '../rules.ts';
import { PATHS } from './paths.ts';
import './integral.css';

/** 绑定项目类型: two lists, by mouse or by keyboard (the browser's own lists: arrows, Shift, Ctrl). */
export default function BindType() {
  const navigate = useNavigate();
  const { id } = readQuery(useLocation().search, ['id']);
  const types = useCall(listTypes, {}, { quiet: true });
  const projects = useCall(listProjects, { pageSize: 200 }, { quiet: true, staleTime: 0 });
  const bind = useAct(bindProjects);
  const [left, setLeft] = useState<string[]>([]);
  const [right, setRight] = useState<string[]>([]);
  const type = types.data?.find((one) => one.id === id) ?? types.data?.[0];
  const rows = projects.data?.rows ?? [];
  const outside = rows.filter(({ typeId }) => typeId !== type?.id);
  const inside = rows.filter(({ typeId }) => typeId === type?.id);
  const move = (ids: string[], typeId: string | null) =>
    bind.mutate(
      { typeId, ids },
      {
        onSuccess: () => {
          setLeft([]);
          setRight([]);
          emit('notice', { kind: 'success', text: typeId ? `已绑定${ids.length}个项目` : `已解除${ids.length}个项目` });
        },
      },
    );
  const list = (label: string, of: typeof rows, chosen: string[], set: (ids: string[]) => void) => (
    <label>
      {label}（{of.length}）
      <select
        multiple
        value={chosen}
        onChange={(event) => set([...event.target.selectedOptions].map(({ value }) => value))}
      >
        {of.map((row) => (
          <option key={row.id} value={row.id}>
            {row.name}（{pointsText(row.points)}分）
            {row.typeName && row.typeId !== type?.id ? ` · ${row.typeName}` : ''}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div className="integral-page">
      <PageHead title="绑定项目类型">
        <ButtonLink to={PATHS.projectType}>项目类型</ButtonLink>
      </PageHead>
      {!types.data || !projects.data ? (
        <Waiting query={types.data ? projects : types} />
      ) : !type ? (
        <div className="card">
          <Empty title="还没有项目类型">先在“项目类型”里新增类型，再把项目放进去。</Empty>
        </div>
      ) : (
        <section className="card">
          <div className="card-head">
            <h2>{type.name}</h2>
            <select
              className="integral-pick"
              aria-label="项目类型"
              value={type.id}
              onChange={(event) => navigate(pathWithQuery(PATHS.bind, { id: event.target.value }), { replace: true })}
            >
              {types.data.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.parentId ? `　${one.name}` : one.name}
                </option>
              ))}
            </select>
          </div>
          <div className="integral-body integral-lists">
            {list('其他项目', outside, left, setLeft)}
            <div className="mid">
              <Button disabled={left.length === 0 || bind.isPending} onClick={() => move(left, type.id)}>
                绑定
              </Button>
              <Button disabled={right.length === 0 || bind.isPending} onClick={() => move(right, null)}>
                解除
              </Button>
            </div>
            {list('已绑定', inside, right, setRight)}
          </div>
        </section>
      )}
    </div>
  );
}
