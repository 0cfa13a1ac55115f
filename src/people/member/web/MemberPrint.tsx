import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { PaperFile } from '#platform/papers/paper.ts';
import { call } from '#platform/web/call/api.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { ReasonDialog } from '#platform/web/field/MaskedValue.tsx';
import { PaperView } from '#platform/web/paper/PaperView.tsx';
import { usePaper } from '#platform/web/paper/usePaper.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Empty, Failed, Skeleton } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { PRINT_PORTION, printMembers, printMembersFull } from '../contract.print.ts';
import { listMembers } from '../contract.ts';
import { PRINT_FORMS as FORMS } from '../rules.ts';

type Form = keyof typeof FORMS;

const PORTION = PRINT_PORTION;
const REASONS = ['上报上级党组织', '移交档案', '本人核对签字'];

/** 打印: one A4 sheet a person as one PDF, masked unless full numbers were asked for; the ids come by the query `ids`, the sheet by `form`. */
export default function MemberPrint() {
  const { search, pathname, state } = useLocation();
  const params = readQuery(search, ['ids', 'form']);
  const form: Form = params.form === 'collect' ? 'collect' : 'register';
  const other: Form = form === 'collect' ? 'register' : 'collect';
  const navigate = useNavigate();
  const people = usePortion(params.ids ?? '');
  const { ids } = people;
  useTitle(ids.length > 0 ? FORMS[form] : undefined);
  if (people.error) return <Failed error={people.error} onRetry={people.retry} />;
  if (people.waiting) return <Skeleton lines={12} />;
  if (ids.length === 0) return <Empty title="没有选择人员">请在党员信息中选中要打印的人。</Empty>;
  const turnTo = (sheet: Form) =>
    navigate(pathWithQuery(pathname, { ids: params.ids, form: sheet }), { replace: true, state });
  return (
    <div className="print-page">
      <PageHead title={FORMS[form]}>
        <Button onClick={() => turnTo(other)}>改印{FORMS[other]}</Button>
        <Button onClick={() => navigate(-1)}>返回</Button>
      </PageHead>
      {people.total > PORTION && (
        <p className="print-portions">
          共{people.total.toLocaleString('en-US')}人，每次打印{PORTION}份；现在是第{people.page}批，共
          {Math.ceil(people.total / PORTION)}批。
          <Button size="compact" disabled={people.page === 1} onClick={() => people.turn(people.page - 1)}>
            上一批
          </Button>
          <Button
            size="compact"
            disabled={people.page * PORTION >= people.total}
            onClick={() => people.turn(people.page + 1)}
          >
            下一批
          </Button>
        </p>
      )}
      <Sheets key={`${form}:${ids.join()}`} form={form} ids={ids} />
    </div>
  );
}

/** The sheets of some people; full numbers are a paper of its own, asked for with a reason that the server records for each person. */
function Sheets({ form, ids }: { form: Form; ids: readonly string[] }) {
  const mayReveal = may(useSession(), printMembersFull.access);
  const masked = usePaper(
    (signal) => call(printMembers, { ids: [...ids], form }, { quiet: true, signal }),
    `${form}:${ids.join()}`,
  );
  const [full, setFull] = useState<PaperFile | null>(null);
  const [asking, setAsking] = useState(false);
  if (masked.error) return <Failed error={masked.error} onRetry={masked.retry} />;
  const paper = full ?? masked.paper;
  if (!paper) return <Skeleton lines={12} />;
  return (
    <PaperView paper={paper}>
      {mayReveal && (
        <label className="filter-option">
          <input
            type="checkbox"
            className="tick"
            checked={full !== null}
            onChange={(event) => (event.target.checked ? setAsking(true) : setFull(null))}
          />
          显示完整证件号和手机号
        </label>
      )}
      {asking && (
        <ReasonDialog
          title={`打印${FORMS[form]}（${ids.length}人）的完整证件号和手机号`}
          label="打印用途"
          act="显示"
          reasons={REASONS}
          onReason={async (reason) => {
            setFull(await call(printMembersFull, { ids: [...ids], form, reason }, { quiet: true }));
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        >
          会逐人留下记录：谁、何时、为什么，每人计入当天查看原值的次数。表上印您的姓名、时间、用途和导出编号，凭编号可以追查。
        </ReasonDialog>
      )}
    </PaperView>
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
    { ...given.filter, pageNum: page, pageSize: PORTION },
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
