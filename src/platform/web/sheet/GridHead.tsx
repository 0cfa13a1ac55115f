import { type GridColumn, groupsOf } from './grid.ts';

const Name = ({ column: { label, note } }: { column: GridColumn }) => (
  <>
    {label}
    {note && <span className="muted">（{note}）</span>}
  </>
);

/** The head of a sheet, in one line or, where columns belong together, in two. */
export function GridHead({ columns, rowHead }: { columns: readonly GridColumn[]; rowHead: string }) {
  const groups = groupsOf(columns);
  const deep = groups.some(({ group }) => group !== '');
  const lines = deep ? { rowSpan: 2 } : {};
  return (
    <thead className={deep ? 'deep' : undefined}>
      <tr>
        <th scope="col" {...lines}>
          {rowHead}
        </th>
        {groups.map(({ group, columns: own }) =>
          group === '' ? (
            own.map((column) => (
              <th key={column.field} scope="col" {...lines} className={column.isNumber ? 'number' : undefined}>
                <Name column={column} />
              </th>
            ))
          ) : (
            <th key={own[0]?.field} scope="colgroup" colSpan={own.length} className="group">
              {group}
            </th>
          ),
        )}
      </tr>
      {deep && (
        <tr>
          {groups
            .filter(({ group }) => group !== '')
            .flatMap(({ columns: own }) => own)
            .map((column) => (
              <th key={column.field} scope="col" className={column.isNumber ? 'number' : undefined}>
                <Name column={column} />
              </th>
            ))}
        </tr>
      )}
    </thead>
  );
}
