import { describe, expect, test } from 'vitest';
import { originOf } from '../interfaces/origin.ts';
import { compileForm } from './compile.ts';

describe('origin of a form frame', () => {
  test.each([
    ['https://forms.example.gov.cn/permit?x=1', 'https://forms.example.gov.cn'],
    ['HTTPS://Forms.Example.gov.cn:443/', 'https://forms.example.gov.cn'],
    ['http://127.0.0.1:8099/form', 'http://127.0.0.1:8099'],
    ['http://[::1]:8099', 'http://[::1]:8099'],
  ])('of %s is %s', (url, origin) => {
    expect(originOf(url)).toBe(origin);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//forms.example.gov.cn',
    'https://user:password@forms.example.gov.cn/',
    'https://forms.example.gov.cn/#part',
    'https://forms example.gov.cn/',
    'https://-bad/',
    '',
  ])('is undefined for %s', (url) => {
    expect(originOf(url)).toBeUndefined();
  });
});

describe('form model in a frame (S1 §2 formType 2)', () => {
  const model = (frame: unknown, component = 'single-line') => ({
    globalConfig: { code: 'outside', title: '外部表单', columns: 1, allowEdit: [], frame },
    schema: { fields: [{ id: 'name', title: '名称', 'x-component': component }] },
  });

  test('declares its fields as usual, and the page that shows them', () => {
    expect(compileForm(model({ url: 'https://forms.example.gov.cn/a', height: 600 }))).toMatchObject({
      frame: { origin: 'https://forms.example.gov.cn', height: 600 },
    });
  });

  test('reports all its problems at once', () => {
    expect(compileForm(model({ url: 'ftp://x', height: 9 }, 'upload'))).toEqual([
      { field: 'globalConfig.frame', message: '第三方表单的地址应为 http 或 https 地址' },
      { field: 'globalConfig.frame', message: '高度应为 120 到 4000 的整数' },
    ]);
    expect(compileForm(model({ url: 'https://forms.example.gov.cn' }, 'upload'))).toEqual([
      { field: 'name', message: '第三方表单不能含附件字段' },
    ]);
  });
});
