import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { configurationBundle } from '#contract/configuration-bundle.ts';
import { type BundlePart, bundlePartNames } from '#domain/office/bundle-parts.ts';
import { createRandom, type Random } from '#server/seeds/demo/random.ts';
import { filesOfBundle, signWithForeignKey } from '#test/world/foreign-bundle.ts';
import type { TestOffice } from '#test/world/office.ts';
import {
  keyOf,
  nameOf,
  noRow,
  type OfficeMutation,
  officeMutations,
  type Parts,
  type Row,
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
  mutationCounts: Map<string, number>;
  /** Unexpected results, each with the seed that reproduces it. */
  failures: string[];
}

/** Tables that a call writes even if it changes nothing else. */
const excludedTables = ['sessions', 'idempotency_keys', 'security_events'];

async function digestOfTables({ context: { db } }: TestOffice): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`.execute(
    db,
  );
  const names = rows.map(({ name }) => name).filter((name) => !excludedTables.includes(name));
  const digests = names.map(
    (name) =>
      sql`select ${name}::text as name, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as digest from ${sql.table(name)} t`,
  );
  const result = await sql<{
    name: string;
    digest: string;
  }>`${sql.join(digests, sql` union all `)} order by 1`.execute(db);
  return result.rows.map(({ name, digest }) => `${name} ${digest}`).join('\n');
}

async function exportBundle(office: TestOffice): Promise<{ file: string; parts: Parts }> {
  const { file } = await office.as('tianye').done(configurationBundle.exportBundle, {});
  const files = filesOfBundle(file);
  const parts = Object.fromEntries(
    bundlePartNames.map((name) => [name, JSON.parse(files[`${name}.json`] ?? '[]') as Row[]]),
  ) as Parts;
  return { file, parts };
}

/**
 * Returns the rows that an office must have after the import: rows that the bundle does not contain are kept.
 */
function mergeRows(part: BundlePart, current: readonly Row[], imported: readonly Row[]): Map<string, Row> {
  const rows = new Map([...current, ...imported].map((row) => [keyOf[part](row), row]));
  // The bundle of an administrator who does not manage items changes no category.
  if (part === 'categories') for (const row of current) rows.set(keyOf[part](row), row);
  return rows;
}

function findDifferences(
  part: BundlePart,
  expected: ReadonlyMap<string, Row>,
  found: readonly Row[],
): string[] {
  const rows = new Map(found.map((row) => [keyOf[part](row), row]));
  return [...new Set([...expected.keys(), ...rows.keys()])]
    .filter((key) => !isDeepStrictEqual(expected.get(key), rows.get(key)))
    .map(
      (key) => `${part} ${key}: ${JSON.stringify(expected.get(key))} became ${JSON.stringify(rows.get(key))}`,
    );
}

function pickMutations(random: Random, parts: readonly BundlePart[]): OfficeMutation[] {
  const ownMutations = officeMutations.filter(({ part }) => parts.includes(part));
  const validMutations = ownMutations.filter(({ validity }) => validity === 'valid');
  const invalidMutations = ownMutations.filter(({ validity }) => validity === 'invalid');
  const chosen = Array.from({ length: random.int(0, 6) }, () => random.pick(validMutations));
  // Wrong rows come last, so that no later change corrects them by accident; values that are not rows come
  // after them, because they cannot become another row.
  if (random.chance(0.5)) {
    const wrongRows = Array.from({ length: random.int(1, 3) }, () => random.pick(invalidMutations));
    chosen.push(...wrongRows.sort((one, other) => Number(one.name === noRow) - Number(other.name === noRow)));
  }
  return chosen;
}

async function runTrial(office: TestOffice, trials: Trials, seed: number): Promise<void> {
  const random = createRandom(seed);
  const { account, parts: ownParts } = random.pick(administrators);
  const current = await exportBundle(office);
  const imported = structuredClone(current.parts);
  let number = 0;
  const newCode = () => {
    number += 1;
    return `t${seed}-${number}`;
  };
  const mutations = pickMutations(random, ownParts).filter((mutation) =>
    mutation.apply(imported, random, newCode),
  );
  // Rows that are omitted are kept.
  if (!mutations.some(({ validity }) => validity === 'invalid'))
    for (const part of ownParts)
      if (random.chance(0.2))
        imported[part] = imported[part].filter(
          (row, index) => row !== current.parts[part][index] || index % 3 > 0,
        );
  for (const name of mutations.map(nameOf))
    trials.mutationCounts.set(name, (trials.mutationCounts.get(name) ?? 0) + 1);
  const label = `seed ${seed}, ${account}, ${mutations.map(nameOf).join('; ') || 'as it was'}`;
  const fail = (what: string) => trials.failures.push(`${label} — ${what}`);

  const file = await signWithForeignKey(current.file, (files) => {
    for (const part of ownParts)
      files[`${part}.json`] = JSON.stringify(imported[part], null, random.int(0, 2));
  });
  const digestBefore = await digestOfTables(office);
  const body = { file, parts: [...ownParts] };
  const preview = await office.as(account).call(configurationBundle.preview, { body });
  if (preview.status !== 200)
    return void fail(`the preview was answered ${preview.status}: ${preview.text.slice(0, 300)}`);
  if ((await digestOfTables(office)) !== digestBefore) fail('the preview changed something');
  const { digest, wrong, problems, source } = preview.body.data as unknown as {
    digest: string;
    wrong: number;
    problems: unknown[];
    source: { signer: string };
  };
  const isWrong = mutations.some(({ validity }) => validity === 'invalid');
  if (wrong > 0 !== isWrong)
    return void fail(
      isWrong ? 'no problem was reported' : `problems were reported: ${JSON.stringify(problems.slice(0, 4))}`,
    );
  const sent = { body: { ...body, digest, signer: source.signer } };
  const answer = await office.as(account).call(configurationBundle.apply, sent);
  if (isWrong) {
    trials.refused += 1;
    if (answer.status !== 400) fail(`it was answered ${answer.status}`);
    if ((await digestOfTables(office)) !== digestBefore) fail('the refused import changed something');
    return;
  }
  trials.accepted += 1;
  if (answer.status !== 200)
    return void fail(`it was answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  const exportAfterwards = await exportBundle(office);
  for (const part of bundlePartNames) {
    const expected = mergeRows(part, current.parts[part], ownParts.includes(part) ? imported[part] : []);
    for (const line of findDifferences(part, expected, exportAfterwards.parts[part]).slice(0, 2))
      fail(line.slice(0, 900));
  }
  const secondPreview = await office.as(account).call(configurationBundle.preview, { body });
  const { parts } = secondPreview.body.data as unknown as {
    parts: { compared: boolean; added: number; changed: number }[];
  };
  if (parts.some(({ compared, added, changed }) => compared && added + changed > 0))
    fail('the same bundle again would change something');
}

export async function runOfficeTrials(
  office: TestOffice,
  { seed, count }: { seed: number; count: number },
): Promise<Trials> {
  const trials: Trials = { accepted: 0, refused: 0, mutationCounts: new Map(), failures: [] };
  for (let index = 0; index < count; index += 1) await runTrial(office, trials, seed + index);
  return trials;
}
