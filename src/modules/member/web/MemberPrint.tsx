import { useQueries } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { InputOf } from '#platform/contract.ts';
import { call } from '#platform/web/api.ts';
import { keyOf, useCall } from '#platform/web/hooks.ts';
import { Icon } from '#platform/web/icons.tsx';
import { pathWithQuery, readQuery } from '#platform/web/navigation.ts';
import { useSession } from '#platform/web/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Bones, Empty, Failed } from '#platform/web/states.tsx';
import { StoredImage } from '#platform/web/upload/StoredImage.tsx';
import { PRINT_PORTION } from '../contract.print.ts';
import { memberRecords } from '../contract.records.ts';
import { getMember, listMembers, type MemberDetail } from '../contract.ts';
import { PRINT_FORMS as FORMS, partyAgeText } from '../rules.ts';
import { CollectSheet, membershipOf, SheetMark } from './CollectSheet.tsx';
import { useFullNumbers } from './fullNumbers.tsx';
import { nameOf } from './memberColumns.tsx';
import './print.css';

const PORTION = PRINT_PORTION;

/** 打印: one A4 sheet a person, masked unless full numbers were asked for; the ids come by the query `ids`, the sheet by `form`. */
export default function MemberPrint() {
  const { search, pathname, state } = useLocation();
  const asked = readQuery(search, ['ids', 'form']);
  const form = asked.form === 'collect' ? 'collect' : 'register';
  const navigate = useNavigate();
  const people = usePortion(asked.ids ?? '');
  const { ids } = people;
  const records = useQueries({
    queries: ids.map((id) => ({
      queryKey: keyOf(getMember, { id }),
      queryFn: ({ signal }: { signal: AbortSignal }) => call(getMember, { id }, { signal, quiet: true }),
    })),
  });
  const ready = records.flatMap((record) => record.data ?? []);
  // Where somebody floats to stands in a tab of the record; only the collection sheet asks for it.
  const floating = form === 'collect' ? ready.filter(({ isFloating }) => isFloating) : [];
  const tabs = useQueries({
    queries: floating.map(({ id }) => ({
      queryKey: keyOf(memberRecords, { id }),
      queryFn: ({ signal }: { signal: AbortSignal }) => call(memberRecords, { id }, { signal, quiet: true }),
    })),
  });
  const failed = [...records, ...tabs].find((query) => query.error && !query.data);
  const isReady = ready.length === ids.length && tabs.every((tab) => tab.data);
  const full = useFullNumbers(ids, form);
  const [isWaiting, setWaiting] = useState(false);
  const sheets = useRef<HTMLDivElement>(null);
  // Pressed once more while photos are awaited, it would print twice.
  const printAll = async () => {
    if (isWaiting || !sheets.current) return;
    setWaiting(true);
    await printWhole(sheets.current);
    setWaiting(false);
  };
  // Browsers offer the window's name as the name of the file.
  const [only] = ready;
  useTitle(isReady && only ? `${FORMS[form]} ${ids.length === 1 ? nameOf(only) : `${ids.length}人`}` : undefined);
  if (people.error) return <Failed error={people.error} onRetry={people.retry} />;
  if (people.waiting) return <Bones lines={12} />;
  if (ids.length === 0) return <Empty title="没有选择人员">请在党员列表中选中要打印的人。</Empty>;
  if (failed?.error) return <Failed error={failed.error} onRetry={() => failed.refetch()} />;
  return (
    <div className="print-page" ref={sheets}>
      <div className="print-head">
        <PageHead title={FORMS[form]}>
          <button
            type="button"
            className="button"
            onClick={() =>
              navigate(pathWithQuery(pathname, { ids: asked.ids, form: form === 'collect' ? 'register' : 'collect' }), {
                replace: true,
                state,
              })
            }
          >
            改印{FORMS[form === 'collect' ? 'register' : 'collect']}
          </button>
          <button type="button" className="button" onClick={() => navigate(-1)}>
            返回
          </button>
          <button type="button" className="button primary" disabled={!isReady} onClick={printAll}>
            <Icon name="print" />
            {isWaiting ? '照片正在载入…' : '打印或存为PDF'}
            {!isWaiting && ids.length > 1 && `（${ids.length}份）`}
          </button>
        </PageHead>
        <p className="muted small">
          {full.mark ? '证件号与手机号按原值打印。' : '证件号与手机号按遮蔽打印。'}
          纸张选A4纵向，不勾“页眉和页脚”；要存为PDF，在打印窗口的“目标打印机”中选“另存为PDF”。
        </p>
        {full.choice}
        {people.total > PORTION && (
          <p className="print-portions">
            共{people.total.toLocaleString('en-US')}人，每次打印{PORTION}份；现在是第{people.page}批，共
            {Math.ceil(people.total / PORTION)}批。
            <button
              type="button"
              className="button compact"
              disabled={people.page === 1}
              onClick={() => people.turn(people.page - 1)}
            >
              上一批
            </button>
            <button
              type="button"
              className="button compact"
              disabled={people.page * PORTION >= people.total}
              onClick={() => people.turn(people.page + 1)}
            >
              下一批
            </button>
          </p>
        )}
      </div>
      {!isReady && <Bones lines={12} />}
      {ready.map((member) =>
        form === 'collect' ? (
          <CollectSheet
            key={member.id}
            member={full.fill(member)}
            moves={tabs[floating.indexOf(member)]?.data?.flre}
            foot={<Printed />}
            mark={full.mark}
          />
        ) : (
          <Sheet key={member.id} member={full.fill(member)} mark={full.mark} />
        ),
      )}
    </div>
  );
}

/**
 * The people of one print run: those of the address, or by the list's choice, which came with the navigation, since a
 * filter may hold a name; of more than fit, one portion after the other.
 */
function usePortion(asked: string) {
  const given = (useLocation().state ?? {}) as { ids?: readonly string[]; filter?: Record<string, string> };
  const [page, turn] = useState(1);
  const named = (asked ? asked.split(',') : (given.ids ?? [])).filter((id) => /^[1-9]\d*$/.test(id));
  const whole = named.length === 0 && given.filter !== undefined;
  const list = useCall(
    listMembers,
    { ...given.filter, pageNum: page, pageSize: PORTION } as InputOf<typeof listMembers>,
    { quiet: true, enabled: whole },
  );
  return {
    ids: whole ? (list.data?.rows.map(({ id }) => id) ?? []) : named.slice((page - 1) * PORTION, page * PORTION),
    total: whole ? (list.data?.total ?? 0) : named.length,
    waiting: whole && list.isPending,
    error: whole && !list.data ? list.error : null,
    retry: () => list.refetch(),
    page,
    turn,
  };
}

/** Opens the browser's print window once every photo stands on its sheet: what still loads would be printed empty. */
async function printWhole(sheets: HTMLElement) {
  const loading = () => sheets.querySelector('span.stored-image:not(.gone)') !== null;
  if (loading()) {
    await new Promise<void>((done) => {
      const watch = new MutationObserver(() => {
        if (loading()) return;
        watch.disconnect();
        done();
      });
      watch.observe(sheets, { childList: true, subtree: true });
    });
  }
  await Promise.allSettled([...sheets.querySelectorAll('img')].map((photo) => photo.decode()));
  print();
}

/** Who printed the sheet, and when. */
function Printed() {
  const { user } = useSession();
  return (
    <span>
      {user.userName} {new Date().toLocaleDateString('sv-SE')} 打印
    </span>
  );
}

/** Rows beside which the photo stands. */
const PHOTO_ROWS = 4;

function Sheet({ member, mark }: { member: MemberDetail; mark: string }) {
  const cells: readonly (readonly [string, string, string, string])[] = [
    ['姓名', nameOf(member), '性别', member.genderName],
    ['出生日期', member.birthDate ?? '', '民族', member.nationName],
    ['籍贯', member.nativePlace, '身份证号', member.idCardNo],
    ['学历', member.educationName, '学位', member.degreeName],
    ['手机号', member.phonenumber, '工作岗位', member.occupationName],
    ['人员类别', member.personCategoryName, '党籍状态', membershipOf(member)],
    ['申请入党日期', member.appliedOn ?? '', '入党日期', member.admissionDate ?? ''],
    ['转正日期', member.conversionDate ?? '', '党龄', partyAgeText(member.partyAgeMonths)],
    ['党内职务', member.partyPost, '进入支部日期', member.joinedBranchOn ?? ''],
  ];
  const lines: readonly (readonly [string, string])[] = [
    ['工作单位及职务', [member.workUnit, member.position].filter(Boolean).join(' ')],
    ['现居住地', member.residence],
    ['所在党组织', member.orgPath.map((org) => org.name).join(' > ') || member.orgName],
    ['备注', member.remark],
  ];
  return (
    <article className="sheet">
      <h2>党员登记表</h2>
      <table>
        <tbody>
          {cells.map(([a, b, c, d], index) => (
            <tr key={a}>
              <th scope="row">{a}</th>
              <td>{b}</td>
              <th scope="row">{c}</th>
              <td colSpan={index < PHOTO_ROWS ? 1 : 2}>{d}</td>
              {index === 0 && (
                <td rowSpan={PHOTO_ROWS} className="photo">
                  {member.photo ? (
                    <StoredImage fileKey={`${member.photo}-z`} alt={`${nameOf(member)}的照片`} />
                  ) : (
                    '照片'
                  )}
                </td>
              )}
            </tr>
          ))}
          {lines.map(([label, value]) => (
            <tr key={label} className={label === '备注' ? 'tall' : undefined}>
              <th scope="row">{label}</th>
              <td colSpan={4}>{value}</td>
            </tr>
          ))}
          <tr className="tall">
            <th scope="row">
              党支部
              <br />
              意见
            </th>
            <td colSpan={4} className="sign">
              （盖章）　　　　年　　月　　日
            </td>
          </tr>
        </tbody>
      </table>
      <footer>
        <span>{member.orgName}</span>
        <Printed />
      </footer>
      <SheetMark mark={mark} />
    </article>
  );
}
