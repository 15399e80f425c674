import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { workflowDocument, workflowDocumentUrl } from './docs-workflow.ts';

test('docs/workflow.md is what the transition table says; write it again by node scripts/docs-workflow.ts', () => {
  expect(readFileSync(workflowDocumentUrl, 'utf8')).toBe(workflowDocument());
});
