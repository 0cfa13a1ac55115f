import { useOrgSide } from '#people/org/web/pickers.nouns.tsx';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import type { MenuAct } from '#platform/web/dialogs/Menu.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import {
  addConfig,
  getConfig,
  listReceiving,
  RECEIVER_VIEWS,
  RECEIVING,
  type ReceiverRow,
  type Receiving,
} from '../contract.config.ts';
import { PATHS } from './paths.ts';
import { RuleCard } from './RuleCard.tsx';
import './dualReport.css';

type Answer = ReplyOf<typeof listReceiving>;
const TABS = Object.entries(RECEIVER_VIEWS).map(([value, label]) => ({ value: value === 'open' ? '' : value, label }));
const hrefOf = (row: ReceiverRow) => `/affairs/organization/browseOrganization/${row.id}`;

const Yes = ({ on }: { on: boolean }) =>
  on ? <span className="tag ok">接收</span> : <span className="tag">不接收</span>;

const COLUMNS: readonly Column<ReceiverRow>[] = [
  {
    key: 'name',
    title: '党组织',
    width: 240,
    always: true,
    card: 'title',
    cell: (row) => (
      <RowLink to={hrefOf(row)} title={row.name}>
        {row.name}
      </RowLink>
    ),
  },
  { key: 'members', title: '党员报到', width: 90, card: 'tag', cell: (row) => <Yes on={row.members} /> },
  { key: 'organisations', title: '组织报到', width: 90, cell: (row) => <Yes on={row.organisations} /> },
  {
    key: 'receiving',
    title: '依据',
    width: 170,
    card: 'line',
    cell: (row) =>
      row.receiving === 'default'
        ? row.natureNames
          ? `单位性质：${row.natureNames}`
          : noValue
        : `已${RECEIVING[row.receiving as Receiving]}`,
  },
  { key: 'people', title: '已报到党员', width: 100, card: 'side', cell: (row) => `${row.people}名` },
  { key: 'pairs', title: '已报到组织', width: 100, card: 'line', cell: (row) => `${row.pairs}个组织` },
  {
    key: 'above',
    title: '上级党组织',
    width: 190,
    card: 'line',
    cell: (row) => <span title={row.above}>{row.above}</span>,
  },
];

/** `/service/configuration`: which organisations receive, and what the service posts are. */
export default function Configuration() {
  const side = useOrgSide();
  const config = useCall(getConfig, {}, { quiet: true });
  const set = useAct(addConfig);
  const say = (row: ReceiverRow, receiving: Receiving): MenuAct => ({
    label: { on: '开通接收报到', off: '关闭接收报到', default: '恢复按单位性质' }[receiving],
    icon: { on: 'check', off: 'close', default: 'undo' }[receiving] as MenuAct['icon'],
    run: () => {
      set.mutateAsync({ orgId: row.id, receiving }).then(
        () => emit('notice', { kind: 'success', text: `${row.name}：${RECEIVING[receiving]}` }),
        () => undefined,
      );
    },
  });
  return (
    <ListPage<ReceiverRow, Answer>
      title="双报到配置"
      path={PATHS.configuration}
      endpoint={listReceiving}
      columns={COLUMNS}
      search={{ name: 'keyWords', placeholder: '组织名称' }}
      unit="个"
      views={{ list: TABS, counts: () => ({}) }}
      {...(side ? { side } : {})}
      acts={() =>
        config.data?.can.posts ? (
          <ButtonLink icon="edit" to="/sys/dict">
            维护服务岗位
          </ButtonLink>
        ) : null
      }
      note={() =>
        config.data ? (
          <>
            <RuleCard config={config.data} />
            <div className="banner">
              <Icon name="help" />
              <span className="grow">
                单位性质是{config.data.memberNatures}的接收党员报到，是{config.data.orgNatures}
                的接收组织报到；由上级另行开通或关闭。
                {config.data.answerDays}天内审核。服务岗位：
                {config.data.posts.map(({ name }) => name).join('、')}。
              </span>
            </div>
          </>
        ) : null
      }
      row={{
        label: (row) => row.name,
        href: hrefOf,
        editHref: () => null,
        menu: (row) =>
          row.can.set
            ? (Object.keys(RECEIVING) as Receiving[]).filter((key) => key !== row.receiving).map((key) => say(row, key))
            : [],
      }}
      empty={{ title: '没有接收报到的党组织', text: '在“全部组织”里开通，或在单位信息里把单位性质设为社区、行政村。' }}
    />
  );
}
