import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { type CommonRow, listCommon, reportAddress } from '../contract.common.ts';
import './report.css';

/** Rows of each of the two tables. */
const ROWS = 20;

/** `/partyStatistics`: the common reports in two tables, the first and the second page; a name opens its report in another tab. */
export default function Common() {
  const first = useCall(listCommon, { pageNum: 1, pageSize: ROWS }, { quiet: true });
  const second = useCall(listCommon, { pageNum: 2, pageSize: ROWS }, { quiet: true });
  return (
    <div className="report-page">
      <PageHead title="通用报表" />
      <RecordLoader query={first}>
        {({ rows, total }) =>
          total === 0 ? (
            <section className="card">
              <Empty title="没有可以查看的报表">报表按它统计的内容授权，请联系本组织的党务管理员。</Empty>
            </section>
          ) : (
            <div className="report-two">
              <Table rows={rows} from={0} label="通用报表第一页" />
              {total > ROWS && <Table rows={second.data?.rows ?? []} from={ROWS} label="通用报表第二页" />}
            </div>
          )
        }
      </RecordLoader>
    </div>
  );
}

/** The tab is opened by the click itself: browsers refuse one that is opened once an answer has come. */
async function open({ cpt, tableName }: CommonRow): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    const address = await call(reportAddress, { cpt }, { quiet: true });
    if (tab) {
      tab.opener = null;
      tab.location.href = address;
    } else emit('notice', { kind: 'warning', text: '浏览器拦截了新窗口，请允许后再点' });
  } catch (error) {
    tab?.close();
    emit('notice', { kind: 'warning', text: `${tableName}没有打开：${(error as Error).message}` });
  }
}

function Table({ rows, from, label }: { rows: readonly CommonRow[]; from: number; label: string }) {
  return (
    <section className="card" aria-label={label}>
      <table className="table report-common">
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col" className="number">
              序号
            </th>
            <th scope="col">报表名称</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.id}>
              <td className="number">{from + at + 1}</td>
              <th scope="row">
                <Button look="link" onClick={() => void open(row)}>
                  {row.tableName}
                  <Icon name="link" size={14} />
                </Button>
              </th>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
