import { OrgTree } from '#people/org/web/pickers.tsx';
import { ChooseDialog } from '#platform/web/choose/ChooseDialog.tsx';
import type { Choice } from '#platform/web/choose/choice.ts';
import { GroupPanel } from '#platform/web/choose/GroupPanel.tsx';
import { PeoplePanel } from '#platform/web/choose/PeoplePanel.tsx';
import { groupList, groupMembers, groupPeople, groupsByType, type Person, searchPeople } from '../contract.people.ts';

export interface PersonDialogProps {
  title?: string;
  multiple: boolean;
  chosen: readonly Choice[];
  /** Of which type groups are offered (specification, section 9); left out, there is no tab 选择分组. */
  groupType?: number;
  /** Offers the volunteers' groups under 分组. */
  grouping?: boolean;
  /** Only party workers. */
  workersOnly?: boolean;
  /** Who is not offered, e.g. whoever acts. */
  excludeIds?: readonly string[];
  max?: number;
  /** Why somebody cannot be chosen; the empty text where they can. */
  refuse?: (person: Person) => string;
  onConfirm: (chosen: Choice[]) => void;
  onClose: () => void;
}

const ALL_GROUPS = 99_999;
const PAGE = { group: 10, volunteers: 5 };

/** 选择人员 of the specification, sections 2, 4 and 9: people, groups of a type, and the volunteers' groups. */
export default function PersonDialog(props: PersonDialogProps) {
  const { groupType, grouping, excludeIds } = props;
  const input = {
    ...(groupType !== undefined && { groupType }),
    ...(excludeIds && excludeIds.length > 0 && { excludePmId: excludeIds.join(',') }),
  };
  return (
    <ChooseDialog
      title={props.title ?? '选择人员'}
      width={1000}
      unit="人"
      multiple={props.multiple}
      chosen={props.chosen}
      max={props.max}
      onConfirm={props.onConfirm}
      onClose={props.onClose}
      panels={[
        {
          key: 'people',
          title: '选择人员',
          content: (picks) => (
            <PeoplePanel<Person>
              endpoint={searchPeople}
              input={input}
              workersOnly={props.workersOnly}
              refuse={props.refuse}
              tree={(selectedId, onSelect) => <OrgTree count="members" selectedId={selectedId} onSelect={onSelect} />}
              picks={picks}
            />
          ),
        },
        ...(groupType === undefined
          ? []
          : [
              {
                key: 'groups',
                title: '选择分组',
                content: (picks: Parameters<typeof GroupPanel>[0]['picks']) => (
                  <GroupPanel
                    groups={groupList}
                    input={{ groupType, pageNum: 1, pageSize: ALL_GROUPS }}
                    people={groupMembers}
                    size={PAGE.group}
                    picks={picks}
                  />
                ),
              },
            ]),
        ...(grouping
          ? [
              {
                key: 'grouping',
                title: '分组',
                content: (picks: Parameters<typeof GroupPanel>[0]['picks']) => (
                  <GroupPanel
                    groups={groupsByType}
                    input={{ type: 6 }}
                    people={groupPeople}
                    size={PAGE.volunteers}
                    byName
                    picks={picks}
                  />
                ),
              },
            ]
          : []),
      ]}
    />
  );
}
