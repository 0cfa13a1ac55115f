import { useParams } from 'react-router';
import type { Endpoint } from '#platform/contract.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { listTransfers, type TransferRow, VIEWS, type View } from '../contract.ts';
import { columnsOf } from './parts.tsx';
import './relation.css';

const isView = (text: string): text is View => text in VIEWS;

/** 办理明细: the transfers behind an organisation's number. */
export default function WorkDetail() {
  const { type = '', orgCode = '' } = useParams();
  const view: View = isView(type) ? type : 'open';
  return (
    <div className="list-page">
      <PageHead title={`办理明细：${VIEWS[view]}`} />
      <PlainList<TransferRow>
        key={`${view}.${orgCode}`}
        caption="办理明细"
        endpoint={listTransfers as Endpoint}
        columns={columnsOf(view) as readonly Column<TransferRow>[]}
        search={{ name: 'name', placeholder: '姓名' }}
        unit="件"
        inputOf={(values) => ({ ...values, view, orgCode })}
        empty={{ title: '没有这样的转接', text: '这个组织和它的下级没有处于这一环节的转接。' }}
      />
    </div>
  );
}
