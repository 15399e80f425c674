import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { configurationBundle } from '#contract/configuration-bundle.ts';
import { type BundlePart, bundlePartNames } from '#domain/office/bundle-parts.ts';
import { createRandom, type Random } from '#server/seeds/demo/random.ts';
import type { TestOffice } from '#test/world/office.ts';
import { filesOfPackage, signedByStranger } from '#test/world/package-of-stranger.ts';
import {
  keyOf,
  nameOf,
  noRow,
  type OfficeMutation,
  type Parts,
  type Row,
  strokes,
} from './office-mutations.ts';

/**
 * Imports random configuration bundles into an office: an export must return the imported rows, and a refused
 * bundle must change no row of any table. The expected result comes from an oracle that merges rows only by
 * their keys.
 */

/** The administrator roles, each with the parts that it imports. */
const administrators: readonly { account: string; parts: readonly BundlePart[] }[] = [
  { account: 'tianye', parts: ['categories', 'organisations', 'halls', 'windows', 'posts', 'groups'] },
  { account: 'xiaohan', parts: ['forms', 'processes', 'items', 'documents', 'holidays'] },
  { account: 'dongmei', parts: ['roles'] },
];

export interface Trials {
  accepted: number;
  refused: number;
  /** How often each change was made. */
  made: Map<string, number>;
  /** Unexpected results, each with the seed that reproduces it. */
  failures: string[];
}

/** Tables that a call writes even if it changes nothing else. */
const ofCalls = ['sessions', 'idempotency_keys', 'security_events'];

async function digestOfTables({ context: { db } }: TestOffice): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`.execute(
    db,
  );
  const names = rows.map(({ name }) => name).filter((name) => !ofCalls.includes(name));
  const digests = names.map(
    (name) =>
      sql`select ${name}::text as name, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as digest from ${sql.table(name)} t`,
  );
  const whole = await sql<{
    name: string;
    digest: string;
  }>`${sql.join(digests, sql` union all `)} order by 1`.execute(db);
  return whole.rows.map(({ name, digest }) => `${name} ${digest}`).join('\n');
}

async function takenOut(office: TestOffice): Promise<{ file: string; parts: Parts }> {
  const { file } = await office.as('tianye').done(configurationBundle.take, {});
  const files = filesOfPackage(file);
  const parts = Object.fromEntries(
    bundlePartNames.map((name) => [name, JSON.parse(files[`${name}.json`] ?? '[]') as Row[]]),
  ) as Parts;
  return { file, parts };
}

/**
 * Returns the rows that an office must have after the import: rows that the bundle does not contain are kept.
 */
function merged(part: BundlePart, here: readonly Row[], given: readonly Row[]): Map<string, Row> {
  const rows = new Map([...here, ...given].map((row) => [keyOf[part](row), row]));
  // The bundle of an administrator who does not manage items changes no category.
  if (part === 'categories') for (const row of here) rows.set(keyOf[part](row), row);
  return rows;
}

function otherwise(part: BundlePart, expected: ReadonlyMap<string, Row>, found: readonly Row[]): string[] {
  const rows = new Map(found.map((row) => [keyOf[part](row), row]));
  return [...new Set([...expected.keys(), ...rows.keys()])]
    .filter((key) => !isDeepStrictEqual(expected.get(key), rows.get(key)))
    .map(
      (key) => `${part} ${key}: ${JSON.stringify(expected.get(key))} became ${JSON.stringify(rows.get(key))}`,
    );
}

function strokesFor(random: Random, parts: readonly BundlePart[]): OfficeMutation[] {
  const own = strokes.filter(({ part }) => parts.includes(part));
  const fine = own.filter(({ is }) => is === 'fine');
  const wrong = own.filter(({ is }) => is === 'wrong');
  const chosen = Array.from({ length: random.int(0, 6) }, () => random.pick(fine));
  // Wrong rows come last, so that no later change corrects them by accident; values that are not rows come
  // after them, because they cannot become another row.
  if (random.chance(0.5)) {
    const faults = Array.from({ length: random.int(1, 3) }, () => random.pick(wrong));
    chosen.push(...faults.sort((one, other) => Number(one.name === noRow) - Number(other.name === noRow)));
  }
  return chosen;
}

async function tryOne(office: TestOffice, trials: Trials, seed: number): Promise<void> {
  const random = createRandom(seed);
  const { account, parts: own } = random.pick(administrators);
  const here = await takenOut(office);
  const given = structuredClone(here.parts);
  let number = 0;
  const fresh = () => {
    number += 1;
    return `t${seed}-${number}`;
  };
  const made = strokesFor(random, own).filter((stroke) => stroke.make(given, random, fresh));
  // Rows that are omitted are kept.
  if (!made.some(({ is }) => is === 'wrong'))
    for (const part of own)
      if (random.chance(0.2))
        given[part] = given[part].filter((row, index) => row !== here.parts[part][index] || index % 3 > 0);
  for (const name of made.map(nameOf)) trials.made.set(name, (trials.made.get(name) ?? 0) + 1);
  const received = `seed ${seed}, ${account}, ${made.map(nameOf).join('; ') || 'as it was'}`;
  const fail = (what: string) => trials.failures.push(`${received} — ${what}`);

  const file = await signedByStranger(here.file, (files) => {
    for (const part of own) files[`${part}.json`] = JSON.stringify(given[part], null, random.int(0, 2));
  });
  const before = await digestOfTables(office);
  const body = { file, parts: [...own] };
  const seen = await office.as(account).call(configurationBundle.preview, { body });
  if (seen.status !== 200)
    return void fail(`the look was answered ${seen.status}: ${seen.text.slice(0, 300)}`);
  if ((await digestOfTables(office)) !== before) fail('the look changed something');
  const { digest, wrong, problems, source } = seen.body.data as unknown as {
    digest: string;
    wrong: number;
    problems: unknown[];
    source: { signer: string };
  };
  const isWrong = made.some(({ is }) => is === 'wrong');
  if (wrong > 0 !== isWrong)
    return void fail(isWrong ? 'nothing was said' : `it was said: ${JSON.stringify(problems.slice(0, 4))}`);
  const sent = { body: { ...body, digest, signer: source.signer } };
  const answer = await office.as(account).call(configurationBundle.apply, sent);
  if (isWrong) {
    trials.refused += 1;
    if (answer.status !== 400) fail(`it was answered ${answer.status}`);
    if ((await digestOfTables(office)) !== before) fail('what was refused changed something');
    return;
  }
  trials.accepted += 1;
  if (answer.status !== 200)
    return void fail(`it was answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  const after = await takenOut(office);
  for (const part of bundlePartNames) {
    const expected = merged(part, here.parts[part], own.includes(part) ? given[part] : []);
    for (const line of otherwise(part, expected, after.parts[part]).slice(0, 2)) fail(line.slice(0, 900));
  }
  const again = await office.as(account).call(configurationBundle.preview, { body });
  const { parts } = again.body.data as unknown as {
    parts: { compared: boolean; added: number; changed: number }[];
  };
  if (parts.some(({ compared, added, changed }) => compared && added + changed > 0))
    fail('the same package again would change something');
}

export async function runOfficeTrials(
  office: TestOffice,
  { seed, count }: { seed: number; count: number },
): Promise<Trials> {
  const trials: Trials = { accepted: 0, refused: 0, made: new Map(), failures: [] };
  for (let index = 0; index < count; index += 1) await tryOne(office, trials, seed + index);
  return trials;
}
