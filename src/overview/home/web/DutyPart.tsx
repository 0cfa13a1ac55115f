import { dutyOverview } from '#life/orgLife/contract.duty.ts';
import { DutyStrip } from '#life/orgLife/web/pickers.strip.tsx';
import { useCall } from '#platform/web/call/hooks.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PartFailed, PartSkeleton } from './Part.tsx';

/** Meetings of members, of the committee and of groups, party lessons and 主题党日: what every branch owes all year round. */
const TYPES = [1, 2, 3, 4, 5];

/** 三会一课 of the running period, by type. */
export default function DutyPart() {
  const allowed = may(useSession(), 'event:read');
  const { data, error, refetch } = useCall(dutyOverview, {}, { quiet: true, enabled: allowed });
  if (!allowed) return null;
  if (data) return data.strip.length > 0 ? <DutyStrip overview={data} types={TYPES} /> : null;
  return (
    <section className="card home-card" aria-label="本期达标情况" aria-busy={!error}>
      {error ? <PartFailed error={error} onRetry={() => void refetch()} /> : <PartSkeleton lines={3} />}
    </section>
  );
}
