import { useRef, useState } from 'react';
import { ChooseDialog } from '#platform/web/choose/ChooseDialog.tsx';
import type { Picks } from '#platform/web/choose/choice.ts';
import { PlaceButton, useRested } from '#platform/web/choose/PeoplePanel.tsx';
import { PickTable } from '#platform/web/choose/PickTable.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import type { GroupPerson } from '../../contract.groups.ts';
import { type AccountRow, listAccounts } from '../../contract.ts';
import { PlaceTree } from '../pickers.tsx';

const SIZE = 10;
const columns = [
  { title: '姓名', width: 20, cell: (row: AccountRow) => row.userName },
  { title: '账号', width: 26, wide: true, cell: (row: AccountRow) => row.loginName },
  { title: '任职角色', width: 24, cell: (row: AccountRow) => row.roleName || '没有任职' },
  {
    title: '任职组织',
    width: 30,
    wide: true,
    cell: (row: AccountRow) => (
      <span className="ellipsis" title={row.orgName}>
        {row.orgName}
      </span>
    ),
  },
];

/** Chooses the members of a group among the accounts of the scope. */
export default function AccountDialog({
  people,
  ownId,
  max,
  onConfirm,
  onClose,
}: {
  people: readonly GroupPerson[];
  ownId: string;
  max: number;
  onConfirm: (people: GroupPerson[]) => void;
  onClose: () => void;
}) {
  // The choice holds names alone; whoever was shown is known in full.
  const known = useRef(new Map(people.map((person) => [person.id, person])));
  return (
    <ChooseDialog
      title="选择成员"
      width={1000}
      unit="人"
      multiple
      max={max}
      chosen={people.map(({ id, name, orgName }) => ({ id, name, note: orgName }))}
      onConfirm={(chosen) => onConfirm(chosen.flatMap(({ id }) => known.current.get(id) ?? []))}
      onClose={onClose}
      panels={[
        {
          key: 'accounts',
          title: '选择成员',
          content: (picks) => (
            <Accounts
              picks={picks}
              ownId={ownId}
              onSeen={(row) =>
                known.current.set(row.id, {
                  id: row.id,
                  name: row.userName,
                  loginName: row.loginName,
                  roleName: row.roleName,
                  orgName: row.orgName,
                })
              }
            />
          ),
        },
      ]}
    />
  );
}

function Accounts({ picks, ownId, onSeen }: { picks: Picks; ownId: string; onSeen: (row: AccountRow) => void }) {
  const [typed, setTyped] = useState('');
  const [org, setOrg] = useState<{ id: string; name: string } | null>(null);
  const name = useRested(typed);
  return (
    <>
      <div className="choose-filters">
        <label className="field-box choose-words">
          <Icon name="search" />
          <input
            type="search"
            autoComplete="off"
            maxLength={40}
            data-autofocus
            aria-label="姓名或完整身份证号"
            placeholder="姓名或完整身份证号"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <PlaceButton
          label="组织"
          chosen={org}
          onChoose={setOrg}
          tree={(selectedId, onSelect) => <PlaceTree selectedId={selectedId} onSelect={onSelect} />}
        />
        {(typed || org) && (
          <Button
            look="link"
            size="compact"
            onClick={() => {
              setTyped('');
              setOrg(null);
            }}
          >
            重置
          </Button>
        )}
      </div>
      <PickTable<AccountRow>
        caption="账号"
        endpoint={listAccounts}
        input={{ ...(name && { name }), ...(org && { orgId: org.id }) }}
        columns={columns}
        choiceOf={(row) => {
          onSeen(row);
          return { id: row.id, name: row.userName, note: row.orgName };
        }}
        refuse={(row) => (row.id === ownId ? '不能加入本人' : '')}
        picks={picks}
        size={SIZE}
        unit="个"
        empty={{ title: '没有找到账号', text: '换一个写法，或检查是否在您的管理范围内。' }}
      />
    </>
  );
}
