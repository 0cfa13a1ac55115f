import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { OwnPassword } from '#platform/web/dialogs/OwnPassword.tsx';
import { Popup } from '#platform/web/dialogs/Popup.tsx';
import { useUnsaved } from '#platform/web/press/unsaved.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Pressable } from '#platform/web/ui/Button.tsx';
import { orgEffect, orgLimits, setOrgLimits } from '../../contract.rights.ts';
import { type Right, rightCatalogue } from '../../contract.roles.ts';
import { PlaceTree } from '../pickers.tsx';
import { RightTree } from './RightTree.tsx';
import { EffectLines, RightTabs, SaveBar, SourceTags } from './rightParts.tsx';
import { useTicks } from './useTicks.ts';

const PATH = '/popedom/organization';

/** `/popedom/organization`: the tree at the left, what may not be used at the chosen organisation and below at the right. */
export default function OrgRights() {
  const { user } = useSession();
  const { search } = useLocation();
  const navigate = useNavigate();
  const orgId = readQuery(search, ['orgId']).orgId ?? user.workOrgId;
  const choose = (org: { id: string }) => navigate(pathWithQuery(PATH, { orgId: org.id }));
  const limits = useCall(orgLimits, { orgId }, { quiet: true });
  const rights = useCall(rightCatalogue, {}, { quiet: true });
  const error = limits.error ?? rights.error;
  return (
    <div className="list-page">
      <PageHead />
      <RightTabs />
      <div className="list-work with-side">
        <aside className="card list-side">
          <PlaceTree selectedId={orgId} onSelect={choose} />
        </aside>
        <section className="card right-card" aria-label="组织权限">
          <PlaceButton orgId={orgId} name={limits.data?.orgName ?? ''} onSelect={choose} />
          {error && !(limits.data && rights.data) && (
            <Failed error={error} onRetry={() => (limits.error ? limits.refetch() : rights.refetch())} />
          )}
          {!error && !(limits.data && rights.data) && <Skeleton lines={10} />}
          {limits.data && rights.data && (
            <Limits
              key={limits.data.orgId}
              org={limits.data}
              rights={rights.data}
              readAgain={() => limits.refetch({ cancelRefetch: false })}
            />
          )}
        </section>
      </div>
    </div>
  );
}

/** On a phone the tree opens from a button. */
function PlaceButton({
  orgId,
  name,
  onSelect,
}: {
  orgId: string;
  name: string;
  onSelect: (org: { id: string }) => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice in the tree closes the popup
  useEffect(() => setOpen(false), [orgId]);
  return (
    <>
      <Pressable
        ref={button}
        className="field-box list-filter list-side-button right-place"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="tree" />
        <span className="ellipsis">{name || '选择组织'}</span>
        <Icon name="down" size={14} />
      </Pressable>
      {open && button.current && (
        <Popup anchor={button.current} label="选择组织" className="side-popup" onClose={() => setOpen(false)}>
          <PlaceTree selectedId={orgId} onSelect={onSelect} />
        </Popup>
      )}
    </>
  );
}

function Limits({
  org,
  rights,
  readAgain,
}: {
  org: ReplyOf<typeof orgLimits>;
  rights: readonly Right[];
  readAgain: () => Promise<unknown>;
}) {
  const known = useMemo(() => new Map(org.rights.map((right) => [right.key, right])), [org]);
  const before = useMemo(() => new Set(org.rights.filter(({ own }) => own).map(({ key }) => key)), [org]);
  const { now, added: limit, removed: release, put, drop } = useTicks(before);
  const [asking, setAsking] = useState(false);
  const edit = org.can.edit;
  useUnsaved(limit.length + release.length > 0 ? `${org.orgName}的权限` : null, true);
  const inherited = (key: string) => known.get(key)?.inherited ?? [];
  return (
    <>
      <p className="right-lead">
        <b>{org.orgName}</b>
        {org.path !== org.orgName && <span className="muted small">{org.path}</span>}
        <span className="tag">本级及下级{org.accounts.toLocaleString('en-US')}名工作人员</span>
        {org.why && (
          <span className="tag">
            <Icon name="lock" />
            {org.why}
          </span>
        )}
      </p>
      <p className="muted small right-help">
        不勾选的权限，在本组织和下级组织任职的人员不能使用，无论角色、用户组或本人是否有；上级组织的人员不受影响。
      </p>
      <RightTree
        rights={rights}
        word="可用"
        isOn={(key) => !now.has(key) && inherited(key).length === 0}
        isChanged={(key) => now.has(key) !== before.has(key)}
        locked={(right) => {
          const [first] = inherited(right.key);
          if (first) return `已由${first.name}限制`;
          return now.has(right.key) && before.has(right.key) && !right.mine ? '本人没有这项权限，不能放开' : '';
        }}
        onToggle={edit ? (keys, on) => put(keys, !on) : undefined}
        note={(right) => {
          const one = known.get(right.key);
          return (
            one && (
              <>
                {one.own && (
                  <span className="tag bad" title={`${dateTime(one.own.since)}起，${one.own.by}`}>
                    <Icon name="lock" />
                    本级限制
                  </span>
                )}
                <SourceTags given={[]} taken={one.inherited} />
              </>
            )
          );
        }}
      />
      {edit && <SaveBar changed={limit.length + release.length} onDrop={drop} onSave={() => setAsking(true)} />}
      {asking && (
        <Ask
          org={org}
          change={{ limit, release }}
          names={new Map(rights.map(({ key, name }) => [key, name]))}
          onSaved={() => readAgain().then(drop)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function Ask({
  org,
  change,
  names,
  onSaved,
  onClose,
}: {
  org: ReplyOf<typeof orgLimits>;
  change: { limit: string[]; release: string[] };
  names: ReadonlyMap<string, string>;
  onSaved: () => Promise<unknown>;
  onClose: () => void;
}) {
  const lifts = change.release.length > 0;
  const effect = useCall(orgEffect, { orgId: org.orgId, ...change }, { quiet: true, staleTime: 0 });
  const save = useAct(setOrgLimits, { quiet: lifts });
  const words = (keys: readonly string[]) => keys.map((key) => names.get(key) ?? key).join('、');
  const saveWith = async (password: { password?: string }) => {
    await save.mutateAsync({ orgId: org.orgId, ...change, ...password });
    emit('notice', { kind: 'success', text: `${org.orgName}的权限已保存，立即生效` });
    await onSaved();
  };
  const dialog = { title: `保存${org.orgName}的权限`, icon: 'shield', act: '确认保存', onClose } as const;
  const what = (
    <>
      {change.limit.length > 0 && <p className="right-words">限制使用：{words(change.limit)}</p>}
      {change.release.length > 0 && <p className="right-words">取消限制：{words(change.release)}</p>}
      <div className="effect-box" aria-busy={effect.isFetching}>
        {effect.error && <p className="field-fault">{effect.error.message}</p>}
        {!effect.data && !effect.error && <p className="muted">正在计算影响…</p>}
        {effect.data && <EffectLines effect={effect.data} />}
        <p className="muted small">对本组织和全部下级组织生效，已登录的人下一次操作即按新的权限。</p>
      </div>
    </>
  );
  // To lift a limit gives rights; to set one takes them.
  if (!lifts) {
    return (
      <ConfirmDialog {...dialog} onConfirm={() => saveWith({})}>
        {what}
      </ConfirmDialog>
    );
  }
  return (
    <OwnPassword
      {...dialog}
      onConfirm={async (encrypt) => {
        await saveWith({ password: await encrypt() });
        onClose();
      }}
    >
      {what}
    </OwnPassword>
  );
}
