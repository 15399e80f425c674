import { describe, expect, test } from 'vitest';
import { MessageChannel } from '../enumerations/message-channel.ts';
import { fillTemplate, placeholders, sampleValues, unknownPlaceholders } from './placeholders.ts';
import { afterQuietHours, readTimeOfDay, writeTimeOfDay } from './quiet-hours.ts';
import { maxDeliveryAttempts, retryDelayMs } from './retry.ts';
import { doubleTargets, readTargets, targetSeparators } from './targets.ts';

describe('message placeholders (S2 §3)', () => {
  test('are the fifteen of the specification, and all are filled in', () => {
    const names = Object.values(placeholders);
    expect(names).toHaveLength(15);
    const filled = fillTemplate(names.map((name) => `{${name}}`).join('|'), sampleValues);
    expect(filled).toBe(Object.values(sampleValues).join('|'));
  });

  test.each([
    ['您的办件{办件流水号}已受理', []],
    ['没有占位符', []],
    ['{姓名}您好，{办件流水号}', ['{姓名}']],
    ['{ 办件流水号 }', ['{ 办件流水号 }']],
    ['{{办件流水号}}', ['{', '}']],
    ['{办件流水号', ['{']],
    ['{__proto__}{constructor}', ['{__proto__}', '{constructor}']],
  ])('in %j are unknown: %j', (template, unknown) => {
    expect(unknownPlaceholders(template)).toEqual(unknown);
  });

  test('in a filled-in value stay plain text', () => {
    expect(fillTemplate('{经办人姓名}', { ...sampleValues, handlerName: '{机构名称}$&' })).toBe(
      '{机构名称}$&',
    );
  });
});

describe('quiet hours', () => {
  const night = { fromMinute: 22 * 60, untilMinute: 7 * 60 + 30 };
  test.each([
    ['2026-03-02T13:59:59.000Z', '2026-03-02T13:59:59.000Z'],
    ['2026-03-02T14:00:00.000Z', '2026-03-02T23:30:00.000Z'],
    ['2026-03-02T20:15:40.000Z', '2026-03-02T23:30:00.000Z'],
    ['2026-03-02T23:29:59.999Z', '2026-03-02T23:30:00.000Z'],
    ['2026-03-02T23:30:00.000Z', '2026-03-02T23:30:00.000Z'],
  ])('from 22:00 to 07:30 delay a message of %s until %s', (now, until) => {
    expect(afterQuietHours(new Date(now), night).toISOString()).toBe(until);
  });

  test('delay nothing when they are empty or not set', () => {
    const now = new Date('2026-03-02T14:00:00.000Z');
    expect(afterQuietHours(now, undefined)).toBe(now);
    expect(afterQuietHours(now, { fromMinute: 60, untilMinute: 60 })).toBe(now);
  });

  test('are read and written as times of day', () => {
    expect(readTimeOfDay('07:30')).toBe(450);
    expect(writeTimeOfDay(450)).toBe('07:30');
    for (const text of ['24:00', '7:30', '07:60', '']) expect(readTimeOfDay(text)).toBeUndefined();
  });
});

describe('retries', () => {
  test('wait twice as long each time, at most two hours, with a random part', () => {
    expect([1, 2, 3, 4].map((tries) => retryDelayMs(tries, 0))).toEqual([30_000, 60_000, 120_000, 240_000]);
    expect(retryDelayMs(maxDeliveryAttempts, 0)).toBe(7_200_000);
    expect(retryDelayMs(3, 1)).toBe(60_000);
  });
});

describe('message targets (S1 §5, S2 §5)', () => {
  const { sms, inPortal } = MessageChannel;
  test('are separated by commas of both kinds, and deduplicated', () => {
    expect(readTargets('15405711037, 15405711037，applicant,staff:staff-lina', sms)).toEqual([
      { kind: 'phone', mobile: '15405711037' },
      { kind: 'applicant' },
      { kind: 'staff', staffId: 'staff-lina' },
    ]);
  });
  test.each(['，', '；', ';', '、', ' ', '\n', '\t', ', '])(
    'are separated by %j too, also at the end',
    (separator) => {
      const text = ['15405711037', '15405711038', ''].join(separator);
      expect(readTargets(text, sms)).toEqual([
        { kind: 'phone', mobile: '15405711037' },
        { kind: 'phone', mobile: '15405711038' },
      ]);
      expect(targetSeparators.some((one) => separator.includes(one))).toBe(true);
    },
  );
  test('that occur twice are named, each once', () => {
    expect(doubleTargets('1,2，1；3 1', ['3'])).toEqual(['1', '3']);
    expect(doubleTargets('1,2', [])).toEqual([]);
  });
  test.each([
    ['', sms, '请输入发送对象手机号'],
    [' , ', sms, '请输入发送对象手机号'],
    ['1540571103', sms, '请校验填写的全部手机号是否正确'],
    ['15405711037,154****1037', sms, '请校验填写的全部手机号是否正确'],
    [Array.from({ length: 11 }, (_, n) => `154057110${n + 10}`).join(), sms, '最多10个手机号'],
    ['15405711037', inPortal, '该渠道只能发送给工作人员，请选择接收人员'],
    ['applicant', inPortal, '该渠道只能发送给工作人员，请选择接收人员'],
  ])('from %j for channel %s: %s', (code, channel, expected) => {
    expect(readTargets(code, channel)).toBe(expected);
  });
});
