import { homeMembers } from '#overview/home/contract.ts';
import { Bars } from '#platform/web/bars/Bars.tsx';
import { useCall } from '#platform/web/call/hooks.ts';
import { DuesPart } from './DuesPart.tsx';
import { Part } from './Part.tsx';

/** Stages of the funnel, by PERSON_CATEGORIES: 申请人, 积极分子, 发展对象, 预备党员. */
const FUNNEL = ['5', '4', '3', '2'];

/** How the work stands: who is on the way into the party, and what of the dues has come in. */
export default function WorkParts() {
  const members = useCall(homeMembers, {}, { quiet: true });
  return (
    <>
      <Part
        title="发展党员"
        className="home-funnel"
        answer={members}
        skeleton={4}
        extra={
          <span className="card-extra" title="转：近12个月转入这一阶段的人，占这些人与月末仍在上一阶段的人之和">
            各阶段现有人员，近12个月转入率
          </span>
        }
      >
        {() => (
          <Bars
            caption="发展党员各阶段现有人数"
            kind="funnel"
            unit="人"
            shares={(members.data?.charts.category ?? []).filter(({ key }) => FUNNEL.includes(key))}
          />
        )}
      </Part>
      <DuesPart />
    </>
  );
}
