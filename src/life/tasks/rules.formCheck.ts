import {
  type CellRef,
  cellKey,
  type Design,
  decimalsOf,
  type Fault,
  type FilledRow,
  type FormColumn,
  fromScaledInteger,
  isNumeric,
  isSourceOfType,
  lockedCellKeys,
  MAX_CELLS,
  MAX_COLUMNS,
  MAX_ROWS,
  readCell,
  type SumRule,
  toScaledInteger,
} from './rules.form.ts';

/** The choices of each column of choices; those of a dictionary as it stands. */
export type Choices = Readonly<Record<string, readonly string[]>>;

/** What a cell is called: the row's name and the column's. */
export function cellName(design: Design, { row, col }: CellRef): string {
  const column = design.columns.find(({ id }) => id === col);
  const name = column ? (column.group ? `${column.group}—${column.name}` : column.name) : '';
  if (row === '*') return name;
  const at = design.rows.find(({ id }) => id === row)?.name;
  return `${at ?? `第${row}行`}“${name}”`;
}

/** What is wrong with a design, as sentences; empty: it can be given. */
export function designFaults(design: Design): string[] {
  const { columns, rows, free, sums } = design;
  const faults: string[] = [];
  const say = (text: string) => faults.push(text);
  if (columns.length === 0) say('表里还没有列');
  if (columns.length > MAX_COLUMNS) say(`最多${MAX_COLUMNS}列`);
  if (!free && rows.length === 0) say('固定行的表至少要有一行');
  if (rows.length > MAX_ROWS) say(`最多${MAX_ROWS}行`);
  if (rows.length * columns.length > MAX_CELLS) say(`最多${MAX_CELLS}格`);
  const twice = (names: readonly string[]) => names.find((name, at) => names.indexOf(name) !== at);
  const sameColumn = twice(columns.map(({ group, name }) => (group ? `${group}—${name}` : name)));
  if (sameColumn) say(`有两列都叫“${sameColumn}”`);
  const sameRow = twice(rows.map(({ name }) => name));
  if (!free && sameRow) say(`有两行都叫“${sameRow}”`);
  if (twice([...columns, ...rows].map(({ id }) => id)) !== undefined) say('列或行的编号重复，请刷新后再改');
  for (const column of columns) {
    const limits = [column.min, column.max].map((text) =>
      text === '' ? undefined : toScaledInteger(text, decimalsOf(column)),
    );
    if (isNumeric(column) && [column.min, column.max].some((text, at) => text !== '' && limits[at] === undefined))
      say(`“${column.name}”的范围应填写数字`);
    else if (limits[0] !== undefined && limits[1] !== undefined && limits[0] > limits[1])
      say(`“${column.name}”的最小值大于最大值`);
    if (column.type === 'choice' && column.dict === '' && column.choices.length < 2)
      say(`“${column.name}”至少要有两个选项`);
    if (column.source && !isSourceOfType(column.source, column.type)) say(`“${column.name}”的类型放不下自动取的内容`);
  }
  for (const cell of design.locked) {
    const column = columns.find(({ id }) => id === cell.col);
    if (!column || !rows.some(({ id }) => id === cell.row)) {
      say('有锁定的格子已不在表里，请刷新后再改');
      continue;
    }
    if (cell.source && !isSourceOfType(cell.source, column.type))
      say(`${cellName(design, cell)}的类型放不下自动取的内容`);
    const fault = cell.source ? undefined : readCell(column, cell.value, column.choices).fault;
    if (fault && column.type !== 'choice') say(`${cellName(design, cell)}${fault}`);
  }
  for (const rule of sums) faults.push(...ruleFaults(design, rule));
  return faults;
}

function ruleFaults(design: Design, { target, parts }: SumRule): string[] {
  const all = [target, ...parts];
  const columns = all.map(({ col }) => design.columns.find(({ id }) => id === col));
  if (columns.some((column) => !column || !isNumeric(column))) return ['合计只能由数字和金额的格子组成'];
  if (all.some(({ row }) => row !== '*' && (design.free || !design.rows.some(({ id }) => id === row))))
    return ['有合计的格子已不在表里，请重新点选'];
  if (new Set(all.map(({ row }) => row === '*')).size > 1) return ['合计的格子要么都在同一行，要么逐格点选'];
  const name = cellName(design, target);
  if (parts.length < 2) return [`${name}至少由两格相加`];
  if (new Set(all.map(({ row, col }) => cellKey(row, col))).size < all.length) return [`${name}的合计里有重复的格子`];
  // What adds up fits where it stands.
  const [own, ...others] = columns.map((column) => (column ? decimalsOf(column) : 0));
  return others.some((decimals) => decimals > (own ?? 0)) ? [`${name}的小数位不能少于相加的各格`] : [];
}

function cellFault(column: FormColumn, text: string): string {
  if (text === '') return column.required ? column.sentence || `请填写${column.name}` : '';
  if (!isNumeric(column)) return '';
  const decimals = decimalsOf(column);
  const value = toScaledInteger(text, decimals);
  if (value === undefined) return '';
  const [min, max] = [column.min, column.max].map((limit) =>
    limit === '' ? undefined : toScaledInteger(limit, decimals),
  );
  if (min !== undefined && value < min) return column.sentence || `不能小于${column.min}`;
  if (max !== undefined && value > max) return column.sentence || `不能大于${column.max}`;
  return '';
}

/** What is wrong in a filling, cell by cell; what a locked cell holds is not judged, what it adds up to is. */
export function fillFaults(design: Design, rows: readonly FilledRow[], choices: Choices): Fault[] {
  const faults: Fault[] = [];
  const locked = lockedCellKeys(design, rows);
  for (const { id, cells } of rows) {
    for (const column of design.columns) {
      if (locked.has(cellKey(id, column.id))) continue;
      const own = choices[column.id] ?? column.choices;
      const { text, fault } = readCell(column, cells[column.id] ?? '', own);
      if (fault) faults.push({ row: id, col: column.id, text: fault, level: 'block' });
      else {
        const cellFaultText = cellFault(column, text);
        if (cellFaultText) faults.push({ row: id, col: column.id, text: cellFaultText, level: column.level });
      }
    }
  }
  for (const rule of design.sums) faults.push(...sumFaults(design, rule, rows));
  return faults;
}

/** 合计应为12，现为11: each row for itself, or across rows; where nothing is typed yet at all, nothing is said. */
function sumFaults(design: Design, rule: SumRule, rows: readonly FilledRow[]): Fault[] {
  const column = design.columns.find(({ id }) => id === rule.target.col);
  if (!column) return [];
  const decimals = decimalsOf(column);
  const at = (row: string, col: string) => rows.find(({ id }) => id === row)?.cells[col] ?? '';
  const places = rule.target.row === '*' ? rows.map(({ id }) => id) : [rule.target.row];
  return places.flatMap((place) => {
    const rowOf = (ref: CellRef) => (ref.row === '*' ? place : ref.row);
    const texts = rule.parts.map((part) => at(rowOf(part), part.col));
    const now = at(place, rule.target.col);
    if (now === '' && texts.every((text) => text === '')) return [];
    const values = texts.map((text) => (text === '' ? 0n : toScaledInteger(text, decimals)));
    const own = now === '' ? undefined : toScaledInteger(now, decimals);
    // What is no number is told where it stands.
    if (values.some((value) => value === undefined) || (now !== '' && own === undefined)) return [];
    const due = values.reduce<bigint>((sum, value) => sum + (value ?? 0n), 0n);
    if (own === due) return [];
    const words = `${column.name}应为${fromScaledInteger(due, decimals)}，现为${own === undefined ? '空' : fromScaledInteger(own, decimals)}`;
    const text = rule.sentence ? `${words}：${rule.sentence}` : words;
    return [{ row: place, col: rule.target.col, text, level: rule.level }];
  });
}

/** A filling with its texts as they are kept; cells that are not of the grid fall away. */
export function cleanRows(design: Design, rows: readonly FilledRow[], choices: Choices): FilledRow[] {
  return rows.map(({ id, cells }) => ({
    id,
    cells: Object.fromEntries(
      design.columns.flatMap((column) => {
        const { text } = readCell(column, cells[column.id] ?? '', choices[column.id] ?? column.choices);
        return text === '' ? [] : [[column.id, text]];
      }),
    ),
  }));
}

/** The cells in which two fillings differ, with what stood and what stands there. */
export function changesOf(design: Design, before: readonly FilledRow[], after: readonly FilledRow[]) {
  const ids = [...new Set([...before, ...after].map(({ id }) => id))];
  const at = (rows: readonly FilledRow[], id: string, col: string) =>
    rows.find((row) => row.id === id)?.cells[col] ?? '';
  return ids.flatMap((row) =>
    design.columns.flatMap(({ id: col }) => {
      const [old, now] = [at(before, row, col), at(after, row, col)];
      return old === now ? [] : [{ row, col, old, now }];
    }),
  );
}
