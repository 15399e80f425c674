/**
 * Writes server/seeds/data/holidays.json from the package chinese-days 1.5.7 (the State Council's yearly notices).
 * Run it each November, when the notice for the next year is out and the package carries it: fetch the package with
 * `npm pack chinese-days@<version>` in an empty folder elsewhere, unpack it, and give its folder:
 *
 *   node scripts/data/extract-holidays.mjs <unpacked package>
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [packageFolder] = process.argv.slice(2);
if (packageFolder === undefined)
  throw new Error('Pass the folder of the unpacked package chinese-days as the argument.');

const { name, version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
const source = JSON.parse(readFileSync(join(packageFolder, 'dist', 'chinese-days.json'), 'utf8'));

// A value reads `Spring Festival,春节,4`; only the Chinese name is used.
const chineseName = (value) => value.split(',')[1];
const days = [
  ...Object.entries(source.holidays).map(([date, value]) => [date, 'holiday', chineseName(value)]),
  ...Object.entries(source.workdays).map(([date, value]) => [date, 'workday', chineseName(value)]),
].sort(([a], [b]) => (a < b ? -1 : 1));

const years = [...new Set(days.map(([date]) => Number(date.slice(0, 4))))];
const ofYear = (year) =>
  days
    .filter(([date]) => date.startsWith(`${year}-`))
    .map((day) => JSON.stringify(day))
    .join(',\n');

const text = `{
"source": ${JSON.stringify(`${name} ${version}`)},
"coveredYears": ${JSON.stringify(years)},
"days": [
${years.map(ofYear).join(',\n')}
]
}
`;
writeFileSync(new URL('../../server/seeds/data/holidays.json', import.meta.url), text);
