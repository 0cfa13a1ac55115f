/** A group of rights, as pages and sheets show them, with what one room adds to it. */
export interface RightGroup {
  /** In Chinese; several rooms may name the same. */
  group: string;
  /** By which the groups are ordered. */
  order: number;
  /** The beginnings of the keys of the room's rights, before the colon. */
  starts: readonly string[];
}
