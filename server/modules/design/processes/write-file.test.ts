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

describe('the stored file of a valid process', () => {
  test.each(names)('has the same definition as the original: %s', async (name) => {
    const original = read(name);
    const file = await readDefinition(original);
    if (file.definition === undefined || file.problems.length > 0) return;
    if (lintDefinition(file.definition).length > 0) return;
    const stored = await fileToStore(original, file);
    const again = await readDefinition(stored.xml);
    expect(again.problems).toEqual([]);
    expect(again.definition).toEqual(file.definition);
    expect(again.rewritten).toBeUndefined();
    expect(stored.xml === original).toBe(file.rewritten === undefined);
  });

  test('has no diagram when the layout fails, and a hint says so', async () => {
    const original = read('bpmn-js/drawing-faulty.bpmn');
    const stored = await fileToStore(original, await readDefinition(original), () =>
      Promise.reject(new Error('no layout')),
    );
    expect(stored.xml).not.toContain('BPMNDiagram');
    expect(stored.hints.at(-1)?.message).toBe(drawingHints.failed);
    expect((await readDefinition(stored.xml)).problems).toEqual([]);
  });
});
