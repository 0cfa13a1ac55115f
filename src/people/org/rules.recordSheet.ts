import { cleanHead, faultInColumn, type SheetFault, type SheetOwner } from '#platform/records/recordSheet.ts';
import { plainOrgName } from './rules.ts';

/** How sheets head these columns. */
const HEADS: Readonly<Record<string, readonly string[]>> = {
  orgName: ['党组织名称', '组织名称', '党组织', '党支部名称', '党支部', '支部名称'],
  parentName: ['上级党组织', '上级党组织名称', '上级组织', '上级组织名称'],
};

const COLUMNS = [
  { field: 'orgName', label: '党组织名称', owner: true, required: true, sample: '某某党支部' },
  { field: 'parentName', label: '上级党组织', owner: true, sample: '某某街道党委' },
] as const;
const [NAME, PARENT] = COLUMNS;

/** Faults at the columns that say whose a row is. */
export const orgFault = {
  name: (text: string): SheetFault => faultInColumn(NAME, text),
  parent: (text: string, suggestions: readonly string[]): SheetFault => faultInColumn(PARENT, text, suggestions),
};

/** Whose a row is: an organisation, found by its name; the superior tells those of one name apart. */
export const orgOfSheet: SheetOwner = {
  columns: COLUMNS,
  match: (heads) => {
    const fields = heads.map(
      (text) => Object.keys(HEADS).find((field) => HEADS[field]?.includes(cleanHead(text))) ?? null,
    );
    return fields.map((field, at) => (fields.indexOf(field) === at ? field : null));
  },
  read: ({ orgName = '' }) => ({ key: plainOrgName(orgName) || null, faults: [] }),
};
