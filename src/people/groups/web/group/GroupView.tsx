import { Link, useNavigate, useParams } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { Line } from '#platform/web/field/record.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { type GroupDetail as Group, getGroup } from '../../contract.groups.ts';
import { groupPeople, type Person } from '../../contract.people.ts';
import { Labels } from '../pickers.tsx';
import '../content.css';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { editPath, GROUPS } from './paths.ts';
import { useRemoveGroup } from './useRemoveGroup.ts';

/** `/contentManager/group/detail/:id`: one group and its people. */
export default function GroupView() {
  const { id = '' } = useParams();
  const record = useCall(getGroup, { id }, { quiet: true });
  useTitle(record.data?.groupName);
  if (!record.data) return <Waiting query={record} lines={10} />;
  return (
    <div className="list-page">
      <RecordTop title={record.data.groupName} />
      <Head group={record.data} />
      <People group={record.data} />
    </div>
  );
}

function Head({ group }: { group: Group }) {
  const navigate = useNavigate();
  const removal = useRemoveGroup(() => navigate(placeOf(GROUPS)));
  return (
    <section className="card content-head">
      <div className="record-head">
        <span className="seal" aria-hidden="true">
          {group.groupName.slice(0, 1)}
        </span>
        <div className="record-name">
          <h1>
            {group.groupName}
            <span className="record-tags">
              <span className="tag">{group.typeName}</span>
            </span>
          </h1>
          <p className="record-place">{group.orgName}</p>
          <p className="record-facts">
            <span>
              人数<b>{group.members}人</b>
            </span>
            <span>
              组长<b>{group.leaderName || '未定'}</b>
            </span>
          </p>
        </div>
        <div className="record-acts">
          {group.can.edit && (
            <ButtonLink look="primary" icon="edit" to={editPath(group.id)}>
              编辑
            </ButtonLink>
          )}
          {group.can.remove && (
            <Button danger icon="trash" onClick={() => removal.ask({ id: group.id, name: group.groupName })}>
              删除
            </Button>
          )}
        </div>
      </div>
      <dl className="record-fields content-facts">
        <Line label="标签">{group.labels.length > 0 ? <Labels labels={group.labels} /> : '—'}</Line>
        <Line label="分类">{group.className || '—'}</Line>
        <Line label="最近修改" source={dateTime(group.updateDate)}>
          {group.updateName || '—'}
        </Line>
        <Line label="说明" wide>
          {group.description || '—'}
        </Line>
      </dl>
      {removal.dialog}
    </section>
  );
}

const SEARCH = { name: 'name', placeholder: '姓名' };

function People({ group }: { group: Group }) {
  const session = useSession();
  const open = may(session, 'member:read');
  const columns: readonly Column<Person>[] = [
    {
      key: 'name',
      title: '姓名',
      width: 140,
      card: 'title',
      cell: (row) => (
        <>
          {open ? <Link to={`/affairs/member/browse/${row.id}`}>{row.name}</Link> : row.name}
          {row.id === group.leaderId && <span className="tag gold people-leader">组长</span>}
        </>
      ),
    },
    { key: 'orgName', title: '所在党组织', width: 260, card: 'line', cell: (row) => row.orgName },
    { key: 'category', title: '人员类别', width: 120, card: 'tag', cell: (row) => row.personCategoryName },
    { key: 'phone', title: '手机号', width: 140, card: 'side', cell: (row) => row.phonenumber || '—' },
    { key: 'role', title: '任职角色', width: 160, cell: (row) => row.roleName || '—' },
  ];
  return (
    <PlainList<Person>
      caption="组内人员"
      endpoint={groupPeople}
      columns={columns}
      search={SEARCH}
      inputOf={(values) => ({ ...values, groupId: group.id })}
      unit="人"
      note={() =>
        group.otherMembers > 0 && (
          <span>
            <Icon name="lock" size={14} /> 另有{group.otherMembers}人不在您的管理范围内，不列出姓名
          </span>
        )
      }
      acts={(row) =>
        open && (
          <ButtonLink look="row" to={`/affairs/member/browse/${row.id}`}>
            查看
            <span className="visually-hidden">{row.name}</span>
          </ButtonLink>
        )
      }
      empty={{ title: '组内还没有人', text: '点“编辑”选择人员。' }}
    />
  );
}
