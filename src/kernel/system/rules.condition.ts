import type { ConditionLine } from './contract.condition.ts';

/** A backup or a drill that has ended. */
export interface EndedRun {
  succeeded: boolean;
  outcome: string;
  /** Epoch milliseconds. */
  at: number;
}

/** What is known of the platform at a moment. */
export interface Facts {
  version: string;
  node: string;
  upSeconds: number;
  /** Epoch milliseconds by the database's clock. */
  now: number;
  /** Not the demo: what is lacking matters. */
  production: boolean;
  database: { version: string; bytes: number; embedded: boolean };
  disk: { free: number; size: number } | null;
  jobs: { queued: number; running: number; failed: number; oldestSeconds: number };
  outbox: { waiting: number; oldestSeconds: number };
  counterLag: number;
  faultsToday: number;
  plan: { hour: number; folder: string; days: number } | null;
  lastBackup: EndedRun | null;
  /** Epoch milliseconds of the last one that succeeded. */
  goodBackupAt: number | null;
  lastDrill: EndedRun | null;
}

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;
const GIB = 1024 ** 3;

const line = (
  key: string,
  label: string,
  value: string,
  tone: ConditionLine['tone'] = 'ok',
  hint = '',
): ConditionLine => ({
  key,
  label,
  value,
  tone,
  hint: tone === 'ok' ? '' : hint,
});

/** A size in words: 1.5 GB. */
function sizeOf(bytes: number): string {
  const units = ['字节', 'KB', 'MB', 'GB', 'TB'];
  let [at, size] = [0, bytes];
  for (; size >= 1024 && at < units.length - 1; at++) size /= 1024;
  return `${at === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[at]}`;
}

function timeSpan(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)}秒`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)}分钟`;
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)}小时`;
  return `${Math.floor(seconds / 86_400)}天`;
}

/** How the platform stands, by parts; a line of tone `bad` is a to-do for administrators. */
export function conditionOf(facts: Facts): { title: string; lines: ConditionLine[] }[] {
  return [
    { title: '程序和数据库', lines: [programLine(facts), databaseLine(facts), diskLine(facts)] },
    {
      title: '后台工作',
      lines: [jobLine(facts), failedLine(facts), outboxLine(facts), lagLine(facts), faultLine(facts)],
    },
    { title: '备份和恢复演练', lines: [planLine(facts), backupLine(facts), drillLine(facts)] },
  ];
}

const programLine = ({ version, node, upSeconds }: Facts) =>
  line('program', '程序', `${version}，已运行${timeSpan(upSeconds)}，Node ${node}`);

const databaseLine = ({ database: { version, bytes, embedded } }: Facts) =>
  line('database', '数据库', `${embedded ? '内置' : '外部'} PostgreSQL ${version}，${sizeOf(bytes)}`);

function diskLine({ disk }: Facts): ConditionLine {
  const hint = '腾出空间或换更大的磁盘；满了以后不能上传，也不能保存。';
  if (!disk) return line('disk', '数据文件夹所在磁盘', '读不到', 'warn', '请检查数据文件夹的权限。');
  const part = disk.free / disk.size;
  const tone = disk.free < GIB || part < 0.05 ? 'bad' : part < 0.15 ? 'warn' : 'ok';
  const value = `剩余 ${sizeOf(disk.free)}，共 ${sizeOf(disk.size)}`;
  return line('disk', '数据文件夹所在磁盘', value, tone, hint);
}

function jobLine({ jobs: { queued, running, oldestSeconds } }: Facts): ConditionLine {
  const waits = queued > 0 ? `，最早的已等${timeSpan(oldestSeconds)}` : '';
  const tone = queued > 0 && oldestSeconds > 1800 ? 'bad' : queued > 0 && oldestSeconds > 300 ? 'warn' : 'ok';
  const hint = '任务排队太久：看有没有很大的导入导出在跑，或增加一个服务进程。';
  return line('jobs', '后台任务', `等待${queued}件，进行中${running}件${waits}`, tone, hint);
}

const failedLine = ({ jobs: { failed } }: Facts) =>
  line(
    'failed',
    '近24小时失败的任务',
    `${failed}件`,
    failed >= 20 ? 'bad' : failed > 0 ? 'warn' : 'ok',
    '在系统日志和服务输出里查看原因。',
  );

function outboxLine({ outbox: { waiting, oldestSeconds } }: Facts): ConditionLine {
  const late = waiting > 0 && oldestSeconds > 3600;
  const value = waiting > 0 ? `${waiting}条，最早的已等${timeSpan(oldestSeconds)}` : '没有';
  return line('outbox', '等待发出的消息', value, late ? 'bad' : 'ok', '对方系统可能中断：在站点配置里检测连接。');
}

const lagLine = ({ counterLag }: Facts) =>
  line(
    'counters',
    '等待汇总的人数变化',
    `${counterLag}条`,
    counterLag > 100_000 ? 'warn' : 'ok',
    '正在追赶；一直不减少时重新启动服务。',
  );

const faultLine = ({ faultsToday }: Facts) =>
  line(
    'faults',
    '今天的意外错误',
    `${faultsToday}次`,
    faultsToday >= 50 ? 'bad' : faultsToday > 0 ? 'warn' : 'ok',
    '把服务输出里带追踪号的几行交给技术支持。',
  );

function planLine({ plan, production }: Facts): ConditionLine {
  if (plan) return line('plan', '自动备份', `每天${plan.hour}点，保留${plan.days}天，放在 ${plan.folder}`);
  return line(
    'plan',
    '自动备份',
    '没有启用',
    'warn',
    production ? '在站点配置的“自动备份”里启用，或由运维定时执行 npm run backup。' : '演示环境可以不设。',
  );
}

function backupLine({ lastBackup, goodBackupAt, plan, production, now }: Facts): ConditionLine {
  const lacking = production ? 'bad' : 'warn';
  const hint = '检查备份文件夹的空间和权限，然后“立即备份”。';
  if (!lastBackup)
    return line('backup', '最近一次备份', '还没有备份过', lacking, '在站点配置里启用自动备份，或执行 npm run backup。');
  const ago = `${timeSpan(Math.max(0, now - lastBackup.at) / 1000)}前`;
  if (!lastBackup.succeeded) return line('backup', '最近一次备份', `${ago}失败：${lastBackup.outcome}`, 'bad', hint);
  const limit = plan ? 26 * HOUR : 8 * DAY;
  const isOld = goodBackupAt === null || now - goodBackupAt > limit;
  return line('backup', '最近一次备份', `${ago}：${lastBackup.outcome}`, isOld ? 'bad' : 'ok', hint);
}

function drillLine({ lastDrill, now }: Facts): ConditionLine {
  const hint = '每季度演练一次：在服务器上执行 npm run drill -- 备份文件夹。';
  if (!lastDrill) return line('drill', '最近一次恢复演练', '还没有演练过', 'warn', hint);
  const ago = `${timeSpan(Math.max(0, now - lastDrill.at) / 1000)}前`;
  const value = `${ago}：${lastDrill.outcome}`;
  if (!lastDrill.succeeded)
    return line('drill', '最近一次恢复演练', value, 'bad', '换一份备份再演练，仍不一致请联系技术支持。');
  return line('drill', '最近一次恢复演练', value, now - lastDrill.at > 100 * DAY ? 'warn' : 'ok', hint);
}
