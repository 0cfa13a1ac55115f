import { Reports } from './Reports.tsx';
import { PEOPLE } from './sorts.tsx';

/** `/service/reportList`: who has reported to the communities of the scope, and where the own people have reported. */
export default function ReportList() {
  return <Reports of={PEOPLE} />;
}
