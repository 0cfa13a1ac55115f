import { useState } from 'react';

import { useOrgSide } from '#people/org/web/pickers.nouns.tsx';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { DateField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import { addKeepers, type KeeperRow, keeperForm, listKeepers, revokeKeeper } from '../contract.keeper.ts';
import { KEEPER_VIEWS } from '../rules.keeper.ts';
import { PATHS } from './paths.ts';
import VolunteerDialog from './VolunteerDialog.tsx';
import './volunteer.css';

const TABS = [{ value: '', label: '全部' }, ...optionsOf(KEEPER_VIEWS)];
const TONES: Readonly<Record<string, string>> = { 在任: 'tag ok', 未开始: 'tag info', 已撤销: 'tag warn' };

const COLUMNS: readonly Column<KeeperRow>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 110,
    always: true,
    card: 'title',
    cell: (row) => (
      <RowLink to={PATHS.volunteer(row.memberId)} title={row.name}>
        {row.name}
      </RowLink>
    ),
  },
  {
    key: 'state',
    title: '状态',
    width: 130,
    card: 'tag',
    cell: (row) => (
      <span className="service-tags">
        <span className={TONES[row.stateName] ?? 'tag'}>{row.stateName}</span>
        {!row.hasAccount && <span className="tag bad">账号已停用</span>}
      </span>
    ),
  },
  {
    key: 'orgName',
    title: '照看哪个组织的活动',
    width: 210,
    card: 'line',
    cell: (row) => <span title={row.orgName}>{row.orgName}</span>,
  },
  { key: 'days', title: '起止日期', width: 210, card: 'line', cell: (row) => `${row.fromOn}至${row.toOn}` },
  { key: 'note', title: '事由', width: 190, card: 'line', cell: (row) => <span title={row.note}>{row.note}</span> },
  {
    key: 'homeName',
    title: '所在党组织',
    width: 200,
    notLarge: true,
    cell: (row) => <span title={row.homeName}>{row.homeName}</span>,
  },
  { key: 'phone', title: '手机号', width: 120, startsHidden: true, cell: (row) => row.phone || noValue },
  { key: 'made', title: '指定', width: 190, startsHidden: true, cell: (row) => `${row.madeOn} ${row.madeBy}` },
  {
    key: 'revokeReason',
    title: '撤销原因',
    width: 150,
    startsHidden: true,
    cell: (row) => (row.revokeReason ? <span title={row.revokeReason}>{row.revokeReason}</span> : noValue),
  },
];

/** `/service/addAdmin`: who on the spot signs people in and confirms hours, and appointing somebody. */
export default function KeeperList() {
  const session = useSession();
  const side = useOrgSide();
  const [open, setOpen] = useState(false);
  const [openDialog, setOpenDialog] = useState<KeeperRow | null>(null);
  const revoke = useAct(revokeKeeper, { quiet: true });
  return (
    <>
      <ListPage<KeeperRow, ReplyOf<typeof listKeepers>>
        title="现场管理员"
        path={PATHS.keepers}
        endpoint={listKeepers}
        columns={COLUMNS}
        search={{ name: 'keyWords', placeholder: '姓名' }}
        unit="人"
        views={{ list: TABS, counts: ({ counts }) => counts }}
        {...(side ? { side } : {})}
        acts={() => (
          <>
            {may(session, 'volunteer:write') && (
              <Button look="primary" icon="plus" aria-haspopup="dialog" onClick={() => setOpen(true)}>
                新增管理员
              </Button>
            )}
          </>
        )}
        row={{
          label: (row) => row.name,
          href: (row) => PATHS.volunteer(row.memberId),
          editHref: () => null,
          menu: (row) => (row.can.revoke ? [{ label: '撤销', icon: 'undo', run: () => setOpenDialog(row) }] : []),
        }}
        empty={{
          title: '还没有现场管理员',
          text: '活动现场由志愿者照看的，点“新增管理员”指定：可以出示签到码、代签，活动结束后确认到场和时长。',
        }}
      />
      {open && <AddDialog onClose={() => setOpen(false)} />}
      {openDialog && (
        <ReasonDialog
          title={`撤销 ${openDialog.name}`}
          act="撤销"
          label="撤销原因"
          onDone={async (reason) => {
            await revoke.mutateAsync({ id: openDialog.id, reason });
            emit('notice', { kind: 'success', text: '已撤销，本人已收到通知' });
          }}
          onClose={() => setOpenDialog(null)}
        >
          立即生效，不能再照看{openDialog.orgName}的活动；已经登记的签到和时长不变。
        </ReasonDialog>
      )}
    </>
  );
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const add = useAct(addKeepers, { quiet: true });
  const [people, setPeople] = useState<readonly Choice[]>([]);
  const [picking, setPicking] = useState(false);
  const form = useForm({
    schema: keeperForm.extend({ memberIds: addKeepers.input.shape.memberIds }),
    initial: { memberIds: '', fromOn: '', toOn: '', note: '' },
    of: 'AddDialog',
    isNew: true,
  });
  const choose = (chosen: readonly Choice[]) => {
    setPeople(chosen);
    form.set({ memberIds: chosen.map(({ id }) => id).join() });
  };
  return (
    <>
      <FormDialog
        title="新增管理员"
        icon="members"
        width={700}
        act="指定"
        form={form}
        pending={add.isPending}
        onClose={onClose}
        onSave={async () => {
          const { added } = await add.mutateAsync({
            memberIds: form.text('memberIds'),
            fromOn: form.text('fromOn'),
            toOn: form.text('toOn'),
            note: form.text('note'),
          });
          emit('notice', { kind: 'success', text: `已指定${added}人，本人已收到通知` });
          onClose();
          // The dialog has said itself what came of it.
          return false;
        }}
      >
        <p className="muted">
          照看{user.workOrg.name}
          的志愿活动：出示签到码、代签、活动结束后确认到场和时长并报审。不能认定时长，也看不到别的内容。
        </p>
        <Chosen
          people={people}
          fault={form.faults.memberIds && (people.length > 0 ? form.faults.memberIds : '请选择人员')}
          onPick={() => setPicking(true)}
          onChange={choose}
        />
        <DateField form={form} name="fromOn" label="开始日期" required />
        <DateField form={form} name="toOn" label="截止日期" required hint="最长一年，到期自动失效" />
        <TextField form={form} name="note" label="事由" required max={60} placeholder="例如：照看周末清洁家园活动" />
      </FormDialog>
      {picking && (
        <VolunteerDialog
          title="选择人员"
          max={50}
          chosen={people}
          onConfirm={choose}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  );
}

/** Who was chosen, as chips, with the button of the dialog. */
function Chosen({
  people,
  fault,
  onPick,
  onChange,
}: {
  people: readonly Choice[];
  fault: string | undefined;
  onPick: () => void;
  onChange: (people: readonly Choice[]) => void;
}) {
  return (
    <fieldset className="people-field">
      <legend className="field-label">
        <span className="must" aria-hidden="true">
          *
        </span>
        人员
      </legend>
      <ul className="people-chips" aria-label="已选人员">
        {people.map((person) => (
          <li key={person.id} className="people-chip">
            <span className="ellipsis" title={person.note}>
              {person.name}
              <small className="muted"> {person.note}</small>
            </span>
            <IconButton
              icon="close"
              iconSize={12}
              label={`移除${person.name}`}
              onClick={() => onChange(people.filter(({ id }) => id !== person.id))}
            />
          </li>
        ))}
        <li>
          <Button size="compact" icon="members" aria-haspopup="dialog" onClick={onPick}>
            选择人员
          </Button>
        </li>
      </ul>
      {fault && (
        <p className="field-fault" role="alert">
          <Icon name="warning" size={14} />
          {fault}
        </p>
      )}
    </fieldset>
  );
}
