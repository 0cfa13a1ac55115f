import { type Checker, type Symbol as Member, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync';
import type { ColumnSeen, PlaceSeen, Shape } from '../../../test/support/rowShapes.ts';

/** What pg makes of a value, by the number of its PostgreSQL type; json may be anything, all others are text. */
const KINDS: Readonly<Record<number, string>> = {
  16: 'boolean',
  17: 'bytes',
  21: 'number',
  23: 'number',
  26: 'number',
  700: 'number',
  701: 'number',
  114: 'json',
  3802: 'json',
  1114: 'date',
  1184: 'date',
  1000: 'array',
  1001: 'array',
  1005: 'array',
  1007: 'array',
  1009: 'array',
  1014: 'array',
  1015: 'array',
  1016: 'array',
  1182: 'array',
  1185: 'array',
  1231: 'array',
};

/** What a declared type takes: the kinds, the texts if only some, and types of items and of parts. */
interface Taken {
  kinds: Set<string>;
  texts: Set<string> | null;
  items: Type | null;
  object: Type | null;
}

/** Holds declared row types against what the database answered. */
export class RowTypes {
  readonly #checker: Checker;
  readonly #taken = new Map<Type, Taken | null>();

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  /** What is wrong with the row type of a statement; each a sentence. */
  faultsOf(type: Type, seen: PlaceSeen): string[] {
    const members = this.#membersOf(type);
    const index = this.#indexOf(type);
    const faults: string[] = [];
    for (const [name, member] of members) {
      const column = seen[name];
      if (!column?.isAlways && !member.isOptional) faults.push(`${name} is ${column ? 'not always' : 'not'} selected`);
      if (column) faults.push(...this.#columnFaults(name, member.type, column));
    }
    if (index)
      for (const [name, column] of Object.entries(seen))
        if (!members.has(name)) faults.push(...this.#columnFaults(name, index, column));
    return faults;
  }

  #membersOf(type: Type): Map<string, { type: Type; isOptional: boolean }> {
    const members = this.#checker.getPropertiesOfType(type);
    const types = members.length > 0 ? this.#checker.getTypeOfSymbol(members) : [];
    const isOptional = (member: Member) => (member.flags & SymbolFlags.Optional) !== 0;
    return new Map(
      members.flatMap((member, at) => {
        const its = types[at];
        return its ? [[member.name, { type: its, isOptional: isOptional(member) }] as const] : [];
      }),
    );
  }

  #indexOf(type: Type): Type | null {
    return this.#checker.getIndexInfosOfType(type)[0]?.valueType ?? null;
  }

  #columnFaults(name: string, type: Type, { type: number, shape }: ColumnSeen): string[] {
    const kind = KINDS[number] ?? 'string';
    const taken = this.#takenBy(type);
    if (taken && kind !== 'json' && !taken.kinds.has(kind))
      return [`${name} is ${kind} (PostgreSQL type ${number}), declared ${this.#checker.typeToString(type)}`];
    return this.#shapeFaults(name, type, shape);
  }

  #shapeFaults(name: string, type: Type, shape: Shape): string[] {
    const taken = this.#takenBy(type);
    if (!taken) return [];
    const declared = () => this.#checker.typeToString(type);
    const faults = shape.kinds
      .filter((kind) => !taken.kinds.has(kind))
      .map((kind) => `${name} was ${kind}, declared ${declared()}`);
    const strange = taken.texts ? (shape.texts ?? []).filter((text) => !taken.texts?.has(text)) : [];
    if (strange.length > 0) faults.push(`${name} was ${strange.join(', ')}, declared ${declared()}`);
    if (taken.items && shape.items) faults.push(...this.#shapeFaults(`${name}[]`, taken.items, shape.items));
    if (taken.object && shape.kinds.includes('object')) faults.push(...this.#partFaults(name, taken.object, shape));
    return faults;
  }

  #partFaults(name: string, type: Type, shape: Shape): string[] {
    const members = this.#membersOf(type);
    const index = this.#indexOf(type);
    return [...new Set([...members.keys(), ...Object.keys(shape.parts)])].flatMap((part) => {
      const member = members.get(part);
      const its = member?.type ?? index;
      const seen = shape.parts[part];
      if (!its) return [];
      const mayLack = !member || member.isOptional || (this.#takenBy(its)?.kinds.has('undefined') ?? true);
      if (!seen?.isAlways && !mayLack) return [`${name}.${part} was not always there`];
      return seen ? this.#shapeFaults(`${name}.${part}`, its, seen.shape) : [];
    });
  }

  /** Null: takes whatever comes. */
  #takenBy(type: Type): Taken | null {
    let taken = this.#taken.get(type);
    if (taken === undefined) {
      taken = this.#read(type);
      this.#taken.set(type, taken);
    }
    return taken;
  }

  #read(type: Type): Taken | null {
    if (type.flags & (TypeFlags.Any | TypeFlags.Unknown)) return null;
    const taken: Taken = { kinds: new Set(), texts: new Set(), items: null, object: null };
    let objects = 0;
    for (const part of type.isUnionType() ? (type.getTypes() ?? []) : [type]) {
      const kind = this.#kindOf(part);
      if (kind === null) return null;
      taken.kinds.add(kind);
      if (kind === 'string' && part.isStringLiteralType()) taken.texts?.add(part.value);
      else if (kind === 'string') taken.texts = null;
      if (kind === 'array') taken.items = this.#checker.isArrayType(part) ? this.#itemsOf(part) : null;
      if (kind === 'object') {
        taken.object = part;
        objects++;
      }
    }
    if (objects > 1) taken.object = null;
    return taken;
  }

  #itemsOf(part: Type): Type | null {
    return part.isTypeReference() ? (this.#checker.getTypeArguments(part)[0] ?? null) : null;
  }

  #kindOf(part: Type): string | null {
    const { flags } = part;
    if (flags & TypeFlags.Null) return 'null';
    if (flags & (TypeFlags.Undefined | TypeFlags.Void)) return 'undefined';
    if (flags & TypeFlags.StringLike) return 'string';
    if (flags & TypeFlags.NumberLike) return 'number';
    if (flags & TypeFlags.BooleanLike) return 'boolean';
    if (flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.TypeParameter)) return null;
    if (this.#checker.isArrayType(part) || this.#checker.isTupleType(part)) return 'array';
    const name = part.getSymbol()?.name;
    if (name === 'Date') return 'date';
    return name === 'Buffer' || name === 'Uint8Array' ? 'bytes' : 'object';
  }
}
