import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/types.ts';
import type { Db } from './database/db.ts';
import { inScope, personScope, type Scope, workerScope } from './database/scope.ts';
import { Refusal } from './errors.ts';
import type { ServerModule } from './module.ts';
import type { Vault } from './secrecy/crypto.ts';
import type { Config } from './start/config.ts';

/** What the whole server holds, made once at start. */
export interface Services {
  db: Kysely<Database>;
  vault: Vault;
  config: Config;
  /** What every module adds to the house; read where something of all modules is asked for. */
  modules: readonly ServerModule[];
}

/** What a role works for; each role a deployment adds has one of the two. */
export type RoleBase = 'subtree' | 'own';

/** A signed-in person in the one role that is active now. */
export interface Session {
  accountId: string;
  accountName: string;
  memberId: string | null;
  roleId: number;
  roleName: string;
  /** `subtree`: works for the organisation and all below it; `own`: sees the own record alone. */
  base: RoleBase;
  grantId: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  orgType: number;
  mustChangePassword: boolean;
  /** The site requires a second factor that the account has not set up. */
  mustEnrol: boolean;
  rights: ReadonlySet<string>;
}

/** A paired screen: it reads what its organisation shows and says how it is; it is nobody and holds no session. */
export interface Device {
  id: string;
  name: string;
  orgId: string;
  orgCode: string;
}

/** An organisation that a request asks for. */
export interface ChosenOrg {
  id: string;
  code: string;
  parentId: string | null;
}

/** What an act did to one target, for the audit row. */
export interface AuditDetail {
  type?: string;
  id?: string;
  name?: string;
  /** Organisation that the target belongs to; the session's own where absent. */
  orgCode?: string;
  /** The sub-record of a person that the changes are of: erased alone, it takes them along. */
  record?: string;
  /** `{field: [before, after]}`, personal values masked. */
  changes?: Record<string, [unknown, unknown]>;
  reason?: string;
  /** Set for sign-ins alone: the way (账号, 扫码, …) and browser and system in words. */
  signIn?: { way: string; device: string };
}

/** What one request knows; the first argument of every service function. */
export class Ctx {
  /** The request's transaction in writes, the pool in reads. */
  readonly db: Db;
  readonly services: Services;
  readonly ip: string;
  readonly traceId: string;
  readonly details: AuditDetail[] = [];
  readonly bound: string[] = [];
  readonly #request: FastifyRequest | null;
  readonly #response: FastifyReply | null;
  readonly #session: Session | null;
  readonly #chosenOrg: ChosenOrg | null;
  readonly #device: Device | null;
  readonly #scope: Scope | null;

  /** @param init of a request, or of a job that acts for the account which started it */
  constructor(
    init: {
      db: Db;
      services: Services;
      session: Session | null;
      chosenOrg?: ChosenOrg | null;
      device?: Device | null;
      scope?: Scope;
    } & ({ request: FastifyRequest; response: FastifyReply } | { jobId: string }),
  ) {
    this.db = init.db;
    this.services = init.services;
    this.#session = init.session;
    this.#chosenOrg = init.chosenOrg ?? null;
    this.#device = init.device ?? null;
    this.#scope = init.scope ?? null;
    const isRequest = 'request' in init;
    this.#request = isRequest ? init.request : null;
    this.#response = isRequest ? init.response : null;
    this.ip = isRequest ? init.request.ip : '';
    this.traceId = isRequest ? init.request.id : `job-${init.jobId}`;
  }

  get request(): FastifyRequest {
    if (this.#request === null) throw new Error('a job has no request');
    return this.#request;
  }

  get response(): FastifyReply {
    if (this.#response === null) throw new Error('a job has no response');
    return this.#response;
  }

  get vault(): Vault {
    return this.services.vault;
  }

  get signedIn(): boolean {
    return this.#session !== null;
  }

  /** The session; a public call that asks for it without one is refused. */
  get session(): Session {
    if (this.#session === null) throw new Refusal(401, '认证失败，无法访问系统资源', null, 401);
    return this.#session;
  }

  /** The paired screen that asks; a call that is not one of a device and asks for it is refused. */
  get device(): Device {
    if (this.#device === null) throw new Refusal(401, '本终端没有配对', null);
    return this.#device;
  }

  /** What the session may see. */
  get scope(): Scope {
    return this.#scope ?? scopeOf(this.session);
  }

  /** The organisation that the contract's `chosenOrg` field names; null where it is missing, deleted or out of scope. */
  get chosenOrg(): ChosenOrg | null {
    return this.#chosenOrg !== null && inScope(this.scope, this.#chosenOrg.code) ? this.#chosenOrg : null;
  }

  /** Whether the active role holds a right. */
  may(key: string): boolean {
    return holds(this.session.rights, key);
  }

  /** Adds a target to the act's audit; without any call the act leaves one row of its own. */
  audit(detail: AuditDetail): void {
    this.details.push(detail);
  }

  /** Says whom the act binds without telling them, by name, for the question before it (`reach.ts`). */
  binds(names: readonly string[]): void {
    this.bound.push(...names);
  }
}

/** Administrators, party workers and roles like theirs see the subtree of their organisation, everybody else themselves. */
export function scopeOf(session: Session): Scope {
  return session.base === 'subtree'
    ? workerScope(session.orgCode)
    : personScope(session.orgCode, session.memberId ?? '0');
}

/** `*:*:*` grants all (specification, section 5). */
export const holds = (rights: ReadonlySet<string>, key: string) => rights.has(key) || rights.has('*:*:*');
