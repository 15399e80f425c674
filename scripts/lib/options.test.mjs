import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { commands } from './commands.mjs';
import { readCommand, UsageError } from './options.mjs';
import { inProject } from './project.mjs';

const usageErrorOf = (name, args, env) => {
  try {
    readCommand(name, args, env);
  } catch (error) {
    if (error instanceof UsageError) return { code: error.exitCode, message: error.message };
    throw error;
  }
  return { code: undefined, message: '' };
};

describe('arguments of a command', () => {
  test('are options and positionals in any order', () => {
    expect(readCommand('backup', ['--keys', '/k', '/srv', '--keep=14', '--despite-damage'])).toEqual({
      values: { check: false, keys: '/k', 'keys-beside': false, keep: 14, 'despite-damage': true },
      positionals: ['/srv'],
    });
    expect(readCommand('audit:verify', ['--anchor', 'a', '--anchor=b']).values.anchor).toEqual(['a', 'b']);
    expect(readCommand('restore', ['--', '--odd']).positionals).toEqual(['--odd']);
    expect(readCommand('test', ['calls', '-t', 'name']).positionals).toEqual(['calls', '-t', 'name']);
  });

  test('are rejected with all problems at once, in both languages, with the correct usage', () => {
    const { code, message } = usageErrorOf('backup', [
      '--kep',
      '3',
      '--chekc',
      '--keep',
      'x',
      '--despite-damage=1',
    ]);
    expect(code).toBe(2);
    for (const text of [
      '没有选项 --kep，是否应为 --keep？',
      'There is no option --kep: did you mean --keep?',
      '没有选项 --chekc，是否应为 --check？',
      '--keep 须是不小于 1 的整数，现在是“x”',
      '--despite-damage 后面不带内容',
      '用法  usage:\n  npm run backup -- 目录 DIR',
    ])
      expect(message).toContain(text);
  });

  test.each([
    ['backup', [], '缺少目录 DIR'],
    ['backup', [''], '目录 DIR 是空的'],
    ['backup', ['/a', '/b'], '多余的参数“/b”'],
    ['backup', ['/a', '--keys', ''], '--keys 后面缺少内容'],
    ['backup', ['/a', '--keys', '--check'], '--keys 后面缺少内容'],
    ['backup', ['/a', '--keep', '0'], '--keep 须是不小于 1 的整数'],
    ['restore', ['/a', '-k'], '没有选项 -k'],
    ['restore', ['/a', '--toString'], '没有选项 --toString，可用的有 --into'],
    ['migrate', ['now'], '多余的参数“now”'],
    ['build', ['--fast'], '没有选项 --fast'],
    ['model', ['--steps', '1e3'], '的整数，现在是“1e3”'],
    ['account:reset', [], '缺少账号 ACCOUNT'],
  ])('of %s %j are rejected: %s', (name, args, text) => {
    expect(usageErrorOf(name, args)).toMatchObject({ code: 2, message: expect.stringContaining(text) });
  });

  test('are rejected before anything runs when npm consumed an option', () => {
    const { code, message } = usageErrorOf('migrate', [], { npm_config_check: 'true' });
    expect(code).toBe(2);
    expect(message).toContain('--check 要写在 -- 之后');
    expect(usageErrorOf('restore', ['/a'], { npm_config_into: '/b' }).message).toContain(
      '--into 要写在 -- 之后',
    );
    // A setting of npm itself, in a user's configuration file.
    expect(usageErrorOf('doctor', [], { npm_config_json: 'true' }).code).toBeUndefined();
  });
});

const { scripts } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
/** Calls a command as npm does: an invalid call must install nothing. */
const call = (name, ...args) => {
  const [, ...scriptArgs] = scripts[name].split(' ');
  const { status, stdout, stderr } = spawnSync(process.execPath, [...scriptArgs, ...args], {
    cwd: inProject(),
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  return { status, stdout, stderr };
};

describe('commands of package.json', () => {
  test('are exactly those of the command list', () => {
    expect(Object.keys(commands).sort()).toEqual(Object.keys(scripts).sort());
  });

  test.each(Object.keys(scripts))('have a help text for %s', (name) => {
    const { status, stdout, stderr } = call(name, '--help');
    expect(stdout).toContain(
      `用法  usage:\n  npm ${name === 'start' || name === 'test' ? '' : 'run '}${name}`,
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  test.each(Object.keys(commands).filter((name) => !commands[name].forwardsOptions))(
    'reject an unknown option for %s',
    (name) => {
      const { status, stderr } = call(name, '--no-such-thing');
      expect(stderr).toContain('没有选项 --no-such-thing');
      expect(stderr).toContain('There is no option --no-such-thing');
      expect(stderr).toContain('用法  usage:');
      expect(stderr).not.toMatch(/Error|^\s+at /m);
      expect(status).toBe(2);
    },
  );
});

test('an unknown command gets a suggestion of the nearest one', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', 'bakcup'], {
    cwd: inProject(),
    encoding: 'utf8',
  });
  expect(stderr).toContain('没有命令“bakcup”，是否应为 backup？');
  expect(status).toBe(2);
});
