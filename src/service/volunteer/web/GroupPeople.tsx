import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { download } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { useRemove } from '#platform/web/dialogs/useRemove.tsx';
import { Fact, FactCard, MatterHead } from '#platform/web/field/Matter.tsx';
import { AreaField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { noValue } from '#platform/web/show/none.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Gone } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  addPeople,
  dropPeople,
  exportGroup,
  type GroupPerson,
  getGroup,
  listPeople,
  MOST_PEOPLE,
  removeGroup,
  setLeader,
  tellForm,
  tellGroup,
  type VolunteerGroup,
} from '../contract.groups.ts';
import { GroupDialog } from './GroupDialog.tsx';
import { isId, PATHS } from './paths.ts';
import VolunteerDialog from './VolunteerDialog.tsx';
import './volunteer.css';

/** `/service/groupPersonDetail?id=`: who is in a group of volunteers. */
export default function GroupPeople() {
  const { id } = readQuery(useLocation().search, ['id']);
  if (!isId(id)) return <Gone sentence="地址不完整，请从志愿者分组打开" />;
  return <One key={id} id={id} />;
}

function One({ id }: { id: string }) {
  const query = useCall(getGroup, { id }, { quiet: true, staleTime: 0 });
  return <RecordLoader query={query}>{(group) => <Shown group={group} />}</RecordLoader>;
}

const notify = (text: string) => emit('notice', { kind: 'success', text });

const COLUMNS: readonly Column<GroupPerson>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 130,
    card: 'title',
    cell: (row) => <Link to={PATHS.volunteer(row.id)}>{row.name}</Link>,
  },
  {
    key: 'leader',
    title: '组内职务',
    width: 90,
    card: 'tag',
    cell: (row) => row.isLeader && <span className="tag gold">组长</span>,
  },
  { key: 'orgName', title: '所在党组织', width: 230, card: 'line', cell: (row) => row.orgName },
  { key: 'placeName', title: '报到社区', width: 190, card: 'line', cell: (row) => row.placeName || noValue },
  { key: 'phone', title: '手机号', width: 120, card: 'line', cell: (row) => row.phone || noValue },
  {
    key: 'hours',
    title: '认定时长',
    width: 130,
    align: 'right',
    card: 'side',
    cell: (row) => `${row.hours}小时${row.starName ? ` ${row.starName}` : ''}`,
  },
  {
    key: 'account',
    title: '能收通知',
    width: 90,
    cell: (row) => (row.hasAccount ? '能' : <span className="tag warn">没有账号</span>),
  },
];

type Open = 'add' | 'edit' | 'tell' | readonly GroupPerson[] | null;

function Shown({ group }: { group: VolunteerGroup }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open>(null);
  const [clear, setClear] = useState<() => void>(() => () => {});
  const add = useAct(addPeople);
  const drop = useAct(dropPeople);
  const lead = useAct(setLeader);
  const close = () => setOpen(null);
  const remove = useRemove({
    call: removeGroup,
    restore: restoreRecycled,
    kind: 'group',
    verb: '删除分组',
    consequence: () => '分组移入回收站，30天内可以恢复；组内人员的报到和时长不受影响。',
    onDeleted: () => navigate(PATHS.groups),
  });
  useTitle(group.groupName);
  const { can, id } = group;
  return (
    <div className="list-page">
      <RecordTop title={group.groupName} />
      <MatterHead name={group.groupName} state={<span className="tag">{group.typeName}</span>}>
        {can.remove && (
          <Button icon="trash" onClick={() => remove.ask({ id, name: group.groupName })}>
            删除
          </Button>
        )}
        {can.edit && (
          <Button icon="edit" aria-haspopup="dialog" onClick={() => setOpen('edit')}>
            编辑
          </Button>
        )}
        <Button icon="export" onClick={() => void download(exportGroup, { groupId: id }).catch(() => {})}>
          导出
        </Button>
        {can.edit && group.members > 0 && (
          <Button icon="bell" aria-haspopup="dialog" onClick={() => setOpen('tell')}>
            发通知
          </Button>
        )}
        {can.edit && (
          <Button look="primary" icon="plus" aria-haspopup="dialog" onClick={() => setOpen('add')}>
            添加人员
          </Button>
        )}
      </MatterHead>
      <FactCard title="分组" extra={group.orgName}>
        <Fact label="组长">{group.leaderName || '未定'}</Fact>
        <Fact label="人数">
          {group.members + group.others}人
          {group.others > 0 && `，其中${group.others}人已不在管理范围内，也不再报到本地，不列出姓名`}
        </Fact>
        <Fact label="说明">{group.description}</Fact>
      </FactCard>
      <div className="matter-gap">
        <PlainList<GroupPerson>
          caption="组内人员"
          endpoint={listPeople}
          columns={COLUMNS}
          search={{ name: 'name', placeholder: '姓名' }}
          unit="人"
          keep={['id']}
          inputOf={(values) => ({ ...values, groupId: id })}
          {...(can.edit
            ? {
                label: (row: GroupPerson) => row.name,
                bulk: (chosen: { rows: readonly GroupPerson[]; clear: () => void }) => (
                  <Button
                    size="compact"
                    onClick={() => {
                      setClear(() => chosen.clear);
                      setOpen(chosen.rows);
                    }}
                  >
                    移出{chosen.rows.length}人
                  </Button>
                ),
                acts: (row: GroupPerson) => (
                  <Button
                    look="row"
                    disabled={lead.isPending}
                    onClick={() =>
                      lead.mutate(
                        { groupId: id, memberId: row.isLeader ? null : row.id },
                        { onSuccess: () => notify(row.isLeader ? '已取消组长' : `组长为${row.name}`) },
                      )
                    }
                  >
                    {row.isLeader ? '取消组长' : '设为组长'}
                  </Button>
                ),
              }
            : {})}
          empty={{ title: '组内还没有人', text: '点“添加人员”，从本组织党员和报到本地的党员中选择。' }}
        />
      </div>
      {remove.dialog}
      {open === 'edit' && <GroupDialog group={group} onSaved={() => {}} onClose={close} />}
      {open === 'tell' && <TellDialog group={group} onClose={close} />}
      {open === 'add' && (
        <VolunteerDialog
          title="添加人员"
          groups={false}
          max={MOST_PEOPLE}
          onConfirm={(people) => {
            if (people.length === 0) return;
            add.mutate(
              { groupId: id, memberIds: people.map((person) => person.id) },
              { onSuccess: ({ added }) => notify(`已加入${added}人`) },
            );
          }}
          onClose={close}
        />
      )}
      {Array.isArray(open) && (
        <ConfirmDialog
          title={`移出${open.length}人`}
          icon="warning"
          act="移出"
          onConfirm={async () => {
            const { removed } = await drop.mutateAsync({ groupId: id, memberIds: open.map((row) => row.id) });
            clear();
            notify(`已移出${removed}人`);
          }}
          onClose={close}
        >
          只是不再在这个分组里，报到和时长不变。
        </ConfirmDialog>
      )}
    </div>
  );
}

function TellDialog({ group, onClose }: { group: VolunteerGroup; onClose: () => void }) {
  const tell = useAct(tellGroup, { quiet: true });
  const form = useForm({
    schema: tellForm,
    initial: { title: '', text: '' },
    of: `TellDialog ${group.id}`,
    isNew: true,
  });
  return (
    <FormDialog
      title={`通知 ${group.groupName}`}
      icon="bell"
      act="发送"
      form={form}
      pending={tell.isPending}
      onClose={onClose}
      onSave={async () => {
        const { reached, without } = await tell.mutateAsync({
          groupId: group.id,
          title: form.text('title'),
          text: form.text('text'),
        });
        notify(`已通知${reached}人${without > 0 ? `，另有${without}人没有账号，请电话联系` : ''}`);
        onClose();
        // The dialog has said itself what came of it.
        return false;
      }}
    >
      <TextField form={form} name="title" label="标题" required max={60} />
      <AreaField form={form} name="text" label="内容" required max={300} rows={4} wide />
    </FormDialog>
  );
}
