import { parentPort } from 'node:worker_threads';
import { lintDefinition } from '#domain/workflow/lint.ts';
import { readDefinition } from './read-definition.ts';

/** The thread in which BPMN files are read and checked: a file in, what it says and what stands against it out. */
parentPort?.on('message', async (xml: string) => {
  try {
    const { definition, problems } = await readDefinition(xml);
    const all = definition && problems.length === 0 ? lintDefinition(definition) : problems;
    parentPort?.postMessage({ read: { definition, problems: all } });
  } catch (error) {
    parentPort?.postMessage({ failure: String(error) });
  }
});
