import { describe, expect, test } from 'vitest';
import { parallel, sequential } from '#test/workflow-model/samples.ts';
import { Story } from '#test/workflow-model/story.ts';
import { WorkOrderStatus } from '../enumerations/work-order-status.ts';
import { fold } from './state/apply.ts';

/** The status is 31 from the action that did the returned work until the next one (docs/decisions/0119). */

const { returnHandled, returnPending } = WorkOrderStatus;

describe('31 退回已处理 (S1 §4)', () => {
  test('lasts from the handling of a returned task until the next action', () => {
    const story = new Story(sequential).reach('a', 'b');
    const stage = story.status;
    story.return('c', ['a']);
    expect(story.status).toBe(returnPending);
    story.handle('a');
    expect(story.status).toBe(returnHandled);
    story.handle('b');
    expect(story.status).toBe(stage);
  });

  test('also follows 退回后直送, and a new submission after a recall', () => {
    const direct = new Story(sequential).reach('a', 'b');
    direct.return('c', ['a'], 'direct');
    direct.handle('a');
    expect(direct.status).toBe(returnHandled);
    const recalled = new Story(sequential).reach();
    recalled.recall();
    recalled.resubmit();
    expect(recalled.status).toBe(returnHandled);
  });

  test('waits for all targets of the return', () => {
    const story = new Story(parallel).reach('p', 'a', 'a2', 'b');
    story.return('c', ['a2', 'b']);
    story.handle('a2');
    expect(story.status).toBe(returnPending);
    story.handle('b');
    expect(story.status).toBe(returnHandled);
  });

  test('is not set by a withdrawal', () => {
    const story = new Story(sequential).reach('a', 'b');
    story.return('c', ['a']);
    story.handle('a');
    story.handle('b');
    story.withdraw('b');
    expect(story.status).not.toBe(returnHandled);
  });

  test('is not set for older events without it', () => {
    const story = new Story(sequential).reach('a', 'b');
    story.return('c', ['a']);
    story.handle('a');
    const old = story.events.filter(({ type }) => type !== 'rollbackHandled');
    expect(fold(old)).not.toHaveProperty('rollbackHandled');
  });
});
