import { useId } from 'react';
import type { InputOf } from '#platform/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { type AccountEffect, accountEffect } from '../../contract.ts';
import './account.css';

const SHOWN = 6;

/** Names of rights: the first few, the others behind 全部. */
export function RightNames({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <span className="muted">没有权限</span>;
  if (names.length <= SHOWN) return <>{names.join('、')}</>;
  return (
    <details className="right-names">
      <summary>
        {names.slice(0, SHOWN).join('、')}等<b>{names.length}</b>项，查看全部
      </summary>
      {names.slice(SHOWN).join('、')}
    </details>
  );
}

/** Where a role reaches, in words. */
export const reachText = (orgName: string, orgCount: number) => {
  if (orgCount === 0) return `${orgName}，仅限本人信息`;
  return orgCount > 1 ? `${orgName}及下级共${orgCount.toLocaleString('en-US')}个组织` : orgName;
};

function Lines({ effect }: { effect: AccountEffect }) {
  return (
    <>
      {effect.lines.length === 0 && <p className="muted">没有人因此多出或失去权限。</p>}
      {effect.lines.map((line) => (
        <div key={`${line.kind}${line.roleName}${line.orgName}`} className="effect-line">
          <span className={line.kind === 'gain' ? 'tag ok' : 'tag bad'}>
            <Icon name={line.kind === 'gain' ? 'plus' : 'close'} />
            {line.kind === 'gain' ? '获得' : '失去'}
          </span>
          <div>
            <b>{line.roleName}</b>
            <span className="muted">　{reachText(line.orgName, line.orgCount)}</span>
            <br />
            <span className="small">
              <RightNames names={line.rights} />
            </span>
          </div>
        </div>
      ))}
      {effect.openSessions > 0 && (
        <p className="small">
          当前有<b>{effect.openSessions}</b>处登录，将立即失效。
        </p>
      )}
    </>
  );
}

/** What a change of an account would do, asked of the server before it is saved. */
export function Effect({ input }: { input: InputOf<typeof accountEffect> }) {
  const id = useId();
  const effect = useCall(accountEffect, input, { quiet: true, staleTime: 0 });
  return (
    <section className="effect" aria-labelledby={id} aria-busy={effect.isFetching}>
      <h3 id={id}>保存后的变化</h3>
      {effect.error && (
        <p className="field-fault" role="alert">
          {effect.error.message}
          <Button look="word" onClick={() => effect.refetch()}>
            重试
          </Button>
        </p>
      )}
      {!effect.data && !effect.error && <p className="muted">正在计算…</p>}
      {effect.data && <Lines effect={effect.data} />}
    </section>
  );
}
