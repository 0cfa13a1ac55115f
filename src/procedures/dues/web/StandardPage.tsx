import { useState } from 'react';
import { useLocation, useParams } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { listStandards, PART_NAMES, PARTS, removeStandard, type Standard } from '../contract.standard.ts';
import { formatYuan } from './money.ts';
import { PATHS } from './paths.ts';
import { StandardForm } from './StandardForm.tsx';
import './dues.css';
import './person.css';

type Person = ReplyOf<typeof listStandards>;

/** The form for the standard that begins with a month. */
const editHref = (memberId: string, fromMonth: string) =>
  pathWithQuery(PATHS.standard(memberId, 'edit'), { fromMonth });

/** 党费标准 of a person: the list with the sentences behind the sums, or the form for one of them. */
export default function StandardPage() {
  const { id = '', sign } = useParams();
  const { fromMonth } = readQuery(useLocation().search, ['fromMonth']);
  const isForm = sign === 'add' || sign === 'edit';
  const query = useCall(listStandards, { memberId: id }, { quiet: true, ...(isForm ? { staleTime: 0 } : {}) });
  return (
    <RecordLoader query={query} fresh={isForm}>
      {(person) => {
        if (!isForm) return <Standards person={person} />;
        const edited =
          sign === 'add' ? undefined : person.standards.find((row) => !fromMonth || row.fromMonth === fromMonth);
        return (
          <StandardForm key={`${sign} ${fromMonth}`} person={person} edited={edited} onReload={() => query.refetch()} />
        );
      }}
    </RecordLoader>
  );
}

/** The standards of a person, the newest first; of the one that counts now the sum stands large. */
function Standards({ person }: { person: Person }) {
  const { memberId, name, current, standards } = person;
  const [taken, setTaken] = useState<Standard | null>(null);
  const remove = useAct(removeStandard, { quiet: true });
  const now = standards.find(({ fromMonth }) => fromMonth <= current);
  return (
    <div className="dues-person">
      <PageHead title={`党费标准 ${name}`}>
        <ButtonLink icon="eye" to={PATHS.record(memberId, now?.id ?? '0')}>
          缴费记录
        </ButtonLink>
        <ButtonLink look="primary" icon="plus" to={PATHS.standard(memberId, 'add')}>
          {standards.length > 0 ? '调整标准' : '设置标准'}
        </ButtonLink>
      </PageHead>
      <section className="card dues-now" aria-label="现在的标准">
        <p className="secondary">
          {person.orgName} · {person.personCategoryName}
        </p>
        {now ? (
          <>
            <p className="dues-sum">
              <b>{formatYuan(now.amount)}</b>元/月
            </p>
            <p>{now.sentence}</p>
          </>
        ) : (
          <p>现在没有适用的标准，开账时不会开出应缴。</p>
        )}
      </section>
      <section className="card" aria-labelledby="dues-standards">
        <div className="card-head">
          <h2 id="dues-standards">历次标准</h2>
          <span className="card-extra">收入加密保存，只有本人和设置标准的人可以看到</span>
        </div>
        {standards.length === 0 && (
          <Empty title="还没有设置党费标准">按缴费类别和收入设置后，从起始月份起开出应缴。</Empty>
        )}
        <ol className="dues-standards">
          {standards.map((row) => (
            <li key={row.id}>
              <div className="dues-standard-when">
                <b>{row.fromMonth}</b>起
                {row === now && (
                  <span className="tag ok">
                    <Icon name="check" />
                    现行
                  </span>
                )}
                {row.fromMonth > current && (
                  <span className="tag">
                    <Icon name="clock" />
                    尚未开始
                  </span>
                )}
              </div>
              <div className="grow">
                <p>
                  <b>每月{formatYuan(row.amount)}元</b>　{row.payerName}，
                  {row.keeps ? '年初核定全年不变' : '按月随工资调整'}
                </p>
                <p>{row.sentence}</p>
                <Parts parts={row.parts} />
                <p className="muted small">
                  {row.reason && `${row.reason}；`}
                  {row.updateName} {dateTime(row.updateDate)}
                </p>
              </div>
              <div className="dues-standard-acts">
                <ButtonLink
                  look="word"
                  to={editHref(memberId, row.fromMonth)}
                  aria-label={`更正${row.fromMonth}起的标准`}
                >
                  更正
                </ButtonLink>
                <Button look="word" aria-label={`撤销${row.fromMonth}起的标准`} onClick={() => setTaken(row)}>
                  撤销
                </Button>
              </div>
            </li>
          ))}
        </ol>
      </section>
      {taken && (
        <ReasonDialog
          title={`撤销 ${name}${taken.fromMonth}起的标准`}
          act="撤销标准"
          label="撤销原因"
          max={100}
          onDone={async (reason) => {
            await remove.mutateAsync({ memberId, fromMonth: taken.fromMonth, reason });
            emit('notice', { kind: 'success', text: '已撤销，未缴的月份按前一条标准重算' });
          }}
          onClose={() => setTaken(null)}
        >
          此后未缴的月份按前一条标准重算，没有前一条的作废；已按它缴纳的月份不能撤销。
        </ReasonDialog>
      )}
    </div>
  );
}

/** An income by its parts, as it was entered. */
function Parts({ parts }: { parts: Standard['parts'] }) {
  const named = PART_NAMES.filter((part) => parts[part] !== undefined);
  if (named.length === 0) return null;
  return (
    <p className="secondary small">{named.map((part) => `${PARTS[part]}${formatYuan(parts[part] ?? 0)}`).join('＋')}</p>
  );
}
