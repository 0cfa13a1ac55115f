import { useParams } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { toLocal } from '#platform/web/dateTime/clock.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { monthChanges } from '../contract.ts';
import { scoreText } from '../rules.ts';
import { PATHS } from './paths.ts';
import './assessment.css';

const shown = (value: number | null) => (value === null ? '—' : scoreText(value));

/** 考核明细: who changed what of a month, the newest first. */
export default function MonthView() {
  const { pmId = '0', year = '0', month = '0' } = useParams();
  const query = useCall(monthChanges, { memberId: pmId, year, month }, { quiet: true });
  return (
    <div className="assess-page">
      <PageHead title={query.data ? `${query.data.name} ${year}年${month}月考核明细` : '考核明细'}>
        <ButtonLink to={PATHS.scoring(pmId, year, month)}>评分</ButtonLink>
      </PageHead>
      <RecordLoader query={query}>
        {({ changes }) => (
          <section className="card" aria-label="考核明细">
            {changes.length === 0 ? (
              <p className="assess-empty">这个月没有评分和修改的记录。</p>
            ) : (
              <div className="assess-table">
                <table>
                  <caption className="visually-hidden">考核明细</caption>
                  <thead>
                    <tr>
                      <th scope="col">时间</th>
                      <th scope="col">办理人</th>
                      <th scope="col">事项</th>
                      <th scope="col" className="text">
                        项目
                      </th>
                      <th scope="col">原得分</th>
                      <th scope="col">新得分</th>
                      <th scope="col" className="text">
                        理由
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {changes.map((one) => (
                      <tr key={one.id}>
                        <th scope="row">{toLocal(one.madeAt)}</th>
                        <td>{one.madeBy}</td>
                        <td>{one.act}</td>
                        <td className="text">{one.itemName || '—'}</td>
                        <td>{shown(one.old)}</td>
                        <td>{shown(one.new)}</td>
                        <td className="text">{one.reason || '—'}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
          </section>
        )}
      </RecordLoader>
    </div>
  );
}
