import { parentPort } from 'node:worker_threads';
import { lintDefinition } from '#domain/workflow/lint.ts';
import { readDefinition } from './read-definition.ts';

/** The thread in which BPMN files are read and checked: a file in, what it says and what stands against it out. */
parentPort?.on('message', async (xml: string) => {
  try {
    const read = await readDefinition(xml);
    const flow = read.definition && read.isWhole ? lintDefinition(read.definition) : [];
    parentPort?.postMessage({ read: { ...read, problems: [...read.problems, ...flow] } });
  } catch (error) {
    parentPort?.postMessage({ failure: String(error) });
  }
});
