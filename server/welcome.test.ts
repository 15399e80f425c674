import { expect, test } from 'vitest';
import { loadConfig } from './kernel/config/config.ts';
import { describeSimulators } from './welcome.ts';

test('a demo names in two Chinese lines what it simulates and by which settings it is connected', () => {
  const lines = describeSimulators(loadConfig({}));
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('短信、政务即时通讯、电子印章、缴费、快递、病毒扫描');
  expect(lines[0]).not.toContain('文书签名');
  expect(lines[1]).toContain(
    'SMS_PROVIDER、CHAT_PROVIDER、SEAL_PROVIDER、PAYMENT_PROVIDER、EXPRESS_PROVIDER、CLAMD_ADDRESS',
  );
});

test('a connected system is not among them', () => {
  const lines = describeSimulators(loadConfig({ CLAMD_ADDRESS: '127.0.0.1:3310' }));
  expect(lines.join('')).not.toContain('CLAMD_ADDRESS');
});
