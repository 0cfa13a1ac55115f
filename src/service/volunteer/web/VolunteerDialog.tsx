import { searchPeople } from '#people/groups/contract.people.ts';
import { OrgTree } from '#people/org/web/pickers.tsx';
import { ChooseDialog } from '#platform/web/choose/ChooseDialog.tsx';
import type { Choice } from '#platform/web/choose/choice.ts';
import { GroupPanel } from '#platform/web/choose/GroupPanel.tsx';
import { PeoplePanel } from '#platform/web/choose/PeoplePanel.tsx';
import { PickTable } from '#platform/web/choose/PickTable.tsx';
import { listGroups, listPeople } from '../contract.groups.ts';
import { listVolunteers, type VolunteerRow } from '../contract.people.ts';

const COLUMNS = [
  { title: '姓名', width: 20, cell: (row: VolunteerRow) => row.name },
  { title: '所在党组织', width: 44, cell: (row: VolunteerRow) => row.homeName },
  { title: '时长', width: 16, wide: true, cell: (row: VolunteerRow) => `${row.hours}小时` },
  { title: '手机号', width: 20, wide: true, cell: (row: VolunteerRow) => row.phone || '—' },
];
const REPORTED = { side: 'in' } as const;
const GROUPS = { pageSize: 200 };

/**
 * 选择志愿者: the house's dialog with two further ways: who has reported here, and the groups of volunteers with all their
 * people, whom the roll of the own scope does not hold.
 */
export default function VolunteerDialog({
  title,
  multiple = true,
  max,
  groups = true,
  chosen = [],
  onConfirm,
  onClose,
}: {
  title: string;
  multiple?: boolean;
  max?: number;
  /** Offers the groups of volunteers. */
  groups?: boolean;
  chosen?: readonly Choice[];
  onConfirm: (chosen: Choice[]) => void;
  onClose: () => void;
}) {
  return (
    <ChooseDialog
      title={title}
      width={1000}
      unit="人"
      multiple={multiple}
      chosen={chosen}
      {...(max === undefined ? {} : { max })}
      onConfirm={onConfirm}
      onClose={onClose}
      panels={[
        {
          key: 'people',
          title: '本组织党员',
          content: (picks) => (
            <PeoplePanel
              endpoint={searchPeople}
              tree={(selectedId, onSelect) => <OrgTree count="members" selectedId={selectedId} onSelect={onSelect} />}
              picks={picks}
            />
          ),
        },
        {
          key: 'reported',
          title: '报到本地',
          content: (picks) => (
            <PickTable<VolunteerRow>
              caption="报到本地的党员"
              endpoint={listVolunteers}
              input={REPORTED}
              columns={COLUMNS}
              choiceOf={({ id, name, homeName }) => ({ id, name, note: homeName })}
              picks={picks}
              size={10}
              unit="人"
              whole
              empty={{ title: '还没有人报到本地', text: '党员到本地社区报到并被接收后，在这里可以选。' }}
            />
          ),
        },
        ...(groups
          ? [
              {
                key: 'groups',
                title: '志愿者分组',
                content: (picks: Parameters<typeof GroupPanel>[0]['picks']) => (
                  <GroupPanel groups={listGroups} input={GROUPS} people={listPeople} size={10} byName picks={picks} />
                ),
              },
            ]
          : []),
      ]}
    />
  );
}
