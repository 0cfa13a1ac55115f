import { type ReactNode, useEffect, useState } from 'react';
import { call } from '#platform/web/api.ts';
import { ReasonDialog } from '#platform/web/field/MaskedValue.tsx';
import { may, useSession } from '#platform/web/session.ts';
import { revealForPrint } from '../contract.print.ts';
import type { MemberDetail } from '../contract.ts';
import { PRINT_FORMS } from '../rules.ts';

/** Long enough to look the sheets through and print them. */
const SHOWN_MINUTES = 5;
const REASONS = ['上报上级党组织', '移交档案', '本人核对签字'];

interface Shown {
  /** Whose sheets, and which: what was asked for holds for these alone. */
  key: string;
  mark: string;
  numbers: ReadonlyMap<string, Pick<MemberDetail, 'idCardNo' | 'phonenumber'>>;
}

/**
 * The choice to print sheets with full numbers, for those who may see them: asked for with a reason that the server records
 * for each person, of the sheets that stand there, and masked again after some minutes.
 */
export function useFullNumbers(
  ids: readonly string[],
  form: keyof typeof PRINT_FORMS,
): { fill: (member: MemberDetail) => MemberDetail; mark: string; choice: ReactNode } {
  const mayReveal = may(useSession(), revealForPrint.access);
  const [shown, setShown] = useState<Shown | null>(null);
  const [asking, setAsking] = useState(false);
  const key = `${form}:${ids.join()}`;
  const full = shown?.key === key ? shown : null;
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(null), SHOWN_MINUTES * 60_000);
    return () => clearTimeout(timer);
  }, [shown]);
  const onReason = async (reason: string) => {
    const { mark, people } = await call(revealForPrint, { ids: [...ids], form, reason }, { quiet: true });
    setShown({ key, mark, numbers: new Map(people.map(({ id, ...numbers }) => [id, numbers])) });
    setAsking(false);
  };
  return {
    fill: (member) => ({ ...member, ...full?.numbers.get(member.id) }),
    mark: full?.mark ?? '',
    choice: mayReveal && ids.length > 0 && (
      <>
        <label className="filter-option print-full">
          <input
            type="checkbox"
            className="tick"
            checked={full !== null}
            onChange={(event) => (event.target.checked ? setAsking(true) : setShown(null))}
          />
          显示完整证件号和手机号
        </label>
        {asking && (
          <ReasonDialog
            title={`打印${PRINT_FORMS[form]}（${ids.length}人）的完整证件号和手机号`}
            label="打印用途"
            act="显示"
            reasons={REASONS}
            onReason={onReason}
            onClose={() => setAsking(false)}
          >
            会逐人留下记录：谁、何时、为什么，每人计入当天查看原值的次数。表上印您的姓名、时间、用途和导出编号，凭编号可以追查。
            {SHOWN_MINUTES}分钟后自动遮住。
          </ReasonDialog>
        )}
      </>
    ),
  };
}
