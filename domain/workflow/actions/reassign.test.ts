import { describe, expect, test } from 'vitest';
import { person } from '#test/workflow-model/people.ts';
import { parallel, sequential } from '#test/workflow-model/samples.ts';
import { Story } from '#test/workflow-model/story.ts';
import { type Actor, Permission } from '../../access/actor.ts';
import type { Addressee } from '../model/model.ts';

/**
 * People of the office and of another one; `gone` has left, `clerk` may start matters but not handle them.
 */
const orgs: Readonly<Record<string, string>> = {
  wang: 'office',
  li: 'office',
  zhao: 'bureau',
  leader: 'office',
  gone: 'office',
  clerk: 'office',
  'gone-elsewhere': 'bureau',
};
function addressee(key: string): Addressee | undefined {
  const id = key.startsWith('staff:') ? key.slice('staff:'.length) : null;
  const name = id ?? key;
  const orgId = id === null ? null : (orgs[id] ?? 'office');
  if (id?.startsWith('gone')) {
    return {
      name,
      availability: 'absent',
      mayResubmit: false,
      soleStaffId: null,
      ableStaffIds: [],
      orgId,
      keys: [],
    };
  }
  if (id === 'clerk') {
    return {
      name,
      availability: 'unable',
      mayResubmit: true,
      soleStaffId: null,
      ableStaffIds: [],
      orgId,
      keys: [],
    };
  }
  if (key === '') return undefined;
  if (id !== null && !Object.hasOwn(orgs, id) && !/^(handler-|initiator)/.test(id)) return undefined;
  const keys = id === null ? [] : [key, `org:${orgId}`];
  const ableStaffIds = id === null ? [] : [id];
  return { name, availability: 'able', mayResubmit: true, soleStaffId: id, ableStaffIds, orgId, keys };
}

const withPermissions = (actor: Actor, ...codes: Permission[]): Actor => ({
  ...actor,
  permissions: new Set([...actor.permissions, ...codes]),
});
const administrator = withPermissions(person('administrator'), Permission.reassign, Permission.administer);
const leader = withPermissions(person('leader'), Permission.reassign);

const reassignTo = (
  story: Story,
  taskId: number,
  key: string,
  { by = administrator, reason = '出差' } = {},
) => story.perform(by, { action: 'reassign', taskId, key, reason });

describe('reassignment of a task', () => {
  test('gives an open task to another person in the same visit, with the same opening time', () => {
    const at = { now: new Date('2026-03-02T01:00:00Z') };
    const world = Object.defineProperty({ addressee }, 'now', { enumerable: true, get: () => at.now });
    const story = new Story(sequential, world).reach('a');
    const before = story.task('b');
    at.now = new Date('2026-03-09T01:00:00Z');
    expect(reassignTo(story, before.id, 'staff:wang')).toBeNull();
    const after = story.task('b');
    expect(after).toMatchObject({
      tokenId: before.tokenId,
      origin: before.origin,
      openedAt: before.openedAt,
      candidates: ['staff:wang'],
      outcome: null,
    });
    expect(story.order.tasks[before.id - 1]).toMatchObject({ outcome: 'closedByReassign' });
    expect(story.handle('b', { by: person('handler-b', 'b') })?.refused).toBe('notYourTask');
    expect(story.handle('b', { by: person('wang') })).toBeNull();
    expect(story.open).toEqual(['c']);
  });

  test('moves a returned task whose handler has left, and the direct return stays', () => {
    const story = new Story(sequential, { addressee }).reach('a', 'b');
    story.return('c', ['a'], 'direct');
    expect(reassignTo(story, story.task('a').id, 'staff:li')).toBeNull();
    expect(story.status).toBe(32);
    expect(story.handle('a', { by: person('li') })).toBeNull();
    expect(story.open).toEqual(['c']);
  });

  test('keeps the withdrawal of the previous handler possible, and does not change other branches', () => {
    const story = new Story(parallel, { addressee }).reach('p', 'a');
    reassignTo(story, story.task('a2').id, 'staff:wang');
    expect(story.open).toEqual(['a2', 'b']);
    expect(story.withdraw('a')).toBeNull();
    expect(story.open).toEqual(['a', 'b']);
  });

  test('requires an available person other than the current one, and a reason of at most 200 characters', () => {
    const story = new Story(sequential, { addressee }).reach();
    const { id } = story.task('a');
    const problems = (key: string, reason?: string) => reassignTo(story, id, key, { reason })?.problems;
    expect(problems('')).toEqual([{ field: 'key', message: '请选择改派人员' }]);
    expect(problems('staff:nobody')).toEqual([{ field: 'key', message: '“staff:nobody”不是有效的处理人' }]);
    for (const name of ['gone', 'clerk']) {
      const message = `“${name}”无人在岗或没有办理权限，不能改派`;
      expect(problems(`staff:${name}`)).toEqual([{ field: 'key', message }]);
    }
    expect(problems('role:a')).toEqual([{ field: 'key', message: '该任务当前即由“role:a”办理，无需改派' }]);
    expect(problems('staff:wang', ' ')).toEqual([{ field: 'reason', message: '请填写改派原因' }]);
    const long = [{ field: 'reason', message: '改派原因不能超过200个字符' }];
    expect(problems('staff:wang', '长'.repeat(201))).toEqual(long);
    expect(problems('staff:wang', '长'.repeat(200))).toBeUndefined();
    expect(reassignTo(story, id, 'staff:li')?.refused).toBe('taskAlreadyHandled');
  });

  test('at the start goes to a person who may start orders, who can resubmit the order', () => {
    const story = new Story(sequential, { addressee }).reach();
    story.return('a', ['start']);
    expect(reassignTo(story, story.task('start').id, 'staff:clerk')).toBeNull();
    const resubmission = { action: 'resubmit', taskId: story.task('start').id, opinion: '' } as const;
    expect(story.perform(person('clerk'), resubmission)).toBeNull();
    expect(story.open).toEqual(['a']);
  });

  test('by a leader is limited to the own organisation, on both sides', () => {
    const story = new Story(sequential, { addressee }).reach();
    const { id } = story.task('a');
    // A role may have holders in any organisation, so its tasks do not belong to this office.
    expect(reassignTo(story, id, 'staff:wang', { by: leader })?.refused).toBe('notYourTask');
    reassignTo(story, id, 'staff:wang');
    const ownTaskId = story.task('a').id;
    expect(reassignTo(story, ownTaskId, 'staff:zhao', { by: leader })?.problems).toEqual([
      { field: 'key', message: '只能改派给本单位人员' },
    ]);
    expect(reassignTo(story, ownTaskId, 'staff:li', { by: leader })).toBeNull();
    reassignTo(story, story.task('a').id, 'staff:zhao');
    expect(reassignTo(story, story.task('a').id, 'staff:li', { by: leader })?.refused).toBe('notYourTask');
  });

  test('by a leader moves a task of a colleague who has left or may no longer handle tasks', () => {
    // Both may do the task when it opens; the leader has lost that right in the directory when the task
    // reaches them.
    const departedKeys = new Set<string>();
    const changingAddressee = (key: string) =>
      departedKeys.has(key)
        ? addressee(key)
        : { ...(addressee(key) as Addressee), availability: 'able' as const };
    for (const key of ['staff:gone', 'staff:clerk']) {
      const story = new Story(sequential, { addressee: changingAddressee }).reach();
      expect(reassignTo(story, story.task('a').id, key)).toBeNull();
      departedKeys.add(key);
      expect(reassignTo(story, story.task('a').id, 'staff:li', { by: leader }), key).toBeNull();
      expect(story.task('a').candidates).toEqual(['staff:li']);
    }
    const story = new Story(sequential, { addressee: changingAddressee }).reach();
    reassignTo(story, story.task('a').id, 'staff:gone-elsewhere');
    departedKeys.add('staff:gone-elsewhere');
    expect(reassignTo(story, story.task('a').id, 'staff:li', { by: leader })?.refused).toBe('notYourTask');
  });
});
