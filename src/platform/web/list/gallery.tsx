import { useMemo, useState } from 'react';
import { Case, Cases } from '../gallery/Case.tsx';
import { Button } from '../ui/Button.tsx';
import { type Column, filterText, openAndPersonal } from './columns.ts';
import { FilterBar } from './FilterBar.tsx';
import { Pager } from './Pager.tsx';
import { useListState } from './useListState.ts';
import './list.css';
import './listTable.css';

interface Person {
  id: string;
  name: string;
}

const COLUMNS: readonly Column<Person>[] = [
  {
    key: 'category',
    title: '人员类别',
    width: 120,
    cell: () => '正式党员',
    filter: {
      kind: 'choice',
      name: 'personCategory',
      multiple: true,
      options: [
        { value: '1', label: '正式党员' },
        { value: '2', label: '预备党员' },
      ],
    },
  },
  {
    key: 'joined',
    title: '入党日期',
    width: 120,
    cell: () => '2011-06-22',
    filter: { kind: 'days', from: 'joinedFrom', to: 'joinedTo' },
  },
  {
    key: 'age',
    title: '年龄',
    width: 80,
    cell: () => '40',
    filter: { kind: 'numbers', from: 'ageFrom', to: 'ageTo', unit: '岁' },
  },
  {
    key: 'unit',
    title: '工作单位',
    width: 160,
    cell: () => '',
    filter: { kind: 'text', name: 'workUnit', placeholder: '单位名称' },
    moreFilter: true,
  },
];
/** Keeps nothing. */
const TABLE = { memory: {}, keep: () => {} };
const SEARCH = { name: 'keyWords', placeholder: '姓名' };

/** The filters of a list in each kind, the pager, and a plain table. Whole lists are seen on their own pages. */
export default function ListGallery() {
  const { open, personal } = useMemo(() => openAndPersonal(COLUMNS), []);
  const state = useListState({ open, personal: [SEARCH.name, ...personal], table: TABLE });
  const [page, setPage] = useState(3);
  const [size, setSize] = useState(20);
  const texts = COLUMNS.flatMap(({ title, filter }) => {
    const text = filter && filterText(filter, state.values);
    return text ? `${title}：${text}` : [];
  });
  return (
    <Cases>
      <Case title="筛选" wide>
        <div className="list-filters">
          <FilterBar columns={COLUMNS} search={SEARCH} state={state} />
        </div>
        <p className="field-hint">{texts.join('；') || '没有筛选'}</p>
      </Case>
      <Case title="行" wide>
        <table className="table">
          <caption className="visually-hidden">示例名单</caption>
          <thead>
            <tr>
              <th scope="col">姓名</th>
              <th scope="col">类别</th>
              <th scope="col" className="number">
                党龄
              </th>
              <th scope="col">操作</th>
            </tr>
          </thead>
          <tbody>
            {['黄立新', '李春梅', '王建军'].map((name, at) => (
              <tr key={name}>
                <td>
                  <a href="#/__gallery/list">{name}</a>
                </td>
                <td>
                  <span className={at === 2 ? 'tag gold' : 'tag'}>{at === 2 ? '预备党员' : '正式党员'}</span>
                </td>
                <td className="number">{15 - at}年</td>
                <td>
                  <Button look="row" aria-label={`编辑${name}`}>
                    编辑
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Case>
      <Case title="分页" wide>
        <Pager page={page} size={size} total={1286} capped={false} unit="人" onPage={setPage} onSize={setSize} />
      </Case>
      <Case title="分页：总数只数到一千" wide>
        <Pager page={1} size={20} total={1000} capped unit="条" onPage={setPage} onSize={setSize} />
      </Case>
    </Cases>
  );
}
