import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Endpoint } from '#platform/contract.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { GRADES } from '../rules.ts';
import { optionsFromWords, termOptions } from './parts.tsx';
import '#platform/web/records/records.css';

const KEPT = ['by'];

/** Figures of courses or tests by what the tab says: for a term and a grade, each group with its numbers, and all together. */
export function Numbers<Row extends { id: string; name: string }>({
  title,
  path,
  by,
  endpoint,
  columns,
  sums,
  unit,
  acts,
}: {
  title: string;
  path: string;
  by: Readonly<Record<string, string>>;
  endpoint: Endpoint;
  columns: readonly Column<Row>[];
  /** All together, in words and figures. */
  sums: (all: Row) => readonly (readonly [string, ReactNode])[];
  unit: string;
  acts?: ReactNode;
}) {
  const navigate = useNavigate();
  const { by: wantedBy } = readQuery(useLocation().search, ['by']);
  const tabs = Object.entries(by).map(([key, label]) => ({ key, label }));
  const tab = tabs.find(({ key }) => key === wantedBy)?.key ?? tabs[0]?.key ?? '';
  const label = tabs.find(({ key }) => key === tab)?.label ?? '';
  const all: readonly Column<Row>[] = [
    { key: 'name', title: label.replace('按', ''), width: 260, card: 'title', cell: (row) => row.name },
    ...columns,
    {
      key: 'term',
      title: '学期',
      width: 0,
      filterOnly: true,
      cell: () => null,
      filter: { kind: 'choice', name: 'term', options: termOptions() },
    },
    {
      key: 'grade',
      title: '年级',
      width: 0,
      filterOnly: true,
      cell: () => null,
      filter: { kind: 'choice', name: 'grade', options: optionsFromWords(GRADES) },
    },
  ];
  return (
    <div className="list-page">
      <PageHead title={title}>{acts}</PageHead>
      <Tabs
        label={title}
        tabs={tabs}
        current={tab}
        panel="college-numbers"
        onPick={(key) =>
          navigate(pathWithQuery(path, { by: key === tabs[0]?.key ? undefined : key }), { replace: true })
        }
      />
      <div id="college-numbers" role="tabpanel" aria-label={label}>
        <PlainList<Row, { all: Row }>
          key={tab}
          caption={label}
          endpoint={endpoint}
          columns={all}
          keep={KEPT}
          unit={unit}
          inputOf={(values) => ({ ...values, by: tab })}
          note={({ all: sum }) =>
            sums(sum)
              .map(([word, value]) => `${word}${String(value)}`)
              .join('　')
          }
          empty={{ title: '没有可以统计的', text: '发布课程或考试后，这里按班级、政治面貌和职称统计。' }}
        />
      </div>
    </div>
  );
}
