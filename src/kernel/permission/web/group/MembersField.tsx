import { Suspense, useEffect, useId, useState } from 'react';
import { useCall } from '#platform/web/call/hooks.ts';
import { useUntaken } from '#platform/web/form/untaken.ts';
import { lazyPart } from '#platform/web/route/lazyPart.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button, Pressable } from '#platform/web/ui/Button.tsx';
import type { GroupPerson } from '../../contract.groups.ts';
import { listAccounts } from '../../contract.ts';
import '../account/account.css';

// Loaded when somebody opens it.
const AccountDialog = lazyPart(() => import('./AccountDialog.tsx'));

const SHOWN = 10;
/** As many as the contract lets into a group. */
const AT_MOST = 500;

/** The members of a group: found by name among the accounts of the scope, taken out again by their row. */
export function MembersField({
  people,
  others,
  ownId,
  onChange,
}: {
  people: readonly GroupPerson[];
  /** Members out of the scope, who stay. */
  others: number;
  /** Nobody gives rights to themselves. */
  ownId: string;
  onChange: (people: readonly GroupPerson[]) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [words, setWords] = useState('');
  const untaken = useUntaken(typed);
  const [choosing, setChoosing] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed.trim()), 250);
    return () => clearTimeout(timer);
  }, [typed]);
  const accountsQuery = useCall(
    listAccounts,
    { name: words, pageSize: SHOWN },
    { enabled: words !== '', quiet: true, keepPrevious: true },
  );
  const hits = words === '' ? [] : (accountsQuery.data?.rows ?? []);
  const settled = accountsQuery.isPlaceholderData ? undefined : accountsQuery.data;
  const add = (person: GroupPerson) => {
    onChange([...people, person]);
    setTyped('');
    // At once: hits that went a moment later would move what is pressed next from under the pointer.
    setWords('');
  };
  return (
    <div className="form-field wide">
      <label className="field-label" htmlFor={id}>
        添加成员
      </label>
      <span className="members-line">
        <span className={untaken.fault ? 'field-box members-search wrong' : 'field-box members-search'}>
          <Icon name="search" />
          <input
            {...untaken.field}
            id={id}
            type="search"
            autoComplete="off"
            maxLength={40}
            placeholder="姓名或完整身份证号"
            value={typed}
            aria-invalid={untaken.fault !== ''}
            aria-describedby={`${id}-note`}
            onChange={(event) => setTyped(event.target.value)}
          />
        </span>
        <Button icon="members" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
          批量选择
        </Button>
      </span>
      {untaken.fault && (
        <p id={`${id}-note`} className="field-fault">
          <Icon name="warning" size={14} />
          {untaken.fault}
        </p>
      )}
      {words !== '' && (
        <ul className="person-hits" aria-label="查找结果">
          {hits.map((account) => {
            const inside = people.some((one) => one.id === account.id);
            const why = inside ? '已在组内' : account.id === ownId ? '不能加入本人' : '';
            return (
              <li key={account.id}>
                <Pressable
                  disabled={why !== ''}
                  onClick={() =>
                    add({
                      id: account.id,
                      name: account.userName,
                      loginName: account.loginName,
                      roleName: account.roleName,
                      orgName: account.orgName,
                    })
                  }
                >
                  <b>{account.userName}</b>
                  <span className="muted">{account.roleName || '没有任职'}</span>
                  <span className="muted">{account.orgName}</span>
                  {why && <span className="person-why">{why}</span>}
                </Pressable>
              </li>
            );
          })}
          {settled && hits.length === 0 && <li className="muted">管理范围内没有这样的账号</li>}
          {hits.length === 0 && accountsQuery.isFetching && <li className="muted">正在查找</li>}
          {settled && settled.total > SHOWN && (
            <li className="muted">还有{settled.total - SHOWN}个，请输入更完整的姓名</li>
          )}
          {accountsQuery.error && (
            <li className="muted" role="alert">
              {accountsQuery.error.message}
              <Button look="word" onClick={() => accountsQuery.refetch()}>
                重试
              </Button>
            </li>
          )}
        </ul>
      )}
      <ul className="group-people" aria-label="成员">
        {people.map((person) => (
          <li key={person.id} className="group-person">
            <span>
              <b>{person.name}</b> <span className="muted">{person.roleName || '没有任职'}</span>
              <br />
              <span className="muted small">{person.orgName}</span>
            </span>
            <Button
              look="word"
              aria-label={`移出${person.name}`}
              onClick={() => onChange(people.filter(({ id: one }) => one !== person.id))}
            >
              移出
            </Button>
          </li>
        ))}
        {people.length === 0 && <li className="muted">还没有成员</li>}
      </ul>
      {choosing && (
        <Suspense fallback={null}>
          <AccountDialog
            people={people}
            ownId={ownId}
            max={AT_MOST}
            onConfirm={onChange}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
      {others > 0 && <p className="field-hint">另有{others}名成员不在您的管理范围内，保存时保持不变。</p>}
    </div>
  );
}
