import { useMemo, useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { OwnPassword } from '#platform/web/dialogs/OwnPassword.tsx';
import { useUnsaved } from '#platform/web/press/unsaved.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { type Grant, type GrantRight, type Holder, setGrantRights } from '../../contract.rights.ts';
import type { Right } from '../../contract.roles.ts';
import { isEffective, type Own, ownOverride, type RightState } from '../../rules.rights.ts';
import { RightTree } from './RightTree.tsx';
import { SaveBar, SourceTags } from './rightParts.tsx';

const NOTHING: RightState = { shared: false, own: null, limited: false };

function stateOf(right: GrantRight | undefined): RightState {
  if (!right) return NOTHING;
  const own: Own = right.given.some(({ source }) => source === 'own')
    ? 'given'
    : right.taken.some(({ source }) => source === 'own')
      ? 'taken'
      : null;
  return {
    shared: right.given.some(({ source }) => source !== 'own'),
    own,
    limited: right.taken.some(({ source }) => source === 'org' || source === 'level'),
  };
}

/** What one person may in one office, with every right's sources; ticks decide what the person has, the rest follows. */
export function GrantRights({
  holder,
  grant,
  rights,
  edit,
  readAgain,
}: {
  holder: Holder;
  grant: Grant;
  rights: readonly Right[];
  edit: boolean;
  readAgain: () => Promise<unknown>;
}) {
  const known = useMemo(() => new Map(grant.rights.map((right) => [right.key, right])), [grant]);
  const [own, setOwn] = useState<ReadonlyMap<string, Own>>(new Map());
  const [asking, setAsking] = useState(false);
  const before = (key: string) => stateOf(known.get(key));
  const now = (key: string): RightState => {
    const state = before(key);
    const changed = own.get(key);
    return changed === undefined ? state : { ...state, own: changed };
  };
  useUnsaved(edit && own.size > 0 ? `${holder.userName}的权限` : null, true);
  const toggle = (keys: readonly string[], on: boolean) => {
    const next = new Map(own);
    for (const key of keys) {
      const state = before(key);
      const wanted = ownOverride(on, state.shared);
      if (wanted === state.own) next.delete(key);
      else next.set(key, wanted);
    }
    setOwn(next);
  };
  const keysOf = (wanted: Own) => [...own].filter(([, value]) => value === wanted).map(([key]) => key);
  const gain = [...own.keys()].filter((key) => isEffective(now(key)) && !isEffective(before(key)));
  const lose = [...own.keys()].filter((key) => !isEffective(now(key)) && isEffective(before(key)));
  return (
    <>
      <RightTree
        rights={rights}
        word="可用"
        narrow={!edit && !grant.all}
        isNamed={(key) => known.has(key)}
        isOn={(key) => isOnNow(grant, now(key))}
        isChanged={(key) => own.has(key)}
        locked={(right) => lockOf(grant, right, before(right.key))}
        onToggle={edit ? toggle : undefined}
        note={(right) => {
          const one = known.get(right.key);
          return one && <SourceTags given={one.given} taken={one.taken} />;
        }}
      />
      {edit && (
        <SaveBar changed={own.size} onDrop={() => setOwn(new Map())} onSave={() => setAsking(true)}>
          取消勾选即对本人停用，勾选角色没有的权限即为本人增加
        </SaveBar>
      )}
      {asking && (
        <Ask
          holder={holder}
          grant={grant}
          change={{ give: keysOf('given'), take: keysOf('taken'), reset: keysOf(null) }}
          gain={gain}
          lose={lose}
          names={new Map(rights.map(({ key, name }) => [key, name]))}
          onSaved={() => readAgain().then(() => setOwn(new Map()))}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** A right of the all-powerful role is given without being named. */
const isOnNow = (grant: Grant, state: RightState) => isEffective(grant.all ? { ...state, shared: true } : state);

function lockOf(grant: Grant, right: Right, state: RightState): string {
  if (state.limited) return '组织限制使用，请到组织权限放开';
  // What the person has may be taken away, what was given may be given up; only giving needs the right.
  if (isEffective(state)) return '';
  if (grant.base === 'own' && !right.personal) return '只能授予管理本级及下级组织的角色';
  return right.mine ? '' : '本人没有这项权限，不能授予';
}

function Ask({
  holder,
  grant,
  change,
  gain,
  lose,
  names,
  onSaved,
  onClose,
}: {
  holder: Holder;
  grant: Grant;
  change: { give: string[]; take: string[]; reset: string[] };
  gain: readonly string[];
  lose: readonly string[];
  names: ReadonlyMap<string, string>;
  onSaved: () => Promise<unknown>;
  onClose: () => void;
}) {
  const save = useAct(setGrantRights, { quiet: true });
  const lines = [
    ['gain', '获得', gain],
    ['lose', '失去', lose],
  ] as const;
  return (
    <OwnPassword
      title={`保存${holder.userName}的权限`}
      icon="shield"
      act="确认保存"
      onConfirm={async (encrypt) => {
        await save.mutateAsync({ grantId: grant.id, ...change, password: await encrypt() });
        emit('notice', { kind: 'success', text: `${holder.userName}的权限已保存，立即生效` });
        await onSaved();
        onClose();
      }}
      onClose={onClose}
    >
      <p>
        {holder.userName}以“{grant.roleName}”在{grant.orgName}
        {grant.base === 'subtree' && '及其下级组织'}：
      </p>
      {gain.length + lose.length === 0 && <p className="muted">现在的可用权限没有变化。</p>}
      {lines
        .filter(([, , keys]) => keys.length > 0)
        .map(([kind, word, keys]) => (
          <div key={kind} className="effect-line">
            <span className={kind === 'gain' ? 'tag ok' : 'tag bad'}>
              <Icon name={kind === 'gain' ? 'plus' : 'close'} />
              {word}
            </span>
            <p className="right-words">{keys.map((key) => names.get(key) ?? key).join('、')}</p>
          </div>
        ))}
      <p className="muted small">只影响这一项任职，其他任职不变。保存后，本人下一次操作即按新的权限。</p>
    </OwnPassword>
  );
}
