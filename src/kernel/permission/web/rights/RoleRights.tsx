import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { OwnPassword } from '#platform/web/dialogs/OwnPassword.tsx';
import { useUnsaved } from '#platform/web/press/unsaved.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { Failed, Gone, Skeleton } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import {
  getRole,
  type Right,
  ROLE_BASES,
  type RoleDetail,
  rightCatalogue,
  roleEffect,
  updateRole,
} from '../../contract.roles.ts';
import { RightTree } from './RightTree.tsx';
import { EffectLines, RightTabs, SaveBar } from './rightParts.tsx';
import { useTicks } from './useTicks.ts';

const PATH = '/affairs/member/userRole';
const ALL_POWERFUL = 1;

/** `/affairs/member/userRole/:index`: what a role may, to look at. */
export function RoleView() {
  return <Page id={Number(useParams().index)} edit={false} />;
}

/** `/affairs/member/userRole/settingRolePopedom/:id`: the editor of a role's rights. */
export function RoleEdit() {
  return <Page id={Number(useParams().id)} edit />;
}

function Page({ id, edit }: { id: number; edit: boolean }) {
  const isId = Number.isInteger(id);
  const role = useCall(getRole, { id }, { quiet: true, enabled: isId });
  const rights = useCall(rightCatalogue, {}, { quiet: true });
  const error = role.error ?? rights.error;
  return (
    <div className="list-page">
      <PageHead title={role.data ? `${role.data.name}的权限` : undefined}>
        {role.data && !edit && role.data.can.edit && (
          <ButtonLink look="primary" icon="edit" to={`${PATH}/settingRolePopedom/${id}`}>
            设置权限
          </ButtonLink>
        )}
      </PageHead>
      <RightTabs />
      {error && !(role.data && rights.data) && (
        <Failed error={error} onRetry={() => (role.error ? role.refetch() : rights.refetch())} />
      )}
      {!isId && <Gone />}
      {isId && !error && !(role.data && rights.data) && <Skeleton lines={10} />}
      {role.data && rights.data && (
        <Rights
          key={id}
          role={role.data}
          rights={rights.data}
          edit={edit && role.data.can.edit}
          readAgain={() => role.refetch({ cancelRefetch: false })}
        />
      )}
    </div>
  );
}

function Rights({
  role,
  rights,
  edit,
  readAgain,
}: {
  role: RoleDetail;
  rights: readonly Right[];
  edit: boolean;
  readAgain: () => Promise<unknown>;
}) {
  const before = useMemo(() => new Set(role.keys.map(({ key }) => key)), [role]);
  const since = useMemo(() => new Map(role.keys.map((one) => [one.key, one])), [role]);
  const { now, added: add, removed: remove, put, drop } = useTicks(before);
  const [switched, setSwitched] = useState(false);
  const enabled = role.enabled !== switched;
  const [asking, setAsking] = useState(false);
  const changed = add.length + remove.length + (switched ? 1 : 0);
  const dropAll = () => {
    drop();
    setSwitched(false);
  };
  useUnsaved(edit && changed > 0 ? `${role.name}的权限` : null, true);
  const all = role.id === ALL_POWERFUL;
  return (
    <section className="card right-card" aria-label={`${role.name}的权限`}>
      <p className="right-lead">
        <span className="tag">{ROLE_BASES[role.base]}</span>
        <span className="tag">{role.accounts.toLocaleString('en-US')}人使用</span>
        {role.builtIn && <span className="tag">系统预置</span>}
        {role.fixed && <span className="tag gold">权限固定</span>}
        {!role.enabled && <span className="tag warn">未启用</span>}
        <span className="muted">{role.description}</span>
        {edit && role.can.rename && (
          <label className="filter-option right-enabled">
            <input
              type="checkbox"
              className="tick"
              checked={enabled}
              onChange={(event) => setSwitched(event.target.checked !== role.enabled)}
            />
            启用这个角色
          </label>
        )}
      </p>
      <RightTree
        rights={rights}
        word="可用"
        narrow={!edit && !all}
        isOn={(key) => all || now.has(key)}
        isChanged={(key) => now.has(key) !== before.has(key)}
        locked={(right) => lockOf(role, right, before.has(right.key))}
        onToggle={edit ? put : undefined}
        note={edit || all ? undefined : (right) => sinceText(since.get(right.key))}
      />
      {edit && <SaveBar changed={changed} onDrop={dropAll} onSave={() => setAsking(true)} />}
      {asking && (
        <Ask
          role={role}
          change={{ add, remove, ...(switched ? { enabled } : {}) }}
          names={new Map(rights.map(({ key, name }) => [key, name]))}
          onSaved={() => readAgain().then(dropAll)}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

const sinceText = (given: { since: string; by: string } | undefined) =>
  given && <span className="muted small">{given.by ? `${dateTime(given.since)}起，${given.by}` : '系统预置'}</span>;

/** Why a right cannot be ticked; what the role has may always be taken away. */
function lockOf(role: RoleDetail, right: Right, has: boolean): string {
  if (has) return '';
  if (role.base === 'own' && !right.personal) return '只能授予管理本级及下级组织的角色';
  return right.mine ? '' : '本人没有这项权限，不能授予';
}

interface Change {
  add: string[];
  remove: string[];
  enabled?: boolean;
}

function Ask({
  role,
  change,
  names,
  onSaved,
  onClose,
}: {
  role: RoleDetail;
  change: Change;
  names: ReadonlyMap<string, string>;
  onSaved: () => Promise<unknown>;
  onClose: () => void;
}) {
  const effect = useCall(roleEffect, { id: role.id, ...change }, { quiet: true, staleTime: 0 });
  const save = useAct(updateRole, { quiet: true });
  const words = (keys: readonly string[]) => keys.map((key) => names.get(key) ?? key).join('、');
  return (
    <OwnPassword
      title={`保存“${role.name}”的权限`}
      icon="shield"
      act="确认保存"
      onConfirm={async (encrypt) => {
        await save.mutateAsync({ id: role.id, version: role.version, ...change, password: await encrypt() });
        emit('notice', { kind: 'success', text: `${role.name}的权限已保存，立即生效` });
        await onSaved();
        onClose();
      }}
      onClose={onClose}
    >
      {change.add.length > 0 && <p className="right-words">增加：{words(change.add)}</p>}
      {change.remove.length > 0 && <p className="right-words">减少：{words(change.remove)}</p>}
      {change.enabled !== undefined && <p>{change.enabled ? '启用这个角色' : '停用这个角色，使用它的人将退出登录'}</p>}
      <div className="effect-box" aria-busy={effect.isFetching}>
        {effect.error && <p className="field-fault">{effect.error.message}</p>}
        {!effect.data && !effect.error && <p className="muted">正在计算影响…</p>}
        {effect.data && <EffectLines effect={effect.data} />}
        <p className="muted small">保存后，已登录的人下一次操作即按新的权限。</p>
      </div>
    </OwnPassword>
  );
}
