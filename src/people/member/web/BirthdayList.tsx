import { useState } from 'react';
import { Link } from 'react-router';
import type { RowOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { greetBirthdays, listBirthdays } from '../contract.birthday.ts';

type Birthday = RowOf<typeof listBirthdays>;

const STATES = { waiting: '未祝福', greeted: '已祝福', noAccount: '没有账号' } as const;

const columns: readonly Column<Birthday>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 120,
    card: 'title',
    cell: (row) => <Link to={`/affairs/member/browse/${row.id}`}>{row.name}</Link>,
  },
  { key: 'orgName', title: '所在支部', width: 240, card: 'line', cell: (row) => row.orgName },
  { key: 'admissionDate', title: '入党日期', width: 120, card: 'line', cell: (row) => row.admissionDate },
  { key: 'years', title: '周年', width: 90, card: 'line', cell: (row) => `${row.years}周年` },
  {
    key: 'state',
    title: '祝福',
    width: 110,
    card: 'side',
    cell: (row) => <span className={row.state === 'greeted' ? 'tag ok' : 'tag'}>{STATES[row.state]}</span>,
    filter: {
      kind: 'choice',
      name: 'state',
      options: optionsOf(STATES),
    },
  },
  {
    key: 'greetedAt',
    title: '发送时间',
    width: 200,
    cell: (row) => (row.greetedAt ? `${dateTime(row.greetedAt)} ${row.greetedBy}` : '—'),
  },
];

/** 本月政治生日: who joined in this month of an earlier year; those with an account are greeted by a notice, once a year. */
export default function BirthdayList() {
  const greet = useAct(greetBirthdays);
  const mayGreet = may(useSession(), greetBirthdays.access);
  const [asking, setAsking] = useState(false);
  const send = async () => {
    const { sent } = await greet.mutateAsync({});
    emit(
      'notice',
      sent > 0 ? { kind: 'success', text: `已向${sent}人发送祝福` } : { kind: 'info', text: '没有需要发送的人' },
    );
  };
  return (
    <div className="list-page">
      <PageHead title="政治生日" />
      <PlainList<Birthday, { month: number }>
        caption="本月政治生日"
        endpoint={listBirthdays}
        columns={columns}
        search={{ name: 'name', placeholder: '姓名' }}
        unit="人"
        note={({ month }) => `${month}月入党`}
        tools={() => mayGreet && <Button onClick={() => setAsking(true)}>发送祝福</Button>}
        acts={(row) => (
          <ButtonLink look="row" to={`/affairs/member/browse/${row.id}`}>
            查看
          </ButtonLink>
        )}
        empty={{ title: '本月没有政治生日', text: '在往年本月入党的党员列在这里。' }}
      />
      {asking && (
        <ConfirmDialog
          title="发送政治生日祝福"
          icon="bell"
          act="发送"
          onConfirm={send}
          onClose={() => setAsking(false)}
        >
          向本组织及下级组织中本月过政治生日、有账号、今年还没有收到祝福的党员各发一条通知，一次最多1000人。
        </ConfirmDialog>
      )}
    </div>
  );
}
