import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useDict } from '#kernel/dictionary/web/pickers.ts';
import { ORG_TYPES } from '#people/org/contract.ts';
import { OrgDialog } from '#people/org/web/pickers.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import { useKeptState } from '#platform/web/kept/useKept.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader, Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button, ButtonLink, IconButton } from '#platform/web/ui/Button.tsx';
import { getPlan, listPlans, type PlanDetail, previewScope, setScope } from '../contract.plan.ts';
import { SCOPE_MODES, type ScopeMode } from '../rules.ts';
import { PATHS, planPath } from './paths.ts';
import './integral.css';

/** 指定范围 of a draft: by type, by the unit's nature, or by name; who that is stands beside it. */
export default function Scope() {
  const { id } = readQuery(useLocation().search, ['id']);
  const drafts = useCall(listPlans, { view: 'own', state: '0', pageSize: 20 }, { quiet: true, enabled: !id });
  const wanted = id ?? drafts.data?.rows[0]?.id;
  const planQuery = useCall(getPlan, wanted === undefined ? null : { id: wanted }, { quiet: true, staleTime: 0 });
  if (!wanted)
    return drafts.data ? (
      <div className="integral-page">
        <PageHead title="指定范围" />
        <div className="card">
          <Empty
            title="没有可以指定范围的方案草稿"
            act={
              <ButtonLink look="primary" to={PATHS.plan}>
                去制定方案
              </ButtonLink>
            }
          >
            范围在方案发布前指定，发布后不能再改。
          </Empty>
        </div>
      </div>
    ) : (
      <Waiting query={drafts} />
    );
  return (
    <RecordLoader query={planQuery} fresh refused={(plan) => (plan.can.edit ? '' : '发布后的方案不能修改范围')}>
      {(plan) => <Editor key={plan.version} plan={plan} />}
    </RecordLoader>
  );
}

function Editor({ plan }: { plan: PlanDetail }) {
  const navigate = useNavigate();
  const natures = useDict('0011')['0011'];
  const [scope, setScopeOf, sent] = useKeptState(`scope ${plan.id}`, '考核范围', {
    mode: plan.audience.mode as ScopeMode,
    types: plan.audience.types as readonly number[],
    nature: plan.audience.natures as readonly string[],
    orgs: plan.audience.orgs.map((org): Choice => ({ ...org, note: '' })),
    group: plan.audience.group,
  });
  const { mode, types, nature, orgs, group } = scope;
  const write = (part: Partial<typeof scope>) => setScopeOf((now) => ({ ...now, ...part }));
  const [open, setOpen] = useState(false);
  const [fault, setFault] = useState('');
  const save = useAct(setScope, { quiet: true });
  const input = { id: plan.id, mode, types: [...types], natures: [...nature], orgIds: orgs.map(({ id }) => id), group };
  const seen = useCall(previewScope, input, { quiet: true, keepPrevious: true, staleTime: 0 });
  const done = async () => {
    try {
      const { total } = await save.mutateAsync({ ...input, version: plan.version });
      sent();
      emit('notice', { kind: 'success', text: `已指定${total}个组织` });
      navigate(planPath(plan.id));
    } catch (error) {
      setFault(error instanceof ApiError ? (Object.values(error.fields)[0] ?? error.message) : String(error));
    }
  };
  const toggle = <T,>(list: readonly T[], one: T, on: boolean) => (on ? [...list, one] : list.filter((x) => x !== one));
  return (
    <div className="integral-page">
      <PageHead title={`指定范围 ${plan.name}`}>
        <ButtonLink to={planPath(plan.id)}>取消</ButtonLink>
        <Button look="primary" disabled={save.isPending} onClick={done}>
          保存范围
        </Button>
      </PageHead>
      {fault && (
        <p className="banner bad" role="alert">
          <Icon name="warning" />
          {fault}
        </p>
      )}
      <div className="integral-columns">
        <section className="card">
          <div className="card-head">
            <h2>考核哪些组织</h2>
          </div>
          <div className="integral-body integral-page">
            <fieldset className="integral-checks" aria-label="考核哪些组织">
              {(Object.keys(SCOPE_MODES) as ScopeMode[]).map((one) => (
                <label key={one}>
                  <input type="radio" name="mode" checked={mode === one} onChange={() => write({ mode: one })} />{' '}
                  {SCOPE_MODES[one]}
                </label>
              ))}
            </fieldset>
            {mode === 'chosen' ? (
              <ul className="integral-chips">
                {orgs.map((org) => (
                  <li key={org.id} className="tag">
                    {org.name}
                    <IconButton
                      look="plain"
                      size="compact"
                      icon="close"
                      iconSize={12}
                      label={`移除${org.name}`}
                      onClick={() => write({ orgs: orgs.filter(({ id }) => id !== org.id) })}
                    />
                  </li>
                ))}
                <li>
                  <Button size="compact" icon="organisation" aria-haspopup="dialog" onClick={() => setOpen(true)}>
                    选择组织
                  </Button>
                </li>
              </ul>
            ) : (
              <>
                <fieldset className="integral-checks" aria-label="组织类别">
                  <legend className="field-label">组织类别（都不选就是全部）</legend>
                  {Object.entries(ORG_TYPES).map(([value, label]) => (
                    <label key={value}>
                      <input
                        type="checkbox"
                        className="tick"
                        checked={types.includes(Number(value))}
                        onChange={(event) => write({ types: toggle(types, Number(value), event.target.checked) })}
                      />{' '}
                      {label}
                    </label>
                  ))}
                </fieldset>
                <fieldset className="integral-checks" aria-label="单位性质">
                  <legend className="field-label">单位性质（都不选就是全部）</legend>
                  {natures.map(({ value, label }) => (
                    <label key={value}>
                      <input
                        type="checkbox"
                        className="tick"
                        checked={nature.includes(value)}
                        onChange={(event) => write({ nature: toggle(nature, value, event.target.checked) })}
                      />{' '}
                      {label}
                    </label>
                  ))}
                </fieldset>
              </>
            )}
            <label className="field-label" htmlFor="integral-group">
              比较组
            </label>
            <span className="field-box">
              <input
                id="integral-group"
                value={group}
                maxLength={20}
                onChange={(event) => write({ group: event.target.value })}
              />
            </span>
            <p className="field-hint">同组排名次；不填，按单位性质或组织类别分组。</p>
          </div>
        </section>
        <section className="card">
          <div className="card-head">
            <h2>预览</h2>
            {seen.data && <span className="muted">共{seen.data.total}个组织</span>}
          </div>
          {!seen.data ? (
            <Waiting query={seen} lines={6} />
          ) : seen.data.orgs.length === 0 ? (
            <p className="integral-quiet">
              {mode === 'chosen' && orgs.length === 0 ? '还没有指定组织，点“选择组织”。' : '没有符合条件的下级组织。'}
            </p>
          ) : (
            <ul className="integral-rows">
              {seen.data.orgs.map((org) => (
                <li key={org.id}>
                  <span>
                    {org.name} <span className="muted">{org.typeName}</span>
                  </span>
                  <span className="tag">{org.group}</span>
                </li>
              ))}
              {seen.data.more && <li className="muted">只列出前200个。{seen.data.fault}</li>}
            </ul>
          )}
        </section>
      </div>
      {open && (
        <OrgDialog
          title="选择考核组织"
          multiple
          chosen={orgs}
          onConfirm={(chosen) => write({ orgs: [...chosen] })}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
