import { OwnMatter, useIsOneself } from '#platform/web/session/oneself.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import type { PayablePerson } from '../contract.pay.ts';
import type { Payable } from './HandIn.tsx';
import { formatYuan } from './money.ts';

interface MonthsProps {
  found: Payable;
  /** Ids of bills, between commas. */
  ticked: string;
  fault: string | undefined;
  onTick: (ticked: string) => void;
}

/** The open months of each person as ticks, with what each brings. */
export function PayerMonths({ found: { people, current }, ticked, fault, onTick }: MonthsProps) {
  const chosen = new Set(ticked.split(',').filter(Boolean));
  const isOneself = useIsOneself();
  const all = people.filter(({ memberId }) => !isOneself(memberId)).flatMap(({ bills }) => bills);
  const tick = (is: (month: string) => boolean) =>
    onTick(
      all
        .filter(({ month }) => is(month))
        .map(({ billId }) => billId)
        .join(','),
    );
  const toggle = (billId: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(billId);
    else next.delete(billId);
    onTick([...next].join(','));
  };
  return (
    <div className="form-field wide" id="dues-months">
      <div className="dues-ways">
        <Button size="compact" onClick={() => tick((month) => month <= current)}>
          欠缴和本月
        </Button>
        <Button size="compact" onClick={() => tick((month) => month === current)}>
          只缴本月
        </Button>
        {all.some(({ month }) => month > current) && (
          <Button size="compact" onClick={() => tick(() => true)}>
            连同预缴
          </Button>
        )}
        <Button size="compact" onClick={() => tick(() => false)}>
          全不选
        </Button>
      </div>
      {fault && (
        <p className="field-fault" role="alert">
          <Icon name="warning" size={14} />
          {fault}
        </p>
      )}
      {people.map((person) => (
        <Person
          key={person.memberId}
          person={person}
          current={current}
          chosen={chosen}
          isOwn={isOneself(person.memberId)}
          onTick={toggle}
        />
      ))}
    </div>
  );
}

function Person({
  person,
  current,
  chosen,
  isOwn,
  onTick,
}: {
  person: PayablePerson;
  current: string;
  chosen: ReadonlySet<string>;
  isOwn: boolean;
  onTick: (billId: string, on: boolean) => void;
}) {
  const sum = person.bills.reduce((all, { billId, amount }) => all + (chosen.has(billId) ? amount : 0), 0);
  return (
    <fieldset className="dues-payer">
      <legend>
        <b>{person.name}</b> <span className="muted">{person.orgName}</span>
      </legend>
      {isOwn ? (
        <OwnMatter act="登记党费缴纳">本人的党费请在“我的党费”里缴纳，或由其他工作人员、上级党组织登记</OwnMatter>
      ) : person.bills.length === 0 ? (
        <p className="muted">{person.amount === null ? '未设党费标准' : '没有可缴的月份'}</p>
      ) : (
        <>
          <div className="dues-ticks">
            {person.bills.map((bill) => (
              <label key={bill.billId} className="filter-option">
                <input
                  type="checkbox"
                  className="tick"
                  checked={chosen.has(bill.billId)}
                  onChange={(event) => onTick(bill.billId, event.target.checked)}
                />
                {bill.month} {formatYuan(bill.amount)}元
                {bill.isOld ? (
                  <span className="tag bad">超过6个月</span>
                ) : bill.month < current ? (
                  <span className="tag warn">补缴</span>
                ) : (
                  bill.month > current && <span className="tag info">预缴</span>
                )}
              </label>
            ))}
          </div>
          <p className="dues-payer-sum">
            小计 <b>{formatYuan(sum)}</b>元
          </p>
        </>
      )}
    </fieldset>
  );
}
