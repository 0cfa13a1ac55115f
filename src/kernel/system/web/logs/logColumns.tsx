import type { Column } from '#platform/web/list/columns.ts';
import { Icon, type IconName } from '#platform/web/show/icons.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { type LogRow, OUTCOMES, WAYS } from '../../contract.ts';

const looks: Record<LogRow['outcome'], readonly [tone: string, icon: IconName]> = {
  done: ['ok', 'check'],
  denied: ['warn', 'lock'],
  failed: ['bad', 'close'],
};

/** A log's outcome as icon and word. */
export function Outcome({ log }: { log: LogRow }) {
  const [tone, icon] = looks[log.outcome];
  return (
    <span className={`tag ${tone}`}>
      <Icon name={icon} />
      {OUTCOMES[log.outcome]}
    </span>
  );
}

const at: Column<LogRow> = {
  key: 'at',
  title: '时间',
  width: 136,
  card: 'line',
  cell: (log) => dateTime(log.at),
  filter: { kind: 'days', from: 'startTime', to: 'endTime' },
};
const org: Column<LogRow> = {
  key: 'orgName',
  title: '组织',
  width: 180,
  card: 'line',
  cell: (log) => log.orgName || '—',
  filter: { kind: 'text', name: 'orgName', placeholder: '组织名称' },
};
const ip: Column<LogRow> = {
  key: 'ip',
  title: '来源地址',
  width: 116,
  card: 'line',
  cell: (log) => log.ip || '—',
  filter: { kind: 'text', name: 'ip', placeholder: '完整的来源地址' },
  moreFilter: true,
};
const outcome = (values: readonly LogRow['outcome'][]): Column<LogRow> => ({
  key: 'outcome',
  title: '结果',
  width: 90,
  card: 'side',
  cell: (log) => <Outcome log={log} />,
  filter: {
    kind: 'choice',
    name: 'outcome',
    options: values.map((value) => ({ value, label: OUTCOMES[value] })),
  },
});

/** What stands in the list of acts. */
export const actColumns: readonly Column<LogRow>[] = [
  at,
  { key: 'accountName', title: '操作人', width: 90, card: 'title', cell: (log) => log.accountName || '系统' },
  { key: 'roleName', title: '角色', width: 96, cell: (log) => log.roleName || '—' },
  org,
  {
    key: 'action',
    title: '操作内容',
    width: 130,
    card: 'tag',
    cell: (log) => log.action,
    filter: { kind: 'text', name: 'action', placeholder: '例如：删除' },
  },
  {
    key: 'targetName',
    title: '对象',
    width: 130,
    card: 'line',
    cell: (log) => log.targetName || '—',
    filter: { kind: 'text', name: 'targetName', placeholder: '姓名或组织名称' },
    moreFilter: true,
  },
  outcome(['done', 'denied', 'failed']),
  ip,
];

/** What stands in the list of sign-ins. */
export const loginColumns: readonly Column<LogRow>[] = [
  at,
  {
    key: 'accountName',
    title: '登录人',
    width: 150,
    card: 'title',
    // A sign-in that failed has no person yet, only the account that was tried.
    cell: (log) => log.accountName || log.targetName || '—',
  },
  org,
  {
    key: 'way',
    title: '登录方式',
    width: 96,
    card: 'tag',
    cell: (log) => log.way,
    filter: { kind: 'choice', name: 'way', options: WAYS.map((value) => ({ value, label: value })) },
  },
  { key: 'device', title: '设备', width: 170, card: 'line', cell: (log) => log.device || '—' },
  outcome(['done', 'failed']),
  { key: 'reason', title: '原因', width: 170, cell: (log) => log.reason || '—' },
  ip,
];
