import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { lintDefinition } from '#domain/workflow/publishing/lint.ts';
import { drawingHints } from './drawing.ts';
import { readDefinition } from './read-definition.ts';
import { fileToStore } from './write-file.ts';

const models = new URL('../../../../test/models/', import.meta.url);
const names = readdirSync(models, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.bpmn'),
);
const read = (name: string) => readFileSync(new URL(name, models), 'utf8');

describe('what is stored of a file that runs', () => {
  test.each(names)('%s says the same, and shows its whole flow', async (name) => {
    const sent = read(name);
    const file = await readDefinition(sent);
    if (file.definition === undefined || file.problems.length > 0) return;
    if (lintDefinition(file.definition).length > 0) return;
    const stored = await fileToStore(sent, file);
    const again = await readDefinition(stored.xml);
    expect(again.problems).toEqual([]);
    expect(again.definition).toEqual(file.definition);
    expect(again.rewritten).toBeUndefined();
    expect(stored.xml === sent).toBe(file.rewritten === undefined);
  });

  test('has no picture where none can be laid out, and that is told', async () => {
    const sent = read('bpmn-js/drawing-faulty.bpmn');
    const stored = await fileToStore(sent, await readDefinition(sent), () =>
      Promise.reject(new Error('no layout')),
    );
    expect(stored.xml).not.toContain('BPMNDiagram');
    expect(stored.hints.at(-1)?.message).toBe(drawingHints.failed);
    expect((await readDefinition(stored.xml)).problems).toEqual([]);
  });
});
