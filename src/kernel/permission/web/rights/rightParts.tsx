import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { SOURCES, type Source } from '../../contract.rights.ts';
import type { Effect } from '../../contract.roles.ts';
import './rights.css';

/** The pages of rights as tabs; below `/popedom/view` those that only show. */
export function RightTabs() {
  const session = useSession();
  const { pathname } = useLocation();
  const view = pathname.startsWith('/popedom/view');
  const tabs = [
    [view ? '/popedom/view/manage' : '/popedom/manage', '人员权限', 'account:read'],
    ['/affairs/member/userRole', '角色', 'right:read'],
    ['/popedom/organization', '组织权限', 'right:read'],
    ['/affairs/member/searchFixedQuery/100', '固定查询', 'right:read'],
  ] as const;
  return (
    <nav className="right-tabs" aria-label="权限管理">
      {tabs
        .filter(([, , key]) => may(session, key))
        .map(([path, title]) => (
          <Link
            key={path}
            to={path}
            className="right-tab"
            aria-current={pathname.startsWith(path.replace(/\/\d+$/, '')) ? 'page' : undefined}
          >
            {title}
          </Link>
        ))}
    </nav>
  );
}

/** Where a right comes from, or what takes it, as tags: 角色, 用户组, 本人, 组织限制. */
export function SourceTags({ given, taken = [] }: { given: readonly Source[]; taken?: readonly Source[] }) {
  return (
    <>
      {given.map((one) => (
        <span key={`${one.source}${one.name}`} className={one.source === 'role' ? 'tag' : 'tag info'} title={when(one)}>
          来自{SOURCES[one.source]}
          {one.name && `：${one.name}`}
        </span>
      ))}
      {taken.map((one) => (
        <span key={`${one.source}${one.name}`} className="tag bad" title={when(one)}>
          <Icon name="lock" />
          {one.source === 'own' ? '对本人停用' : `${SOURCES[one.source]}：${one.name}`}
        </span>
      ))}
    </>
  );
}

const when = ({ since, by }: Source) => `${dateTime(since)}起${by && `，${by}`}`;

/** Who gains and who loses by a change. */
export function EffectLines({ effect }: { effect: Effect }) {
  const lines = [
    ['gain', '获得', effect.gain],
    ['lose', '失去', effect.lose],
  ] as const;
  const shown = lines.filter(([, , people]) => people.accounts > 0);
  if (shown.length === 0) return <p>现在没有人因此获得或失去权限。</p>;
  return (
    <>
      {shown.map(([kind, word, people]) => (
        <div key={kind} className="effect-line">
          <span className={kind === 'gain' ? 'tag ok' : 'tag bad'}>
            <Icon name={kind === 'gain' ? 'plus' : 'close'} />
            {word}
          </span>
          <p>
            <b>{people.orgs.toLocaleString('en-US')}</b>个组织的<b>{people.accounts.toLocaleString('en-US')}</b>人将
            {word}
            权限
            <br />
            <span className="muted small">
              {people.names.join('、')}
              {people.accounts > people.names.length && '等'}
            </span>
          </p>
        </div>
      ))}
    </>
  );
}

/** Asks before ticks are lost. */
export function LeaveQuestion({ onLeave, onClose }: { onLeave: () => void; onClose: () => void }) {
  return (
    <ConfirmDialog
      title="离开权限设置"
      icon="warning"
      act="离开"
      cancel="继续设置"
      onConfirm={async () => onLeave()}
      onClose={onClose}
    >
      权限的改动还没有保存，离开后将丢失。
    </ConfirmDialog>
  );
}

/** The bar below an editor: what was changed, and the two acts. Changes of rights are not kept: leaving the page or the organisation asks while there are any. */
export function SaveBar({
  changed,
  onDrop,
  onSave,
  children,
}: {
  changed: number;
  onDrop: () => void;
  onSave: () => void;
  children?: ReactNode;
}) {
  return (
    <footer className="right-bar">
      <span className="muted small" role="status">
        {changed === 0 ? (children ?? '还没有改动') : `改了${changed}项，保存前可先看影响`}
      </span>
      <Button disabled={changed === 0} onClick={onDrop}>
        放弃改动
      </Button>
      <Button look="primary" disabled={changed === 0} onClick={onSave}>
        查看影响并保存
      </Button>
    </footer>
  );
}
