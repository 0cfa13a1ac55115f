import { type FormEvent, type ReactNode, useState } from 'react';
import { useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { Pager } from '#platform/web/list/Pager.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Empty, Failed, Skeleton } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { listBranches, listScreenMembers, listStreets, type ScreenRow } from '../contract.ts';
import { addressOf, CHOOSE_SIZE, OPEN_ACTS } from '../rules.ts';
import './choose.css';

interface Asked {
  keyWord?: string;
  pageNum: number;
  pageSize: number;
}

/** What is chosen before a wall opens in a window of its own: a street, a branch or a member. */
export function ChooseDialog({ screen, onClose }: { screen: ScreenRow; onClose: () => void }) {
  const isMember = screen.type === 5;
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<Asked>({ pageNum: 1, pageSize: CHOOSE_SIZE });
  const search = (event: FormEvent) => {
    event.preventDefault();
    const keyWord = typed.trim();
    setAsked({ ...(keyWord ? { keyWord } : {}), pageNum: 1, pageSize: CHOOSE_SIZE });
  };
  const onPage = (pageNum: number) => setAsked({ ...asked, pageNum });
  return (
    <Dialog
      title={`${OPEN_ACTS[screen.type]} ${screen.name}`}
      icon="screen"
      width={isMember ? 1000 : 700}
      onClose={onClose}
    >
      <form className="screen-search" onSubmit={search}>
        <span className="field-box">
          <Icon name="search" />
          <input
            type="search"
            aria-label="关键字"
            placeholder={isMember ? '姓名、拼音、首字母或完整身份证号' : '名称、拼音或首字母'}
            maxLength={isMember ? 30 : 40}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </span>
        <Button submit look="primary">
          查询
        </Button>
      </form>
      {isMember ? (
        <Members screen={screen} asked={asked} onPage={onPage} />
      ) : (
        <Orgs screen={screen} asked={asked} onPage={onPage} />
      )}
    </Dialog>
  );
}

interface RowsProps {
  screen: ScreenRow;
  asked: Asked;
  onPage: (page: number) => void;
}

function Orgs({ screen, asked, onPage }: RowsProps) {
  const found = useCall(screen.type === 2 ? listStreets : listBranches, asked, { quiet: true, keepPrevious: true });
  const what = screen.type === 2 ? '街道' : '支部';
  return (
    <Table
      query={found}
      heads={['名称', '上级组织']}
      asked={asked}
      unit="个"
      empty={`没有找到${what}`}
      onPage={onPage}
      rows={found.data?.rows.map(({ id, orgCode, name, parentName }) => ({
        id,
        name,
        href: addressOf(screen.jumpUrl, { orgId: id, orgCode }),
        cells: [parentName],
      }))}
    />
  );
}

function Members({ screen, asked, onPage }: RowsProps) {
  const screenMembersQuery = useCall(
    listScreenMembers,
    { ...asked, PMType: '1,2' },
    { quiet: true, keepPrevious: true },
  );
  return (
    <Table
      query={screenMembersQuery}
      heads={['姓名', '身份证号', '性别', '民族', '年龄', '人员类别', '所在支部']}
      asked={asked}
      unit="人"
      empty="没有找到党员"
      onPage={onPage}
      rows={screenMembersQuery.data?.rows.map((row) => ({
        id: row.id,
        name: row.name,
        href: addressOf(screen.jumpUrl, { userId: row.id }),
        cells: [row.idCardNo, row.genderName, row.nationName, row.age ?? '', row.personCategoryName, row.orgName],
      }))}
    />
  );
}

interface TableProps {
  query: {
    isPending: boolean;
    error: Error | null;
    data: { total: number; capped?: boolean } | undefined;
    refetch: () => unknown;
  };
  heads: readonly string[];
  rows: readonly { id: string; name: string; href: string; cells: readonly ReactNode[] }[] | undefined;
  asked: Asked;
  unit: string;
  empty: string;
  onPage: (page: number) => void;
}

function Table({ query, heads, rows, asked, unit, empty, onPage }: TableProps) {
  if (query.error && !rows) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (!rows || query.isPending) return <Skeleton />;
  if (rows.length === 0) return <Empty title={empty}>换一个关键字再查。</Empty>;
  const [first, ...others] = heads;
  return (
    <>
      <div className="screen-rows">
        <table>
          <thead>
            <tr>
              <th scope="col">序号</th>
              <th scope="col">{first}</th>
              {others.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
              <th scope="col">操作</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={row.id}>
                <td className="number">{(asked.pageNum - 1) * asked.pageSize + at + 1}</td>
                <th scope="row">{row.name}</th>
                {row.cells.map((cell, column) => (
                  <td key={others[column]} data-head={others[column]}>
                    {cell}
                  </td>
                ))}
                <td>
                  <a className="row-act" href={row.href} target="_blank" rel="noopener noreferrer">
                    打开<span className="visually-hidden">{row.name}（新窗口）</span>
                  </a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pager
        page={asked.pageNum}
        size={asked.pageSize}
        total={query.data?.total ?? null}
        capped={query.data?.capped ?? false}
        unit={unit}
        onPage={onPage}
      />
    </>
  );
}
