import { Link, useParams } from 'react-router';
import type { Endpoint } from '#platform/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { placeCounts } from '../contract.places.ts';
import { listTransfers, OF_PLACES, type PlaceView, type TransferRow, VIEWS } from '../contract.ts';
import { columnsOf } from './parts.tsx';
import { PATHS } from './paths.ts';
import './relation.css';

const viewIn = (text: string): PlaceView => OF_PLACES.find((view) => view === text) ?? 'open';

/** 办理明细: the transfers behind an organisation's number, with its other numbers beside. */
export default function TransferView() {
  const { type = '', orgCode = '' } = useParams();
  const view = viewIn(type);
  const query = useCall(placeCounts, { orgCode }, { quiet: true });
  return (
    <RecordLoader query={query}>
      {(place) => (
        <div className="list-page">
          <PageHead title={`${place.orgName}：${VIEWS[view]}`} />
          <nav className="rel-places" aria-label="各环节">
            {OF_PLACES.map((one) => (
              <Link key={one} to={PATHS.work(one, orgCode)} aria-current={one === view ? 'page' : undefined}>
                {VIEWS[one]} {place[one].toLocaleString('en-US')}
              </Link>
            ))}
          </nav>
          <PlainList<TransferRow>
            key={`${view}.${orgCode}`}
            caption={`${place.orgName}的转接`}
            endpoint={listTransfers as Endpoint}
            columns={columnsOf(view) as readonly Column<TransferRow>[]}
            search={{ name: 'name', placeholder: '姓名' }}
            unit="件"
            inputOf={(values) => ({ ...values, view, orgCode })}
            empty={{ title: '没有这样的转接', text: '这个组织和它的下级没有处于这一环节的转接。' }}
          />
        </div>
      )}
    </RecordLoader>
  );
}
