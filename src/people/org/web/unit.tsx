import { nounPlace, nounWeb } from '#platform/web/noun/nounWeb.ts';
import { unit, unitCalls } from '../nouns/unit.ts';
import { nounHouse } from './pickers.nouns.tsx';
import './org.css';

const place = nounPlace('/affairs/company', { browse: 'browseCompany', edit: 'editCompany', add: 'addCompany' });

/** 单位信息, 单位详情 and the form. A unit without a credit code says whether it has none or none was filled in. */
export default nounWeb(unit, unitCalls, nounHouse, place, {
  title: '单位信息',
  consequence: '党组织和党员不受影响',
  empty: { title: '这里没有单位', text: '党组织所在的机关、企业、村和社区等在这里登记，可在右上角新增。' },
  columns: {
    nature: { width: 150 },
    creditCode: {
      width: 190,
      card: 'line',
      cell: (row) => row.creditCode ?? (row.noCode ? '没有' : <span className="org-warn">未填</span>),
    },
    staffCount: { title: '在岗职工', width: 88 },
    manager: { title: '负责人', width: 90, notLarge: true },
    phone: { width: 120, notLarge: true },
    isLegal: { width: 84 },
  },
  tags: (record) => (
    <>
      <span className="tag">{record.natureName}</span>
      {record.isLegal && <span className="tag gold">法人单位</span>}
    </>
  ),
  facts: ({ creditCode, noCode, staffCount }) => [
    ['统一社会信用代码', creditCode ?? (noCode ? '没有' : '未填')],
    ['在岗职工', staffCount === null ? '未填' : `${staffCount.toLocaleString('en-US')}人`],
  ],
  together: '基本信息',
  values: {
    creditCode: ({ creditCode, noCode }) => creditCode ?? (noCode ? '没有' : null),
    noCode: () => undefined,
  },
});
