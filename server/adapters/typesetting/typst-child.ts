import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { handleChildJobs } from '#server/kernel/processes/handle-child-jobs.ts';
import type { DrawingRequest, TypstRequest, TypstResult } from './typst-messages.ts';

/**
 * Program of the child process that draws: it keeps the fonts in memory and answers one document after the
 * other.
 */
const programs = {
  document: fileURLToPath(new URL('./official-document.typ', import.meta.url)),
  seal: fileURLToPath(new URL('./demo-seal.typ', import.meta.url)),
  scan: fileURLToPath(new URL('./demo-scan.typ', import.meta.url)),
  mailing: fileURLToPath(new URL('./mailing.typ', import.meta.url)),
};
const fonts = process.argv.slice(2).map((path) => readFileSync(path));

const workspace = fileURLToPath(new URL('.', import.meta.url));
const compiler = NodeCompiler.create({
  workspace,
  fontArgs: [{ fontBlobs: fonts }],
});

function draw({ kind, document, pictures = {} }: DrawingRequest): TypstResult {
  for (const [id, { bytes }] of Object.entries(pictures))
    compiler.mapShadow(join(workspace, 'pictures', id), Buffer.from(bytes));
  try {
    return compile({ kind, document });
  } finally {
    compiler.resetShadow();
  }
}

function compile({ kind, document }: DrawingRequest): TypstResult {
  const compiled = compiler.compile({ mainFilePath: programs[kind], inputs: { document } });
  const { result } = compiled;
  if (result === null) {
    const error = compiled.takeError();
    return {
      failure: error ? JSON.stringify(compiler.fetchDiagnostics(error)).slice(0, 2_000) : 'no reason given',
    };
  }
  const pdf = compiler.pdf(result);
  compiler.evictCache(5);
  return { pdf, pages: result.numOfPages };
}

handleChildJobs(async (job: TypstRequest): Promise<TypstResult> => {
  try {
    if (job.kind !== 'codePoints') return draw(job);
    const { coveredCodePoints } = await import('./code-point-coverage.ts');
    return { codePoints: coveredCodePoints(fonts) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
});
