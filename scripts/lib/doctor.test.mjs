import { describe, expect, test } from 'vitest';
import { findFaults } from './doctor.mjs';

const validState = { nodeVersion: '18.0.0', install: 'current', hasNode: true };
const checksOf = (faults) => faults.map(({ check }) => check);

describe('problems that stop the doctor', () => {
  test('are empty when everything is installed', () => {
    expect(findFaults(validState)).toEqual([]);
  });

  test.each([
    [{ nodeVersion: '16.20.0' }, ['node'], 'Node 16.20.0 过旧'],
    [{ install: 'missing' }, ['packages'], '尚未安装依赖'],
    [{ install: 'stale', hasNode: false }, ['packages'], '依赖与 package-lock.json 不一致'],
    [{ install: 'partial' }, ['packages'], 'npm ci 略去了部分依赖'],
    [{ hasNode: false }, ['node'], '未安装 Node 24'],
    [{ nodeVersion: '16.20.0', install: 'missing' }, ['node', 'packages'], 'Node 16.20.0 过旧'],
  ])('are reported: %j', (fault, checks, text) => {
    const faults = findFaults({ ...validState, ...fault });
    expect(checksOf(faults)).toEqual(checks);
    expect(faults[0].chinese).toContain(text);
  });
});
