import { describe, expect, test } from 'vitest';
import { person } from '#test/workflow-model/people.ts';
import { sequential } from '#test/workflow-model/samples.ts';
import { countersign } from '#test/workflow-model/seats.ts';
import { Story } from '#test/workflow-model/story.ts';
import { Permission } from '../access/actor.ts';
import { problemOfCommonOpinion, problemOfOpinion } from './opinion.ts';

/** Invisible texts that a keyboard, a paste or a script may produce. */
const blanks = ['', ' \n', '\u3000\u3000', '\u200b\u200d', '\ufeff\u2060\u3164'];

describe.each(blanks)('%j as opinion or reason', (blank) => {
  test('is rejected by the shared rules of screen and server', () => {
    expect(problemOfOpinion(blank, true)).toBe('【处理意见】填写处理意见');
    expect(problemOfOpinion(blank, false)).toBeUndefined();
    expect(problemOfCommonOpinion(blank)).toBe('请输入常用意见！');
  });

  test('is rejected for a return, a countersign and a reassignment', () => {
    const story = new Story(sequential).reach('a');
    const administrator = {
      ...person('administrator'),
      permissions: new Set([Permission.reassign, Permission.administer]),
    };
    const taskId = story.task('b').id;
    expect(story.return('b', ['a'], 'replay', { opinion: blank })?.refused).toBe('opinionRequired');
    expect(countersign(story, 'b', { reason: blank })).toMatchObject({ problems: [{ field: 'reason' }] });
    expect(
      story.perform(administrator, { action: 'reassign', taskId, key: 'staff:li', reason: blank }),
    ).toMatchObject({ problems: [{ field: 'reason' }] });
  });
});
