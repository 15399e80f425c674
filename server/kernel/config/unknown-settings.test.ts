import { describe, expect, test } from 'vitest';
import { countTypingErrors } from '#scripts/lib/similar-name.mjs';
import { loadConfig } from './config.ts';

function problemText(variables: NodeJS.ProcessEnv): string {
  try {
    loadConfig(variables);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

describe('an unknown setting', () => {
  test.each([
    ['PORTAL_ORIGN', 'PORTAL_ORIGIN'],
    ['PORTAL_OFICE_NAME', 'PORTAL_OFFICE_NAME'],
    ['S3_BUKCET', 'S3_BUCKET'],
    ['S3_ACCESS_KEY', 'S3_ACCESS_KEY_ID'],
    ['OIDC_CLIENTID', 'OIDC_CLIENT_ID'],
    ['SMS_PROVIDR', 'SMS_PROVIDER'],
    ['SEAL_ORIGINS', 'SEAL_ORIGIN'],
    ['TRUST_PROXYS', 'TRUST_PROXY'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATA_DIRS', 'DATA_DIR'],
    ['FILE_WATERMARKS', 'FILE_WATERMARK'],
    ['DEMO_SOS', 'DEMO_SSO'],
  ])('%s is refused with a suggestion of %s', (wrong, right) => {
    const text = problemText({ [wrong]: 'hush' });
    expect(text).toContain(`${wrong}：没有这个设置项，是否应为 ${right}？`);
    expect(text).toContain(`${wrong} is not a setting: did you mean ${right}?`);
    expect(text).not.toContain('hush');
  });

  test('without a similar name is refused with the names of the same prefix', () => {
    expect(problemText({ S3_FORCE_PATH_STYLE: 'true' })).toContain(
      'S3_FORCE_PATH_STYLE：没有这个设置项，相近的有 S3_ENDPOINT、S3_REGION、S3_BUCKET',
    );
  });

  test('that may belong to another program only causes a warning', () => {
    const { warnings } = loadConfig({
      DATABASE_HOST: 'db',
      DATABASE_URL: 'postgres://a@b/c',
      DATABASE_URI: 'postgres://a@b/c',
      DATA_VOLUME: '/srv',
    });
    expect(warnings.map(({ setting }) => setting)).toEqual(['DATABASE_HOST', 'DATABASE_URI', 'DATA_VOLUME']);
  });

  test('from a cluster or with another prefix is ignored', () => {
    const { warnings } = loadConfig({
      PORTAL_SERVICE_HOST: '10.0.0.7',
      PORTAL_SERVICE_PORT_HTTP: '80',
      PORTAL_PORT: 'tcp://10.0.0.7:80',
      PORTAL_PORT_80_TCP_ADDR: '10.0.0.7',
      HOSTNAME: 'office',
      SIGNAL_LEVEL: '3',
    });
    expect(warnings).toEqual([]);
    expect(problemText({ PORTAL_PORT: '8080' })).toContain('PORTAL_PORT：没有这个设置项');
  });
});

describe('the edit distance', () => {
  test.each([
    ['', 'AB', 2],
    ['PORT', 'PORT', 0],
    ['PROT', 'PORT', 1],
    ['PORTS', 'PORT', 1],
    ['PART', 'PORT', 1],
    ['HOST', 'PORT', 2],
  ])('from %s to %s is correct', (one, other, errorCount) => {
    expect(countTypingErrors(one, other)).toBe(errorCount);
    expect(countTypingErrors(other, one)).toBe(errorCount);
  });
});
