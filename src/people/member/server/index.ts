// What other modules may ask of this one's tables; nobody else imports its queries (scripts/check/structure.ts).
export { type Days, factsOn, standingPeople } from './queries/closing.ts';
export { countKept, hasGraveFault, keptRows, qualityByPlace } from './queries/faultCounts.ts';
export { type FoundPerson, type PersonAsked, peopleById, searchPeople } from './queries/find.ts';
export { formerHolders } from './queries/idCard.ts';
export { peopleWithBranches } from './queries/labels.ts';
export {
  addToLedger,
  correctAdmissionDay,
  enteredPeople,
  type LedgerEntry,
  type LedgerWay,
  ledgerMoves,
} from './queries/ledger.ts';
export { exportChunk, type MemberFilter, pageOfMembers } from './queries/list.ts';
export { blockMerges } from './queries/mergesHeld.ts';
export { joinGroupNamed } from './queries/partyGroup.ts';
export { countPeople, NOBODY_LEFT_OUT, ofPartyAge, PARTY_AGES, partyAges } from './queries/places.ts';
export { countFaults, type FaultRecord, faultRows, faultsAfter } from './queries/quality.ts';
export { findQuery } from './queries/query.ts';
export {
  addPartyAgeLess,
  clearPost,
  findByIdCard,
  findHome,
  getDetail,
  lockMember,
  type MemberRecord,
  membersOf,
} from './queries/record.ts';
export { rollOf } from './queries/roll.ts';
export { peopleOf, type SheetPerson } from './queries/sheetOwners.ts';
