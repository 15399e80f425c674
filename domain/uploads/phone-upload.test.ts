import { describe, expect, test } from 'vitest';
import { phoneUploadRule } from './limits.ts';
import { phoneRuleOf, phoneUploadText, phoneUploadTimes, stateOfPhoneUpload } from './phone-upload.ts';

const now = new Date('2026-11-23T07:00:00Z');
const later = new Date('2026-11-23T07:00:01Z');
const blank = { submittedAt: null, endedAt: null, expiresAt: later, scannedAt: null };

describe('state of a phone upload code (S0 §4)', () => {
  test.each([
    ['shown until a phone opens it', blank, 'shown'],
    ['scanned after a phone opens it', { ...blank, scannedAt: now }, 'scanned'],
    ['expired exactly at its end time', { ...blank, scannedAt: now, expiresAt: now }, 'expired'],
    ['expired after a refresh', { ...blank, endedAt: now }, 'expired'],
    ['submitted, also after its end time', { ...blank, submittedAt: now, expiresAt: now }, 'submitted'],
  ] as const)('is %s', (_what, code, state) => {
    expect(stateOfPhoneUpload(code, now)).toBe(state);
  });

  test('has the messages of the specification', () => {
    expect(phoneUploadText).toMatchObject({
      scanned: '扫码成功，请在手机端上传',
      submitted: '材料已提交，页面将自动跳转',
      expired: '二维码已过期，请刷新',
    });
  });

  test('is valid for 10 minutes, refreshed after 10 seconds and polled every 5 seconds (S0 §9)', () => {
    expect(phoneUploadTimes).toMatchObject({ validMinutes: 10, refreshSeconds: 10, pollSeconds: 5 });
  });
});

describe('upload rule for a phone', () => {
  test('allows 15 formats, 10 files and 20 MB by default (S0 §5)', () => {
    expect(phoneRuleOf({})).toEqual({ ...phoneUploadRule, unit: 'MB' });
    expect(phoneUploadRule.formats).toHaveLength(15);
  });

  test('is narrowed by the rule of the place, never widened', () => {
    const rule = phoneRuleOf({ accept: ['PDF', 'jpg', 'xls'], maxSizeMb: 200, maxCount: 4, present: 1 });
    expect(rule).toEqual({ formats: ['jpg', 'pdf'], maxSize: 20, unit: 'MB', maxCount: 3 });
    expect(phoneRuleOf({ maxSizeMb: 2 }).maxSize).toBe(2);
  });

  test('allows nothing when the place is full or has no common format', () => {
    expect(phoneRuleOf({ maxCount: 2, present: 3 }).maxCount).toBe(0);
    expect(phoneRuleOf({ accept: ['zip'] }).formats).toEqual([]);
  });

  test('counts uploaded files only when the place has a maximum', () => {
    expect(phoneRuleOf({ present: 30 }).maxCount).toBe(10);
  });
});
