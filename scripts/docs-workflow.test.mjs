import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { workflowDocument, workflowDocumentUrl } from './docs-workflow.ts';

test('docs/workflow.md matches the transition table; update it with node scripts/docs-workflow.ts', () => {
  expect(readFileSync(workflowDocumentUrl, 'utf8')).toBe(workflowDocument());
});
