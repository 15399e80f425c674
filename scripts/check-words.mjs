import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inProject, main } from './lib/project.mjs';
import { countWords, docComments, exportedTypes, isNamedByParticiple } from './lib/words.mjs';

// node scripts/check-words.mjs                  counts, and fails above the limits
// node scripts/check-words.mjs server/kernel/http      lists the comments to correct below a folder

/** Limit of vague subjects in a thousand words of comments. */
const maxVaguePerMille = 1;

const listFiles = (...patterns) =>
  spawnSync('git', ['ls-files', ...patterns], { cwd: inProject('.'), encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean);
const read = (file) => readFileSync(inProject(file), 'utf8');

function countComments(files) {
  const total = { words: 0, vague: 0 };
  for (const file of files) {
    for (const { text } of docComments(read(file))) {
      const { words, vague } = countWords(text);
      total.words += words;
      total.vague += vague;
    }
  }
  return total;
}

function findBadNames(files) {
  const filesByType = new Map();
  for (const file of files)
    for (const name of exportedTypes(read(file)))
      filesByType.set(name, [...(filesByType.get(name) ?? []), file]);
  const all = [...filesByType];
  return [
    ...all
      .filter(([, places]) => places.length > 1)
      .map(([name, places]) => `${name} names several types: ${places.join(', ')}`),
    ...all
      .filter(([name]) => isNamedByParticiple(name))
      .map(([name, places]) => `${name} is named by a participle: ${places[0]}`),
  ];
}

main(async () => {
  const [folder] = process.argv.slice(2);
  const sources = listFiles('*.ts', '*.tsx', '*.mjs');
  if (sources.length === 0) throw new Error('The sources can be counted only in a clone of the repository');
  if (folder !== undefined) {
    for (const file of sources.filter((name) => name.startsWith(folder)))
      for (const { line, text } of docComments(read(file)))
        if (countWords(text).vague > 0) console.log(`${file}:${line}  ${text}`);
    return 0;
  }
  const { words, vague } = countComments(sources);
  const perMille = (1000 * vague) / words;
  console.log(
    `${words} words of comments, ${perMille.toFixed(1)} ‰ vague subjects (${maxVaguePerMille} at most)`,
  );
  const isOfTests = (name) => name.endsWith('.test.ts') || name.includes('/model-test/');
  const types = listFiles('server/*.ts', 'domain/*.ts').filter((name) => !isOfTests(name));
  const problems = findBadNames(types);
  for (const name of problems) console.error(name);
  return perMille > maxVaguePerMille || problems.length > 0 ? 1 : 0;
});
