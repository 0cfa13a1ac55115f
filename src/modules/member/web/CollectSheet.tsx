import type { ReactNode } from 'react';
import type { RecordRow } from '#platform/records.ts';
import type { MemberDetail } from '../contract.ts';
import { isPartyMember } from '../rules.ts';
import { nameOf } from './memberColumns.tsx';

/** A box to tick by hand or printed ticked. */
const box = (on: boolean, label: string) => `${on ? '☑' : '☐'}${label}`;

/** 党籍状态; whoever is still on the way has none. */
export const membershipOf = (member: MemberDetail) =>
  isPartyMember(member.personCategory) ? member.membershipStatusName : '';

/** By what a sheet with full numbers leads back to who printed it. */
export const SheetMark = ({ mark }: { mark: string }) => mark && <p className="sheet-mark">{mark}</p>;

/**
 * 党员信息采集表: the sixteen items of the national collection of 2017, to be checked and signed by the member.
 * `moves` are the rows of 流动记录, `foot` says who printed it,
 * `mark` leads back to who printed full numbers.
 */
export function CollectSheet({
  member,
  moves,
  foot,
  mark,
}: {
  member: MemberDetail;
  moves: readonly RecordRow[] | undefined;
  foot: ReactNode;
  mark: string;
}) {
  const moved = moves?.find(({ endedOn }) => !endedOn);
  const pairs: readonly (readonly [string, ReactNode, string, ReactNode])[] = [
    ['姓名', nameOf(member), '公民身份号码', member.idCardNo],
    ['性别', member.genderName, '民族', member.nationName],
    ['出生日期', member.birthDate, '学历', member.educationName],
    [
      '人员类别',
      [1, 2].map((n) => box(member.personCategory === n, n === 1 ? '正式党员' : '预备党员')).join(' '),
      '工作岗位',
      member.occupationName,
    ],
    ['加入党组织日期', member.admissionDate, '转为正式党员日期', member.conversionDate],
    ['手机号码', member.phonenumber, '党籍状态', membershipOf(member)],
  ];
  const lines: readonly (readonly [string, ReactNode])[] = [
    ['所在党支部', member.orgPath.map((org) => org.name).join(' > ') || member.orgName],
    ['家庭住址', member.residence],
    ['是否为失联党员', `${box(member.isLostContact, '是')}　${box(!member.isLostContact, '否')}　　失去联系日期：`],
    [
      '是否为流动党员',
      `${box(member.isFloating, '是')}　${box(!member.isFloating, '否')}　　外出流向：${String(moved?.place ?? '')}`,
    ],
  ];
  return (
    <article className="sheet collect">
      <h2>党员信息采集表</h2>
      <table>
        <tbody>
          {pairs.map(([a, first, b, second]) => (
            <tr key={a}>
              <th scope="row">{a}</th>
              <td>{first}</td>
              <th scope="row">{b}</th>
              <td>{second}</td>
            </tr>
          ))}
          {lines.map(([label, value]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td colSpan={3}>{value}</td>
            </tr>
          ))}
          <tr className="tall">
            <th scope="row">本人签字</th>
            <td className="sign">年　　月　　日</td>
            <th scope="row">党支部书记签字</th>
            <td className="sign">年　　月　　日</td>
          </tr>
        </tbody>
      </table>
      <footer>
        <span>填表说明：请逐项核对，有误的在原内容旁更正。日期填写到日。</span>
        {foot}
      </footer>
      <SheetMark mark={mark} />
    </article>
  );
}
