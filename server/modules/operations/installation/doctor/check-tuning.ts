import type { Db } from '#server/kernel/database/transaction.ts';
import { type DoctorFinding, findingsOf } from './finding.ts';
import { readTuning, type Tuning } from './queries.ts';

/** Settings of PostgreSQL that affect the speed of the portal (docs/decisions/0218). */
const advisedSettings: readonly {
  setting: keyof Tuning;
  isFine(tuning: Tuning): boolean;
  advisedValue: string;
}[] = [
  { setting: 'wal_compression', isFine: (tuning) => tuning.wal_compression !== 'off', advisedValue: 'on' },
  {
    setting: 'checkpoint_timeout',
    isFine: (tuning) => Number(tuning.checkpoint_timeout) >= 900,
    advisedValue: '15min',
  },
  { setting: 'max_wal_size', isFine: (tuning) => Number(tuning.max_wal_size) >= 2048, advisedValue: '2GB' },
  {
    setting: 'random_page_cost',
    isFine: (tuning) => Number(tuning.random_page_cost) <= 2,
    advisedValue: '1.1',
  },
  { setting: 'jit', isFine: (tuning) => tuning.jit === 'off', advisedValue: 'off' },
  { setting: 'autovacuum', isFine: (tuning) => tuning.autovacuum === 'on', advisedValue: 'on' },
];

/** Advises settings of a database of one's own that make the portal faster; they are never a fault. */
export async function checkTuning(db: Db): Promise<DoctorFinding[]> {
  return [findingOfTuning(await readTuning(db))];
}

export function findingOfTuning(tuning: Tuning): DoctorFinding {
  const { ok, warning } = findingsOf('database-tuning');
  const advice = advisedSettings
    .filter(({ isFine }) => !isFine(tuning))
    .map(({ setting, advisedValue }) => `${setting} = ${advisedValue}`);
  return advice.length === 0
    ? ok('数据库的性能参数合适', 'The settings of the database suit the portal')
    : warning(
        `建议调整数据库的性能参数（不影响正确性）：${advice.join('，')}。见运维手册“使用已有的数据库”。`,
        `Advice for a faster database, nothing is wrong: ${advice.join(', ')}.`,
      );
}
