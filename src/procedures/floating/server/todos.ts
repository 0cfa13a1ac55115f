import type { Side } from '#procedures/floating/contract.ts';

/** The module's name on to-dos. */
export const MODULE = '流动党员';
/** Where an outflow or an inflow is looked at. */
export const movePath = (side: Side, id: string) => `/affairs/mobilePartyMembers/moveDetail?side=${side}&id=${id}`;

/** An outflow that waits for the branch. */
export const outSubject = (id: string) => `mobileOutflow:${id}`;
/** An inflow that waits for whoever is to receive. */
export const inSubject = (id: string) => `mobileInflow:${id}`;
/** A contact that is due. */
export const CONTACT = (id: string) => `mobileContact:${id}`;
/** A 停止党籍 that the clock of lost contact proposes; module variation opens it, whoever is found again closes it. */
export const lostSubject = (memberId: string) => `variationDraft:lost:${memberId}`;
