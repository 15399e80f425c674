import { describe, expect, test } from 'vitest';
import { button } from '#test/workflow-model/definitions.ts';
import { person } from '#test/workflow-model/people.ts';
import { sequential } from '#test/workflow-model/samples.ts';
import { Story } from '#test/workflow-model/story.ts';
import { type Actor, Permission } from '../../access/actor.ts';
import { MessageChannel } from '../../enumerations/message-channel.ts';
import { availableActions } from '../available-actions.ts';
import type { Addressee } from '../model/model.ts';
import { fold } from '../state/apply.ts';
import { participates } from './queries.ts';
import type { UrgeCommand } from './urge.ts';

/**
 * Returns the person with the key: `gone` has left the office, `runner` is an administrator; all others may
 * handle matters and have the role `a`.
 */
function addressee(key: string): Addressee | undefined {
  const id = key.startsWith('staff:') ? key.slice('staff:'.length) : null;
  if (key === '' || key === 'staff:nobody') return undefined;
  const base = {
    name: id ?? key,
    mayResubmit: false,
    soleStaffId: null,
    ableStaffIds: [],
    orgId: null,
    keys: [],
  };
  if (id === 'gone') return { ...base, availability: 'absent' };
  if (id === 'runner') return { ...base, availability: 'unable' };
  const keys = id === null ? [] : [key, ...(id.startsWith('a-') ? ['role:a'] : [])];
  const ableStaffIds = id === null ? [] : [id];
  return { ...base, availability: 'able', mayResubmit: true, soleStaffId: id, ableStaffIds, keys };
}

const messages = (story: Story, actor: Actor, command: Parameters<Story['perform']>[1]) =>
  (story.perform(actor, command)?.problems ?? []).map(({ field, message }) => `${field}: ${message}`);

const copyOf = (taskId: number) => ({ action: 'copy', taskId, keys: ['staff:wang'], note: '' }) as const;

describe('copying of an order', () => {
  const orderAtA = () => new Story(sequential, { addressee }).reach();
  const copy = (story: Story, keys: string[], note = '', by = person('a-li', 'a')) =>
    messages(story, by, { action: 'copy', taskId: 2, keys, note });

  test('leaves the order unchanged, and each recipient participates in the order', () => {
    const story = orderAtA();
    const before = story.order;
    const reader = person('reader', 'leaders');
    expect(participates(before, reader)).toBe(false);
    expect(copy(story, ['role:leaders', 'staff:wang', 'role:leaders'])).toEqual([]);
    expect(story.order).toEqual({
      ...before,
      version: before.version + 1,
      copies: [{ taskId: 2, keys: ['role:leaders', 'staff:wang'] }],
    });
    expect(participates(story.order, reader)).toBe(true);
    expect(participates(story.order, person('stranger'))).toBe(false);
    expect(fold(story.events)).toEqual(story.order);
  });

  test('is possible from a done task if its node has such a button (opType 2), while the order runs', () => {
    const copyButton = { ...button('show', 'copy', '送阅'), opType: 2 } as const;
    const { a } = sequential.nodes;
    if (a?.kind !== 'userTask') throw new Error('a is a task');
    const withCopyButton = {
      ...sequential,
      nodes: { ...sequential.nodes, a: { ...a, buttons: [...a.buttons, copyButton] } },
    };
    const handler = person('a-li', 'a');
    const handled = (definition: typeof sequential) => {
      const story = new Story(definition, { addressee }).reach();
      story.perform(handler, { action: 'handle', taskId: 2, buttonId: 'handle', opinion: '同意' });
      return story;
    };
    const story = handled(withCopyButton);
    const doneCodes = (order = story.order) =>
      availableActions(order, withCopyButton, handler)
        .bars.filter(({ opType }) => opType === 2)
        .flatMap(({ buttons }) => buttons.map(({ code }) => code));
    expect(doneCodes()).toContain('copy');
    expect(story.perform(person('a-wang', 'a'), copyOf(2))?.refused).toBe('taskAlreadyHandled');
    expect(story.perform(handler, copyOf(2))).toBeNull();
    expect(story.events.at(-1)).toMatchObject({ type: 'copied', taskId: 2 });
    expect(handled(sequential).perform(handler, copyOf(2))?.refused).toBe('taskAlreadyHandled');
    expect(doneCodes({ ...story.order, ended: { nodeId: null, status: 9 } as never })).toEqual([]);
  });

  test('skips persons who already have one, and is refused when all of them have one', () => {
    const story = orderAtA();
    copy(story, ['staff:wang']);
    expect(copy(story, ['staff:wang'])).toEqual(['receivers: 所选对象均已收到该办件的抄送']);
    expect(copy(story, ['staff:wang', 'staff:zhao'])).toEqual([]);
    expect(story.events.at(-1)).toMatchObject({ type: 'copied', keys: ['staff:zhao'] });
  });

  test('reports all problems at once', () => {
    const story = orderAtA();
    expect(copy(story, [])).toEqual(['receivers: 请配置抄送人']);
    expect(
      copy(story, ['staff:nobody', 'staff:gone', 'staff:runner', 'staff:a-li'], '长'.repeat(201)),
    ).toEqual([
      'receivers: “staff:nobody”不是有效的处理人',
      'receivers: “gone”已停用或无人在岗，不能抄送',
      'receivers: “runner”没有查阅办件的权限，不能抄送',
      'receivers: 不能抄送给自己',
      'reason: 抄送原因不能超过200个字符',
    ]);
    const many = Array.from({ length: 201 }, (_, number) => `staff:s${number}`);
    expect(copy(story, many)).toEqual(['receivers: 一次最多抄送200个对象']);
    expect(copy(story, many.slice(1))).toEqual([]);
  });

  test('is limited to 1000 recipients per order', () => {
    const story = orderAtA();
    const staffKeys = (from: number, count: number) =>
      Array.from({ length: count }, (_, number) => `staff:s${from + number}`);
    for (let from = 0; from < 1000; from += 200) expect(copy(story, staffKeys(from, 200))).toEqual([]);
    expect(copy(story, staffKeys(999, 2))).toEqual(['receivers: 一个办件最多抄送1000个对象，已抄送1000个']);
    expect(story.order.copies?.flatMap(({ keys }) => keys)).toHaveLength(1000);
  });

  test('is allowed for the handler, refused for a recipient', () => {
    const story = orderAtA();
    copy(story, ['staff:wang']);
    const command = { action: 'copy', taskId: 2, keys: ['staff:zhao'], note: '' } as const;
    expect(story.perform(person('wang'), command)?.refused).toBe('notYourTask');
    expect(
      story.perform(person('wang'), { action: 'handle', taskId: 2, buttonId: 'handle', opinion: '' })
        ?.refused,
    ).toBe('notYourTask');
    story.handle('a');
    expect(story.perform(person('a-li', 'a'), command)?.refused).toBe('taskAlreadyHandled');
  });
});

test('copying is refused at the start node, which has only the button 提交', () => {
  const story = new Story(sequential, { addressee }).reach();
  story.return('a', ['start']);
  const command = { action: 'copy', taskId: 3, keys: ['staff:wang'], note: '' } as const;
  expect(story.perform(person('initiator'), command)?.refused).toBe('actionNotAllowed');
});

describe('reading note', () => {
  const orderCopied = (readingNotes: boolean) => {
    const story = new Story({ ...sequential, ...(readingNotes && { readingNotes }) }, { addressee }).reach();
    story.perform(person('a-li', 'a'), { action: 'copy', taskId: 2, keys: ['role:leaders'], note: '' });
    return story;
  };
  const note = (story: Story, text: string, by = person('reader', 'leaders')) =>
    story.perform(by, { action: 'leaveNote', note: text });

  test('is allowed for a recipient of a copy if the definition allows it, and leaves the order unchanged', () => {
    const story = orderCopied(true);
    const before = story.order;
    expect(note(story, '已阅，请抓紧')).toBeNull();
    const copies = [{ taskId: 2, keys: ['role:leaders'], notes: { reader: 1 } }];
    expect(story.order).toEqual({ ...before, version: before.version + 1, copies });
    expect(note(orderCopied(false), '已阅')?.refused).toBe('actionNotAllowed');
    expect(note(story, '已阅', person('a-li', 'a'))?.refused).toBe('notYourTask');
  });

  test('is limited to twenty per copy and reader', () => {
    const story = orderCopied(true);
    for (let count = 1; count <= 20; count += 1) expect(note(story, `已阅 ${count}`)).toBeNull();
    expect(note(story, '再阅')?.message).toBe('每份抄送最多留下20条阅办意见');
    expect(note(story, '已阅', person('other', 'leaders'))).toBeNull();
    story.perform(person('a-li', 'a'), { action: 'copy', taskId: 2, keys: ['staff:reader'], note: '' });
    expect(note(story, '再阅')).toBeNull();
  });

  test('requires a text of at most 500 characters', () => {
    const story = orderCopied(true);
    expect(note(story, ' ')?.problems).toEqual([{ field: 'note', message: '请填写阅办意见' }]);
    expect(note(story, '长'.repeat(501))?.problems).toEqual([
      { field: 'note', message: '阅办意见不能超过500个字符' },
    ]);
  });
});

describe('addition of materials', () => {
  const add = (story: Story, papers = 1, by = person('clerk')) =>
    story.perform(by, { action: 'addPapers', papers, note: '' });

  test('leaves the order unchanged, and is limited to a hundred times', () => {
    const story = new Story(sequential, { addressee }).reach();
    const before = story.order;
    for (let count = 1; count <= 100; count += 1) expect(add(story)).toBeNull();
    expect(story.order).toEqual({ ...before, version: before.version + 100, additions: 100 });
    expect(fold(story.events)).toEqual(story.order);
    expect(add(story)?.message).toBe('每个办件最多补充100次材料');
  });

  test('requires at least one file', () => {
    const story = new Story(sequential, { addressee }).reach();
    expect(add(story, 0)?.problems).toEqual([{ field: 'fileList', message: '请上传补充的材料' }]);
  });
});

describe('urging of an order', () => {
  const at = { now: new Date('2026-03-02T01:00:00Z') };
  const world = (hours?: number) =>
    Object.defineProperty({ addressee, ...(hours !== undefined && { urgeAgainHours: hours }) }, 'now', {
      enumerable: true,
      get: () => at.now,
    });
  const orderAtA = (hours?: number) => {
    at.now = new Date('2026-03-02T01:00:00Z');
    return new Story(sequential, world(hours)).reach();
  };
  const command: UrgeCommand = {
    action: 'urge',
    receivers: ['role:a'],
    title: '请尽快办理',
    text: '该件临近时限',
    reason: '群众多次询问',
    channels: ['20'],
  };
  const overseer: Actor = { ...person('leader'), permissions: new Set([Permission.handle, Permission.urge]) };

  test('notifies the current handlers, and leaves the order unchanged', () => {
    const story = orderAtA();
    const before = story.order;
    expect(story.perform(person('initiator'), { ...command, receivers: ['staff:a-li'] })).toBeNull();
    expect(story.order).toEqual({ ...before, version: before.version + 1, urgedAt: at.now.toISOString() });
    expect(story.events.at(-1)).toMatchObject({ type: 'urged', taskIds: [2], receivers: ['staff:a-li'] });
    expect(fold(story.events)).toEqual(story.order);
  });

  test('is refused until the interval has passed, with the next possible time', () => {
    const story = orderAtA(2);
    story.perform(person('initiator'), command);
    at.now = new Date('2026-03-02T02:59:59Z');
    expect(story.perform(overseer, command)).toMatchObject({
      refused: 'urgedTooSoon',
      message: '该办件已催办，2026-03-02 11:00 之后可以再次催办',
    });
    at.now = new Date('2026-03-02T03:00:00Z');
    expect(story.perform(overseer, command)).toBeNull();
  });

  test('has an interval of four hours by default', () => {
    const story = orderAtA();
    story.perform(person('initiator'), command);
    at.now = new Date('2026-03-02T04:59:00Z');
    expect(story.perform(person('initiator'), command)?.refused).toBe('urgedTooSoon');
    at.now = new Date('2026-03-02T05:00:00Z');
    expect(story.perform(person('initiator'), command)).toBeNull();
  });

  test('is allowed for the initiator and overseers', () => {
    const story = orderAtA();
    expect(story.perform(person('wang'), command)?.refused).toBe('forbidden');
    expect(story.perform({ ...person('wang'), permissions: new Set() }, command)?.refused).toBe('forbidden');
    expect(story.perform(overseer, command)).toBeNull();
  });

  test('is refused for channels that the office has not opened, with their names', () => {
    const story = orderAtA();
    const all = { ...command, channels: Object.values(MessageChannel) };
    expect(messages(story, person('initiator'), all)).toEqual(['channels: “政务即时通讯、短信”渠道尚未开通']);
    const open = new Story(sequential, {
      addressee,
      configuredChannels: [MessageChannel.inPortal, MessageChannel.sms],
    }).reach();
    expect(messages(open, person('initiator'), all)).toEqual(['channels: “政务即时通讯”渠道尚未开通']);
    const byText = { ...command, channels: [MessageChannel.sms] };
    expect(open.perform(person('initiator'), byText)).toBeNull();
    expect(open.events.at(-1)).toMatchObject({ type: 'urged', channels: [MessageChannel.sms] });
  });

  test('reports all problems at once', () => {
    const story = orderAtA();
    const empty = { ...command, receivers: [], title: ' ', text: '', reason: '', channels: [] };
    expect(messages(story, person('initiator'), empty)).toEqual([
      'receivers: 请选择接收人员',
      'title: 请输入消息标题',
      'text: 请输入消息内容',
      'channels: 请选择消息渠道',
      'reason: 处理意见不能为空',
    ]);
    const invalid = {
      ...command,
      receivers: ['staff:nobody', 'staff:wang'],
      title: '长'.repeat(101),
      text: '长'.repeat(501),
      reason: '长'.repeat(201),
    };
    expect(messages(story, person('initiator'), invalid)).toEqual([
      'receivers: “staff:nobody”不是有效的处理人',
      'receivers: “wang”不是当前环节的处理人',
      'title: 消息标题不能超过100个字符',
      'text: 消息内容不能超过500个字符',
      'reason: 催办内容不能超过200个字符',
    ]);
  });

  test('is refused for oneself, also for an order that the initiator must handle', () => {
    const story = new Story(sequential, { addressee }).reach();
    const handler = { ...person('a-li', 'a'), permissions: new Set([Permission.urge]) };
    expect(messages(story, handler, { ...command, receivers: ['staff:a-li'] })).toEqual([
      'receivers: 不能催办自己',
    ]);
    story.return('a', ['start']);
    expect(story.perform(person('initiator'), command)).toMatchObject({
      refused: 'actionNotAllowed',
      message: '当前环节由您本人办理，无需催办',
    });
  });
});
