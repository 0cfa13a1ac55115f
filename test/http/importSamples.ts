/** Samples of the calls of imports, of people and of tabs. */
export const importSamples: Record<string, () => Record<string, unknown>> = {
  'POST /api/orgMeber/imports/start': () => ({ id: '1', mapping: [] }),
  'GET /api/orgMeber/imports/get': () => ({ id: '1' }),
  'GET /api/orgMeber/imports/groups': () => ({ id: '1' }),
  'GET /api/orgMeber/imports/rows': () => ({ id: '1' }),
  'POST /api/orgMeber/imports/fix': () => ({ id: '1', rows: [{ rowNo: 1, cells: {} }] }),
  'POST /api/orgMeber/imports/fixGroup': () => ({ id: '1', code: 'nation' }),
  'GET /api/orgMeber/imports/existing': () => ({ id: '1' }),
  'POST /api/orgMeber/imports/updateExisting': () => ({ id: '1', choices: [] }),
  'POST /api/orgMeber/imports/skip': () => ({ id: '1', all: true }),
  'POST /api/orgMeber/imports/undo': () => ({ id: '1' }),
  'GET /api/orgMeber/imports/errorFile': () => ({ id: '1' }),
  'POST /api/dyxx/recordImports/template': () => ({ kind: 'family' }),
  'GET /api/dyxx/recordImports/check': () => ({ id: '1' }),
  'POST /api/dyxx/recordImports/write': () => ({ id: '1' }),
  'POST /api/dyxx/recordImports/undo': () => ({ id: '1' }),
  'GET /api/dyxx/recordImports/errorFile': () => ({ id: '1' }),
};
