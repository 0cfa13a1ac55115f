import { Link } from 'react-router';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { GROUP_TYPES, type GroupRow } from '../../contract.fields.ts';
import { listGroups } from '../../contract.groups.ts';
import { Labels } from '../pickers.tsx';
import { ADD, detailPath, editPath } from './paths.ts';
import { useRemoveGroup } from './useRemoveGroup.ts';
import '../content.css';

const columns: readonly Column<GroupRow>[] = [
  {
    key: 'groupName',
    title: '分组名称',
    width: 180,
    card: 'title',
    cell: (row) => <Link to={detailPath(row.id)}>{row.groupName}</Link>,
  },
  {
    key: 'groupType',
    title: '类别',
    width: 104,
    card: 'tag',
    filter: {
      kind: 'choice',
      name: 'groupType',
      options: optionsOf(GROUP_TYPES),
    },
    cell: (row) => row.typeName,
  },
  { key: 'orgName', title: '所属组织', width: 220, card: 'line', cell: (row) => row.orgName },
  { key: 'members', title: '人数', width: 72, align: 'right', card: 'side', cell: (row) => `${row.members}人` },
  { key: 'leaderName', title: '组长', width: 88, cell: (row) => row.leaderName || '—' },
  {
    key: 'labels',
    title: '标签',
    width: 180,
    card: 'line',
    cell: (row) => (row.labels.length > 0 ? <Labels labels={row.labels} /> : '—'),
  },
  {
    key: 'updateDate',
    title: '最近修改',
    width: 180,
    cell: (row) => `${row.updateName} ${dateTime(row.updateDate)}`,
  },
];

const SEARCH = { name: 'groupName', placeholder: '分组名称' };

/** `/contentManager/group`: groups of people of the own organisation and below. */
export default function GroupList() {
  const session = useSession();
  const removal = useRemoveGroup();
  return (
    <div className="list-page">
      <PageHead>
        {may(session, 'group:write') && (
          <ButtonLink look="primary" icon="plus" to={editPath(ADD)}>
            新增分组
          </ButtonLink>
        )}
      </PageHead>
      <div className="card content-list">
        <PlainList<GroupRow>
          caption="分组"
          endpoint={listGroups}
          columns={columns}
          search={SEARCH}
          unit="个"
          acts={(row) => (
            <span className="row-acts">
              {row.can.edit && (
                <ButtonLink look="row" to={editPath(row.id)}>
                  编辑
                </ButtonLink>
              )}
              {row.can.remove && (
                <Button look="row" onClick={() => removal.ask({ id: row.id, name: row.groupName })}>
                  删除
                </Button>
              )}
            </span>
          )}
          empty={{ title: '还没有分组', text: '把常在一起办事的人放在一个组里，通知、会议、任务中可以一次选出。' }}
        />
      </div>
      {removal.dialog}
    </div>
  );
}
