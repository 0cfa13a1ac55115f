import { Reports } from './Reports.tsx';
import { ORGANISATIONS } from './sorts.tsx';

/** `/service/adminOrg`: which organisations have reported to the scope's communities, and where its own have reported. */
export default function PairList() {
  return <Reports of={ORGANISATIONS} />;
}
