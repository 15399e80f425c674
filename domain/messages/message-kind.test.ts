import { describe, expect, test } from 'vitest';
import { messageEventLabel } from './message-event.ts';
import { MessageKind, messageKindLabel, messageKindOf } from './message-kind.ts';

describe('message kind', () => {
  test('is one of the events, a substitution or an export', () => {
    expect(Object.keys(messageKindLabel)).toEqual([
      ...Object.keys(messageEventLabel),
      'substitute',
      'export',
    ]);
    expect(messageKindOf('export')).toBe(MessageKind.export);
  });

  test('is system when it is not declared', () => {
    expect(messageKindOf('maintenance')).toBe(MessageKind.system);
  });
});
