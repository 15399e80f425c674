import { expect, test } from 'vitest';
import { firstLine, maxReasonCharacters } from './first-line.ts';

const subject = '三号楼电梯停运';

test('a first line names the event and the order before person and reason', () => {
  expect(firstLine({ what: '办件被退回', by: '赵敏', why: ' 请补充\n资金来源 ', subject })).toBe(
    '办件被退回：三号楼电梯停运（赵敏：请补充 资金来源）',
  );
  expect(firstLine({ what: '新的待办', standsFor: '曹慧', by: '刘洋', subject })).toBe(
    '新的待办：三号楼电梯停运（代曹慧；刘洋）',
  );
  expect(firstLine({ what: '请尽快审查', by: '张伟', why: '请尽快审查', subject })).toBe(
    '请尽快审查：三号楼电梯停运（张伟）',
  );
  expect(firstLine({ what: '请继续办理', subject })).toBe('请继续办理：三号楼电梯停运');
});

test('a long reason is cut', () => {
  const line = firstLine({ what: '办件被退回', by: '赵敏', why: '补'.repeat(200), subject });
  expect(line).toBe(`办件被退回：${subject}（赵敏：${'补'.repeat(maxReasonCharacters - 1)}…）`);
});

test('a full stop of the reason is left out before the bracket', () => {
  expect(firstLine({ what: '新的待办', by: '吴建国', why: '请核实后报我。', subject: '电梯停运' })).toBe(
    '新的待办：电梯停运（吴建国：请核实后报我）',
  );
});
