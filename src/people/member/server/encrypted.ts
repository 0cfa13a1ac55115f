import { encryptedColumn, encryptedInJson, ofKind } from '#platform/server/secrecy/encryptedColumns.ts';
import { rowPlace } from './importRows.ts';
import { idCardPlace, phonePlace } from './rowMapper.ts';
import { EXPORT_JOB, SOUGHT_PLACE } from './service/export.ts';
import { newPlace } from './service/idCard.ts';
import { undoPlace } from './service/importExisting.ts';
import { valuesPlace } from './service/selfEdit.ts';

const ROW_KEY = { batch_id: 'bigint', row_no: 'integer' };
const kept = (field: 'id_card_enc' | 'phone_enc', row: 'kept' | 'dropped') =>
  encryptedInJson('member_merge', `${row}_before`, field, 'row', field === 'phone_enc' ? phonePlace : idCardPlace, {
    by: [`${row}_id`],
  });

/** Where id cards, phones and what was typed of them rest encrypted. */
export const encryptedMemberColumns = [
  encryptedColumn('member', 'id_card_enc', idCardPlace),
  encryptedColumn('member', 'phone_enc', phonePlace),
  encryptedColumn('former_id_card', 'id_card_enc', idCardPlace, { by: ['member_id'] }),
  encryptedColumn('id_card_change', 'new_enc', newPlace),
  encryptedColumn('self_edit', 'values_enc', valuesPlace, { by: ['member_id'] }),
  encryptedColumn('import_row', 'cells_enc', (batch, row) => rowPlace(batch, Number(row)), { key: ROW_KEY }),
  encryptedColumn('import_row', 'undo_enc', (batch, row) => undoPlace(batch, Number(row)), { key: ROW_KEY }),
  kept('id_card_enc', 'kept'),
  kept('phone_enc', 'kept'),
  kept('id_card_enc', 'dropped'),
  kept('phone_enc', 'dropped'),
  encryptedInJson('job', 'input', 'sought', 'base64', () => SOUGHT_PLACE, { only: ofKind(EXPORT_JOB) }),
];
