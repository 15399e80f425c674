import type { Environment, SettingProblem } from './environment.ts';

/**
 * Reads the age public keys for encrypting backups; without any, backups are not encrypted. The library of
 * age checks whether a key is valid.
 */
export function readRecipients(environment: Environment, problems: SettingProblem[]): string[] {
  const recipients = (environment.BACKUP_RECIPIENTS ?? '').split(',').flatMap((text) => text.trim() || []);
  for (const recipient of recipients) {
    if (/^age1[02-9ac-hj-np-z]{20,}$/.test(recipient)) continue;
    // The value may be the private key by mistake, and is not repeated.
    problems.push({
      setting: 'BACKUP_RECIPIENTS',
      chinese:
        '必须是 age1 开头的公钥（多个用逗号分隔），由 npm run backup:identity 生成；不能填写 AGE-SECRET-KEY',
      english: 'must be public keys of age, age1…, joined by commas, and never an AGE-SECRET-KEY',
    });
    break;
  }
  return recipients;
}
