import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { withoutSlashes } from '#platform/text/edges.ts';
import type { Bucket } from '../files/fileStore.ts';
import { readKeyFile } from '../secrecy/keys.ts';

/** Everything that the environment decides, read once at start. */
export interface Config {
  port: number;
  host: string;
  /** Where whoever runs the platform reads figures and readiness; null: nowhere. */
  metricsPort: number | null;
  metricsHost: string;
  /** Seconds for which a server that was asked to end says so at `/readyz` and still serves, so that the proxy in front turns away first. */
  drainSeconds: number;
  /** External PostgreSQL; null: the embedded one under dataDir. */
  databaseUrl: string | null;
  /** The same database as the owner of its tables, for migrations; null: databaseUrl does both. */
  databaseOwnerUrl: string | null;
  dataDir: string;
  demo: boolean;
  /** The file of the keys from which every field, index and cookie key follows; good at the time of the start. */
  keyFile: string;
  /** The file of the key of backups, which is made by the first of them. */
  backupKeyFile: string;
  /** Session limits in seconds. */
  idleSeconds: number;
  absoluteSeconds: number;
  /** Addresses or networks of the proxies in front that may be believed about the client's address. */
  trustProxy: string[];
  /** The names under which this platform is reached, with a port or for all ports; empty: any. */
  hosts: string[];
  production: boolean;
  /** Where files lie; null: in the data folder. */
  bucket: Bucket | null;
  /** The virus scanner that every uploaded file passes; null: none. */
  scanner: { host: string; port: number; required: boolean } | null;
  /** LibreOffice and ffmpeg: as they are called or their whole path, where they are installed; `off`: not used. */
  soffice: string;
  ffmpeg: string;
  /** bubblewrap, without which neither is used; likewise. */
  bwrap: string;
  /** Gigabytes that one account may upload in a day. */
  uploadGigabytes: number;
}

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(0),
  DATABASE_URL: z.string().min(1).optional(),
  DATABASE_OWNER_URL: z.string().min(1).optional(),
  DATA_DIR: z.string().default('./data'),
  DEMO: z.enum(['0', '1']).optional(),
  KEY_FILE: z.string().optional(),
  BACKUP_KEY_FILE: z.string().min(1).optional(),
  SESSION_IDLE_MINUTES: z.coerce.number().min(1).max(1440).default(30),
  SESSION_HOURS: z.coerce.number().min(1).max(72).default(12),
  TRUST_PROXY: z.string().default(''),
  HOSTS: z
    .string()
    .regex(/^[\w.:[\],\s-]*$/, 'host[:port],…')
    .default(''),
  S3_URL: z.url().optional(),
  S3_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_FILE: z.string().min(1).optional(),
  S3_REGION: z.string().default('us-east-1'),
  CLAMD: z
    .string()
    .regex(/^[^:]+:\d{1,5}$/, 'host:port')
    .optional(),
  CLAMD_REQUIRED: z.enum(['0', '1']).default('1'),
  SOFFICE: z.string().min(1).default('soffice'),
  FFMPEG: z.string().min(1).default('ffmpeg'),
  BWRAP: z.string().min(1).default('bwrap'),
  UPLOAD_GB_A_DAY: z.coerce.number().min(0.01).max(1024).default(20),
});

function parsedEnvironment(env: NodeJS.ProcessEnv): z.output<typeof schema> {
  const parsed = schema.safeParse(env);
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
}

/** Where data lie and come to lie. Unlike `readConfig` it makes nothing: a restore wants an empty place, and the key of before. */
export function readStorage(env: NodeJS.ProcessEnv = process.env) {
  const values = parsedEnvironment(env);
  const dataDir = resolve(values.DATA_DIR);
  return {
    databaseUrl: values.DATABASE_URL ?? null,
    databaseOwnerUrl: values.DATABASE_OWNER_URL ?? null,
    dataDir,
    /** The product's key file as the environment names it; null: it is the one in the data folder. */
    keyFile: values.KEY_FILE ? resolve(values.KEY_FILE) : null,
    backupKeyFile: backupKeyFileOf(values, dataDir),
    bucket: readBucket(values),
  };
}

const backupKeyFileOf = ({ BACKUP_KEY_FILE: path }: z.output<typeof schema>, dataDir: string) =>
  path ? resolve(path) : resolve(dataDir, 'backup.key');

/**
 * Reads the environment. Whatever is no demo is production: DATABASE_URL without DEMO=1, the embedded database with DEMO=0.
 * Throws where a value is wrong, or where production with DATABASE_URL has no KEY_FILE; the embedded database makes a key beside
 * the data.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const values = parsedEnvironment(env);
  const dataDir = resolve(values.DATA_DIR);
  const demo = values.DATABASE_URL ? values.DEMO === '1' : values.DEMO !== '0';
  const production = !demo;
  if (production && values.DATABASE_URL && !values.KEY_FILE) {
    throw new Error('KEY_FILE is required with DATABASE_URL: a file of 32 random bytes, readable by the server alone');
  }
  ownFolder(dataDir);
  return {
    port: values.PORT,
    host: values.HOST,
    metricsPort: values.METRICS_PORT ?? null,
    metricsHost: values.METRICS_HOST,
    drainSeconds: values.DRAIN_SECONDS,
    databaseUrl: values.DATABASE_URL ?? null,
    databaseOwnerUrl: values.DATABASE_OWNER_URL ?? null,
    dataDir,
    demo,
    keyFile: checkedKeyFile(
      values.KEY_FILE ? resolve(values.KEY_FILE) : resolve(dataDir, 'master.key'),
      !values.KEY_FILE,
    ),
    backupKeyFile: backupKeyFileOf(values, dataDir),
    idleSeconds: values.SESSION_IDLE_MINUTES * 60,
    absoluteSeconds: values.SESSION_HOURS * 3600,
    trustProxy: listOf(values.TRUST_PROXY),
    hosts: listOf(values.HOSTS.toLowerCase()),
    production,
    bucket: readBucket(values),
    scanner: readScanner(values),
    soffice: values.SOFFICE,
    ffmpeg: values.FFMPEG,
    bwrap: values.BWRAP,
    uploadGigabytes: values.UPLOAD_GB_A_DAY,
  };
}

const listOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/**
 * The configured name that a request's host belongs to; null for a host that is not this platform's. It keeps callers from choosing
 * whose settings apply by inventing a host.
 */
export function knownHost({ hosts }: Pick<Config, 'hosts'>, host: string): string | null {
  const name = host.toLowerCase();
  if (hosts.length === 0) return name;
  const bare = name.replace(/:\d+$/, '');
  return hosts.find((own) => own === name) ?? hosts.find((own) => own === bare) ?? null;
}

/** Files go to a bucket of an S3-compatible store when its address is given; the secret is read from a file. */
function readBucket(values: z.output<typeof schema>): Bucket | null {
  if (!values.S3_URL) return null;
  if (!values.S3_KEY_ID || !values.S3_SECRET_FILE) throw new Error('S3_URL needs S3_KEY_ID and S3_SECRET_FILE');
  const secret = readFileSync(resolve(values.S3_SECRET_FILE), 'utf8').trim();
  return { url: withoutSlashes(values.S3_URL), keyId: values.S3_KEY_ID, secret, region: values.S3_REGION };
}

/** CLAMD=host:port; while the scanner is away uploads are refused, unless CLAMD_REQUIRED=0. */
function readScanner({ CLAMD, CLAMD_REQUIRED }: z.output<typeof schema>): Config['scanner'] {
  if (!CLAMD) return null;
  const [host = '', port = ''] = CLAMD.split(':');
  return { host, port: Number(port), required: CLAMD_REQUIRED === '1' };
}

/** The data folder is its owner's alone; of root's, the database's own user may pass through and see nothing. */
function ownFolder(path: string): void {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  mkdirSync(path, { recursive: true, mode });
  try {
    if ((statSync(path).mode & 0o777 & ~mode) !== 0) chmodSync(path, mode);
  } catch {
    // It belongs to somebody else; `startWarnings` tells what others may do there.
  }
}

/** What an operator is to know of how a production server was started, a line each. Root is `uid` 0; null where there are no users. */
export function startWarnings({ production, keyFile, dataDir }: Config, uid = process.getuid?.() ?? null): string[] {
  if (!production || uid === null) return [];
  const isOpen = (path: string) => (statSync(path).mode & 0o066) !== 0;
  const { keys } = readKeyFile(keyFile);
  const isTyped = keys.some(({ bytes }) => bytes.every((byte) => byte >= 0x20 && byte < 0x7f));
  return [
    ...(isOpen(keyFile)
      ? [`密钥文件 ${keyFile} 可被其他用户读写，请执行 chmod 600。(The key file is readable by others.)`]
      : []),
    ...(isTyped
      ? ['密钥全是可打印的字符，不像随机数，请用 npm run keys:rotate 换新。(The key is text, not random bytes.)']
      : []),
    ...(isOpen(dataDir)
      ? [`数据文件夹 ${dataDir} 可被其他用户读写，请执行 chmod 700。(The data folder is open to others.)`]
      : []),
    ...(uid === 0
      ? ['服务以 root 身份运行，请改用专门的用户。(The server runs as root; give it a user of its own.)']
      : []),
  ];
}

function checkedKeyFile(path: string, mayCreate: boolean): string {
  if (!existsSync(path)) {
    if (!mayCreate) throw new Error(`KEY_FILE ${path} does not exist`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, randomBytes(32), { mode: 0o600 });
    chmodSync(path, 0o600);
  }
  readKeyFile(path);
  return path;
}
