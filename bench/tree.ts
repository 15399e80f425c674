/**
 * Measures how long a tree takes until the frame that shows it: every region of the country open (44,707
 * lines), ten thousand organisations open, and the results of a search; compared with the simplest React list
 * of the same rows, and of only those that fit the box. All in one page of one browser, one after the other
 * in each round; medians. `node bench/tree.ts /usr/bin/chromium` (browser program); TREE_ROUNDS rounds, 15 by
 * default, after three that do not count.
 */
import { join } from 'node:path';
import { readRegions } from '#server/seeds/data/regions.ts';
import { launchBrowser } from './browser.ts';
import { buildPage } from './build-page.ts';
import { measureMachineLoad } from './rounds.ts';

const [program] = process.argv.slice(2);
const rounds = Number(process.env.TREE_ROUNDS ?? 15);
const warmUpRounds = 3;
const keyword = '镇';
const variants = ['open', 'found', 'bare', 'bare found', 'limit', 'limit found'] as const;

function regionRows() {
  return [...readRegions()].map(({ code, name, level, parentCode, parentLevel }) => ({
    id: `${level} ${code}`,
    name,
    parent: parentCode === null ? null : `${parentLevel} ${parentCode}`,
  }));
}

function organisationRows() {
  const bureaus = Array.from({ length: 99 }, (_, index) => ({
    id: `${index}`,
    name: `第${index}局`,
    parent: 'top',
  }));
  const offices = bureaus.flatMap(({ id }) =>
    Array.from({ length: 100 }, (_, index) => ({
      id: `${id}-${index}`,
      name: `${index % 9 ? '科' : '镇'}${index}`,
      parent: id,
    })),
  );
  return [{ id: 'top', name: '县人民政府', parent: null }, ...bureaus, ...offices];
}

const address = 'http://tree.invalid/';
const html = await buildPage(join(import.meta.dirname, 'tree-page', 'main.tsx'));
const browser = await launchBrowser(program);
try {
  const tab = await browser.newPage();
  await tab.route(address, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await tab.goto(address);
  await tab.waitForFunction('window.treeBench !== undefined');
  const machineLoad = measureMachineLoad();
  console.log(
    `CPU probe ${machineLoad.cpuMs.toFixed(0)} ms, load average ${machineLoad.load.toFixed(1)}, ${rounds} rounds; ms, median`,
  );
  for (const [name, rows] of Object.entries({ regions: regionRows(), organisations: organisationRows() })) {
    await tab.evaluate(`window.rows = ${JSON.stringify(rows)}`);
    const timesByVariant: Record<string, number[]> = Object.fromEntries(
      variants.map((variant) => [variant, []]),
    );
    for (let round = -warmUpRounds; round < rounds; round += 1) {
      for (const variant of variants) {
        const [call = '', searched] = variant.split(' ');
        const text = searched || call === 'found' ? keyword : '';
        const elapsedMs = (await tab.evaluate(`window.treeBench.${call}(window.rows, '${text}')`)) as number;
        if (round >= 0) timesByVariant[variant]?.push(elapsedMs);
      }
    }
    console.log(
      `${name}: ${rows.length} rows, ${rows.filter((row) => row.name.includes(keyword)).length} found`,
    );
    for (const [variant, times] of Object.entries(timesByVariant))
      console.log(`  ${variant.padEnd(12)} ${median(times).toFixed(1)}`);
  }
} finally {
  await browser.close();
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
