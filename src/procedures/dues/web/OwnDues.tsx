import { useState } from 'react';
import { useCall } from '#platform/web/call/hooks.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { ownDues } from '../contract.pay.ts';
import { formatYuan } from './money.ts';
import { OwnPay } from './OwnPay.tsx';
import { YearCells, YearSwitch } from './YearCells.tsx';
import './dues.css';
import './person.css';

/** 党费查询: what one owes, pays a month and why, and the months of this year and the two before. */
export default function OwnDues() {
  const [year, setYear] = useState<number>();
  const query = useCall(ownDues, year === undefined ? {} : { year }, { quiet: true, keepPrevious: true });
  return (
    <div className="dues-person dues-own">
      <PageHead />
      <RecordLoader query={query}>
        {(own) => {
          const { months, amount } = own.owed;
          return (
            <>
              {months.length > 0 ? (
                <p className="banner warn">
                  <Icon name="warning" />
                  <span className="grow">
                    待缴<b>{formatYuan(amount)}元</b>（{months.join('、')}），
                    {own.channels.length > 0 ? '可以在线缴费，也可以' : '请'}向{own.orgName}缴纳。
                  </span>
                </p>
              ) : own.orders.length > 0 ? null : (
                <p className="banner ok">
                  <Icon name="check" />
                  <span className="grow">没有待缴的党费。</span>
                </p>
              )}
              <OwnPay own={own} onPaid={() => void query.refetch()} />
              <section className="card dues-now" aria-label="缴纳标准">
                {own.amount === null ? (
                  <p>{own.orgName}还没有为您设置党费标准。</p>
                ) : (
                  <>
                    <p className="secondary">每月应缴</p>
                    <p className="dues-sum">
                      <b>{formatYuan(own.amount)}</b>元
                    </p>
                    <p>{own.sentence}</p>
                    <p className="muted small">收入只有您本人和为您设置标准的人可以看到；有变化请告诉党支部。</p>
                  </>
                )}
              </section>
              <section className="card" aria-label={`${own.year}年党费`}>
                <div className="card-head">
                  <h2>{own.year}年</h2>
                  <span className="secondary">已缴{formatYuan(own.paid)}元</span>
                  <span className="card-extra">
                    <YearSwitch year={own.year} years={own.years} onPick={setYear} />
                  </span>
                </div>
                <YearCells months={own.cells} current={own.current} />
              </section>
            </>
          );
        }}
      </RecordLoader>
    </div>
  );
}
