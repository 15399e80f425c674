import { describe, expect, test } from 'vitest';
import { messageEventLabel } from './message-event.ts';
import { MessageKind, messageKindLabel, messageKindOf } from './message-kind.ts';

describe('the kind of a message', () => {
  test('is one of the events or of what the portal tells of', () => {
    expect(Object.keys(messageKindLabel)).toEqual([
      ...Object.keys(messageEventLabel),
      'substitute',
      'export',
    ]);
    expect(messageKindOf('export')).toBe(MessageKind.export);
  });

  test('is one of the office where nobody declared it', () => {
    expect(messageKindOf('maintenance')).toBe(MessageKind.system);
  });
});
